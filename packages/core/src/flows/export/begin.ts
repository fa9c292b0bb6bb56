import { Effect } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { now } from "../../kernel/foundation/time.ts"
import { JobQueue } from "../../kernel/jobs/job.ts"
import { ExportStore, type ExportSubject, type StoredExport } from "../../resources/exports/model.ts"
import { makeExportJob } from "./make.ts"

/** Begins the export of a locked session or identity; one that is being made is answered again. */
export const beginExport = Effect.fnUntraced(function* (subject: ExportSubject) {
  const exports = yield* ExportStore
  const underWay = Effect.map(exports.list({ where: [{ field: "open_for", op: "eq", value: subject.id }], limit: 1 }), ([row]) => row)
  const found = yield* underWay
  if (found !== undefined) return found
  const { environment } = yield* Tenant
  const at = yield* now
  const row: StoredExport = {
    id: yield* makeId("exp"),
    environment,
    subject,
    status: "processing",
    size_bytes: null,
    sha256: null,
    expires_at: null,
    open_for: subject.id,
    covers: [subject.id],
    parts: [],
    version: 1,
    created_at: at,
    updated_at: at
  }
  if (!(yield* exports.insertIfAbsent(row))) {
    return (yield* underWay) ?? (yield* new StorageUnavailable({ cause: new Error("an export ended while another one began") }))
  }
  yield* (yield* JobQueue).enqueue({ id: yield* makeId("exp"), name: makeExportJob, payload: { export_id: row.id }, due_at: at })
  return row
})
