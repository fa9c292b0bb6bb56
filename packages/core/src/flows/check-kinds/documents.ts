import { Effect } from "effect"
import { judgedCheck } from "../../resources/checks/conclusion.ts"
import type { CheckType } from "../../resources/checks/model.ts"
import { judgeAge } from "../../verification/identity-documents/judges/age.ts"
import { judgeAuthenticity } from "../../verification/identity-documents/judges/authenticity.ts"
import { judgeExtraction } from "../../verification/identity-documents/judges/extraction.ts"
import { judgeChipDocument } from "../checks/chip-document.ts"
import { examineDocuments, judgeIdentityDocument } from "../checks/identity-document.ts"
import { documentOf, findingAmong } from "../checks/standalone-evidence.ts"
import { examined } from "../sandbox/simulated-evidence.ts"
import type { SimulatedSubject } from "../sandbox/subject.ts"
import { type CheckEntry, fromFiles, isJudged, part, type SessionJudge, type SessionResult } from "./kind.ts"

/** The document by its pictures, or else by the chip that was submitted without one. */
const ofSession: SessionJudge = {
  after: ["nfc_chip"],
  judge: Effect.fnUntraced(function* ({ chip, examination, identity, session }) {
    const judged = isJudged(session, "document", identity)
      ? yield* judgeIdentityDocument(session, identity, examination)
      : chip === null
        ? null
        : yield* judgeChipDocument(session, chip)
    const result: SessionResult = judged === null ? { checks: [] } : { checks: judged.checks, found: { document: judged.trace } }
    return result
  })
}

const standalone = fromFiles(
  Effect.fnUntraced(function* ({ check, context, input: { document_ids = [] } }) {
    const documents = yield* Effect.forEach(document_ids, documentOf)
    const { checks } = yield* judgeIdentityDocument(context, documents, yield* examineDocuments(context, documents, null))
    return findingAmong(checks, check.type, context)
  })
)

/** Of any other document the sandbox gives the outcome alone. */
const knows = ({ declared_document }: SimulatedSubject): boolean =>
  declared_document === null || declared_document === "passport" || declared_document === "national_id"

const base = { session: ofSession, records: null, standalone, simulate: null } as const satisfies CheckEntry

export const documentKinds = {
  document_extraction: {
    ...base,
    simulate: {
      scenarios: { failed: "document_unreadable", review: "zone_ambiguous" },
      knows,
      judge: (subject, script) =>
        Effect.map(examined(subject, script.zone), (examination) =>
          judgedCheck("document_extraction", judgeExtraction(examination), subject.context, part)
        )
    }
  },
  document_authenticity: {
    ...base,
    simulate: {
      scenarios: { failed: "text_laid_over", review: "print_differs" },
      knows,
      judge: (subject, script) =>
        Effect.map(examined(subject, script.zone), (examination) =>
          judgedCheck("document_authenticity", judgeAuthenticity(examination), subject.context, part)
        )
    }
  },
  age: {
    ...base,
    simulate: {
      scenarios: { failed: "holder_is_a_child", review: "birth_date_left_out" },
      knows,
      judge: (subject, script) =>
        Effect.map(examined(subject, script.zone), ({ fields, policy, today }) =>
          judgedCheck("age", { ...judgeAge(fields, policy, today), threshold: null }, subject.context, part)
        )
    }
  },
  duplicate: base
} as const satisfies Partial<Record<CheckType, CheckEntry>>
