import { Effect } from "effect"
import { after, now } from "../../kernel/foundation/time.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { scheduleFileErasure } from "../documents/erase-file.ts"
import { type dataExports, type ExportPart, exportRowLifetime, ExportStore, type ExportSubject, type StoredExport } from "./model.ts"

type ExportCondition = Condition<keyof typeof dataExports.columns>

/** Has the stored parts removed once the transaction at hand is committed. */
export const dropParts = (parts: ReadonlyArray<ExportPart>) =>
  Effect.forEach(parts, ({ name }) => scheduleFileErasure({ name, sha256: name }), { discard: true })

/** Ends a locked export: its file goes, and its row says no more than that there was one. */
export const endExport = Effect.fnUntraced(function* (row: StoredExport, status: "expired" | "failed") {
  const at = yield* now
  yield* dropParts(row.parts)
  yield* (yield* ExportStore).save({
    ...row,
    status,
    open_for: null,
    covers: [],
    parts: [],
    expires_at: row.expires_at ?? at,
    updated_at: at
  })
})

/** Exports that one look for those of a person finds. */
const foundAtOnce = 100

/**
 * Ends every export that may hold data of this session or identity, those that are being made too: what is erased is in no file that could still be
 * downloaded. Part of the transaction that erases, which holds the lock on the session or identity; running twice changes nothing more.
 */
export const eraseExportsOf = Effect.fnUntraced(function* ({ id }: Pick<ExportSubject, "id">) {
  const store = yield* ExportStore
  let ended = 0
  for (;;) {
    const found = yield* store.list({ where: [{ field: "covers", op: "overlaps", values: [id] }], limit: foundAtOnce })
    for (const each of found) {
      const row = yield* store.lock(each.id)
      if (row === undefined || !row.covers.includes(id)) continue
      yield* endExport(row, "expired")
      ended += 1
    }
    if (found.length < foundAtOnce) return ended
  }
})

/** Exports whose files a timer has to delete at this moment. */
export const expiredExports = (at: string): ReadonlyArray<ExportCondition> => [
  { field: "status", op: "eq", value: "ready" },
  { field: "expires_at", op: "lte", value: at }
]

/** Runs in a transaction. */
export const expireExport = Effect.fnUntraced(function* (id: string) {
  const row = yield* (yield* ExportStore).lock(id)
  if (row === undefined || row.status !== "ready" || row.expires_at === null || row.expires_at > (yield* now)) return
  yield* endExport(row, "expired")
})

/** Rows of exports that ended long ago. */
export const forgottenExports = (at: string): ReadonlyArray<ExportCondition> => [
  { field: "status", op: "in", values: ["expired", "failed"] },
  { field: "updated_at", op: "lte", value: after(at, -exportRowLifetime) }
]

/** Runs in a transaction. */
export const forgetExport = Effect.fnUntraced(function* (id: string) {
  const store = yield* ExportStore
  const row = yield* store.lock(id)
  if (row === undefined || row.parts.length > 0 || row.updated_at > after(yield* now, -exportRowLifetime)) return
  yield* store.remove(id)
})
