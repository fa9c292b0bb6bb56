import { Context, Effect, Schema } from "effect"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"
import { idSchema } from "../../kernel/foundation/id.ts"
import { PublicUrl } from "../../kernel/foundation/public-url.ts"
import { days, hours, now } from "../../kernel/foundation/time.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { resource, type Stored } from "../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"

export const ExportId = idSchema("exp")

/** How long an export can be downloaded once it is ready. */
export const exportLifetime = hours(24)
/** How long its row says that it was made, once it has ended. */
export const exportRowLifetime = days(30)
/** Exports of one person that can be downloaded at the same time; a further one ends the oldest. */
export const mostReadyExports = 5

export const ExportSubject = Schema.Struct({
  type: Schema.Literals(["session", "identity"]),
  id: Schema.String.check(Schema.isMaxCodePoints(64))
}).annotate({ identifier: "ExportSubject" })
export type ExportSubject = typeof ExportSubject.Type

const ExportStatus = Schema.Literals(["processing", "ready", "failed", "expired"]).annotate({ identifier: "ExportStatus" })

/** All that is stored about a person, as one file for them. */
export const Export = Schema.Struct({
  id: ExportId,
  object: Schema.Literal("export"),
  environment: EnvironmentName,
  subject: ExportSubject,
  status: ExportStatus,
  download_url: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(2048))).annotate({
    description: "Where the ZIP file is fetched with an API key; null until it is ready, and once it has expired"
  }),
  size_bytes: Schema.NullOr(Schema.Int),
  sha256: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64))).annotate({
    description: "Of the ZIP file; null until it is ready"
  }),
  expires_at: Schema.NullOr(Timestamp).annotate({ description: "When the file is deleted: 24 hours after it was ready" }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Export" })
export interface Export extends Schema.Schema.Type<typeof Export> {}

/** A piece of the ZIP file, sealed in the object store behind a prefix of its own, so that no two stored files are ever the same. */
export interface ExportPart {
  readonly name: string
  /** Hexadecimal digits. */
  readonly prefix: string
  readonly size: number
}

export interface StoredExport extends Stored<Export, "download_url"> {
  /** The person while it is made: two requests at once make one export. */
  readonly open_for: string | null
  /** Ids of the sessions and the identity whose data it may hold: erasing one of them ends it. Empty once it has ended. */
  readonly covers: ReadonlyArray<string>
  readonly parts: ReadonlyArray<ExportPart>
}

export const dataExports = resource<StoredExport>()({
  object: "export",
  schema: Export,
  in_schema_order: true,
  table: "exports",
  columns: {
    status: { type: "text" },
    open_for: { type: "text" },
    covers: { type: "list" },
    expires_at: { type: "text" },
    created_at: { type: "text" },
    updated_at: { type: "text" }
  },
  unique: [["open_for"]],
  derived: { download_url: () => null }
})
export class ExportStore extends Context.Service<ExportStore, CollectionOf<typeof dataExports>>()("@vouchkit/core/exports/ExportStore") {}

/** Whether its file can be downloaded at this moment, whatever a timer has done by then. */
export const isReadyAt = ({ expires_at, status }: StoredExport, at: string): boolean =>
  status === "ready" && expires_at !== null && expires_at > at

/** The export as the API shows it. */
export const presentExport = Effect.fnUntraced(function* (row: StoredExport) {
  const { base } = yield* PublicUrl
  const ready = isReadyAt(row, yield* now)
  return {
    ...dataExports.present(row),
    status: row.status === "ready" && !ready ? ("expired" as const) : row.status,
    download_url: ready ? `${base}/api/v1/exports/${row.id}/download` : null
  }
})
