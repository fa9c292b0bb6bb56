import type { ColourImage } from "../../src/engines/pdf/render.ts"
import type { Panel } from "../../../../test/support/panels.ts"
import { type Background, chanceOf, type Corners, cornersAt, photographOf } from "../../../../test/support/photographs.ts"
import { lightOfScreen } from "../../../../test/support/screen-shots.ts"
import { type CameraModel, pictureBy } from "./cameras.ts"

/** Ways to show a document: a photograph of it over the view, one with the frame of the screen and a desk, in a viewer, and the document alone. */
export const presentations = ["photograph", "framed", "viewer", "alone"] as const
export type Presentation = (typeof presentations)[number]

const backgrounds: ReadonlyArray<Background> = ["plain", "wood", "gradient", "cloth", "dark", "light"]

const turned = ([x, y]: readonly [number, number], [cx, cy]: readonly [number, number], angle: number): readonly [number, number] => [
  cx + (x - cx) * Math.cos(angle) - (y - cy) * Math.sin(angle),
  cy + (x - cx) * Math.sin(angle) + (y - cy) * Math.cos(angle)
]

/** Pixels of a camera across by which the distance of panels is given. */
const usualWidth = 2000

/** A document scanned, on the even ground of the program that shows it, with the bars of its window. */
const inViewer = (
  size: { readonly width: number; readonly height: number },
  card: ColourImage,
  corners: Corners,
  ground: number
): ColourImage => {
  const scene = photographOf(size, "plain", [])
  scene.data.fill(ground)
  const bar = Math.round(size.height * 0.06)
  scene.data.fill(ground > 128 ? 205 : 60, 0, bar * size.width * 3)
  const laid = photographOf(size, "plain", [{ card, corners }])
  const [[left, top], , [right, bottom]] = corners
  for (let y = Math.ceil(top); y < Math.floor(bottom); y++)
    scene.data.set(
      laid.data.subarray((y * size.width + Math.ceil(left)) * 3, (y * size.width + Math.floor(right)) * 3),
      (y * size.width + Math.ceil(left)) * 3
    )
  return scene
}

const shownOn = (
  presentation: Presentation,
  card: ColourImage,
  view: { readonly width: number; readonly height: number },
  documentPixels: number,
  seed: number
): ColourImage => {
  const chance = chanceOf(seed * 17 + 3)
  const aspect = card.width / card.height
  if (presentation === "alone" || presentation === "viewer") {
    const alone = presentation === "alone"
    const size = alone ? { width: Math.round(documentPixels), height: Math.round(documentPixels / aspect) } : view
    const corners = cornersAt([size.width / 2, size.height / 2], documentPixels, aspect)
    return alone
      ? photographOf(size, "plain", [{ card, corners }], seed)
      : inViewer(size, card, corners, chance() < 0.5 ? 32 + 20 * chance() : 235 + 15 * chance())
  }
  const corners = cornersAt([view.width / 2, view.height / 2], documentPixels, aspect, {
    turned: (chance() - 0.5) * 6,
    keystone: chance() * 0.05
  })
  return photographOf(view, backgrounds[Math.floor(chance() * backgrounds.length)] ?? "plain", [{ card, corners, rounding: 0.02 }], seed)
}

/** A document on a screen that stands before a camera. */
export interface ScreenShot {
  readonly card: ColourImage
  readonly panel: Panel
  readonly presentation: Presentation
  readonly camera: CameraModel
  readonly seed: number
}

const chanceFor = (seed: number): (() => number) => {
  const chance = chanceOf(seed * 7919 + 13)
  for (let skip = 0; skip < 5; skip++) chance()
  return chance
}

const distance = ({ camera, panel }: ScreenShot, chance: () => number): number => {
  const [near, far] = panel.seen
  return ((near + (far - near) * chance()) * camera.width) / usualWidth
}

/** Pixels of the sensor for a pixel of the panel. */
export const scaleOf = (shot: ScreenShot): number => distance(shot, chanceFor(shot.seed))

/** The picture of a screen: distance, angle, light and focus by chance of a seed. */
export const pictureOfScreen = (shot: ScreenShot): Promise<Uint8Array> => {
  const { camera, card, panel, presentation, seed } = shot
  const chance = chanceFor(seed)
  const size = { width: camera.width, height: Math.round(camera.width * 0.75) }
  const scale = distance(shot, chance)
  const share = presentation === "alone" ? 0.62 + 0.2 * chance() : 0.5 + 0.22 * chance()
  const margin = presentation === "framed" ? 0.9 : 1.25
  const view = { width: Math.round((size.width * margin) / scale), height: Math.round((size.height * margin) / scale) }
  const shown = shownOn(presentation, card, view, (share * size.width) / scale, seed)
  const centre = [size.width * (0.48 + 0.04 * chance()), size.height * (0.48 + 0.04 * chance())] as const
  const flat = cornersAt(centre, shown.width * scale, shown.width / shown.height, { keystone: chance() ** 2 * 0.08 })
  const angle = ((chance() - 0.5) * 16 * Math.PI) / 180
  const [blurFrom, blurTo] = camera.blur
  const light = lightOfScreen({
    panel,
    shown,
    corners: [
      turned(flat[0], centre, angle),
      turned(flat[1], centre, angle),
      turned(flat[2], centre, angle),
      turned(flat[3], centre, angle)
    ],
    size,
    blur: blurFrom + (blurTo - blurFrom) * chance(),
    exposure: 0.75 + 0.35 * chance(),
    reflection: chance() < 0.4 ? 0.08 * chance() : 0,
    bands: chance() < 0.3 ? 0.12 * chance() : 0,
    bezel: { width: (panel.ppi > 300 ? 2 + 3 * chance() : 5 + 11 * chance()) * (panel.ppi / 25.4), beyond: [112, 96, 84] },
    seed
  })
  return pictureBy(camera, light, seed)
}
