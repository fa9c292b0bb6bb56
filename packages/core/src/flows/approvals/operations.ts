import { Effect, Schema } from "effect"
import { Caller } from "../../kernel/access/caller.ts"
import { note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { Conflict, Forbidden, NotFound } from "../../kernel/foundation/failure.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { now } from "../../kernel/foundation/time.ts"
import { JobQueue } from "../../kernel/jobs/job.ts"
import { refusalOf } from "../../kernel/operation/access.ts"
import { type AnyOperation, operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { lookUps } from "../../kernel/resource/locks.ts"
import { readPage } from "../../kernel/storage/pages.ts"
import { Approval, ApprovalId, ApprovalStatus, ApprovalStore, approvals, type StoredApproval } from "../../resources/approvals/model.ts"
import { openInput } from "../../resources/approvals/stage.ts"
import { erasureReason } from "../../resources/erasure/reason.ts"
import { carryOutJob } from "./carry-out.ts"

const access = scopes("redact:write")
const params = { approval_id: ApprovalId }
const { find, lock } = lookUps(ApprovalStore, approvals)

/** As it is at this moment, whatever a timer has done by then. */
const statusAt = ({ expires_at, status }: StoredApproval, at: string) =>
  status === "pending_approval" && expires_at <= at ? ("expired" as const) : status

const shown = Effect.fnUntraced(function* (row: StoredApproval) {
  const status = statusAt(row, yield* now)
  const input = status === "pending_approval" || status === "approved" ? yield* openInput(row) : null
  const reason = input !== null && typeof input.reason === "string" ? input.reason : null
  return { ...approvals.present(row), status, reason }
})

const list = operation(
  {
    summary: "List destructive calls of agents that wait for a person, or were decided",
    description:
      "Newest first. Calls wait where the organization's setting `agent_co_sign` is on. Rows are kept for 90 days after the decision.",
    method: "GET",
    path: "/approvals",
    access,
    effect: "read",
    query: { ...pageFields(), status: Schema.optionalKey(ApprovalStatus) },
    output: pageOf(Approval)
  },
  Effect.fnUntraced(function* ({ status, ...asked }) {
    const where = status === undefined ? [] : [{ field: "status", op: "eq", value: status } as const]
    const order = [{ field: "created_at", direction: "desc" }] as const
    const { pagination, rows } = yield* readPage(yield* ApprovalStore, { where, order }, asked)
    return { data: yield* Effect.forEach(rows, shown), pagination }
  })
)

const get = operation(
  {
    summary: "Get a destructive call that waits for a person, or was decided",
    method: "GET",
    path: "/approvals/{approval_id}",
    access,
    effect: "read",
    params,
    output: Approval
  },
  ({ approval_id }) => Effect.flatMap(find(approval_id), shown)
)

/** A locked approval that the caller may decide about now. */
const decidable = Effect.fnUntraced(function* (id: string) {
  const row = yield* lock(id)
  const { actor, credential } = yield* Caller
  if (actor.type === "agent" || (credential.type === "api_key" && credential.id === row.key_id)) {
    return yield* new Forbidden({
      code: "forbidden",
      detail: "The key that asked for this call cannot decide about it. A person has to, with a key of their own."
    })
  }
  const status = statusAt(row, yield* now)
  if (status === "pending_approval") return row
  return yield* new Conflict<"invalid_state_transition">({
    code: "invalid_state_transition",
    detail: `The call is ${status}. Only one that is pending_approval can be decided; have the agent call again.`,
    context: { current_status: status, allowed: [] }
  })
})

const decided = Effect.fnUntraced(function* (row: StoredApproval, status: "approved" | "rejected") {
  const { actor } = yield* Caller
  const at = yield* now
  yield* note({ type: "approval", id: row.id }, [{ path: "status", from: row.status, to: status }])
  const rejected = status === "rejected"
  return yield* (yield* ApprovalStore).save({
    ...row,
    status,
    decided_by: { type: actor.type, id: actor.id },
    decided_at: at,
    ...(rejected ? { active_key: null, sealed_input: null } : {}),
    updated_at: at
  })
})

/** The operations on staged calls; `staged` are the operations that may wait for a person. */
export const approvalOperations = (staged: ReadonlyArray<AnyOperation>) => {
  const approve = operation(
    {
      summary: "Approve a destructive call of an agent",
      description:
        "The call is carried out within moments, in the name of the one who approves; `status` says how it ended. It takes the scopes that the call itself takes, and another key than the one that asked.",
      method: "POST",
      path: "/approvals/{approval_id}/approve",
      access,
      effect: "write",
      params,
      output: Approval,
      status: 202,
      conflicts: ["invalid_state_transition"],
      forbidden: ["forbidden"],
      about: ({ id }) => id
    },
    Effect.fnUntraced(function* ({ approval_id }) {
      const row = yield* decidable(approval_id)
      const op = staged.find(({ contract }) => contract.name === row.operation)
      if (op === undefined) return yield* new NotFound()
      const refusal = refusalOf(op.contract, yield* Caller)
      if (refusal?._tag === "MissingScope") return yield* refusal
      const approved = yield* decided(row, "approved")
      const payload = { approval_id }
      yield* (yield* JobQueue).enqueue({ id: yield* makeId("apr"), name: carryOutJob, payload, due_at: yield* now })
      return yield* shown(approved)
    })
  )

  const reject = operation(
    {
      summary: "Reject a destructive call of an agent",
      description: "The call is not carried out, and what it held is deleted.",
      method: "POST",
      path: "/approvals/{approval_id}/reject",
      access,
      effect: "write",
      params,
      body: { reason: erasureReason },
      output: Approval,
      conflicts: ["invalid_state_transition"],
      forbidden: ["forbidden"],
      about: ({ id }) => id
    },
    Effect.fnUntraced(function* ({ approval_id, reason }) {
      yield* because(reason)
      return yield* shown(yield* decided(yield* decidable(approval_id), "rejected"))
    })
  )

  return operations("approvals", { list, get, approve, reject })
}
