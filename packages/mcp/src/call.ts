import type { CallToolResult } from "@modelcontextprotocol/server"
import { personalTexts } from "@vouchkit/core/flows/known-person/personal-texts"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { codeOf, Conflict, type Failure } from "@vouchkit/core/kernel/foundation/failure"
import { agentDestructiveWindow, CurrentQuota, type QuotaCell, Quotas, spend } from "@vouchkit/core/kernel/quota/quota"
import { stageCall, waitsForPerson } from "@vouchkit/core/resources/approvals/stage"
import { Cause, Effect, Exit, Option, Result } from "effect"
import { fitted, fittingItems, itemsOfAgents, withoutRepeats } from "./answer-size.ts"
import { invalidArguments, type RawArguments } from "./arguments.ts"
import { recordCall } from "./audit.ts"
import { failureResult, type Rewording, unexpectedResult } from "./errors.ts"
import type { NameStyle } from "./names.ts"
import type { Tool } from "./tools.ts"

/** Counted once the call may run and makes sense, so that a slip of the agent costs none of the few there are. */
const spendDestructive = (key: string, budgets: QuotaCell) =>
  Effect.provideService(spend([agentDestructiveWindow(key)], "sliding"), CurrentQuota, budgets)

/** What the caller's budgets hold after the call, for the metadata of its result. */
const remaining = Effect.fnUntraced(function* ({ entry }: Tool, budgets: QuotaCell) {
  const { credential } = yield* Caller
  const known = budgets.readings.some(({ policy }) => policy === agentDestructiveWindow("").policy)
  const asked = entry.kind === "destructive" && credential.type === "api_key" && !known
  const more = asked ? yield* Effect.option((yield* Quotas).peek(agentDestructiveWindow(credential.id), "sliding")) : Option.none()
  const readings = [...budgets.readings, ...Option.toArray(more)]
  return Object.fromEntries(
    readings.map(({ limit, policy, remaining: left, reset_seconds }) => [policy, { limit, remaining: left, reset_seconds }])
  )
})

const identifiers = /(?:ses|idn|rvc|scs)_[0-9a-z]{26}/gu

/** What is known of the persons that an answer is about, although it does not say it: a tag may. */
const knownOf = Effect.fnUntraced(function* (output: unknown) {
  const ids = [...new Set(JSON.stringify(output).match(identifiers))]
  if (ids.length === 0) return []
  const { environment, organization } = yield* Caller
  return yield* Effect.provideService(personalTexts(ids), Tenant, { environment, organization })
})

type StagingPorts = Effect.Services<ReturnType<typeof stageCall>> | Effect.Services<typeof waitsForPerson>

interface Call {
  readonly raw: RawArguments
  readonly names: NameStyle
  /** The budgets that the call counts in, as its request found them. */
  readonly budgets: QuotaCell
  readonly reworded: Rewording
}

const perform = Effect.fnUntraced(function* ({ definition, entry, mean }: Tool, { budgets, names, raw }: Call) {
  const { credential } = yield* Caller
  const ports = yield* Effect.context<Quotas | StagingPorts>()
  const answered = Effect.fnUntraced(function* (given: RawArguments) {
    const { decode, op, present } = mean(given)
    const input = Effect.gen(function* () {
      const decoded = decode(given)
      if (Result.isFailure(decoded)) return yield* invalidArguments(decoded.failure)
      // A dry run destroys nothing.
      const destroys = entry.kind === "destructive" && decoded.success.dry_run !== true
      if (destroys && credential.type === "api_key") yield* spendDestructive(credential.id, budgets)
      // Access was judged before the input is read.
      if (destroys && (yield* waitsForPerson)) {
        const approval = yield* stageCall({ tool: entry.name, operation: op.contract.name, input: decoded.success })
        return yield* new Conflict<"pending_approval">({
          code: "pending_approval",
          detail: `A person of your organization has to approve this call. Nothing was changed yet. It waits as ${approval.id} until ${approval.expires_at}; do not call again, and go on with other work.`,
          context: { approval_id: approval.id, expires_at: approval.expires_at }
        })
      }
      return decoded.success
    }).pipe(Effect.provide(ports))
    const { output } = yield* execute(op, { input })
    return { output, shown: withoutRepeats(present(output, names, yield* knownOf(output))) }
  })
  const choosesPage = Object.hasOwn(definition.inputSchema.properties as object, "limit") && !Object.hasOwn(raw, "limit")
  const first = yield* answered(choosesPage ? { ...raw, limit: itemsOfAgents } : raw)
  // The cursor of a page stands behind its last item, so that a shorter page is asked for again.
  const limit = choosesPage && entry.kind === "read" ? fittingItems(first.shown) : undefined
  const { output, shown } = limit === undefined ? first : yield* answered({ ...raw, limit })
  // Who chose how many items they want gets them whole.
  return { output, shown: Object.hasOwn(raw, "limit") ? shown : fitted(shown) }
})

const failureOf = <A>(exit: Exit.Exit<A, Failure>): Failure | undefined => {
  if (Exit.isSuccess(exit)) return undefined
  const found = Cause.findErrorOption(exit.cause)
  return found._tag === "Some" ? found.value : undefined
}

const explained = <A>(exit: Exit.Exit<A, Failure>, failure: Failure | undefined): Effect.Effect<void> => {
  if (Exit.isSuccess(exit)) return Effect.void
  if (failure === undefined) return Effect.logError("unexpected failure of a tool", exit.cause)
  return failure._tag === "StorageUnavailable" ? Effect.logError("storage unavailable", failure.cause) : Effect.void
}

const resultOf = Effect.fnUntraced(function* (tool: Tool, call: Call) {
  const { request_id } = yield* Caller
  const exit: Exit.Exit<{ readonly output: unknown; readonly shown: Readonly<Record<string, unknown>> }, Failure> = yield* Effect.exit(
    perform(tool, call)
  )
  const failure = failureOf(exit)
  yield* explained(exit, failure)
  const failed = Exit.isSuccess(exit) ? null : failure === undefined ? "internal_error" : codeOf(failure)
  const recorded: Exit.Exit<void, Failure> = yield* Effect.exit(
    recordCall({ tool: tool.entry.name, raw: call.raw, output: Exit.isSuccess(exit) ? exit.value.output : null, failed })
  )
  yield* explained(recorded, failureOf(recorded))
  if (Exit.isFailure(exit)) return failure === undefined ? unexpectedResult(request_id) : failureResult(failure, request_id, call.reworded)
  // Data is not issued unrecorded. A change was recorded by its own operation, with which it stands or falls.
  if (Exit.isFailure(recorded) && tool.entry.kind === "read") {
    const unrecorded = failureOf(recorded)
    return unrecorded === undefined ? unexpectedResult(request_id) : failureResult(unrecorded, request_id, call.reworded)
  }
  const { shown } = exit.value
  const result: CallToolResult = { structuredContent: shown, content: [{ type: "text", text: JSON.stringify(shown) }] }
  return result
})

/**
 * Answers one `tools/call` of the caller in the context, and writes its audit entry however it ends; `_meta.remaining` says what the caller's budgets
 * hold afterwards. It runs to its end even when the agent hangs up, since a call that no one recorded would be worse than an answer that no one reads.
 */
export const answerCall = (tool: Tool, call: Call): Effect.Effect<CallToolResult, never, any> =>
  Effect.uninterruptible(
    Effect.gen(function* () {
      const result = yield* resultOf(tool, call)
      return { ...result, _meta: { remaining: yield* remaining(tool, call.budgets) } }
    })
  )
