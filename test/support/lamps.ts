import type { ColourImage } from "@vouchkit/adapters/engines/pdf/render"
import { chanceOf } from "./photographs.ts"

/** Lamps whose light a laminated document throws into a camera. */
export const lamps = ["bulb", "soft box", "tubes", "flash", "window"] as const
export type Lamp = (typeof lamps)[number]

/** Light at a place around the middle of the reflection, in millimetres; 1 fills the sensor by itself. */
type Shine = (x: number, y: number) => number

/** 1 inside, 0 outside, over an edge of some width. */
const edged = (away: number, soft: number): number => 1 / (1 + Math.exp(away / soft))

const shineOf = (lamp: Lamp, chance: () => number): Shine => {
  switch (lamp) {
    case "bulb": {
      const radius = 4 + 5 * chance()
      const power = 1.5 + 3 * chance()
      return (x, y) => power * edged(Math.hypot(x, y) - radius, 0.6) + 0.08 * edged(Math.hypot(x, y) - 3 * radius, 3)
    }
    case "soft box": {
      const [wide, tall] = [12 + 14 * chance(), 7 + 8 * chance()]
      const power = 0.9 + 1.2 * chance()
      return (x, y) => power * Math.exp(-(((x / wide) ** 2 + (y / tall) ** 2) ** 1.5))
    }
    case "tubes": {
      const half = 2 + 2.5 * chance()
      const apart = 12 + 12 * chance()
      const power = 1 + 2 * chance()
      const tube = (y: number) => edged(Math.abs(y) - half, 0.6)
      return (x, y) => power * edged(Math.abs(x) - 45, 3) * Math.max(tube(y), tube(y - apart))
    }
    case "flash": {
      const radius = 3 + 3 * chance()
      return (x, y) => {
        const away = Math.hypot(x, y)
        const rays = 0.25 * Math.exp(-Math.min(Math.abs(x), Math.abs(y)) / 0.8) * Math.exp(-away / 14)
        return 4 * edged(away - radius, 0.5) + 1.6 / (1 + (away / radius) ** 2.2) + rays
      }
    }
    case "window": {
      const [wide, tall] = [10 + 8 * chance(), 7 + 6 * chance()]
      const power = 1 + chance()
      return (x, y) => {
        const pane = edged(Math.abs(x) - wide, 0.7) * edged(Math.abs(y) - tall, 0.7)
        return power * pane * (1 - edged(Math.abs(x) - 0.6, 0.2))
      }
    }
  }
}

/**
 * A document with the reflection of a lamp on its laminate, whose middle lies at a place given in millimetres. The laminate is not quite flat, so that
 * the reflection is bent. Levels come from the tone of a camera: light adds up before it.
 */
export const withLamp = (
  card: ColourImage,
  lamp: Lamp,
  place: { readonly x: number; readonly y: number },
  { pixelsPerMillimetre, seed }: { readonly pixelsPerMillimetre: number; readonly seed: number }
): ColourImage => {
  const chance = chanceOf(seed * 613 + 3)
  for (let skip = 0; skip < 4; skip++) chance()
  const shine = shineOf(lamp, chance)
  const turn = (chance() - 0.5) * (lamp === "tubes" || lamp === "window" ? 0.5 : 3)
  const bend = 0.8 * chance()
  const phase = 6 * chance()
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  const { height, width } = card
  const data = new Uint8Array(card.data.length)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [x, y] = [column / pixelsPerMillimetre - place.x, row / pixelsPerMillimetre - place.y]
      const bentX = x + bend * Math.sin(y / 7 + phase)
      const bentY = y + bend * Math.sin(x / 9 + phase)
      const light = shine(bentX * c + bentY * s, bentY * c - bentX * s)
      const at = (row * width + column) * 3
      for (let channel = 0; channel < 3; channel++) {
        const level = ((card.data[at + channel] ?? 0) / 255) ** 2.2 + light
        data[at + channel] = Math.min(255, Math.round(255 * Math.min(1, level) ** (1 / 2.2)))
      }
    }
  return { data, width, height }
}
