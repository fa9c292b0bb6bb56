import { channels, type Gains, type LightColour } from "@vouchkit/core/verification/faces/liveness/light"
import type { ColourImage } from "../../src/engines/pdf/render.ts"
import type { Chance } from "./raster.ts"

/** How much light reaches the face and the room behind it, in each channel: factors of linear light. */
export interface Lighting {
  readonly face: Gains
  readonly room: Gains
}
export const unlit: Gains = { red: 1, green: 1, blue: 1 }

const gamma = 2.2
const channelTable = (gain: number) =>
  Uint8Array.from({ length: 256 }, (_, level) => Math.min(255, Math.round(255 * ((level / 255) ** gamma * gain) ** (1 / gamma))))

/** A picture under another light. */
export const lit = (image: ColourImage, gains: Gains = unlit): ColourImage => {
  if (channels.every((channel) => gains[channel] === 1)) return image
  const data = new Uint8Array(image.data.length)
  for (const [index, channel] of channels.entries()) {
    const table = channelTable(gains[channel])
    for (let at = index; at < data.length; at += 3) data[at] = table[image.data[at] ?? 0] ?? 0
  }
  return { ...image, data }
}

/** What is left of the light of a place under one colour, where the screen gives a share of its light under white, and its colours are not pure. */
export const under = (colour: LightColour, share: number, leak: number): Gains => {
  const rest = 1 - share * (1 - leak)
  return colour === "white" ? unlit : { red: rest, green: rest, blue: rest, [colour]: 1 }
}

/** The mean light of a channel, by every seventh pixel. */
const meanOf = ({ data }: ColourImage, channel: number): number => {
  let sum = 0
  let count = 0
  for (let at = channel; at < data.length; at += 21) {
    sum += ((data[at] ?? 0) / 255) ** gamma
    count += 1
  }
  return sum / Math.max(1, count)
}

/**
 * A camera that partly balances the colours of each frame towards those of the first, and does not expose any two alike. `follow` is 0 for a camera
 * that keeps its balance, and 1 for one that takes off every cast.
 */
export const balanced = (random: Chance) => {
  const follow = random.between(0, 0.8)
  let first: ReadonlyArray<number> | undefined
  return (image: ColourImage): ColourImage => {
    const means = channels.map((_, channel) => meanOf(image, channel))
    first ??= means
    const exposure = random.between(0.92, 1.06)
    const [red = 1, green = 1, blue = 1] = means.map((mean, channel) => exposure * ((first?.[channel] ?? mean) / mean) ** follow)
    return lit(image, { red, green, blue })
  }
}
