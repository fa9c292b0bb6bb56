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
 * `strength`: natural logarithm by which the ordered colours have to stand out on the face beyond its surroundings, about the share of the light of the face
 * that comes from the screen; `beyond`: the same as a share of what changed on either. `agreement`: correlation of what was measured with what was
 * ordered, from which it is followed, or followed in part. `saturated`: shares from which surroundings or face are too bright to show any light of
 * a screen. Chosen on captures of some people and measured on others (docs/engines.md).
 */
export const lightLimits = {
  strength: 0.015,
  beyond: 0.2,
  agreement: { followed: 0.75, partly: 0.5 },
  saturated: { face: 0.3, surroundings: 0.5 }
} as const

/** How far each channel lies from the mean of the three: a colour without its brightness. */
type Tint = readonly [red: number, green: number, blue: number]

const without = (values: Tint): Tint => {
  const mean = (values[0] + values[1] + values[2]) / 3
  return [values[0] - mean, values[1] - mean, values[2] - mean]
}
const tintOf = ({ blue, green, red }: Gains): Tint => without([Math.log(red), Math.log(green), Math.log(blue)])
const pure: Readonly<Record<Channel, Tint>> = { red: without([1, 0, 0]), green: without([0, 1, 0]), blue: without([0, 0, 1]) }

const product = (one: Tint, other: Tint): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
const sum = (values: ReadonlyArray<number>): number => values.reduce((before, next) => before + next, 0)

interface Measured {
  readonly colour: Channel
  readonly face: Tint
  readonly surroundings: Tint
  /**
   * The tint of the face beyond that of its surroundings. The balance and the exposure of a camera change both alike and cancel out, and so does a
   * tint over the whole picture. What lies behind a person is further from the screen, and so receives less of its light.
   */
  readonly beyond: Tint
}

const measuredOf = ({ colour, face, surroundings }: LitFrame): ReadonlyArray<Measured> => {
  if (face === null || surroundings === null) return []
  const [one, other] = [tintOf(face), tintOf(surroundings)]
  return [{ colour, face: one, surroundings: other, beyond: [one[0] - other[0], one[1] - other[1], one[2] - other[2]] }]
}

/** How strongly the ordered colours are in a measurement, by least squares over all frames. */
const strengthOf = (measured: ReadonlyArray<Measured>, tint: (frame: Measured) => Tint): number =>
  sum(measured.map((frame) => product(tint(frame), pure[frame.colour]))) /
  Math.max(1e-9, sum(measured.map(({ colour }) => product(pure[colour], pure[colour]))))

/** The correlation of what was measured with the ordered colours: 1 where nothing else changed. */
const agreementOf = (measured: ReadonlyArray<Measured>): number => {
  const along = sum(measured.map(({ beyond, colour }) => product(beyond, pure[colour])))
  const [size, ordered] = [
    sum(measured.map(({ beyond }) => product(beyond, beyond))),
    sum(measured.map(({ colour }) => product(pure[colour], pure[colour])))
  ]
  return along / Math.max(1e-9, Math.sqrt(size * ordered))
}

interface Shown {
  readonly channel: Channel
  readonly strength: number
}

/** The colour that one frame shows most. */
const mostShown = ({ beyond }: Measured): Shown =>
  channels
    .map((channel) => ({ channel, strength: product(beyond, pure[channel]) / product(pure[channel], pure[channel]) }))
    .reduce((best, next) => (next.strength > best.strength ? next : best))

/**
 * Whether a face reflected the colours of the screen in their order; one of them may be too weak. Frames that are too bright, and those that show the order
 * in part, are not measurable. Frames whose light stays, or that show another order, did not come from a face before this screen.
 */
export const lightFindings = ({ frames, saturated }: CaptureLight): LightFindings => {
  const measured = frames.flatMap(measuredOf)
  const strength = strengthOf(measured, ({ beyond }) => beyond)
  const changed = [strengthOf(measured, ({ face }) => face), strengthOf(measured, ({ surroundings }) => surroundings)]
  const shown = frames.map((frame) => measuredOf(frame).map(mostShown)[0])
  const least = Math.max(lightLimits.strength, strength / 2)
  const seen = shown.map((one) => (one !== undefined && one.strength >= least ? one.channel : null))
  const right = frames.filter(({ colour }, index) => seen[index] === colour).length
  const others = shown.filter((one, index) => one !== undefined && seen[index] !== null && one.channel !== frames[index]?.colour)
  const agreement = agreementOf(measured)
  const lights = strength >= Math.max(lightLimits.strength, lightLimits.beyond * Math.max(...changed.map(Math.abs)))
  const followed = lights && agreement >= lightLimits.agreement.followed && others.length === 0 && right >= frames.length - 1
  const unmeasured = measured.length === 0 || measured.length < frames.length
  if (followed && !unmeasured) return { outcome: "reflected", seen }
  const bright = saturated.face >= lightLimits.saturated.face || saturated.surroundings >= lightLimits.saturated.surroundings
  const another = others.some((one) => one !== undefined && one.strength >= strength)
  const partly = lights && agreement >= lightLimits.agreement.partly && !another
  return { outcome: bright || unmeasured || partly ? "not_measurable" : "not_reflected", seen }
}

const codes = {
  reflected: [],
  not_reflected: ["light_not_reflected"],
  not_measurable: ["light_not_measurable"]
} as const satisfies Record<typeof LightOutcome.Type, ReadonlyArray<LivenessReasonCode>>

export const lightCodes = (light: CaptureLight): ReadonlyArray<LivenessReasonCode> => codes[lightFindings(light).outcome]
