import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { type Cause, Context, Effect, Exit, Layer } from "effect"
import postgres from "postgres"
import { groupCommit, send } from "./statements/group-commit.ts"
import { abortedState, Contended, type DatabaseFailure, failureOf, sqlState } from "./statements/server-failure.ts"
import { Parameters, type PendingWrite, type Statement, batches, combine, fold } from "./statements/statement.ts"

type Row = Readonly<Record<string, any>>
type Rows = ReadonlyArray<Row>

/** One open transaction. Nothing reaches the server before the first read or the end; then everything goes in one flight. */
interface Open {
  connection: postgres.ReservedSql | undefined
  pending: Array<PendingWrite>
  readonly frames: Array<Frame>
  savepoints: number
  afterCommit: Array<() => void>
}
/** A nested transaction; its savepoint is set only once a statement is sent within it. */
interface Frame {
  mark: number
  savepoint: string | undefined
}

const Current = Context.Reference<Open | undefined>("@vouchkit/adapters/postgres/Current", { defaultValue: () => undefined })

const maximumRepeats = 3

/**
 * Statements of somebody who left run to their end, which the server bounds. The driver cannot take one back: of statements that wait on one
 * connection it would count the cancelled one out, and give its rows to whoever asked next.
 */
const toEffect = (start: () => ReadonlyArray<postgres.PendingQuery<any>>): Effect.Effect<Rows, DatabaseFailure> =>
  Effect.callback((resume) => {
    const queries = start()
    // All are in flight on one connection: the first real error is the one to report, those after it only say "aborted".
    Promise.allSettled(queries).then((results) => {
      const rejected = results.filter((result) => result.status === "rejected").map(({ reason }) => reason)
      const [first] = rejected
      if (first !== undefined) {
        resume(Effect.fail(failureOf(rejected.find((reason) => sqlState(reason) !== abortedState) ?? first)))
        return
      }
      const last = results.at(-1)
      resume(Effect.succeed(last?.status === "fulfilled" ? last.value : []))
    })
  })

/** One statement by itself: the common case of a read, without the bookkeeping of a flight. */
const toRows = (start: () => postgres.PendingQuery<any>): Effect.Effect<Rows, DatabaseFailure> =>
  Effect.callback((resume) => {
    const query = start()
    query.then(
      (rows) => resume(Effect.succeed(rows)),
      (cause) => resume(Effect.fail(failureOf(cause)))
    )
  })

const plain = (sql: postgres.ReservedSql, text: string): postgres.PendingQuery<any> => sql.unsafe(text)

export interface DatabaseOptions {
  /** A connection URL, or a socket of the embedded server. */
  readonly connect: { readonly url: string } | { readonly path: string; readonly user: string; readonly database: string }
  readonly maximumConnections?: number
}

/** A pool of connections, and the transaction that is open around the running effect, if any. */
export class Database extends Context.Service<
  Database,
  {
    readonly sql: postgres.Sql
    /** As `sql`, for statements that find every row of theirs by an index, however empty the server believes their tables to be. */
    readonly keyed: postgres.Sql
    /** Whether a transaction is open around the effect that runs in this context. */
    readonly isOpenIn: (context: Context.Context<never>) => boolean
    /** A read, inside the open transaction if there is one. */
    readonly query: (build: (parameters: Parameters) => string) => Effect.Effect<Rows, StorageUnavailable>
    /** A write whose answer matters, sent at once. */
    readonly run: (build: (parameters: Parameters) => string) => Effect.Effect<Rows, DatabaseFailure>
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
 * from end to end.
 */
const byKey = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off" } as const

const connect = ({ connect: target, maximumConnections = 10 }: DatabaseOptions, settings: object = {}): postgres.Sql => {
  const options = {
    max: maximumConnections,
    idle_timeout: 0,
    connect_timeout: 10,
    // In seconds. The driver's own goes up to 20, long after the server is back.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 1),
    onnotice: () => {},
    connection: { application_name: "vouchkit", statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000, ...settings }
  }
  return "url" in target
    ? postgres(target.url, options)
    : postgres({ ...options, host: "localhost", path: target.path, user: target.user, database: target.database })
}

export const make = (sql: postgres.Sql, keyed: postgres.Sql = sql): Database["Service"] => {
  /** Opens what is not open yet: the connection, savepoints of the frames around, and the writes that wait before each of them. */
  const opening = (open: Open, connection: postgres.ReservedSql, fresh: boolean): Array<postgres.PendingQuery<any>> => {
    const sent = fresh ? [plain(connection, "begin")] : []
    let flushed = 0
    for (const frame of open.frames) {
      if (frame.savepoint !== undefined) continue
      for (const batch of batches(open.pending.slice(flushed, frame.mark))) sent.push(send(connection, combine(batch)))
      flushed = Math.max(flushed, frame.mark)
      open.savepoints += 1
      frame.savepoint = `s${open.savepoints}`
      sent.push(plain(connection, `savepoint ${frame.savepoint}`))
    }
    for (const batch of batches(open.pending.slice(flushed))) sent.push(send(connection, combine(batch)))
    open.pending = []
    for (const frame of open.frames) frame.mark = 0
    return sent
  }

  const connected = (open: Open): Effect.Effect<{ connection: postgres.ReservedSql; fresh: boolean }, StorageUnavailable> =>
    open.connection !== undefined
      ? Effect.succeed({ connection: open.connection, fresh: false })
      : Effect.map(
          Effect.uninterruptible(
            Effect.tryPromise({ try: () => sql.reserve(), catch: (cause) => new StorageUnavailable({ cause }) }).pipe(
              Effect.tap((connection) => Effect.sync(() => (open.connection = connection)))
            )
          ),
          (connection) => ({ connection, fresh: true })
        )

  const run = (build: (parameters: Parameters) => string): Effect.Effect<Rows, DatabaseFailure> => {
    const parameters = new Parameters()
    const statement: Statement = { text: build(parameters), parameters: parameters.values }
    return Effect.flatMap(Current, (open) =>
      open === undefined
        ? toRows(() => send(sql, statement))
        : Effect.flatMap(connected(open), ({ connection, fresh }) =>
            toEffect(() => [...opening(open, connection, fresh), send(connection, statement)])
          )
    )
  }

  const commitTogether = groupCommit(sql)
  const committed = (writes: ReadonlyArray<PendingWrite>): Effect.Effect<void, DatabaseFailure> =>
    Effect.callback((resume) => {
      commitTogether({ writes, settled: (failure) => resume(failure === undefined ? Effect.void : Effect.fail(failure)) })
    })

  /** A lone batch needs no explicit transaction: one statement is atomic by itself. */
  const commit = (open: Open): Effect.Effect<unknown, DatabaseFailure> => {
    if (open.connection === undefined) {
      if (open.pending.length === 0) return Effect.void
      const [only = [], ...more] = batches(open.pending)
      if (more.length === 0) {
        return only.every(({ inserted }) => inserted !== undefined) ? committed(only) : toRows(() => send(sql, combine(only)))
      }
    }
    return Effect.flatMap(connected(open), ({ connection, fresh }) =>
      toEffect(() => [...opening(open, connection, fresh), plain(connection, "commit")])
    )
  }

  const rollback = (open: Open): Effect.Effect<void> =>
    Effect.suspend(() => {
      const { connection } = open
      return connection === undefined ? Effect.void : Effect.ignore(toEffect(() => [plain(connection, "rollback")]))
    })

  const outermost = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | DatabaseFailure, R> =>
    Effect.suspend(() => {
      const open: Open = { connection: undefined, pending: [], frames: [], savepoints: 0, afterCommit: [] }
      const undone = (cause: Cause.Cause<E | DatabaseFailure>) =>
        Effect.flatMap(rollback(open), () => {
          open.connection?.release()
          return Effect.failCause(cause)
        })
      const done = (value: A) => {
        open.connection?.release()
        for (const action of open.afterCommit) action()
        return Effect.succeed(value)
      }
      return Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(
          Effect.exit(restore(Effect.provideService(effect, Current, open))),
          (exit): Effect.Effect<A, E | DatabaseFailure> =>
            Exit.isFailure(exit)
              ? undone(exit.cause)
              : Effect.flatMap(Effect.exit(commit(open)), (ended) => (Exit.isFailure(ended) ? undone(ended.cause) : done(exit.value)))
        )
      )
    })

  const nested = <A, E, R>(open: Open, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | DatabaseFailure, R> =>
    Effect.suspend(() => {
      const frame: Frame = { mark: open.pending.length, savepoint: undefined }
      const actions = open.afterCommit.length
      open.frames.push(frame)
      return Effect.onExit(effect, (exit) => {
        open.frames.pop()
        if (Exit.isSuccess(exit)) return Effect.void
        open.pending.length = frame.mark
        open.afterCommit.length = actions
        const { connection } = open
        if (connection === undefined || frame.savepoint === undefined) return Effect.void
        const statement = `rollback to savepoint ${frame.savepoint}`
        // A connection that is gone takes its transaction with it, so that this is no more than one failure among others.
        return Effect.asVoid(toEffect(() => [plain(connection, statement)]))
      })
    })

  /** Spelled out, since a schedule made anew for every transaction would cost more than the transaction's own bookkeeping. */
  const repeated = <A, E, R>(effect: Effect.Effect<A, E, R>, left: number): Effect.Effect<A, E | DatabaseFailure, R> =>
    Effect.catch(outermost(effect), (failure) => (left > 0 && contended(failure) ? repeated(effect, left - 1) : Effect.fail(failure)))

  const contended = (failure: unknown): boolean => failure instanceof StorageUnavailable && failure.cause instanceof Contended

  return {
    sql,
    keyed,
    isOpenIn: (context) => Context.get(context, Current) !== undefined,
    query: (build) => Effect.catchTag(run(build), "Conflict", (failure) => Effect.fail(new StorageUnavailable({ cause: failure }))),
    run,
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
    transaction: (effect) =>
      Effect.flatMap(Current, (open) => (open === undefined ? repeated(effect, maximumRepeats) : nested(open, effect)))
  }
}

const pool = (options: DatabaseOptions, settings: object = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => connect(options, settings)),
    (sql) => Effect.promise(() => sql.end({ timeout: 5 }))
  )

/** Closes its connections when the scope ends, giving running statements a few seconds. */
export const layer = (options: DatabaseOptions): Layer.Layer<Database> =>
  Layer.effect(Database)(
    Effect.map(
      Effect.all([
        pool(options),
        pool({ ...options, maximumConnections: Math.min(keyedConnections, options.maximumConnections ?? keyedConnections) }, byKey)
      ]),
      ([sql, keyed]) => make(sql, keyed)
    )
  )
