import { Effect } from "effect"
import type { ChipVerification } from "../../verification/chip/verify-chip.ts"
import { examineIdentity } from "../../verification/identity-documents/examine.ts"
import type { SubmittedDocument } from "../../verification/identity-documents/examined-picture.ts"
import type { DocumentPicture } from "../../verification/identity-documents/reading.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { effectiveIdentityPolicy } from "../../resources/settings/identity-verification.ts"
import { chipValuesOf, type JudgedChip } from "./chip.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import { judgeIdentityDocument } from "./identity-document.ts"

type Zone = NonNullable<ChipVerification["contents"]["zone"]>

/** Nothing was pictured: of a picture there is the zone alone, read without a doubt. */
const pictureOf = ({ format, lines }: Zone): DocumentPicture => ({
  page: 1,
  turned: 0,
  quality: { focus: null, brightness: null, glare: null, resolution: null, fully_visible: null, overall: null },
  mrz: { format, lines, repair: null, confidence: 1, ambiguous: false },
  barcodes: [],
  lines: [],
  portrait: null,
  screen_capture: null,
  printed_copy: null,
  perceptual_hash: null
})

const submittedAs = (document_id: string, zone: Zone): SubmittedDocument => ({
  document_id,
  declared: { type: null, country: null, side: null },
  content: {
    status: "read",
    reading: {
      page_count: 1,
      pictures: [pictureOf(zone)],
      forensics: { producer: null, creator: null, created_at: null, modified_at: null, revisions: 1, signed: false, flags: [] }
    }
  }
})

/**
 * Judges the document of a chip that was submitted without a picture of it: a genuine chip may be that of a document which has expired, is not
 * accepted, or whose holder is too young. What its zone says is held against the same policy as that of a page. Its values are those of the chip,
 * so that lists, duplicates and identities know its holder as they know that of a page; nothing else says them, and nothing agrees with them.
 */
export const judgeChipDocument = Effect.fnUntraced(function* (session: CheckContext, { check, verification }: JudgedChip) {
  const zone = verification?.contents.zone ?? null
  const [id] = check.finding.input_document_ids
  if (verification === null || zone === null || id === undefined) return null
  const today = (yield* tenantNow).slice(0, 10)
  const policy = yield* effectiveIdentityPolicy(session.identity_policy ?? null)
  const chip = chipValuesOf(verification, today, id)
  const examination = examineIdentity({ documents: [submittedAs(id, zone)], policy, today, chip })
  const { comparisons, fields } = chip === null ? examination : examineIdentity({ documents: [], policy, today, chip })
  return yield* judgeIdentityDocument(session, [{ id }], { ...examination, comparisons, fields, missing_sides: [] })
})
