import { chmod, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { newBook } from "./book.ts"
import { openCast } from "./cast.ts"
import { pause } from "./chance.ts"
import { scheduleOf, wreak } from "./chaos.ts"
import { clientsOf } from "./client.ts"
import { playErasures } from "./erasures/play.ts"
import { type Finding, holds, listed, printed } from "./finding.ts"
import { travel } from "./journeys.ts"
import { type Chosen, type Options, readOptions, usage } from "./options.ts"
import { makePapers } from "./papers.ts"
import { playRuns } from "./runs/play.ts"
import { unfinished } from "./unfinished.ts"
import { judgeApi } from "./verdict-api.ts"
import { judgeEvents } from "./verdict-events.ts"
import { judgeRecords, judgeRest } from "./verdict-records.ts"

/** How long what is left may take once everything works again: leases run out, retries fall due, the audit log is sealed. */
const quietMillis = 180_000
const lookMillis = 500
const clientsAtOnce = 8

const tell = (line: string): void => void process.stdout.write(`${line}\n`)

const run = async (options: Options, folder: string): Promise<boolean> => {
  const cast = await openCast(options, folder)
  try {
    const { apis, database, keys, queue, receiver, workers } = cast
    const book = newBook()
    const stopping = new AbortController()
    const ended = new AbortController()
    const clients = clientsOf(cast.bases, book, { seed: options.seed, atOnce: clientsAtOnce, ended: ended.signal })
    const stage = { clients, keys, papers: await makePapers(), book, seed: options.seed, ended: ended.signal }

    const started = performance.now()
    const travelling = travel(stage, stopping.signal)
    const acts = scheduleOf(options)
    await wreak(acts, cast, started, tell)
    await pause(Math.max(0, started + options.seconds * 1000 - performance.now()))

    tell(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  everything works again`)
    queue.heal()
    receiver.heal()
    stopping.abort()
    const quiet = performance.now()
    const late = setTimeout(() => ended.abort(), quietMillis)
    await travelling
    const sql = database.open()
    const left = async (): Promise<number> => {
      const [row] =
        await sql`select (select count(*) from jobs where state = 'queued' and ${unfinished(sql)})::int + (select count(*) from audit_log where hash is null)::int as left`
      return row?.left ?? 0
    }
    while ((await left()) > 0 && performance.now() - quiet < quietMillis) await pause(lookMillis)
    clearTimeout(late)
    tell(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  nothing is left to do, or nobody waits for it any longer\n`)

    const findings: ReadonlyArray<Finding> = [
      { rule: "clients were answered what they had to be", looked_at: book.tally.get("writes acknowledged") ?? 0, offending: book.wrongs },
      ...(await judgeRecords(sql, book)),
      ...(await judgeEvents(sql, receiver)),
      ...(await judgeRest(sql, book)),
      ...(await judgeApi(cast, book)),
      await cast.dismiss()
    ]
    await sql.end()
    const broken = (kind: string) => acts.filter((act) => act.kind === kind).length
    tell(
      listed({
        ...Object.fromEntries([...book.tally].toSorted()),
        "requests without a key that nobody answered": book.unsure.size,
        ...receiver.counts(),
        ...(await queue.counts()),
        "times an API process was killed": broken("api"),
        "times a worker was killed": broken("worker"),
        "times the database crashed": broken("database"),
        "times the queue lost its messages": broken("queue"),
        "processes started": [...apis, ...workers].reduce((total, role) => total + role.starts(), 0)
      })
    )
    tell(`\n${printed(findings)}\n`)
    return findings.every(holds)
  } finally {
    await cast.close()
  }
}

const play = async (scenario: Chosen, options: Options): Promise<boolean> => {
  const { apis, queue, seconds, seed, workers } = options
  const more = scenario === "sessions" ? ` --seconds ${seconds} --api ${apis} --workers ${workers}` : ""
  const name = `--scenario ${scenario} --queue ${queue} --seed ${seed}${more}`
  tell(`Faults: ${name}`)
  // A short path, since the database's socket stands in it, which the account that the database runs under may pass through.
  const folder = await mkdtemp(join("/tmp", "faults-"))
  await chmod(folder, 0o711)
  const held =
    scenario === "sessions"
      ? await run(options, folder)
      : scenario === "erasures"
        ? await playErasures(options, folder, tell)
        : await playRuns(scenario, options, folder, tell)
  if (held) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  tell(held ? `Everything held: ${name}\n` : `NOT everything held. Again with: ${name}\nLogs and data are kept in ${folder}\n`)
  return held
}

const main = async (): Promise<number> => {
  const options = readOptions(process.argv.slice(2))
  if (options === undefined) {
    tell(usage)
    return 0
  }
  let held = true
  for (const scenario of options.scenario) held = (await play(scenario, options)) && held
  return held ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().then(
    (code) => process.exit(code),
    (cause) => {
      process.stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n\n${usage}`)
      process.exit(2)
    }
  )
}
