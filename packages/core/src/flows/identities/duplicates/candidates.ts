import { Effect } from "effect"
import { searchTerms } from "../../../kernel/storage/words.ts"
import { DocumentStore } from "../../../resources/documents/model.ts"
import { membersOf, pairsApart } from "../../../resources/identities/merging/members.ts"
import type { Party } from "../../../resources/identities/merging/merged-record.ts"
import { IdentityStore, type StoredIdentity } from "../../../resources/identities/model.ts"
import { addressLine, comparedForms, type DetailKind, detailDigest } from "../../../resources/identities/sealed.ts"
import { SessionStore } from "../../../resources/sessions/model.ts"
import { facesLike } from "./faces.ts"
import { mostSharing } from "./weights.ts"

/** Bounds of a search for candidates, each read by an index. */
const limits = { born: 200, named: 50, sessions: 50, documents: 200, candidates: 300 } as const

/** Everyone who may be the same as an identity, and what led to them. */
interface Candidates {
  readonly rows: ReadonlyArray<StoredIdentity>
  /** Who has a document in common with it. */
  readonly documents: ReadonlySet<string>
  readonly faces: ReadonlyMap<string, number>
  readonly many: ReadonlySet<string>
  /** More had to be looked at than the bounds allow. */
  readonly cut: boolean
}

/** The values of an identity that are found by their digests, with the form in which two of them are compared. */
const digestedOf = ({ details }: Party): ReadonlyArray<{ readonly kind: DetailKind; readonly value: string; readonly form: string }> => [
  ...details.identification_numbers.map(({ country, type, value }) => ({
    kind: "number" as const,
    value,
    form: [type, country ?? "", comparedForms.number(value)].join("\n")
  })),
  ...details.emails.map((value) => ({ kind: "email" as const, value, form: comparedForms.email(value) })),
  ...details.phones.map((value) => ({ kind: "phone" as const, value, form: comparedForms.phone(value) })),
  ...details.addresses.map((address) => ({
    kind: "address" as const,
    value: addressLine(address),
    form: comparedForms.address(addressLine(address))
  }))
]

/** Who shares a sealed value with it; those values that too many share. */
const byDigests = Effect.fnUntraced(function* (own: Party) {
  const store = yield* IdentityStore
  const rows: Array<StoredIdentity> = []
  const many = new Set<string>()
  for (const { form, kind, value } of digestedOf(own)) {
    const digest = yield* detailDigest(kind, value)
    const found = yield* store.list({ where: [{ field: "detail_digests", op: "overlaps", values: [digest] }], limit: mostSharing + 2 })
    const others = found.filter(({ id }) => id !== own.row.id)
    if (others.length > mostSharing) many.add(form)
    else rows.push(...others)
  }
  return { rows, many }
})

/** Ids of identities with a document of the same number, country and type. One that more than ten identities have is none. */
const byDocuments = Effect.fnUntraced(function* (identity_id: string) {
  const sessions = yield* (yield* SessionStore).list({
    where: [{ field: "identity_id", op: "eq", value: identity_id }],
    order: [{ field: "created_at", direction: "desc" }],
    limit: limits.sessions
  })
  const store = yield* DocumentStore
  const own =
    sessions.length === 0
      ? []
      : yield* store.list({ where: [{ field: "session_id", op: "in", values: sessions.map(({ id }) => id) }], limit: limits.documents })
  const fingerprints = new Set(own.map(({ fingerprint = null }) => fingerprint).filter((digest) => digest !== null))
  const ids = new Set<string>()
  for (const fingerprint of [...fingerprints].slice(0, mostSharing)) {
    const same = yield* store.list({
      where: [
        { field: "fingerprint", op: "eq", value: fingerprint },
        { field: "status", op: "ne", value: "redacted" }
      ],
      limit: limits.documents
    })
    const others = new Set(same.map((document) => document.identity_id).filter((id) => id !== null && id !== identity_id))
    if (others.size <= mostSharing) for (const id of others) if (id !== null) ids.add(id)
  }
  return ids
})

const byBirth = Effect.fnUntraced(function* ({ date_of_birth }: StoredIdentity) {
  if (date_of_birth === null) return []
  return yield* (yield* IdentityStore).list({ where: [{ field: "date_of_birth", op: "eq", value: date_of_birth }], limit: limits.born })
})

/** Who has a word of the family name and one of the given names, or two words of a name that is one. */
const byName = Effect.fnUntraced(function* ({ display_name, first_name, last_name }: StoredIdentity) {
  const apart = [searchTerms(last_name ?? "").at(-1), searchTerms(first_name ?? "")[0]].filter((term) => term !== undefined)
  const words = apart.length === 2 ? apart : searchTerms(display_name ?? "").slice(0, 2)
  if (words.length === 0) return []
  return yield* (yield* IdentityStore).list({
    where: words.map((value) => ({ field: "search_text", op: "word_starts_with", value }) as const),
    limit: limits.named
  })
})

/** No one who was marked as not being one with it, or with anyone who is part of either. */
const apartFrom = Effect.fnUntraced(function* (identity_id: string) {
  const { ids } = yield* membersOf(identity_id)
  const named = new Set((yield* pairsApart(ids)).flat())
  return Effect.fnUntraced(function* (other_id: string) {
    if (named.size === 0) return false
    const members = yield* membersOf(other_id)
    return members.ids.some((id) => named.has(id))
  })
})

/** Looks for everyone who may be the same: by values, documents, face, birth date and name. */
export const candidatesFor = Effect.fnUntraced(function* (own: Party, withFaces: boolean) {
  const store = yield* IdentityStore
  const { id } = own.row
  const digests = yield* byDigests(own)
  const documents = yield* byDocuments(id)
  const like = withFaces ? yield* facesLike(id) : null
  const faces = new Map<string, number>()
  for (const { score, session } of like?.found ?? []) {
    if (session.identity_id !== null) faces.set(session.identity_id, Math.max(score, faces.get(session.identity_id) ?? 0))
  }
  const born = yield* byBirth(own.row)
  const named = yield* byName(own.row)
  const found = new Map<string, StoredIdentity>()
  for (const row of digests.rows) found.set(row.id, row)
  for (const other of [...documents, ...faces.keys()]) {
    const row = found.get(other) ?? (yield* store.find(other))
    if (row !== undefined) found.set(other, row)
  }
  for (const row of [...named, ...born]) found.set(row.id, row)
  found.delete(id)
  const isApart = yield* apartFrom(id)
  const rows: Array<StoredIdentity> = []
  for (const row of found.values()) {
    if (rows.length === limits.candidates) break
    if (row.archived_at === null && !(yield* isApart(row.id))) rows.push(row)
  }
  const candidates: Candidates = {
    rows,
    documents,
    faces,
    many: digests.many,
    cut: born.length === limits.born || named.length === limits.named || found.size > limits.candidates
  }
  return candidates
})
