import { Effect, Schema } from "effect"
import { allScopes } from "../../kernel/access/scopes.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { Reason, reasons } from "../../kernel/foundation/reason-codes.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import {
  agentDestructiveWindow,
  agentWindow,
  PlanLimit,
  quotaPolicies,
  Quotas,
  type QuotaWindow,
  windowsFor
} from "../../kernel/quota/quota.ts"
import { poaReasonRows, PoaReasonRow } from "../../verification/proof-of-address/settings.ts"
import { takePage } from "../../kernel/storage/pages.ts"

const listReasonCodes = operation(
  {
    summary: "List the reason codes of sessions and of the proof-of-address check",
    description:
      "Codes are stable and never renamed. `data` lists the codes of session statuses and decisions, all of them unless you ask for a page; `proof_of_address` lists the codes of that check.",
    method: "GET",
    path: "/reason-codes",
    access: scopes("sessions:read", "verifications:read"),
    effect: "read",
    query: pageFields({ defaultLimit: 100 }),
    output: Schema.Struct({
      ...pageOf(Reason).fields,
      proof_of_address: Schema.Array(PoaReasonRow).check(Schema.isMaxLength(100))
    })
  },
  (page) => Effect.map(takePage(reasons, page), (found) => ({ ...found, proof_of_address: poaReasonRows }))
)

/** The live counter of one policy for the calling key. */
const RateLimit = Schema.Struct({
  policy: Schema.String.check(Schema.isMaxCodePoints(64)),
  limit: Schema.Int,
  remaining: Schema.Int,
  window_seconds: Schema.Int,
  /** Seconds until the window ends and all of the limit is there again. */
  reset_seconds: Schema.Int
}).annotate({ identifier: "RateLimit" })

/** Every window that REST requests of this key may count in; none without a plan limit. */
const restWindows = (key: string, plan: number): ReadonlyArray<QuotaWindow> => [
  ...windowsFor(key, plan, undefined),
  ...quotaPolicies.flatMap((policy) => windowsFor(key, plan, policy).filter((window) => window.policy === policy))
]

const listRateLimits = operation(
  {
    summary: "Read the live rate-limit counters of the calling key",
    description:
      "Any valid key may read its own counters. `default` counts every REST request, including this one; the others count what their name says in addition. The `agent` policies count calls of the agent endpoint.",
    method: "GET",
    path: "/rate-limits",
    access: scopes("sessions:read", ...allScopes.filter((scope) => scope !== "sessions:read")),
    effect: "read",
    query: pageFields(),
    output: pageOf(RateLimit)
  },
  Effect.fnUntraced(function* (page) {
    const { actor, credential } = yield* Caller
    const quotas = yield* Quotas
    const key = credential.type === "api_key" ? credential.id : actor.id
    const readings = [
      ...(yield* Effect.forEach(restWindows(key, yield* PlanLimit), (window) => quotas.peek(window, "leased"))),
      ...(yield* Effect.forEach([agentWindow(key), agentDestructiveWindow(key)], (window) => quotas.peek(window, "sliding")))
    ]
    return yield* takePage(
      readings.map(({ limit, policy, remaining, reset_seconds, window_seconds }) => ({
        policy,
        limit,
        remaining,
        window_seconds,
        reset_seconds
      })),
      page
    )
  })
)

export const reasonCodes = operations("reason_codes", { list: listReasonCodes })
export const rateLimits = operations("rate_limits", { list: listRateLimits })
