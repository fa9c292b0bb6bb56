import { type ReportSection, leftOut, paragraph, reportLimits, table } from "./model.ts"
import type { ReportRecords } from "./records.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { actor, moment, words } from "./words.ts"

interface TrailStep {
  readonly at: string
  readonly what: string
  readonly by: string | null
  readonly about: string
}

const step = (at: string | null | undefined, what: string, about: string, by: string | null = null): ReadonlyArray<TrailStep> =>
  at === null || at === undefined ? [] : [{ at, what, by, about }]

const beginnings = ({ attempts, session }: ReportRecords): ReadonlyArray<TrailStep> => [
  ...step(session.created_at, "Session created", session.id),
  ...attempts.rows.flatMap((row) => [
    ...step(row.started_at, `Attempt ${row.number} started`, row.id),
    ...step(row.ended_at, `Attempt ${row.number} ended${row.outcome === null ? "" : `: ${words(row.outcome).toLowerCase()}`}`, row.id)
  ])
]

const decisionSteps = ({ id, decision }: StoredSession): ReadonlyArray<TrailStep> =>
  decision === null
    ? []
    : step(decision.decided_at, `Session ${decision.outcome}${decision.override ? " (override)" : ""}`, id, actor(decision.decided_by))

const endings = ({ session }: ReportRecords): ReadonlyArray<TrailStep> => [
  ...decisionSteps(session),
  ...step(session.status === "expired" ? session.expires_at : null, "Session expired", session.id),
  ...step(session.redacted_at, "Personal data of the session erased", session.id)
]

/** The checks that ended together, in one step: each of them stands with its outcome and its record among the checks. */
const checkSteps = (checks: ReadonlyArray<StoredCheck>): ReadonlyArray<TrailStep> => {
  const ended = Map.groupBy(checks, ({ completed_at }) => completed_at?.slice(0, 19))
  return [...ended.values()].flatMap((together) => {
    const [first] = together
    if (first === undefined) return []
    if (together.length === 1) return step(first.completed_at, `${words(first.type)}: ${resultOf(first)}`, first.id)
    const counts = Map.groupBy(together, resultOf)
    const results = [...counts].map(([result, { length }]) => `${length} ${result}`).join(", ")
    return step(first.completed_at, `${together.length} checks ended: ${results}`, `${first.id} and ${together.length - 1} more`)
  })
}

const resultOf = ({ outcome, status }: StoredCheck): string => words(outcome ?? status).toLowerCase()

const evidenceSteps = ({ checks, documents, screenings }: ReportRecords): ReadonlyArray<TrailStep> => [
  ...documents.rows.flatMap((document) => [
    ...step(document.created_at, `${words(document.kind)} uploaded`, document.id, words(document.uploaded_via)),
    ...step(document.redacted_at, "Document erased", document.id)
  ]),
  ...checkSteps(checks.rows),
  ...checks.rows.flatMap((check) => [
    ...(check.overridden === null
      ? []
      : step(check.overridden.at, `${words(check.type)} overridden: ${check.overridden.to}`, check.id, check.overridden.by)),
    ...step(check.redacted_at, "Check erased", check.id)
  ]),
  ...screenings.flatMap(({ hits, screening }) => [
    ...step(screening.completed_at, `Screening: ${words(screening.status).toLowerCase()}`, screening.id),
    ...hits.rows.flatMap((hit) =>
      hit.reviewed_by === null
        ? []
        : step(hit.reviewed_at, `Hit reviewed: ${words(hit.review_status).toLowerCase()}`, hit.id, actor(hit.reviewed_by))
    )
  ])
]

const caseSteps = ({ cases }: ReportRecords): ReadonlyArray<TrailStep> =>
  cases.rows.flatMap((row) => [
    ...step(row.entered_review_at, "Review case opened", row.id),
    ...step(row.claimed_at, "Review case claimed", row.id, row.assigned_to),
    ...step(row.escalated_at, "Review case escalated", row.id),
    ...step(
      row.decided_at,
      `Review case decided${row.decision === null ? "" : `: ${words(row.decision).toLowerCase()}`}`,
      row.id,
      row.assigned_to
    ),
    ...step(row.closed_at === row.decided_at ? null : row.closed_at, "Review case closed", row.id)
  ])

/** What happened, oldest first; steps of one moment stand in the order in which they follow from each other. */
export const trailSection = (records: ReportRecords): ReportSection => {
  const all = [...beginnings(records), ...evidenceSteps(records), ...caseSteps(records), ...endings(records)]
  const sorted = all.toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0))
  const shown = sorted.slice(0, reportLimits.steps)
  return {
    heading: "Decision trail",
    blocks: [
      paragraph(
        "Events from the records of this session, oldest first. The audit log also has an entry for every call that changed something."
      ),
      table(
        [
          ["Time", 3.3],
          ["What happened", 4.2],
          ["By", 3],
          ["Record", 4.6]
        ],
        shown.map(({ about, at, by, what }) => [moment(at), what, by, about])
      ),
      ...leftOut(shown.length, sorted.length, "steps")
    ]
  }
}
