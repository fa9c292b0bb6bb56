import { Effect } from "effect"
import { announceIdentity, settledWith } from "../../resources/identities/change.ts"
import { type IdentityAssurance, noAssurance, strongerAssurance } from "../../resources/identities/assurance.ts"
import type { SealedDetails } from "../../resources/identities/details.ts"
import { IdentityStore, plainFields, type StoredIdentity } from "../../resources/identities/model.ts"
import { openDetails } from "../../resources/identities/sealed.ts"
import { filled, saysAnything, withdrawn } from "../../resources/identities/verified.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { effectiveOrganization } from "../../resources/settings/organization.ts"
import { earnedAssurance } from "./assurance.ts"
import { withSubject } from "./monitoring/follow.ts"
import { foldSubject, subjectOfSession, withMonitoringOf } from "./monitoring/fold.ts"
import { type SessionFacts, sessionFacts, verifiedPerson } from "./session-facts.ts"

interface Filled {
  readonly row: StoredIdentity
  readonly details: SealedDetails
}

/** Approved sessions of an identity that are gone through again when one of them is taken back. */
const mostSessions = 20

/** The identity with what an approved session brings. */
const withSession = Effect.fnUntraced(function* (before: Filled, session: StoredSession, facts: SessionFacts, at: string) {
  const { assurance_days } = yield* effectiveOrganization
  const { details, row } = filled(before, verifiedPerson(session, facts, at))
  const assurance: IdentityAssurance = strongerAssurance(row.assurance, earnedAssurance(session, facts, { assurance_days, at }), at)
  const risk = session.risk === null ? row.risk : { score: session.risk.score, level: session.risk.level }
  const next: Filled = { row: { ...row, assurance, risk, last_verified_at: at }, details }
  return next
})

/** The identity without a session that is not approved any more: what the others say holds again. */
const withoutSession = Effect.fnUntraced(function* (before: Filled, session_id: string) {
  const bare = withdrawn(before, session_id)
  let next: Filled = { ...bare, row: { ...bare.row, assurance: noAssurance, risk: null, last_verified_at: null } }
  const approved = yield* (yield* SessionStore).list({
    where: [
      { field: "identity_id", op: "eq", value: before.row.id },
      { field: "status", op: "eq", value: "approved" }
    ],
    limit: mostSessions
  })
  const others = approved
    .filter(({ decided_at, id, redacted_at }) => id !== session_id && redacted_at === null && decided_at !== null)
    .toSorted((one, other) => ((one.decided_at ?? "") < (other.decided_at ?? "") ? -1 : 1))
  for (const other of others) {
    next = yield* withSession(next, other, yield* sessionFacts(other), other.decided_at ?? "")
  }
  return next
})

const compared = [
  ...Object.keys(plainFields),
  "conflicts",
  "addresses",
  "emails",
  "phones",
  "identification_numbers",
  "assurance",
  "risk",
  "monitoring",
  "monitored_lists",
  "session_count",
  "last_verified_at"
]

/** The names of members that differ. What they say is personal. */
const differences = (before: Filled, after: Filled): ReadonlyArray<string> => {
  const [old, next] = [before, after].map(({ details, row }) => new Map(Object.entries({ ...row, ...details })))
  return compared.filter((name) => JSON.stringify(old?.get(name)) !== JSON.stringify(next?.get(name)))
}

const brought = Effect.fnUntraced(function* (before: Filled, session: StoredSession, facts: SessionFacts, at: string) {
  // An archived identity keeps its sessions and changes in nothing else.
  if (before.row.archived_at !== null) return before
  if (session.status === "approved") return yield* withSession(before, session, facts, at)
  const counted = saysAnything(before, session.id) || before.row.assurance.session_id === session.id
  return counted ? yield* withoutSession(before, session.id) : before
})

/** Saves what the identity notes of its subject, where nothing else of it changed. */
const keepNoted = Effect.fnUntraced(function* (identity: StoredIdentity, { monitoring_due_at, screening_subject_id }: StoredIdentity) {
  const noted = {
    ...(monitoring_due_at === undefined ? {} : { monitoring_due_at }),
    ...(screening_subject_id === undefined ? {} : { screening_subject_id })
  }
  yield* (yield* IdentityStore).save({ ...identity, ...noted })
})

/** Brings an identity in line with a session that was just decided, and announces what changed. */
export const fillIdentity = Effect.fnUntraced(function* (
  { fresh, identity, joins }: { readonly identity: StoredIdentity; readonly fresh: boolean; readonly joins: boolean },
  session: StoredSession,
  facts: SessionFacts,
  at: string
) {
  const before: Filled = { row: identity, details: yield* openDetails(identity) }
  const joined: Filled = joins ? { ...before, row: { ...identity, session_count: identity.session_count + 1 } } : before
  const subject = yield* subjectOfSession(session.id)
  const after = withMonitoringOf(yield* brought(joined, session, facts, at), subject)
  const settled = yield* settledWith({ ...after.row, updated_at: at }, after.details)
  const row = yield* withSubject(settled, after.details, fresh)
  if (subject !== undefined) yield* foldSubject(subject, row, fresh)
  const changed = differences(before, { row, details: after.details })
  const noted = row.screening_subject_id !== identity.screening_subject_id
  if (changed.length === 0 && !fresh) return noted ? yield* keepNoted(identity, row) : undefined
  const { id: session_id } = session
  yield* (yield* IdentityStore).save(
    yield* fresh
      ? announceIdentity(row, "identity.created", { session_id })
      : announceIdentity(row, "identity.updated", { session_id, changed })
  )
})
