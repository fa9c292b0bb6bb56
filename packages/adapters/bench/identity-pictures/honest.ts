import { type Guilloche, guilloches, withGuilloche } from "../../../../test/support/guilloche.ts"
import { type Background, chanceOf, cornersAt, halftone, photographOf, sharpOf } from "../../../../test/support/photographs.ts"
import { lightOfScene } from "../../../../test/support/screen-shots.ts"
import type { ColourImage } from "../../src/engines/pdf/render.ts"
import { type CameraModel, pictureBy } from "./cameras.ts"

/** How honest documents are printed: without fine lines, with those of security printers, or in dots as printers and presses set pictures. */
export const prints = ["plain", ...guilloches, "dots in colour", "dots in grey"] as const
export type Print = (typeof prints)[number]

const backgrounds: ReadonlyArray<Background> = ["plain", "wood", "gradient", "cloth", "dark", "light"]

const softened = async (image: ColourImage, sigma: number): Promise<ColourImage> => {
  if (sigma < 0.3) return image
  const { data, info } = await sharpOf(image).blur(sigma).raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

/** The document as it was printed; dots stand a seventh to a quarter of a millimetre apart, as of 100 to 180 lines for an inch. */
export const printed = (card: ColourImage, pixelsPerMillimetre: number, print: Print, seed: number): ColourImage => {
  const chance = chanceOf(seed * 53 + 29)
  const apart = (0.14 + 0.11 * chance()) * pixelsPerMillimetre
  switch (print) {
    case "plain":
      return card
    case "dots in colour":
      return halftone(card, apart, 15 + 60 * chance())
    case "dots in grey":
      return halftone(card, apart, 45, true)
    default:
      return withGuilloche(card, print satisfies Guilloche, pixelsPerMillimetre, seed)
  }
}

/** An honest photograph of a document by the same cameras as the screens. */
export const honestShot = async (
  card: ColourImage,
  pixelsPerMillimetre: number,
  print: Print,
  camera: CameraModel,
  seed: number
): Promise<Uint8Array> => {
  const chance = chanceOf(seed * 104_729 + 7)
  for (let skip = 0; skip < 5; skip++) chance()
  const size = { width: camera.width, height: Math.round(camera.width * 0.75) }
  // One in six fills the view beyond its edges, so that nothing lies beside it.
  const share = chance() < 1 / 6 ? 1.3 : 0.5 + 0.45 * chance()
  const corners = cornersAt(
    [size.width * (0.49 + 0.02 * chance()), size.height * (0.49 + 0.02 * chance())],
    share * size.width,
    card.width / card.height,
    { turned: (chance() - 0.5) * 10, keystone: chance() * 0.07 }
  )
  const background = backgrounds[Math.floor(chance() * backgrounds.length)] ?? "plain"
  const [from, to] = camera.blur
  const blur = from + (to - from) * chance()
  // Lens and pixel level out what is finer than they are before the pixel takes its sample, not after.
  const each = card.width / (share * size.width)
  const card1 = await softened(printed(card, pixelsPerMillimetre, print, seed), each * Math.hypot(blur, 0.29))
  const scene = photographOf(size, background, [{ card: card1, corners, rounding: 0.025 }], seed)
  const light = await lightOfScene(scene, 0.75 + 0.35 * chance(), async (sharp) => sharp)
  return pictureBy(camera, light, seed)
}
