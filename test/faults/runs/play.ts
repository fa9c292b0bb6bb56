import { join } from "node:path"
import { chanceOf } from "../../support/chance.ts"
import { newBook } from "../book.ts"
import { openCast } from "../cast.ts"
import { pause } from "../chance.ts"
import { scheduleOf, wreak } from "../chaos.ts"
import { clientsOf } from "../client.ts"
import { type Finding, holds, listed, printed } from "../finding.ts"
import type { Options } from "../options.ts"
import { type DeafWire, deafWire } from "./deaf-wire.ts"
import type { Course } from "./graphs.ts"
import { answerAll, publishCourses, type RunStage, submitAll } from "./journeys.ts"
import { type Scenario, type ScenarioName, scenarios } from "./scenarios.ts"
import { judgeRuns, share } from "./verdict.ts"

/** Things go on breaking for as long as runs are under way, but for no longer than this after the last one was submitted. */
const breakingMillis = 30_000
/** What is left may take as long as it likes while it becomes less, and no longer than this while it does not: leases run out within half a minute. */
const stillMillis = 120_000
const lookMillis = 500
const clientsAtOnce = 16
/** Runs under way, beyond which none is submitted: with more than the workers get through, timers would tell how long the queue is. */
const mostUnderWay = 250
const longest = 3_600
/** Commits after which a worker dies that does not hear of them. */
const fewestCommits = 20
const mostCommits = 60

/** Alone these are counted; others would only keep the receiver busy. */
const enabled_events = [
  "session.approved",
  "session.declined",
  "session.review-required",
  "session.tag-added",
  "session.external-decision-required",
  "session.external-decision-received",
  "workflow-run.started",
  "workflow-run.completed"
]

/** Kills workers between a commit and what they would have said of it. */
const killer = (seed: number) => {
  const chance = chanceOf(seed)
  const gap = (): number => fewestCommits + Math.floor(chance() * (mostCommits - fewestCommits))
  let kill: () => void = () => undefined
  let left = gap()
  let kills = 0
  let healed = false
  return {
    aim: (at: () => void): void => {
      kill = at
    },
    heal: (): void => {
      healed = true
    },
    kills: () => kills,
    committed: (): boolean => {
      left -= 1
      if (left > 0 || healed) return false
      left = gap()
      kills += 1
      kill()
      return true
    }
  }
}

/** Runs of published workflows while what the scenario names is broken; answers whether everything held. */
export const playRuns = async (name: ScenarioName, options: Options, folder: string, tell: (line: string) => void): Promise<boolean> => {
  const scenario: Scenario = scenarios[name]
  const { queue, seed, seldom } = options
  const { apis: apiCount, breaks, deaf, workers: workerCount } = scenario
  const death = killer(seed)
  let wire: DeafWire | undefined
  const cast = await openCast({ queue, seed, apis: apiCount, workers: workerCount }, folder, {
    enabled_events,
    ...(deaf
      ? {
          wire: async (socket: string) => {
            wire = await deafWire(socket, join(folder, "w"), death.committed)
            return wire
          }
        }
      : {})
  })
  try {
    const { apis, bases, database, keys, receiver, workers } = cast
    // How it takes deliveries is tried elsewhere.
    receiver.heal()
    const book = newBook()
    const ended = new AbortController()
    const clients = clientsOf(bases, book, { seed, atOnce: clientsAtOnce, ended: ended.signal })
    const sessions = new Map<string, Course>()
    const stage: RunStage = { clients, apiKey: keys.sandbox, book, sessions, seed, ended: ended.signal }
    const workflows = await publishCourses(stage)

    const started = performance.now()
    const since = (): string => `${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s`
    const healing = new AbortController()
    const answering = new AbortController()
    const answers = answerAll(stage, workflows, answering.signal)
    death.aim(() => workers[0]?.kill())
    const acts = wreak(
      scheduleOf({ queue, seed, seconds: longest, seldom, apis: apiCount, workers: workerCount }, breaks),
      cast,
      started,
      tell,
      healing.signal
    )
    const sql = database.open()
    /** Undefined while the database is away. */
    const asked = async (): Promise<{ readonly runs: number; readonly left: number } | undefined> =>
      sql`select runs, runs + jobs + unsealed as left from
        (select count(*)::int as runs from workflow_runs where active_for is not null) as a,
        (select count(*)::int as jobs from jobs where state = 'queued') as b,
        (select count(*)::int as unsealed from audit_log where hash is null) as c`.then(
        ([row]) => (row === undefined ? undefined : { runs: row.runs, left: row.left }),
        () => undefined
      )
    let underWay = 0
    const watch = setInterval(() => void asked().then((now) => (underWay = now?.runs ?? underWay)), lookMillis)
    const room = async (): Promise<void> => {
      while (underWay > mostUnderWay && !ended.signal.aborted) await pause(lookMillis)
    }
    await submitAll(stage, workflows, scenario, room)
    tell(`${since()}  ${sessions.size} sessions are submitted`)
    clearInterval(watch)

    const submitted = performance.now()
    while ((await asked())?.runs !== 0 && performance.now() - submitted < breakingMillis) await pause(lookMillis)
    healing.abort()
    death.heal()
    cast.queue.heal()
    const broken = await acts
    tell(`${since()}  everything works again`)
    let least = Number.POSITIVE_INFINITY
    for (let still = performance.now(); performance.now() - still < stillMillis; await pause(lookMillis)) {
      const left = (await asked())?.left ?? least
      if (left === 0) break
      if (left < least) still = performance.now()
      least = Math.min(least, left)
    }
    answering.abort()
    ended.abort()
    await answers
    const took = (performance.now() - started) / 1000
    tell(`${since()}  nothing is left to do, or nobody waits for it any longer\n`)

    const { findings: judged, late } = await judgeRuns(sql, sessions)
    const findings: ReadonlyArray<Finding> = [
      { rule: "clients were answered what they had to be", looked_at: book.tally.get("writes acknowledged") ?? 0, offending: book.wrongs },
      ...judged,
      await cast.dismiss()
    ]
    await sql.end()
    const times = (kind: string) => broken.filter((act) => act.kind === kind).length
    tell(
      listed({
        ...Object.fromEntries([...book.tally].toSorted()),
        "runs a second": Math.round((10 * sessions.size) / took) / 10,
        "seconds that half of the timers were late": Math.round(10 * share(late, 0.5)) / 10,
        "seconds that 99 of 100 timers were late at most": Math.round(10 * share(late, 0.99)) / 10,
        "seconds that the last timer was late": Math.round(10 * share(late, 1)) / 10,
        ...(await cast.queue.counts()),
        ...(wire === undefined ? {} : { "notifications that were dropped": wire.dropped() }),
        "times an API process was killed": times("api"),
        "times a worker was killed": times("worker"),
        "times a worker was killed behind a commit": death.kills(),
        "times the database crashed": times("database"),
        "times the queue lost its messages": times("queue"),
        "processes started": [...apis, ...workers].reduce((total, role) => total + role.starts(), 0)
      })
    )
    tell(`\n${printed(findings)}\n`)
    return findings.every(holds)
  } finally {
    await cast.close()
  }
}
