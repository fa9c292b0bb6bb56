// Prints how long a process takes to load watchlists out of the database and to swap in a new edition, what memory that takes, and how long
// the event loop and the searches of the process are held up meanwhile. Run: bun packages/adapters/bench/screening-index.ts [names]
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { bareRecord } from "@vouchkit/core/verification/screening/record"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import { importEdition } from "@vouchkit/core/resources/watchlists/editions/import-edition"
import { PublicListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"
import { Screener } from "@vouchkit/core/resources/screening/screener"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import postgres from "postgres"
import { attachOrStart } from "../src/postgres/embedded/server.ts"
import * as Postgres from "../src/postgres/index.ts"
import { migrate } from "../src/postgres/migrate.ts"
import { cachedScreenerLayer } from "../src/screening/cached-screener.ts"

let state = 7
const chance = (): number => {
  state = (state + 0x6d2b79f5) >>> 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
const pick = <A>(items: ReadonlyArray<A>, skew = 1): A => {
  const item = items[Math.floor(chance() ** skew * items.length)]
  if (item === undefined) throw new Error("Nothing to pick from")
  return item
}
const syllables = [..."bdfghjklmnprstvz"].flatMap((consonant) => [..."aeiou"].map((vowel) => consonant + vowel))
const words = Array.from({ length: 30_000 }, () =>
  Array.from({ length: 2 + Math.floor(chance() * 3) }, () => pick(syllables) + (chance() < 0.2 ? "n" : "")).join("")
)
const aName = (): string => Array.from({ length: 2 + Math.floor(chance() * 2) }, () => pick(words, 2)).join(" ")

/** Entries of two names each, as large as those of published lists. */
const entryOf = (uid: string): ListEntry => {
  const names = [aName(), aName()].map((full, at) => ({
    full,
    kind: at === 0 ? ("primary" as const) : ("alias" as const),
    parts: null,
    script: null,
    language: null
  }))
  const day = `${1940 + Math.floor(chance() * 60)}-0${1 + Math.floor(chance() * 9)}-11`
  const {
    edition: _edition,
    list: _list,
    ...entry
  } = bareRecord({
    list: "",
    edition: "",
    uid,
    type: chance() < 0.7 ? "person" : "organization",
    names,
    births: [{ from: day, to: day, precision: "day", circa: false }],
    nationalities: ["RU"],
    identifiers: [{ type: "passport", value: `P${uid}77`, country: "RU", note: null }],
    remarks: "Linked to somebody who is listed elsewhere, by office, by family or by trade. ".repeat(6)
  })
  return entry
}

/** The entries of an edition: the second changes 50 of the first, the third one in twenty of the second. */
function* entriesOf(names: number, edition: number): Generator<ListEntry> {
  const count = names / 2
  state = 7
  const first = Array.from({ length: count }, (_, at) => entryOf(String(at).padStart(7, "0")))
  const few = Math.ceil(count / 50)
  for (const [at, entry] of first.entries()) {
    const again = (edition > 1 && at % few === 0) || (edition > 2 && at % 20 === 0)
    yield again ? entryOf(entry.uid) : entry
  }
}

type Connect = { readonly path: string; readonly user: string; readonly database: string }

const publish = (connect: Connect, names: number, edition: number) =>
  Effect.runPromise(
    Effect.flatMap(PublicListEditions, (store) =>
      importEdition(store, {
        key: "made_list",
        format: "customer_csv",
        title: "Made list",
        sample: false,
        mode: "full",
        steps: (async function* () {
          for (const entry of entriesOf(names, edition)) yield { op: "put" as const, entry }
        })(),
        notes: new ReadingNotes(),
        sources: () => [],
        published: "2026-01-01",
        accept_loss: true
      })
    ).pipe(Effect.provide(Postgres.layer({ connect })))
  )

const [first, ...rest] = process.argv.slice(2)
if (first === "publish") {
  // In a process of its own: what it holds would be collected on the clock of the one that is measured.
  const [path = "", user = "", database = "", names, edition] = rest
  await publish({ path, user, database }, Number(names), Number(edition))
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), "vouchkit-bench-"))
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
const server = await attachOrStart({ dataDir: folder })
const connect: Connect = {
  path: `${server.socketDirectory}/.s.PGSQL.${server.port}`,
  ...server.credentials.owner,
  database: server.database
}
const published = async (names: number, edition: number): Promise<void> => {
  const words = ["publish", connect.path, connect.user, connect.database, String(names), String(edition)]
  const child = Bun.spawn([process.execPath, import.meta.path, ...words], {
    env: { ...process.env, PGPASSWORD: server.credentials.owner.password },
    stdout: "ignore",
    stderr: "inherit"
  })
  if ((await child.exited) !== 0) throw new Error("an edition could not be published")
}

const sql = postgres({ ...connect, host: "localhost", max: 1, onnotice: () => {} })
await migrate(sql)

const resident = (): number => {
  Bun.gc(true)
  return process.memoryUsage.rss() / 1_048_576
}

/** Most memory that the process held since the last call, in megabytes. */
let most = 0
setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss() / 1_048_576)
}, 50).unref()
const peak = (): number => {
  const said = most
  most = 0
  return said
}

/** Longest time for which the event loop was held up since the last call, in milliseconds. */
let longest = 0
let seen = performance.now()
setInterval(() => {
  const at = performance.now()
  longest = Math.max(longest, at - seen - 2)
  seen = at
}, 2).unref()
const pause = (): string => {
  const said = longest.toFixed(0)
  longest = 0
  return `${said} ms`
}

for (const names of first === undefined ? [43_000, 300_000] : [Number(first)]) {
  await published(names, 1)
  const asked = entriesOf(2_000, 1)
    .map((entry) => entry.names[0]?.full ?? "")
    .toArray()
  const before = resident()
  peak()
  pause()
  const loading = performance.now()
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(cachedScreenerLayer({ look_every_seconds: 3 }), Layer.merge(Postgres.layer({ connect }), Logger.layer([])))
  )
  const search = (name: string) =>
    runtime.runPromise(
      Effect.provideService(
        Effect.flatMap(Screener, (screener) => screener.search({ name, type: "person" })),
        Tenant,
        { organization: "org_bench", environment: "live" }
      )
    )
  await search("Nobody At All")
  const seconds = ((performance.now() - loading) / 1000).toFixed(1)
  const grown = () => `memory of the process +${(resident() - before).toFixed(0)} MB, at most +${(peak() - before).toFixed(0)} MB`
  console.log(`${names} names: loaded in ${seconds} s, longest pause of the event loop ${pause()}, ${grown()}`)

  const timed = async (until: (edition: string) => boolean) => {
    const times: Array<number> = []
    for (;;) {
      const started = performance.now()
      const { versions } = await search(pick(asked))
      times.push(performance.now() - started)
      if (until(versions.lists.made_list ?? "") && times.length >= 200) break
    }
    times.sort((one, other) => one - other)
    const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1)
    return `${times.length} searches, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms; longest pause of the event loop ${pause()}`
  }
  resident()
  pause()
  console.log(`  at rest: ${await timed(() => true)}`)
  await published(names, 2)
  pause()
  console.log(`  while 50 changes are taken in: ${await timed((edition) => edition === "2")}`)
  await published(names, 3)
  resident()
  peak()
  pause()
  console.log(`  while ${Math.ceil(names / 40)} changes make a new index: ${await timed((edition) => edition === "3")}`)
  console.log(`  after: ${grown()}`)
  await runtime.dispose()
  await sql`delete from screening_lists`
}
await sql.end()
await server.stop()
process.exit(0)
