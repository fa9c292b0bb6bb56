import { Effect } from "effect"
import { judgedCheck } from "../../resources/checks/conclusion.ts"
import { judgeChip } from "../../verification/chip/judge-chip.ts"
import { chipValuesOf, judgeSessionChip } from "../checks/chip.ts"
import { examineDocuments } from "../checks/identity-document.ts"
import { documentOf } from "../checks/standalone-evidence.ts"
import { examined, verified } from "../sandbox/simulated-evidence.ts"
import { type CheckEntry, fromFiles, isJudged, part, type SessionResult } from "./kind.ts"

/** The chip of a document. What it says is held against the pictures of the document from here on. */
export const chipKind: CheckEntry = {
  session: {
    after: [],
    judge: Effect.fnUntraced(function* ({ chips, examination, identity, session, today }) {
      if (!isJudged(session, "nfc", chips)) return { checks: [] }
      const chip = yield* judgeSessionChip(session, chips, examination)
      const { verification } = chip
      const values = verification === null ? null : chipValuesOf(verification, today, chips.at(-1)?.id)
      const withChip = verification === null ? examination : yield* examineDocuments(session, identity, values)
      const result: SessionResult = { checks: [chip.check], found: { chip, examination: withChip } }
      return result
    })
  },
  records: null,
  standalone: fromFiles(
    Effect.fnUntraced(function* ({ context, input }) {
      return (yield* judgeSessionChip(context, [yield* documentOf(input.document_id)], { mrz: null })).check.finding
    })
  ),
  simulate: {
    scenarios: { failed: "chip_signature_broken", review: "chip_differs_from_print" },
    particular: { nfc_read_failed: "chip_unreadable" },
    judge: Effect.fnUntraced(function* (subject, script) {
      const { mrz, policy } = yield* examined(subject, script.zone)
      return judgedCheck("nfc_chip", judgeChip(yield* verified(subject, mrz?.fields.lines ?? null), policy), subject.context, part)
    })
  }
}
