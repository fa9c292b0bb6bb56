import { Effect, Schema, Stream } from "effect"
import { Caller, Tenant } from "../../kernel/access/caller.ts"
import { note } from "../../kernel/audit/log.ts"
import { isAnyWithheld } from "../../kernel/access/withheld.ts"
import { Conflict, Gone, MissingScope, NotFound, StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { now } from "../../kernel/foundation/time.ts"
import { operation, scopes, type StreamedFile } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { Accept, prefersJson } from "../../kernel/wire/negotiation.ts"
import { BlobStore } from "../../resources/documents/blobs.ts"
import { Export, ExportId, ExportStore, ExportSubject, isReadyAt, presentExport, type StoredExport } from "../../resources/exports/model.ts"
import { findIdentity } from "../../resources/identities/change.ts"
import { IdentityReference, IdentityStore } from "../../resources/identities/model.ts"
import { lockSession } from "../../resources/sessions/change.ts"
import { SessionId } from "../../resources/sessions/model.ts"
import { announceIdentityExport, announceSessionExport } from "./announce.ts"
import { beginExport } from "./begin.ts"
import { identityRecords, sessionRecords } from "./inline.ts"
import { contentOf } from "./make.ts"

const access = scopes("verifications:read")

const Records = Schema.Record(
  Schema.String.check(Schema.isMaxCodePoints(200)),
  Schema.Array(Schema.Json).check(Schema.isMaxLength(1_000_000))
).annotate({
  "x-free-form": true,
  "x-personal": true,
  description: "Lists of records by the paths that they have in an archive. Names of members keep their casing"
})

/** A whole export in one answer. */
const ExportedRecords = Schema.Struct({
  object: Schema.Literal("exported_records"),
  subject: ExportSubject,
  generated_at: Timestamp,
  records: Records
}).annotate({ identifier: "ExportedRecords" })

const output = Schema.Union([Export, ExportedRecords])
const status = { of: (answer: object) => ("records" in answer ? 200 : 202), all: [200, 202] } as const

const describe = (what: string, more = "") =>
  `All that is stored about ${what}, for a request under article 15 of the GDPR.${more} Where there are no files, the records have at most 5 MB and \`Accept\` names \`application/json\`, the answer holds them (200). Otherwise a ZIP file is made (202): \`GET /exports/{id}\` says when it is ready. While one is being made, further requests answer the same export. People who work for you appear as \`reviewer_1\`, other people by the ids of their records.`

/** An identity spans its sessions, so that it takes the right to read both. */
const mayReadIdentities = Effect.gen(function* () {
  const { credential } = yield* Caller
  if (credential.type === "api_key" && !credential.scopes.has("identities:read")) {
    return yield* new MissingScope({ accepted: ["identities:read"] })
  }
})

/** Answers the records at once where they are few and the caller wants them so, and begins an archive else. */
const answer = Effect.fnUntraced(function* <E, R, E2, R2>(
  subject: ExportSubject,
  records: Effect.Effect<Readonly<Record<string, ReadonlyArray<Schema.Json>>> | null, E, R>,
  announced: Effect.Effect<unknown, E2, R2>
) {
  yield* note(subject)
  const found = prefersJson(yield* Accept) ? yield* records : null
  if (found === null) return yield* presentExport(yield* beginExport(subject))
  yield* announced
  return { object: "exported_records" as const, subject, generated_at: yield* now, records: found }
})

/** What an answer that holds everything is announced as. */
const inline = (subject_id: string) => Effect.map(now, (since) => ({ subject_id, export_id: null, since }))

const exportSession = operation(
  {
    summary: "Export the data of a session",
    description: describe("the person of a session"),
    method: "GET",
    path: "/sessions/{session_id}/export",
    access,
    effect: "write",
    params: { session_id: SessionId },
    output,
    status,
    quota: "heavy",
    negotiated: true,
    emits: ["session.exported"]
  },
  Effect.fnUntraced(function* ({ session_id }) {
    const session = yield* lockSession(session_id)
    const announced = Effect.flatMap(inline(session.id), announceSessionExport)
    return yield* answer({ type: "session", id: session.id }, sessionRecords(session), announced)
  })
)

const exportIdentity = operation(
  {
    summary: "Export the data of an identity with its sessions",
    description: describe("an identity", " Needs `identities:read` beside `verifications:read`."),
    method: "GET",
    path: "/identities/{identity_id}/export",
    access,
    effect: "write",
    params: { identity_id: IdentityReference },
    output,
    status,
    quota: "heavy",
    negotiated: true,
    moved: true,
    emits: ["identity.exported"]
  },
  Effect.fnUntraced(function* ({ identity_id }) {
    yield* mayReadIdentities
    const identity = yield* (yield* IdentityStore).lock((yield* findIdentity(identity_id)).id)
    if (identity === undefined) return yield* new NotFound()
    const announced = Effect.flatMap(inline(identity.id), announceIdentityExport)
    return yield* answer({ type: "identity", id: identity.id }, identityRecords(identity), announced)
  })
)

const params = { export_id: ExportId }

/** An export of an identity shows more than its sessions, and is not shown to who could not have asked for it. */
const findExport = Effect.fnUntraced(function* (id: string) {
  const row = yield* (yield* ExportStore).find(id)
  if (row === undefined || (yield* isAnyWithheld([row.subject.id, ...row.covers]))) return yield* new NotFound()
  if (row.subject.type === "identity") yield* mayReadIdentities
  return row
})

const get = operation(
  {
    summary: "Get an export",
    description: "`download_url` is there once it is ready, for 24 hours. Exports end early when data that they hold is erased.",
    method: "GET",
    path: "/exports/{export_id}",
    access,
    effect: "read",
    params,
    output: Export
  },
  ({ export_id }) => Effect.flatMap(findExport(export_id), presentExport)
)

const ArchiveContent = Schema.declare(
  (input): input is StreamedFile => typeof input === "object" && input !== null && "content" in input
).annotate({ identifier: "ArchiveContent" })

const missing = new StorageUnavailable({ cause: new Error("a part of an export is not in the object store") })

/** The file part by part, so that memory holds one of them. The first is read before anything is answered. */
const contentsOf = Effect.fnUntraced(function* ({ parts }: StoredExport) {
  const blobs = yield* BlobStore
  const tenant = yield* Tenant
  const [first, ...others] = parts.map(({ name }) =>
    blobs.get(name).pipe(
      Effect.flatMap((bytes) => (bytes === undefined ? Effect.fail(missing) : Effect.succeed(contentOf(bytes)))),
      Effect.provideService(Tenant, tenant)
    )
  )
  if (first === undefined) return yield* missing
  return Stream.concat(
    Stream.succeed(yield* first),
    Stream.mapEffect(Stream.fromIterable(others), (part) => part)
  )
})

const download = operation(
  {
    summary: "Download an export",
    description:
      "A ZIP file with the records, the documents as they were uploaded, the trail of decisions, and `manifest.json`, which lists every file with its SHA-256. 410 once it has expired.",
    method: "GET",
    path: "/exports/{export_id}/download",
    access,
    effect: "read",
    params,
    output: ArchiveContent,
    file: ["application/zip"],
    quota: "heavy",
    conflicts: ["export_not_ready"],
    gone: true
  },
  Effect.fnUntraced(function* ({ export_id }) {
    const row = yield* findExport(export_id)
    if (row.status === "processing" || row.status === "failed") {
      const detail =
        row.status === "failed"
          ? "The export could not be made. Ask for a new one."
          : "The export is still being made. Ask GET /exports/{id} until its status is ready."
      return yield* new Conflict({ code: "export_not_ready", detail, context: { status: row.status } })
    }
    if (!isReadyAt(row, yield* now) || row.size_bytes === null) {
      return yield* new Gone({ detail: "The export has expired, and its file was deleted. Ask for a new one.", can_request_new: true })
    }
    const content = yield* contentsOf(row)
    return { content, size_bytes: row.size_bytes, mime_type: "application/zip", filename: `${row.subject.type}-export-${row.id}.zip` }
  })
)

export const sessionExport = operations("sessions", { export: exportSession })
export const identityExport = operations("identities", { export: exportIdentity })
export const dataExports = operations("exports", { get, download })
