import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Database, type DatabaseOptions, pool } from "@vouchkit/adapters/postgres/database"
import { type Rewriting, rewriteFiles } from "@vouchkit/adapters/postgres/rewrite"
import { sweepEmptyCounts } from "@vouchkit/core/flows/housekeeping"
import { idleWordTimeoutMs } from "@vouchkit/core/resources/screening/blocking/blocking-index"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import type { Housekeeping } from "@vouchkit/core/kernel/storage/housekeeping"
import { minutes } from "@vouchkit/core/kernel/foundation/time"
import { Clock, Duration, Effect, Layer, Option, Ref, Schema } from "effect"
import type { Settings } from "../settings/settings.ts"
import { Embedded, targetsOf } from "./database.ts"

/** What was known when the files were last written again. */
const Kept = Schema.Struct({
  /** How many receipts of erasures there were. */
  receipts: Schema.Int,
  at: Schema.Int,
  /** Whether that was late enough for words of erased names to be gone. */
  settled: Schema.Boolean
})
type Kept = typeof Kept.Type

const never: Kept = { receipts: 0, at: 0, settled: true }

/** Erasures that come one after another share a turn. */
const betweenTurns = minutes(5)
/** Words of names are kept for a while after the last one who had them (blocking-index.ts), and a timer that removes them may be some minutes late. */
const untilSettled = idleWordTimeoutMs + minutes(10)

/** What a look found: how many receipts there were, and when those began to be more than at the last turn. */
export interface Look {
  readonly receipts: number
  readonly more_since: number | null
}

/**
 * Whether files are to be written again: once no erasure came between two looks, or when they have come for some minutes, and once more when no word is left
 * of the erased names either.
 */
export const rewritingIsDue = (kept: Kept, before: Look | null, found: { readonly receipts: number; readonly at: number }): boolean => {
  const since = found.at - kept.at
  // Behind a clock that was set back, or a backup that was restored.
  if (since < 0 || found.receipts < kept.receipts) return true
  if (found.receipts === kept.receipts) return !kept.settled && since >= untilSettled
  const waited = before === null || before.more_since === null ? 0 : found.at - before.more_since
  return since >= betweenTurns && (found.receipts === before?.receipts || waited >= betweenTurns)
}

const decodeKept = Schema.decodeUnknownOption(Schema.fromJsonString(Kept))

/** Beside the server's files, which it speaks of: a copy that is restored elsewhere begins without it. */
const fileIn = (folder: string) => join(folder, "postgres", "rewritten.json")

const readKept = (folder: string) =>
  Effect.sync(() => {
    try {
      return Option.getOrElse(decodeKept(readFileSync(fileIn(folder), "utf8")), () => never)
    } catch {
      return never
    }
  })

const unavailable = (cause: unknown) => new StorageUnavailable({ cause })

const keep = (folder: string, kept: Kept) =>
  Effect.try({
    try: () => {
      const file = fileIn(folder)
      writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
    catch: unavailable
  })

const countReceipts = Effect.gen(function* () {
  const { sql } = yield* Database
  const [row] = yield* Effect.tryPromise({ try: () => sql`select count(*)::int as receipts from erasure_receipts`, catch: unavailable })
  return Number(row?.receipts ?? 0)
})

/** Where the files are, and how to reach their database as its owner. */
interface Files {
  readonly data_dir: string
  readonly owner: DatabaseOptions["connect"]
}

const megabyte = 1024 * 1024
/** A table of this size is written in about a second, in which others wait for it. One that is in use, as by a backup, is left to the next look. */
const ofTurn = { bytes: 64 * megabyte, tries: 3 } as const satisfies Rewriting
/** All tables of the service are written within seconds then, before whoever stops it grows impatient. */
const ofEnd = { bytes: 4 * megabyte, tries: 1 } as const satisfies Rewriting

/** Answers the tables that were too large. */
const rewrite = Effect.fnUntraced(function* (owner: Files["owner"], rewriting: Rewriting) {
  yield* sweepEmptyCounts
  const sql = yield* pool({ connect: owner, maximumConnections: 1 })
  const { tables, left } = yield* Effect.tryPromise({ try: () => rewriteFiles(sql, rewriting), catch: unavailable })
  yield* Effect.logInfo("files of the database written again after erasures", { tables: tables.length })
  return left
}, Effect.scoped)

/** One look, and the files of all but large tables written again where that is due. */
export const rewriteAfterErasures = Effect.fnUntraced(function* (files: Files, before: Look | null) {
  const receipts = yield* countReceipts
  const kept = yield* readKept(files.data_dir)
  const at = yield* Clock.currentTimeMillis
  const due = rewritingIsDue(kept, before, { receipts, at })
  if (due) {
    const left = yield* rewrite(files.owner, ofTurn)
    if (left.length > 0)
      yield* Effect.logWarning(
        'Large tables still hold erased rows in their files: run "bun run records rewrite" in a quiet hour, which locks each of them while it writes it.',
        { tables: left }
      )
    yield* keep(files.data_dir, { receipts, at, settled: receipts === kept.receipts })
  }
  const look: Look = { receipts, more_since: due || receipts <= kept.receipts ? null : (before?.more_since ?? at) }
  return look
})

/** For the end of the service, so that a folder of which no one makes use any more holds nothing of what was erased last either. What is left is for the next start. */
export const rewriteAtTheEnd = Effect.fnUntraced(function* (files: Files) {
  const receipts = yield* countReceipts
  const kept = yield* readKept(files.data_dir)
  if (receipts === kept.receipts) return
  const left = yield* rewrite(files.owner, ofEnd)
  if (left.length === 0) yield* keep(files.data_dir, { receipts, at: yield* Clock.currentTimeMillis, settled: false })
})

const lookEvery = Duration.minutes(1)

/** For a process that owns the embedded server, whose files no one else looks after. Built before whatever else makes use of the database, so that it ends behind it. */
export const rewritingLayer = (settings: Settings) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { server } = yield* Embedded
      const owner = targetsOf(settings, server)?.owner
      if (server === null || owner === undefined || owner === null) return
      const seen = yield* Ref.make<Look | null>(null)
      const files = { data_dir: settings.data_dir, owner }
      const refused = Effect.logWarning("The files of the database could not be written again after erasures. It is tried again.")
      const turn = Effect.flatMap(Ref.get(seen), (before) => rewriteAfterErasures(files, before)).pipe(
        Effect.flatMap((look) => Ref.set(seen, look)),
        Effect.catchTag("StorageUnavailable", () => refused)
      )
      const context = yield* Effect.context<Database | Housekeeping>()
      yield* Effect.addFinalizer(() =>
        rewriteAtTheEnd(files).pipe(
          Effect.catchTag("StorageUnavailable", () => refused),
          Effect.provideContext(context)
        )
      )
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(lookEvery), turn)))
    })
  )
