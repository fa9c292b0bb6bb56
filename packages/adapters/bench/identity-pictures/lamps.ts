import { developed } from "../../../../test/support/camera.ts"
import { type CardDetails, cardSizes } from "../../../../test/support/identity-cards.ts"
import { type Lamp, withLamp } from "../../../../test/support/lamps.ts"
import { type Background, chanceOf, cornersAt, photographOf, sharpOf } from "../../../../test/support/photographs.ts"
import { lightOfScene } from "../../../../test/support/screen-shots.ts"
import type { ColourImage } from "../../src/engines/pdf/render.ts"

/** A stretch of a document, in millimetres. */
interface Stretch {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Where drawn documents print the values of their fields, and their zone, by the rules that draw them. */
export const fieldStretches = (card: CardDetails): ReadonlyArray<Stretch> => {
  const { height, width } = cardSizes[card.size]
  const step = (0.82 - (card.mrz.length === 0 ? 0.06 : 0.24)) / Math.max(6, card.fields.length)
  const values = card.fields.map(([, value], index) => ({
    left: 0.36 * width,
    top: height * (1 - (0.82 - (index + 1) * step + step * 0.3) - 0.036),
    width: value.length * 0.62 * 0.046 * height,
    height: 0.04 * height
  }))
  const zone = { left: 0.07 * width, top: 0.8 * height, width: 0.86 * width, height: 0.13 * height }
  return card.mrz.length === 0 ? values : [...values, zone]
}

const hiddenLevel = 250

/** Share of a stretch in which nothing but white is left. */
const hiddenShare = ({ data, width }: ColourImage, stretch: Stretch, scale: number): number => {
  let hidden = 0
  let all = 0
  for (let y = Math.floor(stretch.top * scale); y < (stretch.top + stretch.height) * scale; y += 2)
    for (let x = Math.floor(stretch.left * scale); x < (stretch.left + stretch.width) * scale; x += 2) {
      all += 1
      const at = (y * width + x) * 3
      if (Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) >= hiddenLevel) hidden += 1
    }
  return all === 0 ? 0 : hidden / all
}

const backgrounds: ReadonlyArray<Background> = ["plain", "wood", "gradient", "cloth", "dark", "light"]

/** Share of a value that has to be lost, and of the zone, of which a few characters are enough to spoil a line. */
const lostOfValue = 0.35
const lostOfZone = 0.06

/**
 * A laminated document photographed with a lamp over one of its fields (by index: number, dates, names; the last is the zone), or over no field.
 * Null where the chance of the seed left the field readable.
 */
export const lampCase = async (
  card: { readonly image: ColourImage; readonly details: CardDetails; readonly pixelsPerMillimetre: number },
  lamp: Lamp,
  over: number | null,
  seed: number
): Promise<Uint8Array | null> => {
  const { details, image, pixelsPerMillimetre } = card
  const chance = chanceOf(seed * 7_433 + 11)
  for (let skip = 0; skip < 5; skip++) chance()
  const stretches = fieldStretches(details)
  const stretch = over === null ? undefined : stretches[over % stretches.length]
  const size = cardSizes[details.size]
  const place =
    stretch === undefined
      ? { x: size.width * 1.3, y: -size.height * 0.4 }
      : { x: stretch.left + stretch.width * (0.25 + 0.5 * chance()), y: stretch.top + stretch.height * (0.3 + 0.4 * chance()) }
  const lit = withLamp(image, lamp, place, { pixelsPerMillimetre, seed })
  if (stretch !== undefined) {
    const isZone = details.mrz.length > 0 && over !== null && over % stretches.length === stretches.length - 1
    if (hiddenShare(lit, stretch, pixelsPerMillimetre) < (isZone ? lostOfZone : lostOfValue)) return null
  }
  const width = [1600, 2000, 2200][Math.floor(chance() * 3)] ?? 2000
  const frame = { width, height: Math.round(width * 0.75) }
  const corners = cornersAt([width / 2, frame.height / 2], width * (0.55 + 0.25 * chance()), image.width / image.height, {
    turned: (chance() - 0.5) * 10,
    keystone: chance() * 0.07
  })
  const background = backgrounds[Math.floor(chance() * backgrounds.length)] ?? "plain"
  const scene = photographOf(frame, background, [{ card: lit, corners, rounding: 0.025 }], seed)
  const sigma = 0.4 + 0.5 * chance()
  const light = await lightOfScene(scene, 1, async (sharp) => {
    const { data, info } = await sharpOf(sharp).blur(sigma).raw().toBuffer({ resolveWithObject: true })
    return { data: new Uint8Array(data), width: info.width, height: info.height }
  })
  return developed(light, { grain: 3 + 4 * chance(), jpeg_quality: Math.round(74 + 20 * chance()), sharpening: 0.5 * chance(), seed })
}
