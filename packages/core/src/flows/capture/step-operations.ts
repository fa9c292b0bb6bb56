import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { leastFrames, LivenessAction, mostChallenges } from "../../verification/faces/liveness/challenge.ts"
import { LightOrder } from "../../verification/faces/liveness/light.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { InvalidInput, invalid } from "../../kernel/foundation/failure.ts"
import { operation, preparedOperation } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { Answers, answerProblems } from "../../resources/sessions/answers.ts"
import { saveProgress, withStep } from "../../resources/sessions/progress.ts"
import { configOf } from "./config.ts"
import { SdkConfig } from "./config-model.ts"
import { recordConsent } from "./consent.ts"
import { byToken, handingIn } from "./contract.ts"
import { Handoff, handOff } from "./handoff.ts"
import { CaptureDocument, CaptureState, presentToSubject } from "./model.ts"
import { lockCapture } from "./open.ts"
import { beginAtProvider, endCapture, keepCapture } from "./provider-liveness.ts"
import { issueLiveness, receiveSelfie, selfieFields, storeSelfie } from "./selfie.ts"
import { stateOf } from "./state.ts"
import { ownSession } from "./token.ts"

/** The caller's link and session for what is submitted now. */
const lockForStep = Effect.fnUntraced(function* () {
  const locked = yield* lockCapture()
  yield* note({ type: "session", id: locked.session.id })
  return locked
})

const config = operation(
  {
    ...byToken,
    summary: "Get the capture configuration of a verification by the token of its link",
    description:
      "Returns the same as GET /sdk/config for the session of the link. It changes nothing; get a live capture challenge with its own request.",
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
    summary: "Accept or refuse the consent text",
    description:
      "Send the version of the consent text that the person saw. A refusal is recorded and does not complete the step: the state is then `consent_declined`, and the person may still accept.",
    path: "/verify/{token}/consent",
    body: { granted: Schema.Boolean, text_version: Schema.String.check(Schema.isMaxCodePoints(32)) },
    output: CaptureState,
    invalid: ["validation_error"],
    about: null
  },
  Effect.fnUntraced(function* ({ granted, text_version }) {
    const { session } = yield* lockForStep()
    return yield* stateOf(yield* recordConsent(session, { granted, text_version }))
  })
)

const questionnaire = operation(
  {
    ...handingIn,
    summary: "Answer the questions of a verification",
    description: "Send all answers at once, by the key of their question. New answers replace earlier ones. No response returns them.",
    path: "/verify/{token}/questionnaire",
    body: { answers: Answers },
    output: CaptureState,
    invalid: ["validation_error"],
    about: null
  },
  Effect.fnUntraced(function* ({ answers }) {
    const { session } = yield* lockForStep()
    if (session.questions === undefined)
      return yield* invalid(["body", "answers"], "not_asked", "must be left out: this session asks no questions")
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
  light_order: Schema.optionalKey(
    LightOrder.annotate({
      description:
        "Only if the request offered `screen_light`: fill the screen with each colour for at least half a second and send one frame for each, at the positions after those of the actions, with the face at rest"
    })
  ),
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
    .annotate({ "x-free-form": true, description: "Parameters to start the component of the provider; their keys keep their casing" }),
  expires_at: Timestamp
}).annotate({ identifier: "ProviderCapture" })

const liveness = preparedOperation(
  {
    ...handingIn,
    summary: "Start a live capture",
    description: `With \`method\` \`challenge\`, the answer is a list of actions, valid for five minutes. Submit the face at rest at position 0, then one frame for each action in order, with POST /verify/{token}/selfie. If the device offers \`screen_light\`, the answer also has \`light_order\`: colours to fill the screen with after the actions, one frame for each. A face that does not reflect them leads to review; in surroundings that are too bright nothing follows. The same challenge is returned again while it has no frame and at least a minute left; otherwise a new challenge ends the previous capture and discards it. An attempt gets ${mostChallenges.attempt} challenges and a session ${mostChallenges.session}, answered or not. After that the answer is 409: submit a still picture instead, which a person reviews. With \`provider\`, a component of the provider runs the capture on the device with the parameters in \`client\`. Call POST /verify/{token}/liveness/complete when it has finished. Each call ends the previous capture. This is a POST and not part of the configuration, because reading the configuration changes nothing.`,
    path: "/verify/{token}/liveness",
    body: {
      screen_light: Schema.optionalKey(
        Schema.Boolean.annotate({
          description: "True when the device can fill its screen with one colour after another, while its camera sees the face"
        })
      )
    },
    output: Schema.Union([Challenge, ProviderCapture]).annotate({ identifier: "LiveCaptureBegun" }),
    conflicts: [...handingIn.conflicts, "conflict"],
    about: null
  },
  beginAtProvider,
  Effect.fnUntraced(function* ({ screen_light = false }, begun) {
    const { session } = yield* lockForStep()
    if (begun !== null) {
      yield* keepCapture(session, begun)
      return { object: "liveness_capture" as const, method: "provider" as const, client: begun.client, expires_at: begun.expires_at }
    }
    const challenge = yield* issueLiveness(session, screen_light)
    const { expires_at, light_order, nonce, order } = challenge
    return {
      object: "liveness_challenge" as const,
      method: "challenge" as const,
      nonce,
      order,
      ...(light_order === undefined ? {} : { light_order }),
      min_frames: leastFrames(challenge),
      expires_at
    }
  })
)

const livenessComplete = operation(
  {
    ...handingIn,
    summary: "Report that a live capture of a provider has finished",
    description: "Completes the step. The result comes from the provider when the session is checked. Repeating the call changes nothing.",
    path: "/verify/{token}/liveness/complete",
    output: CaptureState,
    conflicts: [...handingIn.conflicts, "conflict"],
    about: null
  },
  Effect.fnUntraced(function* () {
    const { session } = yield* lockForStep()
    return yield* stateOf(yield* endCapture(session))
  })
)

const selfie = preparedOperation(
  {
    ...handingIn,
    summary: "Submit a picture of the face, or a frame of a live capture",
    description:
      "A still picture completes the step, and a person then reviews whether someone was present. Frames carry the nonce of POST /verify/{token}/liveness and their position. The step is complete when every position below `min_frames` of the challenge has a frame. The same frame sent again gets the same answer.",
    path: "/verify/{token}/selfie",
    body: selfieFields,
    upload: true,
    output: CaptureDocument,
    status: 201,
    conflicts: [...handingIn.conflicts, "conflict"],
    invalid: ["validation_error", "heic_not_supported", "document_encrypted", "unsupported_document"],
    emits: ["document.uploaded", ...handingIn.emits],
    about: ({ id }) => id
  },
  storeSelfie,
  Effect.fnUntraced(function* (_input, picture) {
    const { session } = yield* lockForStep()
    const document = yield* receiveSelfie(session, picture)
    yield* note({ type: "document", id: document.id })
    return presentToSubject(document)
  })
)

const handoff = operation(
  {
    ...byToken,
    summary: "Continue on another device",
    description:
      "Returns a link that another device may open once, within five minutes. Until then this device keeps access; afterwards only the other device has access. A new request ends the previous link.",
    method: "POST",
    path: "/verify/{token}/handoff",
    effect: "write",
    output: Handoff,
    conflicts: [...handingIn.conflicts, "link_limit_reached"],
    emits: ["session.link-opened", "session.link-created"],
    about: null
  },
  Effect.fnUntraced(function* () {
    const { link, session } = yield* lockForStep()
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
