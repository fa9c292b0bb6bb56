import { Effect, Schema } from "effect"
import { record } from "../../kernel/audit/log.ts"
import { job } from "../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { DocumentStore } from "../../resources/documents/model.ts"
import { LayoutStore, type StoredLayout } from "../../resources/layout-templates/model.ts"
import { followDecisionJob, teaches } from "../../resources/layout-templates/queue.ts"
import { layoutKeys, sealLayout } from "../../resources/layout-templates/sealed.ts"
import { SessionId, SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { pictureLikeness } from "../../verification/identity-documents/fingerprint.ts"
import type { DocumentLayout } from "../../verification/layout-templates/documents.ts"
import { standingLayouts } from "../checks/layout-agreement.ts"
import { compared, personOf, sameReference } from "../checks/same-person.ts"
import { reviewRestingChecks } from "./review-resting.ts"
import { sessionLayouts } from "./session-layouts.ts"

/** Whether a person approved the session, and that still holds. */
const isAccepted = ({ decision, redacted_at, status }: StoredSession): boolean =>
  status === "approved" && redacted_at === null && decision !== null && teaches(decision.decided_by.type)

/** The row that those who learn of one layout lock, one after the other. */
const lockHead = Effect.fnUntraced(function* (head: StoredLayout) {
  const store = yield* LayoutStore
  yield* store.insertIfAbsent(head)
  yield* store.lock(head.id)
})

/** Whether a document of the session and one that was learnt are one: the same bytes, or the same picture of a card. */
const sameFile = Effect.fnUntraced(function* (own: string, other: string | null) {
  const store = yield* DocumentStore
  const [one, known] = [yield* store.find(own), other === null ? undefined : yield* store.find(other)]
  if (one === undefined || known === undefined) return false
  if (one.sha256 === known.sha256) return true
  return one.kind === "identity" && pictureLikeness(one.perceptual_hash, known.perceptual_hash) === "same"
})

/**
 * Whether an accepted document says something that those before it do not: it is of another person and another file. Of a session whose data was erased
 * no one knows any more whom it was about; its layout was compared when it was learnt.
 */
const isIndependent = Effect.fnUntraced(function* (session: StoredSession, document_id: string, known: ReadonlyArray<StoredLayout>) {
  const person = yield* personOf(session)
  if (person.name === null) return false
  const sessions = yield* SessionStore
  for (const { document_id: other_id, session_id } of known) {
    if (session_id === session.id || (yield* sameFile(document_id, other_id))) return false
    const other = session_id === null ? undefined : yield* sessions.find(session_id)
    if (other === undefined || other.redacted_at !== null) continue
    if (sameReference(session, other) || compared(person, yield* personOf(other)) !== "someone_else") return false
  }
  return true
})

const audited = (row: StoredLayout, from: StoredLayout["state"] | null) =>
  record({
    action: row.state === "standing" ? "layout_templates.learn" : "layout_templates.withdraw",
    target: { type: "document", id: row.document_id ?? row.id },
    changes: [{ path: "layout_fingerprint", from, to: row.state }],
    outcome: "succeeded"
  })

/** Learns the layout of one document of a locked session, unless it is known or says nothing new. */
const learn = Effect.fnUntraced(function* (session: StoredSession, { document_id, fingerprint, subject }: DocumentLayout, index: number) {
  const store = yield* LayoutStore
  const at = yield* tenantNow
  const keys = yield* layoutKeys(subject, fingerprint.medium)
  const of = {
    ...keys,
    document_type: subject.type,
    country: subject.country,
    version: 1,
    withdrawn_at: null,
    created_at: at,
    updated_at: at
  }
  yield* lockHead({ ...of, id: keys.layout_key, state: "head", document_id: null, session_id: null, sealed: null })
  const id = `${document_id}/${index}`
  const found = yield* store.lock(id)
  if (found?.state === "standing" || !(yield* isIndependent(session, document_id, yield* standingLayouts(keys.layout_key)))) return
  const sealed = yield* sealLayout(id, fingerprint)
  const row: StoredLayout = { ...of, id, state: "standing", document_id, session_id: session.id, sealed }
  if (found === undefined) yield* store.insert(row)
  else yield* store.save({ ...row, version: found.version, created_at: found.created_at })
  yield* audited(row, found?.state ?? null)
})

/** Layouts that one session can have taught: two sides of a document, and its bills. */
const mostOfSession = 100

/** Withdraws what a session taught, and has a person look at what passed by it. */
const withdraw = Effect.fnUntraced(function* (session_id: string) {
  const store = yield* LayoutStore
  const at = yield* tenantNow
  const taught = yield* store.list({
    where: [
      { field: "session_id", op: "eq", value: session_id },
      { field: "state", op: "eq", value: "standing" }
    ],
    order: [{ field: "id", direction: "asc" }],
    limit: mostOfSession
  })
  for (const { id } of taught) {
    const row = yield* store.lock(id)
    if (row?.state !== "standing") continue
    yield* audited(yield* store.save({ ...row, state: "withdrawn", withdrawn_at: at, updated_at: at }), "standing")
    yield* reviewRestingChecks(id, at)
  }
})

/**
 * Brings what is known of layouts in line with a session: what a person approved teaches, and what is approved no more is taken back. It looks at how
 * the session stands and not at what happened, so that it may run twice and out of order.
 */
const followDecision = Effect.fnUntraced(function* ({ session_id }: { readonly session_id: string }) {
  const { transaction } = yield* UnitOfWork
  const sessions = yield* SessionStore
  const session = yield* sessions.find(session_id)
  if (session === undefined) return
  const layouts = isAccepted(session) ? yield* sessionLayouts(session) : []
  yield* transaction(
    Effect.gen(function* () {
      const current = yield* sessions.lock(session_id)
      if (current === undefined) return
      if (!isAccepted(current)) {
        // Erasing a session takes back no approval.
        if (current.redacted_at === null) yield* withdraw(session_id)
        return
      }
      for (const [index, layout] of layouts.entries()) yield* learn(current, layout, index)
    })
  )
})

export const jobs = [
  job({
    name: followDecisionJob,
    payload: Schema.Struct({ session_id: SessionId }),
    retry_seconds: [2, 10, 60, 600],
    timeout_seconds: 60,
    concurrency: 2,
    handle: followDecision
  })
] as const
