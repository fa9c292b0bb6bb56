import type { ColourImage } from "@vouchkit/adapters/engines/pdf/render"
import { chanceOf } from "./photographs.ts"

/** Fine lines as security printers lay them under documents; pitches are those of real ones, a quarter to two thirds of a millimetre. */
export const guilloches = ["lines", "waves", "mesh", "rosette", "two inks"] as const
export type Guilloche = (typeof guilloches)[number]

/** Where a place (in millimetres) stands in one or two families of lines, each counted in lines. */
type Family = (x: number, y: number) => ReadonlyArray<number>

const familyOf = (kind: Guilloche, chance: () => number): Family => {
  const pitch = 0.25 + 0.4 * chance()
  const angle = (chance() - 0.5) * 1.2
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const swing = 0.6 + chance()
  const long = 6 + 10 * chance()
  switch (kind) {
    case "lines":
      return (x, y) => [(x * s + y * c) / pitch]
    case "waves":
      return (x, y) => [(y + swing * Math.sin((2 * Math.PI * x) / long)) / pitch]
    case "mesh":
      return (x, y) => [(x * s + y * c) / pitch, (x * c - y * s) / (pitch * 1.3)]
    case "rosette": {
      const [cx, cy] = [30 + 50 * chance(), 20 + 30 * chance()]
      return (x, y) => {
        const away = Math.hypot(x - cx, y - cy)
        const around = Math.atan2(y - cy, x - cx)
        return [(away + 1.4 * Math.sin(12 * around)) / pitch, (away - 1.4 * Math.sin(12 * around)) / pitch]
      }
    }
    case "two inks":
      return (x, y) => {
        const place = (y + 0.4 * swing * Math.sin((2 * Math.PI * x) / long)) / pitch
        return [place, place + 0.4]
      }
  }
}

/** A document with fine lines printed under everything, some of it raised into relief as a change of their place. */
export const withGuilloche = (card: ColourImage, kind: Guilloche, pixelsPerMillimetre: number, seed: number): ColourImage => {
  const chance = chanceOf(seed * 31 + 5)
  for (let skip = 0; skip < 4; skip++) chance()
  const family = familyOf(kind, chance)
  const inks = [0, 1].map(() => [0.25 + 0.5 * chance(), 0.25 + 0.5 * chance(), 0.3 + 0.5 * chance()] as const)
  const depth = 0.35 + 0.4 * chance()
  const data = Uint8ClampedArray.from(card.data)
  const { height, width } = card
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const phases = family(x / pixelsPerMillimetre, y / pixelsPerMillimetre)
      const at = (y * width + x) * 3
      for (let one = 0; one < phases.length; one++) {
        const line = Math.max(0, Math.cos(2 * Math.PI * (phases[one] ?? 0))) ** 2 * depth
        const ink = inks[one % 2] ?? inks[0]
        for (let channel = 0; channel < 3; channel++)
          data[at + channel] = (data[at + channel] ?? 0) * (1 - line * (1 - (ink?.[channel] ?? 0.5)))
      }
    }
  return { data: new Uint8Array(data.buffer), width, height }
}
