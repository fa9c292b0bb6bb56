import { join } from "node:path"
import { newBook } from "../book.ts"
import { openCast } from "../cast.ts"
import { pause } from "../chance.ts"
import { scheduleOf, wreak } from "../chaos.ts"
import { clientsOf } from "../client.ts"
import { type Finding, holds, listed, printed } from "../finding.ts"
import type { Options } from "../options.ts"
import { comeIn, type ErasureStage, goAway } from "./journeys.ts"
import { unfinished } from "../unfinished.ts"
import { judgeErasures } from "./verdict.ts"

const people = 25
/** What is left may take as long as it likes while it becomes less, and no longer than this while it does not: leases run out within half a minute. */
const stillMillis = 120_000
const lookMillis = 500
const clientsAtOnce = 12
/** Things go on breaking for as long behind the last answer, while jobs erase what is left. */
const behindMillis = 10_000
const breaks = ["api", "worker", "database", "queue"] as const

/** People are erased while they are exported and while everything is killed; answers whether every erasure came to its end, once. */
export const playErasures = async (options: Options, folder: string, tell: (line: string) => void): Promise<boolean> => {
  const { apis, queue, seconds, seed, seldom, workers } = options
  const cast = await openCast({ queue, seed, apis, workers }, folder, { enabled_events: ["session.redacted", "identity.redacted"] })
  try {
    // How it takes deliveries is tried elsewhere.
    cast.receiver.heal()
    const book = newBook()
    const ended = new AbortController()
    const healing = new AbortController()
    const clients = clientsOf(cast.bases, book, { seed, atOnce: clientsAtOnce, ended: ended.signal })
    const stage: ErasureStage = { clients, bases: cast.bases, apiKey: cast.keys.sandbox, book, people: [], ended: ended.signal }
    const started = performance.now()
    const since = (): string => `${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s`
    await comeIn(stage, people)
    tell(`${since()}  ${stage.people.length} people are there`)
    const acts = wreak(scheduleOf({ queue, seed, seconds, seldom, apis, workers }, breaks), cast, performance.now(), tell, healing.signal)
    const going = goAway(stage)
    await Promise.race([going.then(() => pause(behindMillis)), pause(seconds * 1000)])
    healing.abort()
    cast.queue.heal()
    const broken = await acts
    tell(`${since()}  everything works again`)
    await going
    const sql = cast.database.open()
    const asked = async (): Promise<number | undefined> =>
      sql`select (select count(*) from jobs where ${unfinished(sql)})::int
        + (select count(*) from audit_log where hash is null)::int as left`.then(
        ([row]) => row?.left,
        () => undefined
      )
    let least = Number.POSITIVE_INFINITY
    for (let still = performance.now(); performance.now() - still < stillMillis; await pause(lookMillis)) {
      const left = (await asked()) ?? least
      if (left === 0) break
      if (left < least) still = performance.now()
      least = Math.min(least, left)
    }
    ended.abort()
    tell(`${since()}  nothing is left to do, or nobody waits for it any longer\n`)
    const findings: ReadonlyArray<Finding> = [
      { rule: "clients were answered what they had to be", looked_at: book.tally.get("writes acknowledged") ?? 0, offending: book.wrongs },
      ...(await judgeErasures(sql, stage, join(folder, "files"))),
      await cast.dismiss()
    ]
    await sql.end()
    const times = (kind: string) => broken.filter((act) => act.kind === kind).length
    tell(
      listed({
        ...Object.fromEntries([...book.tally].toSorted()),
        "times an API process was killed": times("api"),
        "times a worker was killed": times("worker"),
        "times the database crashed": times("database"),
        "times the queue lost its messages": times("queue")
      })
    )
    tell(`\n${printed(findings)}\n`)
    return findings.every(holds)
  } finally {
    await cast.close()
  }
}
