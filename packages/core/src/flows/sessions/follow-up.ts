import { Effect } from "effect"
import { openCase } from "../../resources/cases/open.ts"
import { CheckStore } from "../../resources/checks/model.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import { after } from "../../kernel/foundation/time.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceSession } from "../../resources/sessions/change.ts"
import { type FollowUp, followUpAfter } from "../../resources/sessions/follow-up.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"

/** The queue of the cases of follow-ups. */
const queue = "follow_up"

/** The session with what the policies of its checks ask for later; those of an earlier run no longer count. */
export const withFollowUp = (session: StoredSession, findings: ReadonlyArray<CheckFinding>, at: string): StoredSession => {
  const { follow_up: _before, follow_up_at: _due, ...rest } = session
  const [kind] = findings.flatMap(({ duties = [] }) => duties)
  if (kind === undefined) return rest
  const due_at = after(at, followUpAfter[kind])
  const follow_up: FollowUp = { kind, due_at, case_id: null }
  return { ...rest, follow_up, follow_up_at: due_at }
}

/** What a timer looks for: approved sessions whose follow-up has fallen due. */
export const followUpsDue = (instant: string) =>
  [
    { field: "status", op: "eq", value: "approved" },
    { field: "follow_up_at", op: "lte", value: instant }
  ] as const

/** Opens a case for a follow-up that is due, once. The session stays approved; deciding the case confirms or overrides that. */
export const followUpIfDue = Effect.fnUntraced(function* (id: string) {
  const { transaction } = yield* UnitOfWork
  yield* transaction(
    Effect.gen(function* () {
      const store = yield* SessionStore
      const session = yield* store.lock(id)
      if (session === undefined || session.status !== "approved" || session.redacted_at !== null) return
      const { follow_up, follow_up_at = null } = session
      const at = yield* tenantNow
      if (follow_up === undefined || follow_up_at === null || follow_up_at > at) return
      const checks = yield* (yield* CheckStore).list({ where: [{ field: "session_id", op: "eq", value: id }], limit: 100 })
      const opened = yield* openCase({ session, checks, reason_codes: ["poa_review"], queue })
      const taken: StoredSession = { ...session, follow_up: { ...follow_up, case_id: opened.id }, follow_up_at: null, updated_at: at }
      yield* store.save(yield* announceSession(taken, "session.updated", { changed: ["follow_up"] }))
    })
  )
})
