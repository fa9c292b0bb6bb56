import { createHash } from "node:crypto"
import { Effect, Schema } from "effect"
import { Caller, Tenant } from "../../kernel/access/caller.ts"
import { record } from "../../kernel/audit/log.ts"
import { idPrefixes, isId, makeId } from "../../kernel/foundation/id.ts"
import { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { after, now } from "../../kernel/foundation/time.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import { canonicalJson } from "../../kernel/wire/canonical-json.ts"
import { effectiveOrganization } from "../settings/organization.ts"
import { ApprovalStore, approvalLifetime, mostTargets, type StoredApproval } from "./model.ts"

const purpose = "approval"

type Input = Readonly<Record<string, Schema.Json>>

const sealInput = Effect.fnUntraced(function* (id: string, input: Input) {
  return yield* (yield* Vault).seal(purpose, id, JSON.stringify(input))
})

const isInput = Schema.is(Schema.Record(Schema.String, Schema.Json))

/** The input of a call that still waits, or is about to be carried out; null afterwards. */
export const openInput = Effect.fnUntraced(function* ({ id, sealed_input }: Pick<StoredApproval, "id" | "sealed_input">) {
  if (sealed_input === null) return null
  const input: unknown = JSON.parse(yield* (yield* Vault).open(purpose, id, sealed_input))
  return isInput(input) ? input : yield* new StorageUnavailable({ cause: new Error("the sealed input of an approval is malformed") })
})

const prefixes = Object.keys(idPrefixes) as ReadonlyArray<keyof typeof idPrefixes>
const isIdentifier = (value: unknown): value is string => typeof value === "string" && prefixes.some((prefix) => isId(prefix, value))

/** Our own identifiers among the input: other texts might name a person. */
const targetsOf = (input: Input): ReadonlyArray<string> =>
  [...new Set(Object.values(input).flat().filter(isIdentifier))].slice(0, mostTargets)

/** Whether destructive calls of agents wait for a person. */
export const waitsForPerson = Effect.gen(function* () {
  const { environment, organization } = yield* Caller
  const { agent_co_sign } = yield* Effect.provideService(effectiveOrganization, Tenant, { environment, organization })
  return agent_co_sign
})

interface StagedCall {
  readonly tool: string
  readonly operation: string
  /** As the operation takes it: what JSON can say. */
  readonly input: Readonly<Record<string, unknown>>
}

/** Keeps a call of an agent until a person decides; the same call of the same key that waits already is answered as it is. */
export const stageCall = Effect.fnUntraced(function* ({ input: given, operation, tool }: StagedCall) {
  const input: unknown = JSON.parse(JSON.stringify(given))
  if (!isInput(input)) return yield* new StorageUnavailable({ cause: new Error("the input of a staged call is no JSON") })
  const { actor, credential, environment, organization } = yield* Caller
  const { transaction } = yield* UnitOfWork
  const key_id = credential.type === "api_key" ? credential.id : actor.id
  const active_key = createHash("sha256")
    .update(canonicalJson({ key_id, operation, input: { ...input } }))
    .digest("hex")
  const staged = Effect.gen(function* () {
    const store = yield* ApprovalStore
    const at = yield* now
    const [waiting] = yield* store.list({ where: [{ field: "active_key", op: "eq", value: active_key }], limit: 1 })
    if (waiting !== undefined && waiting.expires_at > at) return waiting
    if (waiting !== undefined) yield* expireApproval(waiting.id)
    const id = yield* makeId("apr")
    const approval: StoredApproval = {
      id,
      environment,
      status: "pending_approval",
      tool,
      target_ids: targetsOf(input),
      requested_by: { type: actor.type, id: actor.id },
      decided_by: null,
      failure_code: null,
      expires_at: after(at, approvalLifetime),
      decided_at: null,
      operation,
      key_id,
      active_key,
      sealed_input: yield* sealInput(id, input),
      version: 1,
      created_at: at,
      updated_at: at
    }
    yield* store.insert(approval)
    yield* record({
      action: "approvals.stage",
      target: { type: "approval", id },
      changes: [{ path: "tool", from: null, to: tool }],
      outcome: "succeeded"
    })
    return approval
  })
  return yield* Effect.provideService(transaction(staged), Tenant, { environment, organization })
})

/** Ends an approval that no one decided in time; within a transaction. Running twice changes nothing more. */
export const expireApproval = Effect.fnUntraced(function* (id: string) {
  const store = yield* ApprovalStore
  const row = yield* store.lock(id)
  const at = yield* now
  if (row === undefined || row.status !== "pending_approval" || row.expires_at > at) return
  yield* store.save({ ...row, status: "expired", active_key: null, sealed_input: null, updated_at: at })
})
