import type { LightColour } from "@vouchkit/core/verification/faces/liveness/light"
import { animated, cameraOf, type Draw, filmed, headInRoom, type Kind, type Making, sheet } from "./captures.ts"
import { poseFor } from "./head.ts"
import { balanced, type Lighting, under, unlit } from "./lighting.ts"
import type { Chance } from "./raster.ts"

/** The light of a frame under a colour of the screen; `index` is its place in the order. */
type Lights = (colour: LightColour, index: number) => Lighting

interface LitKind extends Omit<Kind, "draw"> {
  readonly draw: Draw
  readonly lights: (random: Chance) => Lights
}

type Range = readonly [least: number, most: number]

/** A screen that gives such a share of the light of the face, and of that share so much to the room behind. */
const screenLight =
  (face: Range, behind: Range, shown: (colour: LightColour, index: number) => LightColour = (colour) => colour) =>
  (random: Chance): Lights => {
    const [share, fraction, leak] = [random.between(...face), random.between(...behind), random.between(0, 0.15)]
    return (colour, index) => {
      const now = shown(colour, index)
      return { face: under(now, share, leak), room: under(now, share * fraction, leak) }
    }
  }

const constant = () => (): Lighting => ({ face: unlit, room: unlit })

/** Another order than the one that was asked for, which a recording shows. */
const recorded = (colour: LightColour, index: number): LightColour => {
  const order = ["white", "blue", "red", "green", "blue", "red", "green"] as const
  return colour === "white" ? "white" : (order[index] ?? "white")
}

/** Before a window that no camera can show: the room is as bright as a picture gets, and the screen adds next to nothing to the face. */
const atWindow: Draw = (pose, making) => {
  const room = { red: 40, green: 40, blue: 40 }
  const { face = unlit } = making.lighting ?? {}
  return headInRoom({ clutter: 0, hand: 1 })(pose, { ...making, lighting: { face, room } })
}

const inHand = headInRoom({ clutter: 1, hand: 1 })
const far = [0.02, 0.35] as const

export const litKinds: ReadonlyArray<LitKind> = [
  { name: "animated photograph under constant light", honest: false, draw: animated, lights: constant, ...filmed },
  { name: "rendered head in a dim room", honest: true, draw: inHand, lights: screenLight([0.1, 0.35], far), ...filmed },
  { name: "rendered head in a bright room", honest: true, draw: inHand, lights: screenLight([0.03, 0.1], far), ...filmed },
  {
    name: "rendered head, recorded under another order",
    honest: false,
    draw: inHand,
    lights: screenLight([0.1, 0.35], far, recorded),
    ...filmed
  },
  {
    name: "animated photograph, the whole of it tinted as ordered",
    honest: false,
    draw: animated,
    lights: screenLight([0.1, 0.35], [1, 1]),
    ...filmed
  },
  { name: "rendered head before a window", honest: true, draw: atWindow, lights: screenLight([0.001, 0.005], far), ...filmed },
  {
    name: "animated photograph, its face alone tinted as ordered",
    honest: false,
    draw: animated,
    lights: screenLight([0.1, 0.35], far),
    ...filmed
  },
  { name: "flat print before the real screen", honest: false, draw: sheet(0), lights: screenLight([0.1, 0.35], far), ...filmed },
  {
    name: "rendered head close before a plain wall",
    honest: true,
    draw: headInRoom({ clutter: 0, hand: 1 }),
    lights: screenLight([0.1, 0.35], [0.4, 0.7]),
    ...filmed
  }
]

/** The frames of a capture under the light of the screen: one for each colour, of a face at rest. */
export const litCaptureOf = async <Read>(
  kind: LitKind,
  { order, ...making }: Omit<Making, "order" | "lighting"> & { readonly order: ReadonlyArray<LightColour> },
  read: (bytes: Uint8Array, colour: LightColour) => Promise<Read>
): Promise<ReadonlyArray<Read>> => {
  const { random, subject } = making
  const [send, balance, lights] = [cameraOf(kind, random), balanced(random), kind.lights(random)]
  const frames: Array<Read> = []
  for (const [index, colour] of order.entries()) {
    const pose = poseFor(null, subject.yaw, { degrees: 0, gap: 0 })
    const held = { ...pose, yaw: pose.yaw + random.between(-2, 2), pitch: random.between(-2, 2) }
    const drawn = kind.draw(held, { ...making, order: [], lighting: lights(colour, index) })
    frames.push(await read(await send(balance(drawn)), colour))
  }
  return frames
}
