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

const token = Schema.optionalKey(
  CaptureToken.annotate({ description: "Token of a verification link; the header `X-Capture-Token` works too" })
)

const config = operation(
  {
    summary: "Get the capture configuration for an app",
    description:
      "With the token of a verification link: the configuration of its session. With only a publishable key: the settings that apply to every session of the environment, and no data of any session. A server may name the session and use a secret key with `sessions:read`.",
    method: "GET",
    path: "/sdk/config",
    access: apps,
    effect: "read",
    query: { token, session_id: Schema.optionalKey(SessionId) },
    output: SdkConfig,
    gone: true,
    conflicts: ["session_redacted"],
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
  "Stores the verdict on an attestation of the app (App Attest or Play Integrity) with the current attempt. The verdict is a signal and blocks nothing. The service verifies the attestation offline with the operator's configuration, against the challenge of GET /sdk/config, which is valid for one attestation. Without that configuration the verdict is `unverified`. In the sandbox, send `sandbox.attestation.verified` or `sandbox.attestation.failed` as the attestation. The same attestation gets the same answer again. Requires the token of a verification link; a key names no session."

const record = Effect.fnUntraced(function* (input: Parameters<typeof recordAttestation>[1]) {
  yield* requireLink
  const { session } = yield* lockCapture()
  yield* note({ type: "session", id: session.id })
  return yield* recordAttestation(session, input)
})

const attest = operation(
  {
    ...attestContract,
    summary: "Submit an attestation of the app in the query",
    description: `${description} Send larger attestations with POST.`,
    method: "GET",
    query: { token, ...attestationFields(8_192) }
  },
  record
)

const submitAttestation = operation(
  {
    ...attestContract,
    summary: "Submit an attestation of the app in the body",
    description,
    method: "POST",
    query: { token },
    body: attestationFields(65_536),
    about: null
  },
  record
)

export const sdk = operations("sdk", { config, attest, submitAttestation })
