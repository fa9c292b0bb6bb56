import type { StoredSession } from "../../resources/sessions/model.ts"
import { defaultWorkflow } from "../../resources/workflows/built-in.ts"
import type { AddressParts, Expected } from "../../verification/subject.ts"
import { type ReportBlock, type ReportSection, facts, leftOut, paragraph, table } from "./model.ts"
import type { ReportRecords } from "./records.ts"
import { actor, listed, moment, momentOrNull, reason, tone, words, wordsOrNull } from "./words.ts"

const addressText = (address: string | AddressParts | null | undefined): string | null => {
  if (address === null || address === undefined) return null
  if (typeof address === "string") return address
  const { city, country, house_number, line1, line2, postal_code, region, street, unit } = address
  const joined = (...parts: ReadonlyArray<string | undefined>) => parts.filter((part) => part !== undefined && part !== "").join(" ")
  return [line1 ?? "", line2 ?? "", joined(unit, house_number, street), joined(postal_code, city), region ?? "", country ?? ""]
    .filter((line) => line !== "")
    .join("\n")
}

const nameOf = ({ first_name, last_name }: Expected): string | null => {
  const name = [first_name, last_name].filter((part) => part !== null && part !== undefined && part !== "").join(" ")
  return name === "" ? null : name
}

const verdictOf = ({ decision, redacted_at, status, status_reason_codes }: StoredSession): ReportBlock => ({
  type: "verdict",
  text: words(status),
  tone: tone(status),
  detail: [
    decision === null
      ? "No decision has been made."
      : `Decided on ${moment(decision.decided_at)} by ${actor(decision.decided_by)}${decision.override ? ", overriding the decision before" : ""}.`,
    ...status_reason_codes.map((code) => `${reason(code)}.`),
    ...(redacted_at === null ? [] : [`The personal data of this session was erased on ${moment(redacted_at)}.`])
  ].join(" ")
})

/** What was decided, about which session. */
export const sessionSection = ({ session }: ReportRecords): ReportSection => ({
  heading: "Result",
  blocks: [
    verdictOf(session),
    facts(
      ["Session", session.id],
      ["External reference", session.external_reference],
      ["Environment", words(session.environment)],
      [
        "Workflow",
        session.workflow_id === defaultWorkflow.id ? "Standard" : `${session.workflow_id}, version ${session.workflow_version_id}`
      ],
      ["Created", moment(session.created_at)],
      ["Submitted", momentOrNull(session.submitted_at)],
      ["Decided", momentOrNull(session.decided_at)],
      ...(session.expired_reason === null ? [] : [["Expired", words(session.expired_reason)] as const]),
      ["Resubmissions", `${session.resubmission_count} of at most ${session.max_resubmissions}`],
      ["Risk", session.risk === null ? null : `${session.risk.score} of 100 (${session.risk.level})`],
      ["Tags", session.tags.join(", ")]
    )
  ]
})

/** Against which data the evidence was held: what the organization already knew of the person. */
export const personSection = ({ session }: ReportRecords): ReportSection => ({
  heading: "Person to be verified",
  blocks: [
    paragraph("The data that the organization gave when it requested the verification. The evidence was compared with it."),
    facts(
      ["Name", nameOf(session.expected)],
      ["Date of birth", session.expected.date_of_birth ?? null],
      ["Address", addressText(session.expected.address)],
      ["Country", session.expected.country ?? null],
      ["Document number", session.expected.document_number ?? null]
    )
  ]
})

export const stepsSection = ({ attempts, session }: ReportRecords): ReportSection => ({
  heading: "Steps and attempts",
  blocks: [
    facts(["Required", listed(session.required_steps)], ["Completed", listed(session.completed_steps)]),
    ...(attempts.rows.length === 0
      ? [paragraph("No one has started yet.")]
      : [
          table(
            [
              ["Attempt", 1],
              ["Started", 3],
              ["Ended", 3],
              ["Outcome", 3]
            ],
            attempts.rows.map((row) => [String(row.number), moment(row.started_at), momentOrNull(row.ended_at), wordsOrNull(row.outcome)])
          )
        ]),
    ...leftOut(attempts.rows.length, attempts.total, "attempts")
  ]
})
