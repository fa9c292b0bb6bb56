import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { operation, sdk as apps } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { SessionId } from "../../resources/sessions/model.ts"
import { Attestation, attestationFields, recordAttestation } from "./attestation.ts"
import { configOf } from "./config.ts"
import { SdkConfig } from "./config-model.ts"
import { lockCapture } from "./open.ts"
import { askedSession, CaptureToken, requireLink } from "./token.ts"

const token = Schema.optionalKey(CaptureToken.annotate({ description: "Of a verification link; may come as the header `X-Capture-Token`" }))

const config = operation(
  {
    summary: "How an app is to capture",
    description:
      "With the token of a verification link, for its session. With a publishable key alone, what holds for every session of its environment, and nothing of any. A server may name the session with a secret key that holds `sessions:read`.",
    method: "GET",
    path: "/sdk/config",
    access: apps,
    effect: "read",
    query: { token, session_id: Schema.optionalKey(SessionId) },
    output: SdkConfig,
    gone: true,
    forbidden: ["link_bound_elsewhere", "forbidden"]
  },
  Effect.fnUntraced(function* ({ session_id }) {
    return yield* configOf(yield* askedSession(session_id))
  })
)

const attestContract = {
  path: "/sdk/attest",
  access: apps,
  effect: "write",
  output: Attestation,
  gone: true,
  forbidden: ["link_bound_elsewhere"],
  conflicts: ["invalid_state_transition", "session_redacted"],
  invalid: ["validation_error"],
  emits: ["session.link-opened", "session.started", "session.resumed"]
} as const

const description =
  "Keeps with the attempt in hand what came of the app's attestation, by App Attest or Play Integrity: a signal, that blocks nothing. It is verified offline with what the operator provides, against the challenge of GET /sdk/config, which is good for one attestation; without that the verdict is `unverified`. In the sandbox `sandbox.attestation.verified` and `sandbox.attestation.failed` stand for attestations. The same attestation sent again is answered as before. Wants the token of a verification link; a key names no session."

const record = Effect.fnUntraced(function* (input: Parameters<typeof recordAttestation>[1]) {
  yield* requireLink
  const { session } = yield* lockCapture()
  yield* note({ type: "session", id: session.id })
  return yield* recordAttestation(session, input)
})

const attest = operation(
  {
    ...attestContract,
    summary: "Hand in an attestation of the app, in the query",
    description: `${description} Larger attestations go by POST.`,
    method: "GET",
    query: { token, ...attestationFields(8_192) }
  },
  record
)

const submitAttestation = operation(
  {
    ...attestContract,
    summary: "Hand in an attestation of the app, in the body",
    description,
    method: "POST",
    query: { token },
    body: attestationFields(65_536),
    about: null
  },
  record
)

export const sdk = operations("sdk", { config, attest, submitAttestation })
