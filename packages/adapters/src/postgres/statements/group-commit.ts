import type postgres from "postgres"
import { batchingIf } from "./batching.ts"
import { type DatabaseFailure, failureOf, isRefusedStatement } from "./server-failure.ts"
import { type PendingWrite, type Statement, combine } from "./statement.ts"

export const send = (sql: postgres.Sql | postgres.ReservedSql, { parameters, text }: Statement): postgres.PendingQuery<any> =>
  sql.unsafe(text, parameters as Array<any>, { prepare: true })

/** A transaction that only adds rows, and whom to tell how it ended. */
interface NewRows {
  readonly writes: ReadonlyArray<PendingWrite>
  readonly settled: (failure: DatabaseFailure | undefined) => void
}
const limits = { size: 24, under_way: 4 }

/**
 * Commits transactions that only add rows, those of the same moment as one statement, which is atomic by itself. When the server refuses it,
 * each goes alone, so that none pays for another.
 */
export const groupCommit = (sql: postgres.Sql, shared: boolean): ((member: NewRows) => void) => {
  const alone = async ({ settled, writes }: NewRows) => {
    try {
      await send(sql, combine(writes))
      settled(undefined)
    } catch (cause) {
      settled(failureOf(cause))
    }
  }
  return batchingIf<NewRows>(shared, limits, async (members) => {
    const [first] = members
    if (members.length === 1 && first !== undefined) return alone(first)
    try {
      await send(sql, combine(members.flatMap(({ writes }) => writes)))
      for (const { settled } of members) settled(undefined)
    } catch (cause) {
      // Only what the server itself refused is known not to be written.
      if (isRefusedStatement(cause)) await Promise.all(members.map(alone))
      else for (const { settled } of members) settled(failureOf(cause))
    }
  })
}
