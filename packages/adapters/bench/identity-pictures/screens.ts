import type { ColourImage } from "../../src/engines/pdf/render.ts"
import { developed } from "../../../../test/support/camera.ts"
import type { Panel } from "../../../../test/support/panels.ts"
import { type Background, chanceOf, type Corners, cornersAt, photographOf } from "../../../../test/support/photographs.ts"
import { lightOfScreen } from "../../../../test/support/screen-shots.ts"

/** Ways to show a document: a photograph of it that fills the view, one in a dark frame on a desk, and the document alone. */
export const presentations = ["photograph", "framed", "alone"] as const
export type Presentation = (typeof presentations)[number]

export interface ScreenCase {
  readonly panel: Panel
  readonly presentation: Presentation
  /** Pixels of the camera for a pixel of the panel. */
  readonly scale: number
  readonly degrees: number
  readonly bytes: Uint8Array
}

const backgrounds: ReadonlyArray<Background> = ["plain", "wood", "gradient", "cloth", "dark", "light"]

const turned = ([x, y]: readonly [number, number], [cx, cy]: readonly [number, number], angle: number): readonly [number, number] => [
  cx + (x - cx) * Math.cos(angle) - (y - cy) * Math.sin(angle),
  cy + (x - cx) * Math.sin(angle) + (y - cy) * Math.cos(angle)
]

/** A document on a screen, photographed: sizes, angles, distance, light, focus and compression by chance of a seed. */
export const screenCase = async (card: ColourImage, panel: Panel, presentation: Presentation, seed: number): Promise<ScreenCase> => {
  const chance = chanceOf(seed * 7919 + 13)
  for (let skip = 0; skip < 5; skip++) chance()
  const width = [1600, 2000, 2200][Math.floor(chance() * 3)] ?? 2000
  const size = { width, height: Math.round(width * 0.75) }
  const [near, far] = panel.seen
  const scale = near + (far - near) * chance()
  // How much of the photograph the document takes.
  const share = presentation === "alone" ? 0.62 + 0.2 * chance() : 0.5 + 0.22 * chance()
  const documentPixels = (share * width) / scale
  const small = panel.ppi > 300
  const margin = presentation === "photograph" ? 1.25 : presentation === "framed" ? 0.9 : 1
  const view = { width: Math.round((width * margin) / scale), height: Math.round((size.height * margin) / scale) }
  const tall = documentPixels / (card.width / card.height)
  const shownSize = presentation === "alone" ? { width: Math.round(documentPixels), height: Math.round(tall) } : view
  const inside = cornersAt([shownSize.width / 2, shownSize.height / 2], documentPixels, card.width / card.height, {
    turned: presentation === "alone" ? 0 : (chance() - 0.5) * 6,
    keystone: presentation === "alone" ? 0 : chance() * 0.05
  })
  const background = backgrounds[Math.floor(chance() * backgrounds.length)] ?? "plain"
  const shown = photographOf(shownSize, background, [{ card, corners: inside, rounding: 0.02 }], seed)
  const degrees = (chance() - 0.5) * 16
  const centre = [size.width * (0.48 + 0.04 * chance()), size.height * (0.48 + 0.04 * chance())] as const
  const flat = cornersAt(centre, shownSize.width * scale, shownSize.width / shownSize.height, { keystone: chance() ** 2 * 0.08 })
  const angle = (degrees * Math.PI) / 180
  const corners: Corners = [
    turned(flat[0], centre, angle),
    turned(flat[1], centre, angle),
    turned(flat[2], centre, angle),
    turned(flat[3], centre, angle)
  ]
  const light = lightOfScreen({
    panel,
    shown,
    corners,
    size,
    blur: 0.4 + 0.4 * chance(),
    exposure: 0.75 + 0.35 * chance(),
    reflection: chance() < 0.4 ? 0.08 * chance() : 0,
    bands: chance() < 0.3 ? 0.12 * chance() : 0,
    bezel: { width: (small ? 4 : 14) * (panel.ppi / 25.4), beyond: [112, 96, 84] },
    seed
  })
  const bytes = await developed(light, {
    grain: 3 + 5 * chance(),
    jpeg_quality: Math.round(72 + 22 * chance()),
    sharpening: 0.3 + 0.7 * chance(),
    resized: chance() < 0.25 ? 0.75 : 1,
    seed
  })
  return { panel, presentation, scale, degrees, bytes }
}
