import { Effect, Schema } from "effect"
import type { Json } from "../../kernel/wire/json.ts"
import { asJson } from "../../kernel/wire/record-json.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import type { StoredIdentity } from "../../resources/identities/model.ts"
import { inBatches, type Target, writeSession } from "./contents.ts"
import { writeIdentity } from "./identity-contents.ts"
import { Staff } from "./staff.ts"

/** Largest export that is answered as JSON, in bytes. */
const mostInlineBytes = 5 * 1024 * 1024

/** There are files, or too many records: only an archive holds them. */
class NeedsArchive extends Schema.TaggedError<NeedsArchive>()("NeedsArchive", {}) {}

/** Keeps everything in memory, and gives up as soon as it is not for that. */
const collecting = () => {
  const staff = new Staff()
  const records: Record<string, Array<Json>> = {}
  let bytes = 0
  const target: Target<NeedsArchive, never> = {
    file: () => new NeedsArchive(),
    records: (path, rows) =>
      Effect.suspend(() => {
        const list = records[path] ?? []
        records[path] = list
        for (const row of rows) {
          const record = staff.without(asJson(row))
          bytes += Buffer.byteLength(JSON.stringify(record)) + 1
          if (bytes > mostInlineBytes) return new NeedsArchive()
          list.push(record)
        }
        return Effect.void
      })
  }
  return { target, records: (): Readonly<Record<string, ReadonlyArray<Json>>> => records }
}

/** What is stored about the person of a session by the paths that an archive would give it; null where it takes an archive. */
export const sessionRecords = Effect.fnUntraced(function* (session: StoredSession) {
  const { records, target } = collecting()
  return yield* writeSession(session, target).pipe(
    Effect.map(records),
    Effect.catchTag("NeedsArchive", () => Effect.succeed(null))
  )
})

/** The same across the sessions of an identity. */
export const identityRecords = Effect.fnUntraced(function* (identity: StoredIdentity) {
  const { records, target } = collecting()
  const where = [{ field: "identity_id", op: "eq", value: identity.id }] as const
  const all = Effect.gen(function* () {
    yield* writeIdentity(identity, target)
    yield* inBatches(yield* SessionStore, where, (rows) => Effect.forEach(rows, (row) => writeSession(row, target), { discard: true }))
  })
  return yield* all.pipe(
    Effect.map(records),
    Effect.catchTag("NeedsArchive", () => Effect.succeed(null))
  )
})
