import type { Database } from "@vouchkit/adapters/postgres/database"
import { jobTable } from "@vouchkit/adapters/postgres/jobs/table"
import type { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { Effect } from "effect"
import type postgres from "postgres"

/** What a claim of jobs read, and how many milliseconds the server took for it. */
interface ClaimCost {
  readonly blocks: number
  readonly milliseconds: number
}

/** Claims by the statements of the queue itself, each run under `explain analyze`: its jobs are leased, and its answer is what it cost. */
export const explainedClaims = (database: Database["Service"]) => {
  let seen: Array<ClaimCost> = []
  const unsafe = (text: string, parameters: Array<any>) => {
    const query = database.keyed.unsafe(`explain (analyze, buffers, format json) ${text}`, parameters, { prepare: true })
    query.then(
      ([row]) => {
        if (row === undefined) return
        const { "Execution Time": milliseconds, Plan: plan } = row["QUERY PLAN"][0]
        seen.push({ blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], milliseconds })
      },
      () => {}
    )
    return query
  }
  const keyed = new Proxy(database.keyed, {
    get: (sql, member) => (member === "unsafe" ? unsafe : Reflect.get(sql, member))
  }) as postgres.Sql
  const queue = jobTable({ ...database, keyed }, () => {})
  return (claim: Parameters<JobQueue["Service"]["claim"]>[0]) =>
    Effect.gen(function* () {
      seen = []
      // The rows of a plan are no jobs: what the queue makes of them tells nothing.
      yield* Effect.exit(queue.claim(claim.limits, claim))
      return seen.reduce((sum, one) => ({ blocks: sum.blocks + one.blocks, milliseconds: sum.milliseconds + one.milliseconds }), {
        blocks: 0,
        milliseconds: 0
      })
    })
}
