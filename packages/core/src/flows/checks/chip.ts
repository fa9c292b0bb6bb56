import { Effect, Option } from "effect"
import { judgeChip } from "../../verification/chip/judge-chip.ts"
import type { ChipVerification } from "../../verification/chip/verify-chip.ts"
import { BlobStore } from "../../resources/documents/blobs.ts"
import type { StoredDocument } from "../../resources/documents/model.ts"
import type { IdentityExamination } from "../../verification/identity-documents/examine.ts"
import { evidenceIn, restsOnFiles } from "../../verification/evidence/evidence.ts"
import { issuerValue } from "../../verification/identity-documents/countries.ts"
import { parseMrz } from "../../verification/identity-documents/mrz/parse.ts"
import type { ChipValues } from "../../verification/identity-documents/source-values.ts"
import { readChipData } from "../../resources/nfc/chip-data.ts"
import { ChipVerifier } from "../../resources/nfc/chip-verifier.ts"
import { JobFailed } from "../../kernel/jobs/job.ts"
import { effectiveIdentityPolicy } from "../../resources/settings/identity-verification.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import type { Portrait } from "./portraits.ts"
import { type JudgedCheck, judgedCheck, unavailableCheck } from "../../resources/checks/conclusion.ts"

export interface JudgedChip {
  readonly check: JudgedCheck
  /** Null when nothing was submitted that is a chip. */
  readonly verification: ChipVerification | null
  /** Of a chip whose data is what was signed: the portrait that the signer put there, no matter who that is. */
  readonly portrait: Portrait | null
}

/** What an unchanged chip says, by the field of an identity document. */
export const chipValuesOf = (verification: ChipVerification, today: string, document_id?: string): ChipValues | null => {
  const { contents, dg_hashes_valid, passive_authentication } = verification
  if (contents.zone === null || dg_hashes_valid !== true) return null
  const fields = parseMrz(contents.zone.lines, today)
  if ("refused" in fields) return null
  const reported = {
    document_number: fields.document_number,
    surname: fields.surname,
    given_names: fields.given_names,
    date_of_birth: fields.birth_date.date,
    expiry_date: fields.expiry_date.date,
    sex: fields.sex,
    // As every other source names them, so that the zone of the page is found to say the same.
    nationality: issuerValue(fields.nationality),
    issuing_country: issuerValue(fields.issuing_state),
    personal_number: contents.person?.personal_number ?? null,
    place_of_birth: contents.person?.place_of_birth ?? null,
    address: contents.person?.address ?? null,
    issue_date: contents.document?.date_of_issue ?? null
  }
  const values = Object.fromEntries(
    Object.entries(reported).flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, value]]))
  )
  return {
    authenticated: passive_authentication === true,
    names_truncated: fields.names_truncated,
    values,
    ...(document_id === undefined ? {} : { document_id })
  }
}

const chipOf = Effect.fnUntraced(function* ({ blob }: StoredDocument) {
  const bytes = blob === null ? undefined : yield* (yield* BlobStore).get(blob)
  return bytes === undefined ? yield* new JobFailed({ reason: "the file is not in the object store" }) : readChipData(bytes)
})

/** A portrait that cannot be drawn is no reason against the chip: the selfie is compared with the printed one then. */
const portraitOf = Effect.fnUntraced(function* (verification: ChipVerification, document_id: string) {
  const [picture] = verification.dg_hashes_valid === true ? verification.contents.portraits : []
  if (picture === undefined) return null
  const drawn = yield* (yield* ChipVerifier).portrait(picture.bytes).pipe(Effect.catchTag("DocumentUnreadable", () => Effect.succeed(null)))
  const portrait: Portrait | null =
    drawn === null
      ? null
      : { source: "chip", image: { bytes: drawn, mime_type: "image/png" }, document_id, evidence: evidenceIn(document_id, null) }
  return portrait
})

/** The check of a chip (`nfc_chip`): the reading that was submitted last counts. */
export const judgeSessionChip = Effect.fnUntraced(function* (
  session: CheckContext,
  chips: ReadonlyArray<StoredDocument>,
  { mrz }: Pick<IdentityExamination, "mrz">
) {
  const document = chips.at(-1)
  const chip = document === undefined ? Option.none() : yield* chipOf(document)
  if (document === undefined || Option.isNone(chip)) {
    const message = "The session has no chip that can be verified. A person has to review it."
    const missing: JudgedChip = { check: unavailableCheck("nfc_chip", session, { message }), verification: null, portrait: null }
    return missing
  }
  const verifying = (yield* ChipVerifier).verify({ chip: chip.value, mrz: mrz?.fields.lines ?? null, at: yield* tenantNow })
  const verification = yield* Effect.catchTag(verifying, "EngineUnavailable", ({ reason }) =>
    Effect.fail(new JobFailed({ reason: `the chip engine is unavailable: ${reason}` }))
  )
  const portrait = yield* portraitOf(verification, document.id).pipe(
    Effect.catchTag("EngineUnavailable", ({ reason }) =>
      Effect.fail(new JobFailed({ reason: `the chip engine is unavailable: ${reason}` }))
    )
  )
  const policy = yield* effectiveIdentityPolicy(session.identity_policy ?? null)
  const verdict = judgeChip(verification, policy)
  const rests_on = restsOnFiles("file", [document.id], "chip")
  const resting = { ...verdict, reasons: verdict.reasons.map((reason) => ({ ...reason, rests_on })) }
  const judged: JudgedChip = {
    check: judgedCheck("nfc_chip", resting, session, {
      documents: [document.id],
      assurance: verification.passive_authentication === true ? "cryptographic" : "none"
    }),
    verification,
    portrait
  }
  return judged
})
