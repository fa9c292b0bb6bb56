import type postgres from "postgres"
import type { Finding } from "../finding.ts"
import { type Course, expected, graphs } from "./graphs.ts"

type Rows = ReadonlyArray<Readonly<Record<string, any>>>

/** What is told of a timer that is later than this is a fault. */
const latestSeconds = 15

/** How late every timer ended, in seconds: waits by their time, gates by their silence. */
const lateness = ({ gates, nodes }: Readonly<Record<string, any>>, course: Course): ReadonlyArray<number> =>
  nodes.flatMap(({ ended_at, id, started_at }: any) => {
    const node = graphs[course].nodes[id]
    if (ended_at === null) return []
    if (node?.type === "wait" && "duration_s" in node.config)
      return [(Date.parse(ended_at) - Date.parse(started_at)) / 1000 - node.config.duration_s]
    const silent = node?.type === "external_gate" && gates?.find((gate: any) => gate.node_id === id && gate.decision === null)
    return silent ? [(Date.parse(ended_at) - Date.parse(silent.expires_at)) / 1000] : []
  })

export const share = (values: ReadonlyArray<number>, part: number): number =>
  [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0

const resultsOf = (nodes: ReadonlyArray<any>, state: string): string =>
  nodes
    .filter((node) => node.state === state)
    .map(({ id }) => id)
    .toSorted()
    .join(" ")

/** What speaks against one run: what each of its nodes came to, once. */
const wrongsOf = ({ active_for, nodes, outcome, status }: Readonly<Record<string, any>>, course: Course): ReadonlyArray<string> => {
  const { failed, succeeded } = expected[course]
  const keys = new Set(nodes.map(({ attempts, id }: any) => `${id} ${attempts}`))
  return [
    ...(active_for === null && status === "completed" && outcome === "approved" ? [] : [`is ${status}, ${outcome}`]),
    ...(keys.size === nodes.length ? [] : ["has two results of one node and attempt"]),
    ...(resultsOf(nodes, "succeeded") === [...succeeded].sort().join(" ") ? [] : [`succeeded: ${resultsOf(nodes, "succeeded")}`]),
    ...(resultsOf(nodes, "failed") === [...failed].sort().join(" ") ? [] : [`failed: ${resultsOf(nodes, "failed")}`])
  ]
}

/** Counts of what a session was told to have happened to it. */
const told = (sql: postgres.Sql): Promise<Rows> => sql`
  select data -> 'envelope' -> 'resource' ->> 'id' as id, data -> 'envelope' ->> 'type' as type, count(*)::int as count
  from webhook_events group by 1, 2`

/** Every run came to its end by itself, once, with one result of each node; its session was decided once, and what its nodes do was done once. */
export const judgeRuns = async (sql: postgres.Sql, sessions: ReadonlyMap<string, Course>) => {
  const runs: Rows = await sql`
    select id, session_id, status, active_for, data ->> 'outcome' as outcome, data -> 'nodes' as nodes, data -> 'gates' as gates from workflow_runs`
  const stored: Rows = await sql`select id, status, data -> 'tags' as tags from sessions`
  const checks: Rows = await sql`select session_id, data ->> 'type' as type, count(*)::int as count from checks group by 1, 2`
  const cases: Rows = await sql`select id, session_id from cases where session_id is not null`
  const jobs: Rows = await sql`select name, state, count(*)::int as count from jobs group by 1, 2`
  const events = Map.groupBy(await told(sql), ({ id }) => String(id))
  const runsOf = Map.groupBy(runs, ({ session_id }) => String(session_id))
  const sessionOf = new Map(stored.map((row) => [String(row.id), row]))
  const checksOf = Map.groupBy(checks, ({ session_id }) => String(session_id))
  const late: Array<number> = []
  const each = (about: (id: string, course: Course) => ReadonlyArray<string>): ReadonlyArray<string> =>
    [...sessions].flatMap(([id, course]) => about(id, course).map((wrong) => `${id} (${course}): ${wrong}`))
  const times = (id: string, type: string): number => events.get(id)?.find((event) => event.type === type)?.count ?? 0
  const timesTold = (id: string, type: string, wanted: number): ReadonlyArray<string> =>
    times(id, type) === wanted ? [] : [`${type} was announced ${times(id, type)} times instead of ${wanted}`]
  for (const [id, course] of sessions) for (const run of runsOf.get(id) ?? []) late.push(...lateness(run, course))
  const isLate = share(late, 0.99) > latestSeconds

  const findings: ReadonlyArray<Finding> = [
    {
      rule: "no run stalls: every session has one, which came to its end with one result for each node and attempt",
      looked_at: sessions.size,
      offending: each((id, course) => {
        const [run, ...more] = runsOf.get(id) ?? []
        if (run === undefined || more.length > 0) return [`has ${run === undefined ? 0 : more.length + 1} runs`]
        return wrongsOf(run, course)
      })
    },
    {
      rule: "every session is decided, and was decided once",
      looked_at: sessions.size,
      offending: each((id) => [
        ...(sessionOf.get(id)?.status === "approved" ? [] : [`is ${sessionOf.get(id)?.status ?? "gone"}`]),
        ...timesTold(id, "session.approved", 1),
        ...timesTold(id, "session.declined", 0),
        ...timesTold(id, "session.review-required", 0)
      ])
    },
    {
      rule: "what the nodes of a run do was done once: checks, tags, requests of decisions",
      looked_at: sessions.size,
      offending: each((id, course) => {
        const { received, required, tags } = expected[course]
        const own = checksOf.get(id) ?? []
        const tagged = sessionOf.get(id)?.tags ?? []
        return [
          ...(own.some(({ count, type }) => type === "proof_of_address" && count === 1) ? [] : ["the bill was not checked once"]),
          ...own.flatMap(({ count, type }) => (count === 1 ? [] : [`has ${count} checks ${type}`])),
          ...(tagged.length === tags && new Set(tagged).size === tags ? [] : [`has the tags ${tagged.join(" ")}`]),
          ...timesTold(id, "session.tag-added", tags),
          ...timesTold(id, "session.external-decision-required", required),
          ...timesTold(id, "session.external-decision-received", received)
        ]
      })
    },
    {
      rule: "every run began once, ended once, and tells of both",
      looked_at: runs.length,
      offending: runs.flatMap(({ id }) =>
        [...timesTold(id, "workflow-run.started", 1), ...timesTold(id, "workflow-run.completed", 1)].map((wrong) => `${id}: ${wrong}`)
      )
    },
    {
      rule: "no case was opened, and no run is there that nobody submitted",
      looked_at: cases.length,
      offending: [
        ...cases.map(({ id, session_id }) => `${id} of ${session_id}`),
        ...runs.filter(({ session_id }) => !sessions.has(session_id)).map(({ id }) => id)
      ]
    },
    {
      rule: "no job is left, neither waiting nor set aside",
      looked_at: jobs.length,
      offending: jobs.map((row) => Object.values(row).join("  "))
    },
    {
      rule: `timers are at most ${latestSeconds} seconds late, 99 of 100`,
      looked_at: late.length,
      offending: isLate ? [`99 of 100 are at most ${share(late, 0.99).toFixed(1)} s late`] : []
    }
  ]
  return { findings, late }
}
