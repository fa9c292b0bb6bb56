import { Schema } from "effect"
import { LivenessAction } from "./challenge.ts"
import { LightColour, LightOrder, LightOutcome } from "./light.ts"

const Share = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))
const Actions = Schema.Array(LivenessAction).check(Schema.isMaxLength(24))

/**
 * `details` of a liveness check. `method` says what a pass is worth: a challenge shows that one face followed an order that no one knew before, and is
 * no certified detection of presentation attacks (ISO/IEC 30107-3); a still picture shows nothing; a provider vouches by its own standard.
 */
export const LivenessDetails = Schema.Struct({
  method: Schema.Literals(["challenge", "still", "provider"]),
  actions_expected: Actions,
  actions_seen: Actions,
  frames: Schema.Int,
  /** Frames that do not repeat another one. */
  distinct_frames: Schema.Int,
  /** The least similarity of a frame to the frontal one; null when there was nothing to compare. */
  same_face: Share,
  /** Similarity of the frontal frame and the portrait; null when there was no portrait. */
  portrait_similarity: Share,
  /**
   * The most of what stands beside the face, hair and ears, that stayed where it was while the face turned: near 0 for a head, near 1 for a photograph
   * whose face is animated. Null when it was not measured; absent from older checks.
   */
  surroundings_still: Schema.optionalKey(Share),
  /** How far a regular pattern over the whole frame stands out, as of a screen: 5.5 and more goes to a person. */
  screen_pattern: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  /** Colours that the screen showed after the actions, white first, and those that the face reflected; null where none stands out. */
  light_expected: Schema.optionalKey(LightOrder),
  light_seen: Schema.optionalKey(Schema.Array(Schema.NullOr(LightColour)).check(Schema.isMaxLength(24))),
  /** Whether the face reflected the colours as ordered. Null where the device did not offer its screen; absent from older checks. */
  light: Schema.optionalKey(Schema.NullOr(LightOutcome))
}).annotate({ identifier: "LivenessDetails" })
export interface LivenessDetails extends Schema.Schema.Type<typeof LivenessDetails> {}
