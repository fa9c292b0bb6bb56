import { Effect } from "effect"
import { asSystem } from "../../kernel/access/system-caller.ts"
import { record } from "../../kernel/audit/log.ts"
import { sealReason } from "../../kernel/audit/reason.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { organizationPublicKey } from "../../kernel/tenancy/organization-signing-key.ts"
import { Organizations } from "../../kernel/tenancy/organizations.ts"
import { DocumentStore } from "../../resources/documents/model.ts"
import { heldAmong, refuseHeld } from "../../resources/erasure/holds.ts"
import { type LoggedErasure, ReceiptLog } from "../../resources/erasure/receipt-log.ts"
import { receiptHolds } from "../../resources/erasure/receipt.ts"
import { IdentityStore } from "../../resources/identities/model.ts"
import { SubjectStore } from "../../resources/screening/subjects/model.ts"
import { SessionStore } from "../../resources/sessions/model.ts"
import { expireSession } from "../sessions/lifecycle.ts"
import { eraseCheckAlone, lockCheck } from "./checks.ts"
import { eraseDocument } from "./documents.ts"
import { coveredBy, eraseIdentity } from "./identities/erase.ts"
import { eraseTemplates, isOfWhole, removeFile } from "./parts.ts"
import { eraseSession } from "./sessions/erase.ts"
import { eraseSubject } from "./subjects.ts"

/**
 * What became of one logged erasure: `erased` again now; `known` as the database has it erased, or never had it; `held` by a legal hold, and `processing`
 * where its checks run: both are left to be erased later; `invalid` where the organization of this database did not sign it.
 */
type Reapplied = "erased" | "known" | "held" | "processing" | "invalid"

const session = Effect.fnUntraced(function* (id: string) {
  const found = yield* (yield* SessionStore).lock(id)
  if (found === undefined || found.erasure !== undefined) return "known"
  if (found.status === "processing") return "processing"
  if ((yield* heldAmong([id, found.identity_id])).length > 0) return "held"
  yield* eraseSession(found.status === "awaiting_external_decision" ? yield* expireSession(found, "forced") : found)
  return "erased"
})

const identity = Effect.fnUntraced(function* (id: string, keeps_sessions: boolean) {
  const found = yield* (yield* IdentityStore).lock(id)
  if (found === undefined || found.erasure !== undefined) return "known"
  if ((yield* heldAmong(yield* coveredBy(id, keeps_sessions))).length > 0) return "held"
  yield* eraseIdentity(found, keeps_sessions)
  return "erased"
})

const document = Effect.fnUntraced(function* (id: string) {
  if ((yield* (yield* DocumentStore).find(id))?.status === "redacted") return "known"
  yield* eraseDocument(id)
  return "erased"
})

const check = Effect.fnUntraced(function* (id: string) {
  const found = yield* lockCheck(id)
  if (found.receipt !== undefined || (found.redacted_at ?? null) !== null) return "known"
  yield* refuseHeld([found.session_id])
  yield* eraseCheckAlone(found)
  return "erased"
})

const subject = Effect.fnUntraced(function* (id: string) {
  const found = yield* (yield* SubjectStore).lock(id)
  if (found === undefined || found.erased_at !== null) return "known"
  yield* refuseHeld([found.session_id, found.identity_id])
  yield* eraseSubject(found)
  return "erased"
})

/** What a retention policy took from a record that stands on: the face templates of a session, or the file of a document. */
const part = Effect.fnUntraced(function* ({ id, type }: LoggedErasure["receipt"]["scope"]) {
  if (type === "session") {
    const found = yield* (yield* SessionStore).lock(id)
    if ((yield* heldAmong([id, found?.identity_id ?? null])).length > 0) return "held"
    return (yield* eraseTemplates(id)) ? "erased" : "known"
  }
  const found = type === "document" ? yield* (yield* DocumentStore).lock(id) : undefined
  if (found === undefined || found.blob === null) return "known"
  if ((yield* heldAmong([found.session_id, found.identity_id])).length > 0) return "held"
  return (yield* removeFile(found)) ? "erased" : "known"
})

const eraseAgain = Effect.fnUntraced(function* ({ keeps_sessions, receipt }: LoggedErasure) {
  const { scope } = receipt
  if (!isOfWhole(receipt)) return yield* part(scope)
  switch (scope.type) {
    case "session":
      return yield* session(scope.id)
    case "identity":
      return yield* identity(scope.id, keeps_sessions)
    case "document":
      return yield* document(scope.id)
    case "check":
      return yield* check(scope.id)
    case "screening_subject":
      return yield* subject(scope.id)
  }
})

const actions = {
  session: "sessions.redact",
  identity: "identities.redact",
  document: "documents.redact",
  check: "checks.redact",
  screening_subject: "screening_subjects.erase"
} as const satisfies Record<LoggedErasure["receipt"]["scope"]["type"], string>

const partActions = { session: "sessions.erase_face_templates", document: "documents.remove_file" } as const

const reapplyOne = Effect.fnUntraced(function* (entry: LoggedErasure) {
  if (!receiptHolds(entry.receipt, yield* organizationPublicKey)) return "invalid"
  const { scope } = entry.receipt
  const outcome = yield* eraseAgain(entry).pipe(
    Effect.catchTags({
      NotFound: () => Effect.succeed("known" as const),
      Conflict: (conflict) => (conflict.code === "legal_hold" ? Effect.succeed("held" as const) : Effect.fail(conflict))
    })
  )
  if (outcome === "erased") {
    const action = isOfWhole(entry.receipt) ? actions[scope.type] : partActions[scope.type === "session" ? "session" : "document"]
    const audited = { action, target: scope, changes: [], outcome: "succeeded" } as const
    yield* record({ ...audited, reason: yield* sealReason(audited, `Erased before, under receipt ${entry.receipt.id}`) })
  }
  return outcome
})

/** Applies one logged erasure in a transaction of its own. */
const reapply = Effect.fnUntraced(function* (entry: LoggedErasure) {
  const { environment, organization_id: organization } = entry.receipt
  if ((yield* (yield* Organizations).find(organization)) === undefined) return "known"
  const { transaction } = yield* UnitOfWork
  return yield* transaction(reapplyOne(entry)).pipe(asSystem({ organization, environment }, "operator"))
})

/**
 * Applies every erasure of the log to a database that may not know of it, such as one that was restored from a backup of before. What is erased already stays
 * as it is, so that it may run again at any time, also while the service runs. Answers what became of how many, and names those that wait.
 */
export const reapplyErasures = Effect.fnUntraced(function* () {
  const log = yield* ReceiptLog
  const counts: Record<Reapplied, number> = { erased: 0, known: 0, held: 0, processing: 0, invalid: 0 }
  const waiting: Array<string> = []
  for (let after = ""; ; ) {
    const entries: ReadonlyArray<LoggedErasure> = yield* log.page(after)
    for (const entry of entries) {
      const outcome: Reapplied = yield* reapply(entry)
      counts[outcome] += 1
      if ((outcome === "held" || outcome === "processing") && waiting.length < 1_000) waiting.push(entry.receipt.scope.id)
    }
    const last = entries.at(-1)
    if (last === undefined) return { counts, waiting }
    after = last.receipt.id
  }
})
