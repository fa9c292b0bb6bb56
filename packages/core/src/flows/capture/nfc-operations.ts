import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { beginChipAuthentication, leastRandomBytes } from "../../verification/chip/chip-authentication.ts"
import { fromBase64 } from "../../verification/chip/asn1/octets.ts"
import { CaptureDocument, presentToSubject } from "./model.ts"
import { lockCapture } from "./open.ts"
import { CaptureToken, requireLink } from "./token.ts"
import { Entropy } from "../../kernel/foundation/id.ts"
import { invalid } from "../../kernel/foundation/failure.ts"
import { capture, preparedOperation, sdk } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { issueChallenge, issueTerminal } from "../../resources/nfc/challenge.ts"
import { chipFiles, chipSubmission } from "../../resources/nfc/chip-data.ts"
import { submitChip, storeChip } from "../../resources/nfc/submit.ts"
import { NfcParameters, parametersOf } from "../../resources/nfc/parameters.ts"

/** Begins chip authentication as the terminal, before the transaction: the key agreement takes some milliseconds. */
const beginTerminal = Effect.fnUntraced(function* ({ dg14 }: { readonly dg14?: string }) {
  if (dg14 === undefined) return null
  const file = fromBase64(dg14.replaceAll("-", "+").replaceAll("_", "/"), chipFiles.dg14.max_bytes)
  const random = (yield* Entropy).bytes(leastRandomBytes)
  const start = file === null ? null : beginChipAuthentication(file, random)
  return start === null
    ? yield* invalid(
        ["query", "dg14"],
        "chip_authentication_not_offered",
        "is not a data group 14 that offers chip authentication; leave it out"
      )
    : { random, start }
})

const parameters = preparedOperation(
  {
    summary: "Get the instructions to read the chip of a document, with a one-time challenge",
    description:
      "For apps. Send the token of a verification link in `token` or in the header `X-Capture-Token`; a key alone names no session. Each call returns a new challenge, valid for ten minutes, and ends the previous one. Read the chip with it and submit the files with POST /verify/{token}/nfc. When the app has read data group 14, call again with `dg14`: the call keeps the same challenge and starts chip authentication.",
    method: "GET",
    path: "/sdk/nfc",
    access: sdk,
    effect: "write",
    params: {},
    query: {
      token: Schema.optionalKey(CaptureToken),
      dg14: Schema.optionalKey(
        Schema.String.check(
          Schema.isMaxLength(8_192),
          Schema.isPattern(/^[A-Za-z0-9_-]+={0,2}$/u, { message: "must be base64url" })
        ).annotate({ description: "The chip's data group 14, base64url" })
      )
    },
    output: NfcParameters,
    gone: true,
    forbidden: ["link_bound_elsewhere"],
    conflicts: ["invalid_state_transition", "session_redacted"],
    emits: ["session.link-opened"]
  },
  beginTerminal,
  Effect.fnUntraced(function* (_input, terminal) {
    yield* requireLink
    const { session } = yield* lockCapture()
    yield* note({ type: "session", id: session.id })
    const challenge = yield* terminal === null ? issueChallenge(session) : issueTerminal(session, terminal.random)
    return parametersOf(challenge, { required: session.required_steps.includes("nfc"), start: terminal?.start ?? null })
  })
)

const submit = preparedOperation(
  {
    summary: "Submit the chip of a document by the token of a link",
    description:
      "Send the files as read from the chip, in base64, with the nonce of GET /sdk/nfc. The service stores them encrypted and verifies them with the checks of the session.",
    method: "POST",
    path: "/verify/{token}/nfc",
    access: capture,
    effect: "write",
    params: { token: CaptureToken },
    body: chipSubmission,
    output: CaptureDocument,
    status: 201,
    gone: true,
    forbidden: ["link_bound_elsewhere"],
    conflicts: ["invalid_state_transition", "session_redacted", "conflict"],
    invalid: ["validation_error"],
    emits: ["document.uploaded", "document.processed", "session.link-opened", "session.started", "session.resumed"],
    about: ({ id }) => id
  },
  storeChip,
  Effect.fnUntraced(function* ({ nonce }, file) {
    const { session } = yield* lockCapture()
    const document = yield* submitChip(session, nonce, file)
    yield* note({ type: "document", id: document.id })
    return presentToSubject(document)
  })
)

export const sdkNfc = operations("sdk", { nfc: parameters })
export const verifyNfc = operations("verify", { nfc: submit })
