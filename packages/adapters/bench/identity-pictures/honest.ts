import { developed } from "../../../../test/support/camera.ts"
import { type Guilloche, withGuilloche } from "../../../../test/support/guilloche.ts"
import { type Background, chanceOf, cornersAt, photographOf, sharpOf } from "../../../../test/support/photographs.ts"
import { lightOfScene } from "../../../../test/support/screen-shots.ts"
import type { ColourImage } from "../../src/engines/pdf/render.ts"

const backgrounds: ReadonlyArray<Background> = ["plain", "wood", "gradient", "cloth", "dark", "light"]
const softened =
  (sigma: number) =>
  async (scene: ColourImage): Promise<ColourImage> => {
    const { data, info } = await sharpOf(scene).blur(sigma).raw().toBuffer({ resolveWithObject: true })
    return { data: new Uint8Array(data), width: info.width, height: info.height }
  }

/** An honest photograph of a document with fine lines, by the same camera as the screens. */
export const honestCase = async (
  card: ColourImage,
  pixelsPerMillimetre: number,
  guilloche: Guilloche | null,
  seed: number
): Promise<Uint8Array> => {
  const chance = chanceOf(seed * 104_729 + 7)
  for (let skip = 0; skip < 5; skip++) chance()
  const width = [1600, 2000, 2200][Math.floor(chance() * 3)] ?? 2000
  const size = { width, height: Math.round(width * 0.75) }
  const printed = guilloche === null ? card : withGuilloche(card, guilloche, pixelsPerMillimetre, seed)
  const share = 0.5 + 0.45 * chance()
  const corners = cornersAt(
    [width * (0.49 + 0.02 * chance()), size.height * (0.49 + 0.02 * chance())],
    share * width,
    card.width / card.height,
    {
      turned: (chance() - 0.5) * 10,
      keystone: chance() * 0.07
    }
  )
  const background = backgrounds[Math.floor(chance() * backgrounds.length)] ?? "plain"
  const scene = photographOf(size, background, [{ card: printed, corners, rounding: 0.025 }], seed)
  const light = await lightOfScene(scene, 0.75 + 0.35 * chance(), softened(0.4 + 0.4 * chance()))
  return developed(light, {
    grain: 3 + 5 * chance(),
    jpeg_quality: Math.round(72 + 22 * chance()),
    sharpening: 0.3 + 0.7 * chance(),
    resized: chance() < 0.3 ? 0.75 : 1,
    seed
  })
}
