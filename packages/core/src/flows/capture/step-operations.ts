import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { LivenessAction, mostChallenges } from "../../verification/faces/liveness/challenge.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { InvalidInput, invalid } from "../../kernel/foundation/failure.ts"
import { operation, preparedOperation } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { Answers, answerProblems } from "../../resources/sessions/answers.ts"
import { lateFor, saveProgress, withStep } from "../../resources/sessions/progress.ts"
import { configOf } from "./config.ts"
import { SdkConfig } from "./config-model.ts"
import { recordConsent } from "./consent.ts"
import { byToken, handingIn } from "./contract.ts"
import { Handoff, handOff } from "./handoff.ts"
import { CaptureDocument, CaptureState, presentToSubject } from "./model.ts"
import { lockCapture } from "./open.ts"
import { beginAtProvider, endCapture, keepCapture } from "./provider-liveness.ts"
import { issueLiveness, leastFrames, receiveSelfie, selfieFields, storeSelfie } from "./selfie.ts"
import { stateOf } from "./state.ts"
import { ownSession } from "./token.ts"

/** The caller's link and session for what is handed in now, named in the plural for the refusal of what comes too late. */
const lockForStep = Effect.fnUntraced(function* (what: string) {
  const locked = yield* lockCapture()
  const late = lateFor(locked.session, what)
  if (late !== undefined) return yield* late
  yield* note({ type: "session", id: locked.session.id })
  return locked
})

const config = operation(
  {
    ...byToken,
    summary: "How to capture what a verification asks for, by the token of its link",
    description:
      "What GET /sdk/config gives for the session of the link. Reading it changes nothing: a challenge for a live capture is asked for by itself.",
    method: "GET",
    path: "/verify/{token}/config",
    effect: "read",
    output: SdkConfig
  },
  Effect.fnUntraced(function* () {
    return yield* configOf(yield* ownSession)
  })
)

const consent = operation(
  {
    ...handingIn,
    summary: "Say yes or no to the words of consent",
    description:
      "Names the version of the words that were shown. A no is kept and completes nothing: the state then says `consent_declined`, and a yes may follow.",
    path: "/verify/{token}/consent",
    body: { granted: Schema.Boolean, text_version: Schema.String.check(Schema.isMaxCodePoints(32)) },
    output: CaptureState,
    invalid: ["validation_error"],
    about: null
  },
  Effect.fnUntraced(function* ({ granted, text_version }) {
    const { session } = yield* lockForStep("answers")
    return yield* stateOf(yield* recordConsent(session, { granted, text_version }))
  })
)

const questionnaire = operation(
  {
    ...handingIn,
    summary: "Answer the questions of a verification",
    description:
      "All answers at once, by the key of their question; answers that are sent again replace those before. They are never answered back.",
    path: "/verify/{token}/questionnaire",
    body: { answers: Answers },
    output: CaptureState,
    invalid: ["validation_error"],
    about: null
  },
  Effect.fnUntraced(function* ({ answers }) {
    const { session } = yield* lockForStep("answers")
    if (session.questions === undefined) return yield* invalid(["body", "answers"], "not_asked", "answer nothing: no questions are asked")
    const problems = answerProblems(session.questions, answers)
    if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
    const answered = withStep(session, "questionnaire", true)
    return yield* stateOf(yield* saveProgress({ ...answered, answers, updated_at: yield* tenantNow }))
  })
)

/** What a device needs for a live capture that answers our own challenge; frames come with the nonce. */
const Challenge = Schema.Struct({
  object: Schema.Literal("liveness_challenge"),
  method: Schema.Literal("challenge"),
  nonce: Schema.String.check(Schema.isMaxLength(43)),
  order: Schema.Array(LivenessAction).check(Schema.isMaxLength(8)),
  min_frames: Schema.Int,
  expires_at: Timestamp
}).annotate({ identifier: "CaptureChallenge" })

const short = Schema.String.check(Schema.isMaxLength(1_000))

/** What a device needs for a live capture that a provider runs: what the provider's component is started with, as the provider names it. */
const ProviderCapture = Schema.Struct({
  object: Schema.Literal("liveness_capture"),
  method: Schema.Literal("provider"),
  client: Schema.Record(Schema.String, short)
    .check(Schema.isMaxProperties(20))
    .annotate({ "x-free-form": true, description: "What the component of the provider is started with; its keys are kept as they are" }),
  expires_at: Timestamp
}).annotate({ identifier: "ProviderCapture" })

const liveness = preparedOperation(
  {
    ...handingIn,
    summary: "Begin a live capture",
    description: `With \`method\` \`challenge\`, the answer is an order of actions for five minutes: hand in the face at rest at position 0, then a frame of each action in the order, with POST /verify/{token}/selfie. While no frame came and a minute is left, the same challenge is given again; otherwise another one ends the capture before, with all that came of it. An attempt is given ${mostChallenges.attempt} challenges and a session ${mostChallenges.session}, answered or not; then the answer is 409, and a still picture can be handed in instead, which a person looks at. With \`provider\`, a component of the provider runs the capture on the device, with what \`client\` says; tell POST /verify/{token}/liveness/complete when it is through, and each call ends the capture before. It is a POST and not a part of the configuration, since reading that changes nothing.`,
    path: "/verify/{token}/liveness",
    output: Schema.Union([Challenge, ProviderCapture]).annotate({ identifier: "LiveCaptureBegun" }),
    conflicts: [...handingIn.conflicts, "conflict"],
    about: null
  },
  beginAtProvider,
  Effect.fnUntraced(function* (_input, begun) {
    const { session } = yield* lockForStep("pictures of a face")
    if (begun !== null) {
      yield* keepCapture(session, begun)
      return { object: "liveness_capture" as const, method: "provider" as const, client: begun.client, expires_at: begun.expires_at }
    }
    const challenge = yield* issueLiveness(session)
    const { expires_at, nonce, order } = challenge
    return {
      object: "liveness_challenge" as const,
      method: "challenge" as const,
      nonce,
      order,
      min_frames: leastFrames(challenge),
      expires_at
    }
  })
)

const livenessComplete = operation(
  {
    ...handingIn,
    summary: "Say that a live capture of a provider is through",
    description:
      "Completes the step and says nothing of how it went: that is asked of the provider when the session is checked. Saying it again changes nothing.",
    path: "/verify/{token}/liveness/complete",
    output: CaptureState,
    conflicts: [...handingIn.conflicts, "conflict"],
    about: null
  },
  Effect.fnUntraced(function* () {
    const { session } = yield* lockForStep("pictures of a face")
    return yield* stateOf(yield* endCapture(session))
  })
)

const selfie = preparedOperation(
  {
    ...handingIn,
    summary: "Hand in a picture of the face, or a frame of a live capture",
    description:
      "A still picture completes the step, and has a person look whether somebody was there. Frames carry the nonce of POST /verify/{token}/liveness and their position; the step is complete once there is one at each position from 0 to the number of actions. A frame that is sent again unchanged is answered as before.",
    path: "/verify/{token}/selfie",
    body: selfieFields,
    upload: true,
    output: CaptureDocument,
    status: 201,
    conflicts: [...handingIn.conflicts, "conflict"],
    invalid: ["validation_error", "heic_not_supported", "unsupported_document"],
    emits: ["document.uploaded", ...handingIn.emits],
    about: ({ id }) => id
  },
  storeSelfie,
  Effect.fnUntraced(function* (_input, picture) {
    const { session } = yield* lockForStep("pictures of a face")
    const document = yield* receiveSelfie(session, picture)
    yield* note({ type: "document", id: document.id })
    return presentToSubject(document)
  })
)

const handoff = operation(
  {
    ...byToken,
    summary: "Go on with another device",
    description:
      "Gives a link that another device may open once, within five minutes. Until it does, the device in hand stays in; from then on the other one alone goes on. Asking again ends the code before.",
    method: "POST",
    path: "/verify/{token}/handoff",
    effect: "write",
    output: Handoff,
    conflicts: handingIn.conflicts,
    emits: ["session.link-opened", "session.link-created"],
    about: null
  },
  Effect.fnUntraced(function* () {
    const { link, session } = yield* lockForStep("devices")
    return yield* handOff(link, session)
  })
)

export const verifySteps = operations("verify", {
  config,
  consent,
  liveness,
  completeLiveness: livenessComplete,
  selfie,
  questionnaire,
  handoff
})
