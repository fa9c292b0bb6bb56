import { Schema } from "effect"
import type { LivenessReasonCode } from "./reasons.ts"

/** A colour that fills the screen of a device, to light the face before it. */
export const LightColour = Schema.Literals(["white", "red", "green", "blue"]).annotate({ identifier: "LightColour" })
export type LightColour = typeof LightColour.Type

/** The three channels of a picture. */
export const channels = ["red", "green", "blue"] as const
type Channel = (typeof channels)[number]

/** Colours that follow the white one. No two alike follow each other, so there are 96 orders. */
export const colouredFrames = 6
export const LightOrder = Schema.Array(LightColour).check(Schema.isMaxLength(1 + colouredFrames))

/** How much of the light of the frame under white is left in each channel: factors of linear light, 1 where nothing changed. */
export type Gains = Readonly<Record<Channel, number>>

/** One frame under a colour, against the frame under white. */
export interface LitFrame {
  readonly colour: Channel
  /** Null where too few places could be measured. */
  readonly face: Gains | null
  readonly surroundings: Gains | null
}

/** What was measured in the frames under the light of the screen. */
export interface CaptureLight {
  readonly frames: ReadonlyArray<LitFrame>
  /** Shares (0 to 1) of the face and of its surroundings that are as bright as the picture can show in the frame under white. */
  readonly saturated: { readonly face: number; readonly surroundings: number }
}

/** What became of the light of the screen. */
export const LightOutcome = Schema.Literals(["reflected", "not_reflected", "not_measurable"])
interface LightFindings {
  readonly outcome: typeof LightOutcome.Type
  /** The colour that each frame shows on the face; null where none stands out. */
  readonly seen: ReadonlyArray<Channel | null>
}

/**
 * `strength`: natural logarithm by which a colour has to stand out on the face beyond its surroundings, about the share of the light that
 * comes from the screen. Chosen on captures of some people and measured on others (docs/engines.md). `saturated`: shares from which surroundings
 * or face are too bright to show any light of a screen.
 */
export const lightLimits = { strength: 0.015, saturated: { face: 0.3, surroundings: 0.5 } } as const

const others: Readonly<Record<Channel, readonly [Channel, Channel]>> = {
  red: ["green", "blue"],
  green: ["red", "blue"],
  blue: ["red", "green"]
}

/**
 * How much a colour stands out on the face and not around it. The balance and the exposure of a camera change both alike and cancel out, and so does
 * a tint over the whole picture. What lies behind a person is further from the screen than the face, and so receives less of its light.
 */
const strengthOf = (face: Gains, surroundings: Gains, colour: Channel): number => {
  const beyond = (channel: Channel) => Math.log(face[channel] / surroundings[channel])
  const [one, other] = others[colour]
  return beyond(colour) - (beyond(one) + beyond(other)) / 2
}

const colourSeen = ({ face, surroundings }: LitFrame): Channel | null => {
  if (face === null || surroundings === null) return null
  const strengths = channels.map((channel) => ({ channel, strength: strengthOf(face, surroundings, channel) }))
  const strongest = strengths.reduce((best, next) => (next.strength > best.strength ? next : best))
  return strongest.strength >= lightLimits.strength ? strongest.channel : null
}

/**
 * Whether a face reflected the colours of the screen in their order. Frames that show the order in part and contradict it nowhere, and frames
 * that are too bright, are not measurable. A frame whose light stays, or that shows another order, did not come from a face before this screen.
 */
export const lightFindings = ({ frames, saturated }: CaptureLight): LightFindings => {
  const seen = frames.map(colourSeen)
  const right = frames.filter(({ colour }, index) => seen[index] === colour).length
  if (frames.length > 0 && right === frames.length) return { outcome: "reflected", seen }
  const bright = saturated.face >= lightLimits.saturated.face || saturated.surroundings >= lightLimits.saturated.surroundings
  const unmeasured = frames.some(({ face, surroundings }) => face === null || surroundings === null)
  const partly = 2 * right >= frames.length && seen.every((colour, index) => colour === null || colour === frames[index]?.colour)
  return { outcome: bright || unmeasured || partly ? "not_measurable" : "not_reflected", seen }
}

const codes = {
  reflected: [],
  not_reflected: ["light_not_reflected"],
  not_measurable: ["light_not_measurable"]
} as const satisfies Record<typeof LightOutcome.Type, ReadonlyArray<LivenessReasonCode>>

export const lightCodes = (light: CaptureLight): ReadonlyArray<LivenessReasonCode> => codes[lightFindings(light).outcome]
