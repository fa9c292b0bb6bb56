import { Effect } from "effect"
import { makeId } from "../../kernel/foundation/id.ts"
import { DocumentStore } from "../../resources/documents/model.ts"
import { settledWith } from "../../resources/identities/change.ts"
import { noDetails } from "../../resources/identities/details.ts"
import { lockLinking } from "../../resources/identities/link-lock.ts"
import { IdentityStore, mostMerges, newIdentity } from "../../resources/identities/model.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { effectiveOrganization } from "../../resources/settings/organization.ts"
import { judgeNames } from "../../verification/names/judge/judge.ts"
import { normalizedText } from "../../verification/names/text/normalized.ts"
import { type SessionFacts, sessionFacts } from "./session-facts.ts"

/** Sessions with the same document that are compared, newest first. */
const mostCompared = 20

/** The identity with this id, or the one that it was merged into; locked. None whose data was erased. */
const lockStanding = Effect.fnUntraced(function* (id: string) {
  const store = yield* IdentityStore
  let row = yield* store.lock(id)
  for (let step = 0; step < mostMerges && row !== undefined && row.merged_into_id !== null; step += 1) {
    row = yield* store.lock(row.merged_into_id)
  }
  return row?.erasure === undefined ? row : undefined
})

const byReference = Effect.fnUntraced(function* (reference: string | null) {
  if (reference === null) return undefined
  const [found] = yield* (yield* IdentityStore).list({ where: [{ field: "external_reference", op: "eq", value: reference }], limit: 1 })
  return found === undefined ? undefined : yield* lockStanding(found.id)
})

const normalized = (text: string): string => normalizedText(text).trim()

const sameSurname = (one: string, other: string): boolean =>
  normalized(one) === normalized(other) ||
  judgeNames({ given_names: "", surname: one }, { given_names: "", surname: other }).outcome === "agrees"

/** Whether two documents with one number name one holder: a number alone may have been misread, or given twice. */
const sameHolder = ({ verified: one }: SessionFacts, { verified: other }: SessionFacts): boolean => {
  const [surname, otherSurname] = [one.identity_document?.surname?.value, other.identity_document?.surname?.value]
  const [birth, otherBirth] = [one.identity_document?.date_of_birth?.value, other.identity_document?.date_of_birth?.value]
  if (surname === undefined || otherSurname === undefined || birth === undefined || otherBirth === undefined) return false
  return birth === otherBirth && sameSurname(surname, otherSurname)
}

/** The identity of an approved session with the same document and holder. */
const byDocument = Effect.fnUntraced(function* (session: StoredSession, facts: SessionFacts) {
  const { fingerprint } = facts
  if (fingerprint === null) return undefined
  const documents = yield* (yield* DocumentStore).list({
    where: [
      { field: "fingerprint", op: "eq", value: fingerprint },
      { field: "status", op: "ne", value: "redacted" }
    ],
    order: [{ field: "created_at", direction: "desc" }],
    limit: 100
  })
  const others = [...new Set(documents.map(({ session_id }) => session_id))].filter((id) => id !== null && id !== session.id)
  for (const id of others.slice(0, mostCompared)) {
    const other = id === null ? undefined : yield* (yield* SessionStore).find(id)
    if (other?.status !== "approved" || other.identity_id === null || other.redacted_at !== null) continue
    if (!sameHolder(facts, yield* sessionFacts(other))) continue
    const found = yield* lockStanding(other.identity_id)
    if (found !== undefined) return found
  }
  return undefined
})

const born = Effect.fnUntraced(function* ({ environment, external_reference }: StoredSession, at: string) {
  const id = yield* makeId("idn")
  const identity = yield* settledWith({ ...newIdentity({ id, environment, at }), external_reference }, noDetails)
  const store = yield* IdentityStore
  if (external_reference !== null) return (yield* store.insertIfAbsent(identity)) ? identity : undefined
  // Nothing else can stand in its place: it is written once, with all that the session says of it.
  yield* store.insert(identity)
  return identity
})

/**
 * The identity of a session that is about to be decided, locked: the one that it was created for, or of its external reference, or of its document,
 * or for an approved one a new one. Two sessions with one reference or document wait for one another, so that they find the same identity.
 */
export const identityOf = Effect.fnUntraced(function* (session: StoredSession, facts: SessionFacts, at: string) {
  if (session.identity_id !== null) {
    const identity = yield* lockStanding(session.identity_id)
    return identity === undefined ? null : { identity, fresh: false }
  }
  if ((yield* effectiveOrganization).identity_linking === "explicit") return null
  if (facts.fingerprint !== null) yield* lockLinking(facts.fingerprint, at)
  const found = (yield* byReference(session.external_reference)) ?? (yield* byDocument(session, facts))
  if (found !== undefined) return { identity: found, fresh: false }
  if (session.status !== "approved") return null
  const identity = yield* born(session, at)
  if (identity !== undefined) return { identity, fresh: true }
  // Another session with this reference was first; it was waited for.
  const other = yield* byReference(session.external_reference)
  return other === undefined ? null : { identity: other, fresh: false }
})
