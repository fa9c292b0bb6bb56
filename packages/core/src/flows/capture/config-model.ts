import { Schema } from "effect"
import { documentMediaTypes } from "../../resources/documents/media.ts"
import { LivenessAction } from "../../verification/faces/liveness/challenge.ts"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { ReasonSeverity, PoaReasonCode } from "../../verification/proof-of-address/reasons.ts"
import { PoaDocumentTypeRow } from "../../verification/proof-of-address/settings.ts"
import { PoaDocumentType } from "../../verification/proof-of-address/types.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { AskedQuestion } from "../../resources/sessions/answers.ts"
import { AttestationPlatform } from "../../resources/sessions/attestations.ts"
import { Session } from "../../resources/sessions/model.ts"
import { SessionStep } from "../../verification/steps.ts"
import { Branding, CapturePhase, ConsentState } from "./model.ts"
import { faceMediaTypes } from "./selfie.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import { IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"

const short = (max: number) => Schema.String.check(Schema.isMaxCodePoints(max))
const Sides = Schema.Array(Schema.Literals(["front", "back"])).check(Schema.isMaxLength(2))
const Countries = Schema.Array(CountryCode).check(Schema.isMaxLength(250))

/** The proof-of-address block of the configuration of apps. */
export const ProofOfAddressConfig = Schema.Struct({
  accepted_types: Schema.Array(PoaDocumentType).check(Schema.isMaxLength(15)),
  accepted_type_options: Schema.Array(PoaDocumentTypeRow).check(Schema.isMaxLength(15)),
  require_issuing_country: Schema.Boolean,
  default_issuing_country: Schema.NullOr(CountryCode),
  retry_reasons: Schema.Array(Schema.Struct({ code: PoaReasonCode, severity: ReasonSeverity }))
    .check(Schema.isMaxLength(50))
    .annotate({
      description: "Reasons of the last proof-of-address check that failed or went to a reviewer, as far as the person may see them"
    })
}).annotate({ identifier: "ProofOfAddressConfig" })

/** A type of identity document that is accepted, and the sides that have to be seen; some countries ask for others. */
const IdentityTypeOption = Schema.Struct({
  key: IdentityDocumentType,
  label: short(64),
  sides: Sides,
  exceptions: Schema.Array(Schema.Struct({ country: CountryCode, sides: Sides })).check(Schema.isMaxLength(250)),
  has_chip: Schema.Boolean.annotate({ description: "Documents of this type may have an ICAO 9303 chip" })
}).annotate({ identifier: "IdentityTypeOption" })

export const IdentityDocumentsConfig = Schema.Struct({
  accepted_types: Schema.Array(IdentityDocumentType).check(Schema.isMaxLength(12)),
  accepted_type_options: Schema.Array(IdentityTypeOption).check(Schema.isMaxLength(12)),
  accepted_countries: Schema.NullOr(Countries).annotate({ description: "Null where documents of any country are accepted" }),
  denied_countries: Countries
}).annotate({ identifier: "IdentityDocumentsConfig" })

/** How the pages and apps of an installation are to capture: the same for all sessions, and what is of one of them. */
export const SdkConfig = Schema.Struct({
  object: Schema.Literal("sdk_config"),
  environment: EnvironmentName,
  branding: Branding,
  locale: Schema.NullOr(short(35)),
  proof_of_address: ProofOfAddressConfig,
  identity_documents: IdentityDocumentsConfig,
  selfie: Schema.Struct({
    media_types: Schema.Array(Schema.Literals(faceMediaTypes)).check(Schema.isMaxLength(3)),
    max_bytes: Schema.Int,
    liveness: Schema.Struct({
      method: Schema.Literals(["challenge", "provider"]).annotate({
        description: "Who runs live captures; actions and frames apply to `challenge` only"
      }),
      actions: Schema.Array(LivenessAction).check(Schema.isMaxLength(8)),
      min_frames: Schema.Int,
      light_frames: Schema.Int.annotate({
        description: "Frames that come on top of `min_frames` when the device offers `screen_light` with POST /verify/{token}/liveness"
      }),
      max_frames: Schema.Int,
      max_frame_bytes: Schema.Int,
      challenge_seconds: Schema.Int,
      challenges_per_attempt: Schema.Int.annotate({
        description:
          "How many challenges one attempt of a session gets, answered or not; a challenge that waits for its first frame is returned again and counts once"
      }),
      challenges_per_session: Schema.Int.annotate({ description: "The same over all attempts of a session" })
    })
  }),
  nfc: Schema.Struct({
    available: Schema.Boolean,
    challenge_seconds: Schema.Int
  }),
  attestation: Schema.Struct({
    platforms: Schema.Array(AttestationPlatform).check(Schema.isMaxLength(2)),
    verified: Schema.Boolean.annotate({ description: "Whether the service verifies attestations of any platform; never in the sandbox" }),
    verified_platforms: Schema.Array(AttestationPlatform).check(Schema.isMaxLength(2)).annotate({
      description: "The platforms whose attestations the service verifies; it stores attestations of other platforms as `unverified`"
    }),
    challenge: Schema.NullOr(short(64)).annotate({
      description:
        "The challenge for the next attestation. Play Integrity (classic request): use it as the nonce. App Attest: use the SHA-256 of this text in UTF-8 as the client data hash. Valid for one attestation. Null without a session, or when the person can no longer act"
    }),
    challenge_expires_at: Schema.NullOr(Timestamp)
  }),
  consent: ConsentState,
  limits: Schema.Struct({
    max_document_bytes: Schema.Int,
    max_document_pages: Schema.Int,
    max_documents: Schema.Int,
    document_media_types: Schema.Array(Schema.Literals(documentMediaTypes)).check(Schema.isMaxLength(10))
  }),
  session: Schema.NullOr(
    Schema.Struct({
      phase: CapturePhase,
      steps: Schema.Array(Schema.Struct({ step: SessionStep, completed: Schema.Boolean })).check(Schema.isMaxLength(10)),
      can_submit: Schema.Boolean,
      expires_at: Schema.NullOr(Timestamp)
    })
  ).annotate({ description: "Null when the request has only a key" }),
  questions: Schema.NullOr(Schema.Array(AskedQuestion).check(Schema.isMaxLength(50))),
  supporting_documents: Session.fields.supporting_documents,
  resume_state: Schema.NullOr(Session.fields.resume_state)
}).annotate({ identifier: "SdkConfig" })
export type SdkConfig = typeof SdkConfig.Type
