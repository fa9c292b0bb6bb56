import { createHash } from "node:crypto"
import { Effect, Schema } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { Entropy } from "../../kernel/foundation/id.ts"
import { after, now } from "../../kernel/foundation/time.ts"
import { JobFailed, job } from "../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import type { Json } from "../../kernel/wire/json.ts"
import { BlobStore } from "../../resources/documents/blobs.ts"
import { scheduleFileErasure } from "../../resources/documents/erase-file.ts"
import { store, used } from "../../resources/documents/stored-files.ts"
import { dropParts, endExport } from "../../resources/exports/end.ts"
import {
  ExportId,
  exportLifetime,
  type ExportPart,
  ExportStore,
  mostReadyExports,
  type StoredExport
} from "../../resources/exports/model.ts"
import { IdentityStore } from "../../resources/identities/model.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { Archive } from "./archive.ts"
import { inBatches, type Target, writeSession } from "./contents.ts"
import { announceIdentityExport, announceSessionExport } from "./announce.ts"
import { writeIdentity } from "./identity-contents.ts"
import { asJson } from "../../kernel/wire/record-json.ts"
import { Staff } from "./staff.ts"

export const makeExportJob = "exports.make"
const Payload = Schema.Struct({ export_id: ExportId })

/** The export has ended meanwhile, or another run goes on with it: this one stops, and nothing is wrong. */
class Overtaken extends Schema.TaggedError<Overtaken>()("Overtaken", {}) {}
/** More than one file can hold. */
class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", {}) {}

const prefixBytes = 16
const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(effect))

/** The export for a change, while it is still being made. */
const lockOpen = Effect.fnUntraced(function* (id: string) {
  const row = yield* (yield* ExportStore).lock(id)
  return row === undefined || row.status !== "processing" ? yield* new Overtaken() : row
})

const stored = (prefix: string, content: Uint8Array): Uint8Array => Buffer.concat([Buffer.from(prefix, "hex"), content])

/** The content of a stored part. */
export const contentOf = (bytes: Uint8Array): Uint8Array => bytes.subarray(prefixBytes)

/** Whether a part that an earlier run stored is the one that is made now. */
const isThat = ({ name, prefix }: ExportPart, content: Uint8Array): boolean =>
  createHash("sha256").update(stored(prefix, content)).digest("hex") === name

/**
 * Keeps the part at this place: one that an earlier run stored stays. If what is exported has changed since then, that part and all after it are made
 * again. A file that no row takes up is removed.
 */
const keepPart = Effect.fnUntraced(function* (id: string, place: number, content: Uint8Array) {
  const before = yield* (yield* ExportStore).find(id)
  const there = before?.parts[place]
  if (there !== undefined && isThat(there, content)) return
  const prefix = Buffer.from((yield* Entropy).bytes(prefixBytes)).toString("hex")
  const file = yield* store(stored(prefix, content))
  const taken = yield* inTransaction(
    Effect.gen(function* () {
      const exports = yield* ExportStore
      const row = yield* exports.lock(id)
      if (row === undefined || row.status !== "processing" || row.parts.length < place || row.version !== before?.version) {
        yield* scheduleFileErasure(file)
        return false
      }
      yield* used([file.entry])
      yield* dropParts(row.parts.slice(place))
      const parts = [...row.parts.slice(0, place), { name: file.name, prefix, size: content.length }]
      yield* exports.save({ ...row, parts, updated_at: yield* now })
      return true
    })
  )
  if (!taken) return yield* new Overtaken()
})

/** The archive of an export as something to write to. */
const archiveTarget = (row: StoredExport, archive: Archive, staff: Staff) => {
  let path: string | null = null
  let place = 0
  const drain = Effect.fnUntraced(function* (rest: "whole parts" | "the rest") {
    if (archive.isFull) return yield* new TooLarge()
    for (let part = archive.take(rest); part !== undefined; part = archive.take(rest)) {
      yield* keepPart(row.id, place, part)
      place += 1
    }
  })
  const text = (value: Json): Uint8Array => Buffer.from(JSON.stringify(value, null, 2))
  /** Records of one path are one list. */
  const endList = () => {
    if (path !== null) archive.write(Buffer.from("\n]\n"))
    path = null
  }
  return {
    records: (to: string, rows: ReadonlyArray<object>) =>
      Effect.suspend(() => {
        if (to !== path) {
          endList()
          archive.begin(to, "text")
        }
        for (const record of rows) {
          archive.write(Buffer.from(path === to ? ",\n" : "[\n"))
          path = to
          archive.write(text(staff.without(asJson(record))))
        }
        return drain("whole parts")
      }),
    file: (to: string, { blob }: { readonly blob: string }) =>
      Effect.gen(function* () {
        const bytes = yield* (yield* BlobStore).get(blob)
        // One that was erased meanwhile is in no export.
        if (bytes === undefined) return
        endList()
        archive.begin(to, "file")
        archive.write(bytes)
        archive.end()
        yield* drain("whole parts")
      }),
    close: (manifest: () => Json) =>
      Effect.suspend(() => {
        endList()
        archive.end()
        archive.begin("manifest.json", "text")
        archive.write(text(manifest()))
        archive.close()
        return Effect.map(drain("the rest"), () => place)
      })
  }
}

/** Sessions that one transaction enters. */
const enteredAtOnce = 50

/**
 * Enters sessions into the export before any of their data is read, under their locks: an erasure that comes later finds the export and ends it, and
 * of one that came before, nothing is left to be read.
 */
const cover = Effect.fnUntraced(function* (export_id: string, ids: ReadonlyArray<string>) {
  const sessions = yield* SessionStore
  for (const id of [...ids].sort()) yield* sessions.lock(id)
  const row = yield* lockOpen(export_id)
  const missing = ids.filter((id) => !row.covers.includes(id))
  if (missing.length > 0) yield* (yield* ExportStore).save({ ...row, covers: [...row.covers, ...missing] })
})

const writeSessions = Effect.fnUntraced(function* <E, R>(row: StoredExport, ids: ReadonlyArray<string>, target: Target<E, R>) {
  const sessions = yield* SessionStore
  for (let first = 0; first < ids.length; first += enteredAtOnce) {
    const some = ids.slice(first, first + enteredAtOnce)
    yield* inTransaction(cover(row.id, some))
    for (const id of some) {
      const session = yield* sessions.find(id)
      if (session !== undefined) yield* writeSession(session, target)
    }
  }
})

const sessionsOf = Effect.fnUntraced(function* (identity_id: string) {
  const ids: Array<string> = []
  const where = [{ field: "identity_id", op: "eq", value: identity_id }] as const
  yield* inBatches(yield* SessionStore, where, (rows: ReadonlyArray<StoredSession>) =>
    Effect.sync(() => void ids.push(...rows.map(({ id }) => id)))
  )
  return ids
})

const writeSubject = Effect.fnUntraced(function* <E, R>(row: StoredExport, target: Target<E, R>) {
  if (row.subject.type === "session") return yield* writeSessions(row, [row.subject.id], target)
  const identity = yield* (yield* IdentityStore).find(row.subject.id)
  if (identity === undefined) return
  yield* writeIdentity(identity, target)
  yield* writeSessions(row, yield* sessionsOf(identity.id), target)
})

/** What the person may want to know that the files do not say. */
const notes = [
  "Every file is listed with its size and SHA-256. Times are in UTC.",
  "People who work for the organization appear as reviewer_1, reviewer_2 and so on.",
  "Other people appear by the ids of their records alone. Names of listed persons who turned out to be someone else are left out.",
  "Templates of faces, tokens of links and keyed digests are not exported."
]

/** The last transaction: the export is ready if nothing that it covers was erased since it began, and else it was ended by that. */
const finish = Effect.fnUntraced(function* (
  row: StoredExport,
  made: { readonly sha256: string; readonly size: number; readonly parts: number }
) {
  const exported = { subject_id: row.subject.id, export_id: row.id, since: row.created_at }
  const announced = yield* row.subject.type === "session" ? announceSessionExport(exported) : announceIdentityExport(exported)
  const exports = yield* ExportStore
  const open = yield* lockOpen(row.id)
  if (open.parts.length < made.parts) return yield* new Overtaken()
  if (announced === "erased") return yield* endExport(open, "expired")
  yield* dropParts(open.parts.slice(made.parts))
  const at = yield* now
  yield* exports.save({
    ...open,
    status: "ready",
    open_for: null,
    parts: open.parts.slice(0, made.parts),
    sha256: made.sha256,
    size_bytes: made.size,
    expires_at: after(at, exportLifetime),
    updated_at: at
  })
  const older = yield* exports.list({
    where: [
      { field: "covers", op: "overlaps", values: [row.subject.id] },
      { field: "status", op: "eq", value: "ready" }
    ],
    order: [{ field: "created_at", direction: "desc" }],
    limit: 100
  })
  const same = older.filter(({ id, subject }) => id !== row.id && subject.id === row.subject.id)
  for (const { id } of same.slice(mostReadyExports - 1)) {
    const oldest = yield* exports.lock(id)
    if (oldest?.status === "ready") yield* endExport(oldest, "expired")
  }
})

const fail = Effect.fnUntraced(function* (id: string) {
  const row = yield* (yield* ExportStore).lock(id)
  if (row?.status === "processing") yield* endExport(row, "failed")
})

const make = Effect.fnUntraced(function* (export_id: string) {
  const row = yield* (yield* ExportStore).find(export_id)
  if (row === undefined || row.status !== "processing") return
  const { environment, organization } = yield* Tenant
  const archive = new Archive(row.created_at)
  const target = archiveTarget(row, archive, new Staff())
  yield* writeSubject(row, target)
  const parts = yield* target.close(() => ({
    object: "export_manifest",
    format: 1,
    export_id,
    organization_id: organization,
    environment,
    subject: { ...row.subject },
    requested_at: row.created_at,
    notes,
    files: archive.files.map((file) => ({ ...file }))
  }))
  yield* inTransaction(finish(row, { sha256: archive.digest(), size: archive.size, parts }))
})

const handle = ({ export_id }: typeof Payload.Type) =>
  make(export_id).pipe(
    Effect.catchTags({
      Overtaken: () => Effect.void,
      TooLarge: () => inTransaction(fail(export_id)),
      Conflict: ({ code }) =>
        code === "stale_object" ? new JobFailed({ reason: "the export changed meanwhile" }) : new JobFailed({ reason: code })
    })
  )

export const jobs = [
  job({
    name: makeExportJob,
    payload: Payload,
    // A run that is broken off leaves its parts, and the next one goes on behind them.
    retry_seconds: [2, 10, 60, 600, 3_600],
    timeout_seconds: 900,
    concurrency: 2,
    handle,
    abandon: ({ export_id }) => Effect.asVoid(inTransaction(fail(export_id)))
  })
] as const
