import { FastPaths } from "@vouchkit/core/kernel/foundation/fast-paths"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { Context, Effect, Layer } from "effect"
import postgres from "postgres"
import { send } from "./statements/group-commit.ts"
import type { DatabaseFailure } from "./statements/server-failure.ts"
import type { KnownAnswers } from "./statements/known-answers.ts"
import { combine, fold, Parameters, type PendingWrite, type Statement } from "./statements/statement.ts"
import type { Unsent } from "./statements/unsent-writes.ts"
import {
  beginning,
  connectedOn,
  Current,
  type Open,
  opening,
  openingRead,
  pendingTo,
  type Rows,
  toEffect,
  toRows,
  transactionOn
} from "./transaction.ts"

export interface DatabaseOptions {
  /** A connection URL, or a socket of the embedded server. */
  readonly connect:
    | { readonly url: string }
    | { readonly path: string; readonly user: string; readonly password?: string; readonly database: string }
  readonly maximumConnections?: number
}

/** A pool of connections, and the transaction that is open around the running effect, if any. */
export class Database extends Context.Service<
  Database,
  {
    readonly sql: postgres.Sql
    /** As `sql`, for statements that find every row of theirs by an index, however empty the server believes their tables to be. */
    readonly keyed: postgres.Sql
    /** Whether statements of the same moment share one. */
    readonly shared: boolean
    /** Whether a transaction is open around the effect that runs in this context. */
    readonly isOpenIn: (context: Context.Context<never>) => boolean
    /** A read, inside the open transaction if there is one. */
    readonly query: (build: (parameters: Parameters) => string) => Effect.Effect<Rows, StorageUnavailable>
    /**
     * A read of the records of one table, which locks nothing. In a transaction it does not send writes to other tables ahead, nor those to its own where
     * `unsent` knows what comes of them; and what nothing has changed since it was read is not read again.
     */
    readonly read: (table: string, build: (parameters: Parameters) => string, unsent?: Unsent) => Effect.Effect<Rows, StorageUnavailable>
    /**
     * A read of the records of one table that locks them. It sends no writes to other tables ahead either, so that a record that is written once more
     * behind it is still written once; what was read before is read again, since it may have waited for another transaction.
     */
    readonly lock: (table: string, build: (parameters: Parameters) => string) => Effect.Effect<Rows, StorageUnavailable>
    /** A write whose answer matters, sent at once. */
    readonly run: (build: (parameters: Parameters) => string) => Effect.Effect<Rows, DatabaseFailure>
    /** As `run`, for a statement that adds one row to a table and answers it, or nothing where another one stands in its place. */
    readonly add: (table: string, build: (parameters: Parameters) => string) => Effect.Effect<boolean, DatabaseFailure>
    readonly afterCommit: (action: () => void) => Effect.Effect<void>
    /**
     * A write that may wait for the end of the transaction that is open in this context; without one it is sent at once. `committed` is
     * called when the write is there for others to see.
     */
    readonly defer: (context: Context.Context<never>, write: PendingWrite, committed?: () => void) => Effect.Effect<void, DatabaseFailure>
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DatabaseFailure, R>
  }
>()("@vouchkit/adapters/postgres/Database") {}

/** How many connections the statements of the queue share. */
const keyedConnections = 3

/**
 * A queue is often empty when the server counts its rows, and a plan that was made for an empty table goes through all of it once it is full:
 * here a plan is made once, without knowing what a table holds, and goes by an index, row by row. Joined otherwise, an index is gone through
 * from end to end. Sorted, partitions are found by reading all that waits, where an index has them in their order.
 */
const byKey = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_sort: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off"
} as const

/**
 * Everything is asked for one tenant, and found by an index however much of a small table that is: what is read of a list is read as it will be read
 * of a long one. Compiling a plan takes longer than running any of them.
 */
const byIndex = { enable_seqscan: "off", jit: "off" } as const

const connect = ({ connect: target, maximumConnections = 10 }: DatabaseOptions, settings: object = {}): postgres.Sql => {
  const options = {
    max: maximumConnections,
    idle_timeout: 0,
    connect_timeout: 10,
    // In seconds. The driver's own goes up to 20, long after the server is back.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 1),
    onnotice: () => {},
    connection: {
      application_name: "vouchkit",
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
      ...byIndex,
      ...settings
    }
  }
  return "url" in target ? postgres(target.url, options) : postgres({ ...options, ...target, host: "localhost" })
}

const statementOf = (build: (parameters: Parameters) => string): Statement => {
  const parameters = new Parameters()
  return { text: build(parameters), parameters: parameters.values }
}

const unexpected = <A>(run: Effect.Effect<A, DatabaseFailure>): Effect.Effect<A, StorageUnavailable> =>
  Effect.catchTag(run, "Conflict", (failure) => Effect.fail(new StorageUnavailable({ cause: failure })))

/** `changed` is called within a transaction: as the statement is sent, and with what it answered. */
const sending =
  (sql: postgres.Sql) =>
  (
    build: (parameters: Parameters) => string,
    changed: (known: KnownAnswers, rows: Rows | null) => void,
    ahead: typeof opening = opening
  ): Effect.Effect<Rows, DatabaseFailure> => {
    const statement = statementOf(build)
    return Effect.flatMap(Current, (open) =>
      open === undefined
        ? toRows(() => send(sql, statement))
        : Effect.flatMap(connectedOn(sql, open), (connection) => {
            const rows = toEffect(() => {
              changed(open.known, null)
              return [...ahead(open, connection), send(connection, statement)]
            }, open)
            return Effect.tap(rows, (answer) => Effect.sync(() => changed(open.known, answer)))
          })
    )
  }

interface Asked {
  readonly table: string
  readonly statement: Statement
  readonly unsent: Unsent | undefined
}
/** Reads within a transaction know what was asked before, and what comes of writes that were not sent yet. */
const reading = (sql: postgres.Sql) => {
  const asked = (open: Open, { statement, table, unsent }: Asked): Effect.Effect<Rows, DatabaseFailure> =>
    Effect.flatMap(connectedOn(sql, open), (connection) => {
      let keep: (rows: Rows) => void = () => {}
      let writes: ReadonlyArray<PendingWrite> = []
      const rows = toEffect(() => {
        // Behind savepoints all is sent: what a nested transaction takes back is found by the server alone.
        const ahead = unsent === undefined || open.frames.length > 0 ? openingRead(open, connection, table) : beginning(open, connection)
        // Those that go ahead are in the answer; what is written while it is on its way is not asked for.
        writes = pendingTo(open, table)
        keep = open.known.sent(table, statement)
        return [...ahead, send(connection, statement)]
      }, open)
      return Effect.flatMap(rows, (found) => {
        keep(found)
        const seen = writes.length === 0 ? found : unsent?.seenIn(found, writes)
        return seen === undefined ? asked(open, { statement, table, unsent: undefined }) : Effect.succeed(seen)
      })
    })

  return (table: string, build: (parameters: Parameters) => string, unsent?: Unsent): Effect.Effect<Rows, DatabaseFailure> => {
    const statement = statementOf(build)
    return Effect.flatMap(Current, (open) => {
      if (open === undefined) return toRows(() => send(sql, statement))
      const writes = pendingTo(open, table)
      const known = writes.length === 0 || unsent !== undefined ? open.known.find(statement) : undefined
      const seen = known === undefined || writes.length === 0 ? known : unsent?.seenIn(known, writes)
      // What is known and does not tell has to be asked for behind the writes.
      return seen === undefined ? asked(open, { table, statement, unsent: known === undefined ? unsent : undefined }) : Effect.succeed(seen)
    })
  }
}

export const make = (sql: postgres.Sql, keyed: postgres.Sql, shared: boolean): Database["Service"] => {
  const sendNow = sending(sql)
  // It may wait for another transaction, whose work is there to be read then; what is sent behind it is answered behind it.
  const forgetBefore = (known: KnownAnswers, rows: Rows | null) => {
    if (rows === null) known.forget()
  }
  const run = (build: (parameters: Parameters) => string) => sendNow(build, forgetBefore)
  const lock = (table: string, build: (parameters: Parameters) => string) =>
    sendNow(build, forgetBefore, (open, connection) => openingRead(open, connection, table))
  const add = (table: string, build: (parameters: Parameters) => string) =>
    Effect.map(
      sendNow(build, (known, rows) => (rows?.length === 0 ? known.forget() : known.changed(table))),
      (rows) => rows.length === 1
    )

  const read = reading(sql)
  const transaction = transactionOn(sql, shared)

  return {
    sql,
    keyed,
    shared,
    isOpenIn: (context) => Context.get(context, Current) !== undefined,
    query: (build) => unexpected(run(build)),
    read: (table, build, unsent) => unexpected(read(table, build, unsent)),
    lock: (table, build) => unexpected(lock(table, build)),
    run,
    add,
    afterCommit: (action) =>
      Effect.map(Current, (open) => {
        if (open === undefined) action()
        else open.afterCommit.push(action)
      }),
    defer: (context, write, committed) => {
      const open = Context.get(context, Current)
      if (open === undefined)
        return Effect.map(
          toRows(() => send(sql, combine([write]))),
          () => committed?.()
        )
      fold(open.pending, write, open.frames.at(-1)?.mark ?? 0)
      if (committed !== undefined) open.afterCommit.push(committed)
      return Effect.void
    },
    transaction
  }
}

/** Closes its connections when the scope ends, giving running statements a few seconds. */
export const pool = (options: DatabaseOptions, settings: object = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => connect(options, settings)),
    (sql) => Effect.promise(() => sql.end({ timeout: 5 }))
  )

export const layer = (options: DatabaseOptions): Layer.Layer<Database> =>
  Layer.effect(Database)(
    Effect.map(
      Effect.all([
        pool(options),
        pool({ ...options, maximumConnections: Math.min(keyedConnections, options.maximumConnections ?? keyedConnections) }, byKey),
        FastPaths
      ]),
      ([sql, keyed, { shared_statements }]) => make(sql, keyed, shared_statements)
    )
  )
