import type { CallToolResult } from "@modelcontextprotocol/server"
import { Caller } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { codeOf, type Failure } from "@vouchkit/core/kernel/foundation/failure"
import { agentDestructiveWindow, CurrentQuota, Quotas, spend } from "@vouchkit/core/kernel/quota/quota"
import { Cause, Effect, Exit, Result } from "effect"
import { invalidArguments, type RawArguments } from "./arguments.ts"
import { recordCall } from "./audit.ts"
import { failureResult, unexpectedResult } from "./errors.ts"
import type { NameStyle } from "./names.ts"
import type { Tool } from "./tools.ts"

/** Counted once the call may run and makes sense, so that a slip of the agent costs none of the few there are. */
const spendDestructive = (key: string) =>
  // The headers of the answer describe the bucket of requests; this one is told of in the result.
  Effect.provideService(spend([agentDestructiveWindow(key)], "exact"), CurrentQuota, { readings: [] })

const perform = Effect.fnUntraced(function* ({ entry, mean }: Tool, raw: RawArguments, names: NameStyle) {
  const { credential } = yield* Caller
  const quotas = yield* Quotas
  const { decode, op, present } = mean(raw)
  const input = Effect.gen(function* () {
    const decoded = decode(raw)
    if (Result.isFailure(decoded)) return yield* invalidArguments(decoded.failure)
    if (entry.kind === "destructive" && credential.type === "api_key") yield* spendDestructive(credential.id)
    return decoded.success
  }).pipe(Effect.provideService(Quotas, quotas))
  const { output } = yield* execute(op, { input })
  return { output, shown: present(output, names) }
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

/**
 * Answers one `tools/call` of the caller in the context, and writes its audit entry however it ends. It runs to its end even when the agent
 * hangs up, since a call that no one recorded would be worse than an answer that no one reads.
 */
export const answerCall = (tool: Tool, raw: RawArguments, names: NameStyle): Effect.Effect<CallToolResult, never, any> =>
  Effect.uninterruptible(
    Effect.gen(function* () {
      const { request_id } = yield* Caller
      const exit: Exit.Exit<{ readonly output: unknown; readonly shown: Readonly<Record<string, unknown>> }, Failure> = yield* Effect.exit(
        perform(tool, raw, names)
      )
      const failure = failureOf(exit)
      yield* explained(exit, failure)
      const failed = Exit.isSuccess(exit) ? null : failure === undefined ? "internal_error" : codeOf(failure)
      const recorded: Exit.Exit<void, Failure> = yield* Effect.exit(
        recordCall({ tool: tool.entry.name, raw, output: Exit.isSuccess(exit) ? exit.value.output : null, failed })
      )
      yield* explained(recorded, failureOf(recorded))
      if (Exit.isFailure(exit)) return failure === undefined ? unexpectedResult(request_id) : failureResult(failure, request_id)
      // Data is not issued unrecorded. A change was recorded by its own operation, with which it stands or falls.
      if (Exit.isFailure(recorded) && tool.entry.kind === "read") {
        const unrecorded = failureOf(recorded)
        return unrecorded === undefined ? unexpectedResult(request_id) : failureResult(unrecorded, request_id)
      }
      const { shown } = exit.value
      return { structuredContent: shown, content: [{ type: "text", text: JSON.stringify(shown) }] }
    })
  )
