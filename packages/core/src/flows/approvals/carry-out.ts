import { Effect, Schema } from "effect"
import { Caller, Tenant } from "../../kernel/access/caller.ts"
import { inProcess } from "../../kernel/access/in-process.ts"
import { codeOf } from "../../kernel/foundation/failure.ts"
import { now } from "../../kernel/foundation/time.ts"
import { job } from "../../kernel/jobs/job.ts"
import { audited } from "../../kernel/operation/audited.ts"
import { preparedThen } from "../../kernel/operation/leftovers.ts"
import type { Operation } from "../../kernel/operation/operation.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { ApprovalId, ApprovalStore, type StoredApproval } from "../../resources/approvals/model.ts"
import { openInput } from "../../resources/approvals/stage.ts"

export const carryOutJob = "approvals.carry_out"

/** Ends an approved call; nothing of what it held is of use any more. Within a transaction. */
const ended = Effect.fnUntraced(function* (row: StoredApproval, failure_code: string | null) {
  const status = failure_code === null ? "completed" : "failed"
  const at = yield* now
  yield* (yield* ApprovalStore).save({ ...row, status, failure_code, active_key: null, sealed_input: null, updated_at: at })
})

/** Locks an approved call that was not carried out yet. */
const lockApproved = Effect.fnUntraced(function* (id: string) {
  const row = yield* (yield* ApprovalStore).lock(id)
  return row?.status === "approved" ? row : undefined
})

/** The one who approved, as who the call is carried out: what they may was asked when they approved. */
const approver = Effect.fnUntraced(function* ({ decided_by, id }: StoredApproval) {
  const { environment, organization } = yield* Tenant
  const caller = inProcess({ organization, environment, actor: decided_by?.id ?? id, request_id: (yield* Caller).request_id })
  return { ...caller, actor: decided_by ?? caller.actor }
})

/**
 * Carries out an approved call. The operation, its audit entry and the end of the approval are one transaction, so that a job that runs twice, or is killed
 * at any line, does it once. What an operation prepares outside of it may run again without harm, as under an idempotency key.
 */
const carryOut = Effect.fnUntraced(function* <R>(staged: ReadonlyArray<Operation<any, unknown, R>>, approval_id: string) {
  const { transaction } = yield* UnitOfWork
  const row = yield* (yield* ApprovalStore).find(approval_id)
  const op = staged.find(({ contract }) => contract.name === row?.operation)
  const input = row === undefined ? null : yield* openInput(row)
  if (row?.status !== "approved" || input === null || op === undefined) return
  const commit = (prepared: unknown) =>
    transaction(
      Effect.gen(function* () {
        const locked = yield* lockApproved(approval_id)
        if (locked === undefined) return
        yield* audited(op, input, prepared)
        yield* ended(locked, null)
      })
    )
  const performed = op.prepare === undefined ? commit(undefined) : preparedThen(op.prepare(input), commit, () => true)
  yield* performed.pipe(
    Effect.provideService(Caller, yield* approver(row)),
    // What is refused now is refused for good; storage that is away is tried again.
    Effect.catch((failure) =>
      failure._tag === "StorageUnavailable"
        ? Effect.fail(failure)
        : transaction(
            Effect.flatMap(lockApproved(approval_id), (locked) => (locked === undefined ? Effect.void : ended(locked, codeOf(failure))))
          )
    )
  )
})

/** The job that carries out approved calls; `staged` are the operations that may wait for a person. */
export const approvalJobs = <R>(staged: ReadonlyArray<Operation<any, unknown, R>>) =>
  [
    job({
      name: carryOutJob,
      payload: Schema.Struct({ approval_id: ApprovalId }),
      retry_seconds: [2, 10, 60, 600, 3_600],
      timeout_seconds: 120,
      concurrency: 2,
      handle: ({ approval_id }) => carryOut(staged, approval_id)
    })
  ] as const
