import type { StoredCase } from "../../resources/cases/model.ts"
import { type ReportBlock, type ReportSection, facts, leftOut, paragraph, table } from "./model.ts"
import type { ReportRecords } from "./records.ts"
import { moment, momentOrNull, reason, tone, words, yesNo } from "./words.ts"

const checklistOf = ({ checklist }: StoredCase): ReadonlyArray<ReportBlock> =>
  checklist.length === 0
    ? []
    : [
        table(
          [
            ["To review", 5],
            ["Done", 1],
            ["By", 3],
            ["At", 3]
          ],
          checklist.map(({ done, done_at, done_by, label }) => [label, yesNo(done), done_by, momentOrNull(done_at)])
        )
      ]

const blocksOf = (row: StoredCase): ReadonlyArray<ReportBlock> => [
  { type: "subheading", text: "Review case", mark: words(row.decision ?? row.status), tone: tone(row.decision ?? row.status) },
  facts(
    ["Case", row.id],
    ["Status", words(row.status)],
    ["Decision", row.decision === null ? null : words(row.decision)],
    ["Reasons", row.reason_codes.map((code) => reason(code)).join("\n")],
    ["Queue and priority", `${row.queue}, ${row.priority}`],
    ["Reviewer", row.assigned_to],
    ["Entered review", moment(row.entered_review_at)],
    ["Claimed", momentOrNull(row.claimed_at)],
    ["Escalated", momentOrNull(row.escalated_at)],
    ["Decided", momentOrNull(row.decided_at)],
    ["Due", row.due_at === null ? null : `${moment(row.due_at)}${row.sla_breached ? ", missed" : ""}`],
    ["Notes", row.notes_count === 0 ? "None" : `${row.notes_count}, kept with the case`]
  ),
  ...checklistOf(row)
]

/** What people looked at and decided. The words of internal notes stay with the case. */
export const caseSection = ({ cases }: ReportRecords): ReportSection => ({
  heading: "Review",
  blocks:
    cases.rows.length === 0
      ? [paragraph("No review case was opened.")]
      : [...cases.rows.flatMap(blocksOf), ...leftOut(cases.rows.length, cases.total, "cases")]
})
