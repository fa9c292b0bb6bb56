import type postgres from "postgres"
import type { Book, Page } from "./book.ts"
import type { Finding } from "./finding.ts"
import { unfinished } from "./unfinished.ts"

type Rows = ReadonlyArray<Readonly<Record<string, any>>>
const namesOf = (rows: Rows): ReadonlyArray<string> => rows.map((row) => Object.values(row).join("  "))

/** Checks that a session of each kind has; a decision by the script of a simulation records none. */
const checksOf = ({ kind }: Page): number => (kind === "simulated" || kind === "without-key" ? 0 : 1)

/** Sessions, documents, cases and checks: what was acknowledged is there, once, and nothing else is. */
export const judgeRecords = async (sql: postgres.Sql, book: Book): Promise<ReadonlyArray<Finding>> => {
  const pages = [...book.pages.values()]
  const sessions: Rows = await sql`select id, status, external_reference as reference from sessions`
  const documents: Rows = await sql`select id, session_id, status, environment from documents`
  const checks: Rows = await sql`select id, session_id from checks`
  const cases: Rows = await sql`select id, session_id, status, decision from cases`
  const stored = new Map(sessions.map((row) => [row.id, row]))
  const grouped = (rows: Rows) => Map.groupBy(rows, ({ session_id }) => String(session_id))
  const [documentsOf, checksBy, casesOf] = [grouped(documents), grouped(checks), grouped(cases)]
  const uploads = pages.flatMap(({ documents: own }) => own)
  const storedDocuments = new Set(documents.map(({ id }) => id))
  const reviewed = pages.filter(({ review }) => review !== null)
  const strangers = sessions.filter(({ id, reference }) => !book.pages.has(id) && !book.unsure.has(reference))
  const references = Map.groupBy(sessions, ({ reference }) => String(reference))

  return [
    {
      rule: "every acknowledged session is there, as decided as it was said to be",
      looked_at: pages.length,
      offending: pages.flatMap(({ id, kind, status }) => {
        const found = stored.get(id)?.status
        return found !== undefined && found === status ? [] : [`${id} (${kind}): said ${status}, stored ${found ?? "nothing"}`]
      })
    },
    {
      rule: "there is no session that nobody was told of, and no reference has two",
      looked_at: sessions.length,
      offending: [
        ...strangers.map(({ id, reference }) => `${id} (${reference}) was acknowledged to nobody`),
        ...[...references].flatMap(([reference, own]) => (own.length > 1 ? [`${reference}: ${own.map(({ id }) => id).join(", ")}`] : []))
      ]
    },
    {
      rule: "every acknowledged document is there, its session has it alone, and it was read",
      looked_at: uploads.length,
      offending: [
        ...uploads.filter((id) => !storedDocuments.has(id)).map((id) => `${id} is gone`),
        ...pages.flatMap(({ environment, documents: own, id, submitted }) => {
          const count = documentsOf.get(id)?.length ?? 0
          const expected = environment === "live" ? own.length : submitted ? 1 : undefined
          return expected === undefined || count === expected ? [] : [`${id} has ${count} documents instead of ${expected}`]
        }),
        ...documents.filter(({ status }) => status !== "processed").map(({ id, status }) => `${id} is ${status}`)
      ]
    },
    {
      rule: "every session has the checks of its one run, each once",
      looked_at: checks.length,
      offending: pages.flatMap((page) => {
        const count = checksBy.get(page.id)?.length ?? 0
        return count === checksOf(page) ? [] : [`${page.id} (${page.kind}) has ${count} checks instead of ${checksOf(page)}`]
      })
    },
    {
      rule: "every reviewed session has one case, closed as its reviewer was told, and no other session has any",
      looked_at: cases.length,
      offending: pages.flatMap(({ id, review }) => {
        const own = casesOf.get(id) ?? []
        if (review === null) return own.length === 0 ? [] : [`${id} has ${own.length} cases that nobody decided`]
        const [only] = own
        const right = own.length === 1 && only?.id === review.case_id && only.status === "closed" && only.decision === review.decision
        return right ? [] : [`${id}: ${namesOf(own).join(", ") || "no case"} instead of ${review.case_id} ${review.decision}`]
      })
    },
    {
      rule: "every acknowledged decision of a reviewer stands once in the audit log, as does every creation, submission and upload",
      looked_at: reviewed.length + pages.length + uploads.length,
      offending: await audited(sql, pages)
    }
  ]
}

const audited = async (sql: postgres.Sql, pages: ReadonlyArray<Page>): Promise<ReadonlyArray<string>> => {
  const rows: Rows =
    await sql`select action, target_id, count(*)::int as count from audit_log where data ->> 'outcome' = 'succeeded' group by 1, 2`
  const counts = new Map(rows.map(({ action, count, target_id }) => [`${action} ${target_id}`, count]))
  const expected = pages.flatMap(({ documents, id, review, submitted }) => [
    `sessions.create ${id}`,
    ...(submitted ? [`sessions.submit ${id}`] : []),
    ...documents.map((document) => `documents.upload ${document}`),
    ...(review === null
      ? []
      : [`cases.claim ${review.case_id}`, `cases.${review.decision === "approved" ? "approve" : "reject"} ${review.case_id}`])
  ])
  return expected.flatMap((entry) => (counts.get(entry) === 1 ? [] : [`${entry}: ${counts.get(entry) ?? 0} entries`]))
}

/** Nothing waits for something that will not come. */
export const judgeRest = async (sql: postgres.Sql, book: Book): Promise<ReadonlyArray<Finding>> => {
  const jobs: Rows = await sql`select name, id, state, attempt, due_at, leased_until, last_error from jobs where ${unfinished(sql)}`
  const deliveries: Rows = await sql`select id, status, event_type from webhook_deliveries where status <> 'succeeded'`
  const sessions: Rows =
    await sql`select id, status, external_reference as reference from sessions where status not in ('approved', 'declined')`
  const cases: Rows = await sql`select id, status from cases where status <> 'closed' and coalesce(data -> 'sample', 'null') = 'null'`
  // Nobody judges the samples of the quality audit here, so they stay open.
  const samples: Rows = await sql`select id, data -> 'sample' ->> 'decision_id' as decision from cases where data -> 'sample' is not null`
  const unsealed: Rows = await sql`select id, action from audit_log where hash is null`
  const twins: Rows =
    await sql`select session_id, number from attempts group by organization, environment, session_id, number having count(*) > 1`
  return [
    { rule: "no job is left, neither waiting nor set aside", looked_at: jobs.length, offending: namesOf(jobs) },
    {
      rule: "no session, case or delivery waits, no attempt is there twice",
      looked_at: sessions.length + cases.length + deliveries.length,
      offending: [
        ...namesOf(sessions.filter(({ reference }) => !book.unsure.has(reference))),
        ...namesOf(cases),
        ...namesOf(deliveries),
        ...namesOf(twins)
      ]
    },
    {
      rule: "no decision was sampled for the quality audit twice",
      looked_at: samples.length,
      offending: [...Map.groupBy(samples, ({ decision }) => String(decision))].flatMap(([decision, own]) =>
        decision !== "null" && own.length > 1 ? [`${decision}: ${own.map(({ id }) => id).join(", ")}`] : []
      )
    },
    { rule: "every entry of the audit log is sealed", looked_at: unsealed.length, offending: namesOf(unsealed) }
  ]
}
