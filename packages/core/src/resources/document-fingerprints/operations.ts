import { Effect, Schema } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { note } from "../../kernel/audit/log.ts"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { Conflict, InvalidInput, invalid, NotFound, type Problem } from "../../kernel/foundation/failure.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { line, TimestampInput } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { lookUps } from "../../kernel/resource/locks.ts"
import { versionRead } from "../../kernel/resource/version.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { readPage } from "../../kernel/storage/pages.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"
import { DocumentId, DocumentStore } from "../documents/model.ts"
import { numberFingerprint, registerDigest } from "./digests.ts"
import {
  documentFingerprints as described,
  DocumentFingerprint,
  FingerprintId,
  FingerprintKind,
  FingerprintStore,
  mostFingerprints,
  Reason,
  type StoredFingerprint,
  Verdict
} from "./model.ts"

const path = "/document-fingerprints"
const params = { document_fingerprint_id: FingerprintId }
const reading = scopes("settings:write", "identities:read", "documents:read")
const writing = scopes("settings:write")
const { find, lock, lockAsRead } = lookUps(FingerprintStore, described)
const reasonPurpose = "document-fingerprint-reason"

/** The row with its reason in clear. */
const shown = Effect.fnUntraced(function* (row: StoredFingerprint) {
  const reason = row.sealed_reason === null ? null : yield* (yield* Vault).open(reasonPurpose, row.id, row.sealed_reason)
  const fingerprint: DocumentFingerprint = { ...described.present(row), reason }
  return fingerprint
})

const sealed = Effect.fnUntraced(function* (id: string, reason: string | null) {
  return reason === null ? null : yield* (yield* Vault).seal(reasonPurpose, id, reason)
})

const future = Effect.fnUntraced(function* (expires_at: string | null | undefined) {
  if (expires_at != null && expires_at <= (yield* tenantNow))
    return yield* invalid(["body", "expires_at"], "past", "must lie in the future")
})

interface Given {
  readonly document_id?: string | undefined
  readonly kind?: StoredFingerprint["kind"] | undefined
  readonly number?: string | undefined
  readonly document_type?: typeof IdentityDocumentType.Type | undefined
  readonly country?: string | undefined
}

/** What a document is known by that a caller has the number of. */
const ofNumber = Effect.fnUntraced(function* ({ country, document_id, document_type, kind, number }: Given) {
  const problems: Array<Problem> = []
  const missing = (member: string) => problems.push({ loc: ["body", member], code: "missing", message: "is required beside number" })
  if (kind !== undefined && kind !== "number")
    problems.push({ loc: ["body", "kind"], code: "invalid", message: "must be number beside number" })
  if (document_id !== undefined) problems.push({ loc: ["body", "document_id"], code: "invalid", message: "must be left out beside number" })
  if (document_type === undefined) missing("document_type")
  if (country === undefined) missing("country")
  const value =
    number === undefined || document_type === undefined || country === undefined
      ? undefined
      : yield* numberFingerprint({ country, type: document_type, number })
  if (value === null) problems.push({ loc: ["body", "number"], code: "too_short", message: "must have at least four letters or digits" })
  if (problems.length > 0 || value == null) return yield* new InvalidInput({ code: "validation_error", problems })
  return { kind: "number" as const, value, document_type: document_type ?? null, country: country ?? null }
})

/** The same of one that was uploaded. */
const ofDocument = Effect.fnUntraced(function* ({ document_id, kind = "file" }: Given) {
  if (document_id === undefined) return yield* invalid(["body", "document_id"], "missing", "is required where no number is sent")
  const document = yield* (yield* DocumentStore).find(document_id)
  if (document === undefined || document.status === "redacted") return yield* new NotFound()
  const known = {
    number: document.fingerprint,
    file: document.blob === null ? null : document.sha256,
    perceptual: document.perceptual_hash
  }
  const value = known[kind]
  if (value == null) {
    return yield* invalid(
      ["body", "kind"],
      "not_read",
      `cannot be ${kind}: no ${kind === "number" ? "number" : "picture"} was read in the document`
    )
  }
  return { kind, value, document_type: document.document_type, country: document.issuing_country }
})

const create = operation(
  {
    summary: "Register a document to be known again",
    description:
      "Send `number` with `document_type` and `country`, or the `document_id` of a stored document with the `kind` by which to know it again (default: file). The number is stored as a keyed digest alone. In live sessions a known forgery gives `document_forged` for identity documents and `template_known_forgery` for proofs of address, a stolen document gives `blocklist_match`, and a watched one goes to a person as `duplicate_document`.",
    method: "POST",
    path,
    access: writing,
    effect: "write",
    body: {
      number: Schema.optionalKey(line(64, { "x-personal": true })),
      document_type: Schema.optionalKey(IdentityDocumentType),
      country: Schema.optionalKey(CountryCode),
      document_id: Schema.optionalKey(DocumentId),
      kind: Schema.optionalKey(FingerprintKind),
      verdict: Verdict,
      reason: Schema.optionalKey(Reason),
      expires_at: Schema.optionalKey(Schema.NullOr(TimestampInput))
    },
    output: DocumentFingerprint,
    status: 201,
    conflicts: ["entry_exists", "row_limit_reached"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ expires_at = null, reason = null, verdict, ...given }) {
    yield* future(expires_at)
    const { country, document_type, kind, value } = yield* given.number === undefined ? ofDocument(given) : ofNumber(given)
    const store = yield* FingerprintStore
    if ((yield* store.page({ limit: 1 })).total >= mostFingerprints) {
      return yield* new Conflict({ code: "row_limit_reached", detail: `The register already holds ${mostFingerprints} documents.` })
    }
    const { environment } = yield* Tenant
    const [at, id, digest] = [yield* tenantNow, yield* makeId("dfp"), yield* registerDigest(kind, value)]
    const row: StoredFingerprint = {
      id,
      environment,
      kind,
      document_type,
      country,
      verdict,
      sealed_reason: yield* sealed(id, reason),
      expires_at,
      match_count: 0,
      last_matched_at: null,
      digest,
      active_digest: digest,
      ...(given.document_id === undefined ? {} : { document_id: given.document_id }),
      archived_at: null,
      version: 1,
      created_at: at,
      updated_at: at
    }
    if (!(yield* store.insertIfAbsent(row))) {
      return yield* new Conflict({
        code: "entry_exists",
        detail: "The document is registered already. Change that entry, or archive it first."
      })
    }
    yield* note({ type: "document_fingerprint", id }, [{ path: "verdict", from: null, to: verdict }])
    return yield* shown(row)
  })
)

const list = operation(
  {
    summary: "List the register of documents, newest first",
    description: "Archived entries are left out unless you ask for them.",
    method: "GET",
    path,
    access: reading,
    effect: "read",
    query: {
      ...pageFields(),
      verdict: Schema.optionalKey(Schema.Array(Verdict).check(Schema.isMaxLength(3))),
      archived: Schema.optionalKey(Schema.Boolean)
    },
    output: pageOf(DocumentFingerprint)
  },
  Effect.fnUntraced(function* ({ after, archived = false, limit, offset, verdict }) {
    const where: Array<Condition<keyof typeof described.columns>> = [{ field: "archived_at", op: archived ? "not_null" : "is_null" }]
    if (verdict !== undefined) where.push({ field: "verdict", op: "in", values: verdict })
    const { pagination, rows } = yield* readPage(yield* FingerprintStore, { where }, { after, limit, offset })
    return { data: yield* Effect.forEach(rows, shown), pagination }
  })
)

const get = operation(
  {
    summary: "Get an entry of the register of documents",
    method: "GET",
    path: `${path}/{document_fingerprint_id}`,
    access: reading,
    effect: "read",
    params,
    output: DocumentFingerprint
  },
  ({ document_fingerprint_id }) => Effect.flatMap(find(document_fingerprint_id), shown)
)

const update = operation(
  {
    summary: "Change the verdict on a registered document, its reason or its end",
    method: "PATCH",
    path: `${path}/{document_fingerprint_id}`,
    access: writing,
    effect: "write",
    params,
    body: {
      ...versionRead,
      verdict: Schema.optionalKey(Verdict),
      reason: Schema.optionalKey(Reason),
      expires_at: Schema.optionalKey(Schema.NullOr(TimestampInput))
    },
    output: DocumentFingerprint,
    conflicts: ["stale_object", "row_archived"]
  },
  Effect.fnUntraced(function* ({ document_fingerprint_id: id, expires_at, reason, verdict, version }) {
    const before = yield* lockAsRead(id, version)
    yield* future(expires_at)
    yield* note({ type: "document_fingerprint", id }, [
      ...(verdict === undefined ? [] : [{ path: "verdict", from: before.verdict, to: verdict }]),
      ...(expires_at === undefined ? [] : [{ path: "expires_at", from: before.expires_at, to: expires_at }]),
      ...(reason === undefined ? [] : [{ path: "reason", from: null, to: null }])
    ])
    const next: StoredFingerprint = {
      ...before,
      verdict: verdict ?? before.verdict,
      expires_at: expires_at === undefined ? before.expires_at : expires_at,
      sealed_reason: reason === undefined ? before.sealed_reason : yield* sealed(id, reason),
      updated_at: yield* tenantNow
    }
    return yield* shown(yield* (yield* FingerprintStore).save(next))
  })
)

const archive = operation(
  {
    summary: "Archive an entry of the register of documents",
    description: "The document is no longer known again, and can be registered again. Archiving an archived entry changes nothing.",
    method: "DELETE",
    path: `${path}/{document_fingerprint_id}`,
    access: writing,
    effect: "write",
    params,
    output: DocumentFingerprint
  },
  Effect.fnUntraced(function* ({ document_fingerprint_id: id }) {
    const before = yield* lock(id)
    yield* note({ type: "document_fingerprint", id })
    if (before.archived_at !== null) return yield* shown(before)
    const at = yield* tenantNow
    return yield* shown(yield* (yield* FingerprintStore).save({ ...before, active_digest: null, archived_at: at, updated_at: at }))
  })
)

export const documentFingerprints = operations("document_fingerprints", { create, list, get, update, archive })
