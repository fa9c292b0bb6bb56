import { Effect, Schema } from "effect"
import { CheckStore } from "../../resources/checks/model.ts"
import { documentMediaTypes, maxDocumentBytes, maxDocumentPages } from "../../resources/documents/media.ts"
import { DocumentStore } from "../../resources/documents/model.ts"
import { maximumDocumentsPerSession } from "../../resources/documents/upload.ts"
import {
  actionCount,
  challengeLifetimeMs as livenessLifetimeMs,
  LivenessAction,
  mostChallenges
} from "../../verification/faces/liveness/challenge.ts"
import { mostFrames } from "../../verification/faces/liveness/evidence.ts"
import { colouredFrames } from "../../verification/faces/liveness/light.ts"
import { countries } from "../../kernel/foundation/country.ts"
import { documentTypes, type IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"
import { type IdentityDocumentPolicy, sidesAskedFor } from "../../verification/identity-documents/policy.ts"
import { challengeLifetimeMs as chipLifetimeMs } from "../../resources/nfc/challenge.ts"
import { Caller, Tenant } from "../../kernel/access/caller.ts"
import { PoaReasonCode, poaReasons } from "../../verification/proof-of-address/reasons.ts"
import { acceptedTypeOptions } from "../../verification/proof-of-address/settings.ts"
import { asAsked } from "../../resources/sessions/answers.ts"
import { present, type StoredSession } from "../../resources/sessions/model.ts"
import { waitsForPerson } from "../../resources/sessions/transitions.ts"
import { effectiveIdentityPolicy } from "../../resources/settings/identity-verification.ts"
import { whileCapturing } from "../../resources/workflows/capture-rules.ts"
import { effectivePolicy } from "../../resources/settings/proof-of-address.ts"
import { attestationPlatforms } from "./attestation.ts"
import { nextChallenge } from "./attestation-challenge.ts"
import { attestationVerifierOf, captureProviderOf } from "./ports.ts"
import type { IdentityDocumentsConfig, ProofOfAddressConfig, SdkConfig } from "./config-model.ts"
import { consentState } from "./consent.ts"
import { phaseOf } from "./model.ts"
import { faceMediaTypes, maxFrameBytes } from "./selfie.ts"
import { branding, canSubmit, stepsOf } from "./state.ts"
import type { Environment } from "../../kernel/foundation/environment.ts"

/** Types whose documents may carry a chip with the data of ICAO 9303. */
const withChip: ReadonlySet<IdentityDocumentType> = new Set(["passport", "national_id", "residence_permit", "travel_document"])

const identityDocuments = (policy: IdentityDocumentPolicy): typeof IdentityDocumentsConfig.Type => ({
  accepted_types: policy.accepted_types,
  accepted_type_options: policy.accepted_types.map((key) => {
    const sides = sidesAskedFor(policy, key, null)
    const exceptions = countries
      .map(({ code }) => ({ country: code, sides: sidesAskedFor(policy, key, code) }))
      .filter((one) => one.sides.length !== sides.length)
    return { key, label: documentTypes[key].label, sides, exceptions, has_chip: documentTypes[key].machine_readable || withChip.has(key) }
  }),
  accepted_countries: policy.accepted_countries === "any" ? null : policy.accepted_countries,
  denied_countries: policy.denied_countries
})

const isPoaCode = Schema.is(PoaReasonCode)

/**
 * Why the last proof of address that did not pass did not, as far as the person may know: what finds forgeries is not told. A person whose turn is
 * over has nothing to try again, and would learn the outcome from it.
 */
const retryReasons = Effect.fnUntraced(function* (session: StoredSession | null) {
  const { credential } = yield* Caller
  if (session === null || (credential.type === "capture" && !waitsForPerson(session.status))) return []
  const checks = yield* (yield* CheckStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "type", op: "eq", value: "proof_of_address" }
    ],
    order: [{ field: "created_at", direction: "desc" }],
    limit: 20
  })
  const last = checks.find(({ outcome }) => outcome === "failed" || outcome === "review")
  return (last?.reasons ?? []).flatMap(({ code, severity }) =>
    isPoaCode(code) && poaReasons[code].subject_safe ? [{ code, severity }] : []
  )
})

/** The country that a proof of address is taken to be from: that of the session's identity document, else the one expected. */
const issuingCountry = Effect.fnUntraced(function* (session: StoredSession | null) {
  if (session === null) return null
  const [identity] = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "kind", op: "eq", value: "identity" },
      { field: "status", op: "in", values: ["uploaded", "processing", "processed"] }
    ],
    order: [{ field: "created_at", direction: "desc" }],
    limit: 1
  })
  return identity?.issuing_country ?? session.expected.country ?? null
})

const proofOfAddress = Effect.fnUntraced(function* (session: StoredSession | null) {
  const policy = yield* whileCapturing(session, effectivePolicy({ session: session?.policy ?? null }))
  const country = yield* issuingCountry(session)
  const options = acceptedTypeOptions(policy, country)
  const block: typeof ProofOfAddressConfig.Type = {
    accepted_types: options.map(({ key }) => key),
    accepted_type_options: options,
    require_issuing_country: policy.require_issuing_country,
    default_issuing_country: country,
    retry_reasons: yield* retryReasons(session)
  }
  return block
})

/** What an app may submit to attest itself, and the challenge to make it for. */
const attestation = Effect.fnUntraced(function* (session: StoredSession | null, environment: Environment) {
  const { platforms: verified_platforms } = yield* attestationVerifierOf(environment)
  const next = session === null ? null : yield* nextChallenge(session)
  const block: SdkConfig["attestation"] = {
    platforms: attestationPlatforms,
    verified: verified_platforms.length > 0,
    verified_platforms,
    challenge: next?.challenge ?? null,
    challenge_expires_at: next?.expires_at ?? null
  }
  return block
})

/** How to capture, for a session or, where a key alone asks, for any. */
export const configOf = Effect.fnUntraced(function* (session: StoredSession | null) {
  const { environment } = yield* Tenant
  const shown = yield* branding
  const config: SdkConfig = {
    object: "sdk_config",
    environment,
    branding: shown,
    locale: session?.contact.locale ?? null,
    proof_of_address: yield* proofOfAddress(session),
    identity_documents: identityDocuments(yield* whileCapturing(session, effectiveIdentityPolicy(session?.identity_policy ?? null))),
    selfie: {
      media_types: faceMediaTypes,
      max_bytes: maxDocumentBytes,
      liveness: {
        method: (yield* captureProviderOf(environment)) === null ? "challenge" : "provider",
        actions: LivenessAction.literals,
        min_frames: actionCount + 1,
        light_frames: 1 + colouredFrames,
        max_frames: mostFrames,
        max_frame_bytes: maxFrameBytes,
        challenge_seconds: livenessLifetimeMs / 1000,
        challenges_per_attempt: mostChallenges.attempt,
        challenges_per_session: mostChallenges.session
      }
    },
    nfc: { available: true, challenge_seconds: chipLifetimeMs / 1000 },
    attestation: yield* attestation(session, environment),
    consent: consentState(session, shown.name),
    limits: {
      max_document_bytes: maxDocumentBytes,
      max_document_pages: maxDocumentPages,
      max_documents: maximumDocumentsPerSession,
      document_media_types: documentMediaTypes
    },
    session:
      session === null
        ? null
        : { phase: phaseOf(session), steps: stepsOf(session), can_submit: canSubmit(session), expires_at: session.expires_at },
    questions: session?.questions?.map(asAsked) ?? null,
    supporting_documents: session?.supporting_documents ?? null,
    resume_state: session === null ? null : present(session).resume_state
  }
  return config
})
