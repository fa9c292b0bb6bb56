import { Context, Effect } from "effect"
import { Tenant } from "../access/caller.ts"
import type { Environment } from "../foundation/environment.ts"
import type { PartitionPolicy, QueuedJob } from "./job.ts"

/** In whose turn work is done: organizations take turns, and among the work of one the lowest rank goes first. */
export interface WorkTurn {
  readonly owner: string
  readonly rank: number
}

/** Whether a person waits for the result, or it belongs to work that a program handed in. */
export type Urgency = "person" | "batch"

/** Live work goes before that of a sandbox, and a person before a batch. */
const ranks = {
  live: { person: 0, batch: 1 },
  sandbox: { person: 2, batch: 3 }
} as const satisfies Record<Environment, Record<Urgency, number>>

/** The partition of a job that takes turns by organization (`takesTurns`). Work of each rank waits apart, so that a batch never stands before a person. */
export const partitionFor = (urgency: Urgency): Effect.Effect<string, never, Tenant> =>
  Effect.map(Tenant, ({ environment, organization }) => `${organization}/${ranks[environment][urgency]}`)

/** The turn of a claimed job. Jobs without such a partition go behind those with one. */
export const turnOf = ({ organization, partition }: Pick<QueuedJob, "organization" | "partition">): WorkTurn => {
  const rank = /\/(\d)$/.exec(partition)?.[1]
  return { owner: organization, rank: rank === undefined ? 4 : Number(rank) }
}

/** The organization of a partition that takes turns by organization. */
export const ownerOf = (partition: string): string => partition.slice(0, Math.max(0, partition.lastIndexOf("/")))

/**
 * A job whose organizations take turns: of the runs of a process one partition has at most so many at once, so that there is capacity left for another,
 * and fewer while another has work.
 */
export const takesTurns = (most: number, beside_others: number): PartitionPolicy => ({
  beside_others,
  first: most,
  most,
  slow_after_ms: Number.POSITIVE_INFINITY,
  slow: 0,
  slow_each: 0
})

const CurrentTurn = Context.Reference<WorkTurn | null>("@vouchkit/core/jobs/CurrentTurn", { defaultValue: () => null })

/** Does work in a turn that is known. */
export const inTurnOf = (turn: WorkTurn) => Effect.provideService(CurrentTurn, turn)

/** The turn of what runs here: the one of its job, else that of the tenant who waits for an answer. */
export const currentTurn: Effect.Effect<WorkTurn> = Effect.contextWith((context: Context.Context<never>) => {
  const turn = Context.get(context, CurrentTurn)
  if (turn !== null) return Effect.succeed(turn)
  const tenant = Context.getOption(context, Tenant)
  return Effect.succeed(
    tenant._tag === "None" ? { owner: "", rank: 0 } : { owner: tenant.value.organization, rank: ranks[tenant.value.environment].person }
  )
})
