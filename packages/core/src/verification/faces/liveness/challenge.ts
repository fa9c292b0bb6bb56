import { createHash } from "node:crypto"
import { Schema } from "effect"
import { Timestamp } from "../../../kernel/foundation/text.ts"
import { after, minutes } from "../../../kernel/foundation/time.ts"
import { channels, colouredFrames, type LightColour, LightOrder } from "./light.ts"

/** What a person is asked to do before the camera. Left and right are the person's own, whatever a mirrored preview shows. */
export const LivenessAction = Schema.Literals(["turn_left", "turn_right", "open_mouth"]).annotate({ identifier: "LivenessAction" })
export type LivenessAction = typeof LivenessAction.Type

/** The actions of a session in an order that no one knew before, to be shown to its camera while the challenge lasts. */
export const LivenessChallenge = Schema.Struct({
  /** 43 characters of base64url; comes with every frame. */
  nonce: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/u)),
  session_id: Schema.String.check(Schema.isMaxLength(64)),
  order: Schema.Array(LivenessAction).check(Schema.isBetweenLength(2, 8)),
  /** Colours for the screen, in an order that no one knew before; only for a device that offered to show them. */
  light_order: Schema.optionalKey(LightOrder),
  issued_at: Timestamp,
  expires_at: Timestamp
}).annotate({ identifier: "LivenessChallenge" })
export interface LivenessChallenge extends Schema.Schema.Type<typeof LivenessChallenge> {}

const nonceBytes = 32
const actionBytes = 16
/** Random bytes for each choice: several, so that those of an uneven rest can be passed over. */
const choiceBytes = 4
/** Random bytes that a challenge is made from. */
export const challengeBytes = nonceBytes + actionBytes + colouredFrames * choiceBytes
export const challengeLifetimeMs = minutes(5)
/** Actions of every challenge. */
export const actionCount = 4
/**
 * Challenges that are issued, answered or not. Of 24 orders someone could otherwise wait for the one that a recording shows; with
 * six of them a recording fits with a probability of 23 %.
 */
export const mostChallenges = { attempt: 4, session: 6 } as const
/** A challenge that no one has begun to answer is given again while it lasts this long: a page that was loaded again is no other attempt. */
export const givenAgainMs = minutes(1)

/** How many challenges a session was given. */
export interface GivenChallenges {
  /** The attempt of the session that the last one belongs to, from 1; it answers for no later one. */
  readonly attempt: number
  readonly in_attempt: number
  readonly in_session: number
}

/** A number below `count` without favour: bytes of the uneven rest are passed over, and the last one taken if all were. */
const below = (count: number, bytes: Uint8Array): number => {
  const fair = 256 - (256 % count)
  return (bytes.find((byte) => byte < fair) ?? 0) % count
}

/** So many of the options, by random bytes, none twice in a row. */
const noneTwice = <Option>(options: ReadonlyArray<Option>, count: number, random: Uint8Array): ReadonlyArray<Option> => {
  const order: Array<Option> = []
  for (let position = 0; position < count; position++) {
    const open = options.filter((option) => option !== order.at(-1))
    const chosen = open[below(open.length, random.subarray(position * choiceBytes, (position + 1) * choiceBytes))]
    if (chosen !== undefined) order.push(chosen)
  }
  return order
}

/**
 * A challenge for a session: four actions, no two alike in a row, of which at least two are different, and for a device that can light the face with its
 * screen the order of the colours, white first. Its nonce is a digest of the session and of random bytes, so that no two sessions share one.
 * Wants `challengeBytes` bytes of the Entropy port.
 */
export const makeChallenge = (
  random: Uint8Array,
  session: { readonly id: string; readonly at: string; readonly light?: boolean }
): LivenessChallenge => {
  const nonce = createHash("sha256").update(`vouchkit/liveness\n${session.id}\n`).update(random.subarray(0, nonceBytes)).digest("base64url")
  const order = noneTwice(LivenessAction.literals, actionCount, random.subarray(nonceBytes, nonceBytes + actionBytes))
  const light_order: ReadonlyArray<LightColour> = [
    "white",
    ...noneTwice(channels, colouredFrames, random.subarray(nonceBytes + actionBytes))
  ]
  return {
    nonce,
    session_id: session.id,
    order,
    ...(session.light === true ? { light_order } : {}),
    issued_at: session.at,
    expires_at: after(session.at, challengeLifetimeMs)
  }
}

type Asked = Pick<LivenessChallenge, "order" | "light_order">

/** Frames that answer a challenge: a face at rest, one for each action, and then one for each colour of the screen. */
export const leastFrames = ({ light_order = [], order }: Asked): number => 1 + order.length + light_order.length

/** The colour that filled the screen for the frame at a position; undefined for the frames of the actions. */
export const lightAt = ({ light_order = [], order }: Asked, position: number): LightColour | undefined =>
  light_order[position - order.length - 1]
