import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { LongestTransaction, OpenTooLong } from "@vouchkit/core/kernel/storage/unit-of-work"
import { type Cause, Context, Effect, Exit } from "effect"
import type postgres from "postgres"
import { groupCommit, send } from "./statements/group-commit.ts"
import { abortedState, Contended, type DatabaseFailure, endedByServer, failureOf, sqlState } from "./statements/server-failure.ts"
import { KnownAnswers } from "./statements/known-answers.ts"
import { batches, combine, type PendingWrite, tableOf } from "./statements/statement.ts"

type Row = Readonly<Record<string, any>>
export type Rows = ReadonlyArray<Row>

/**
 * One open transaction. Writes reach the server with the first statement that may depend on them, or at the end; then everything goes in one flight.
 */
export interface Open {
  connection: postgres.ReservedSql | undefined
  /** The connection on its way, which statements of the same moment share. */
  reserving: Promise<postgres.ReservedSql> | undefined
  begun: boolean
  /** How many milliseconds the server keeps it open. */
  readonly longest: number | null
  /** Until when another statement may be sent, where that is bounded. */
  sends_until: number
  /** Why the server takes no more statements: what was sent in the same moment learns that, and not only that it was too late. */
  broken: unknown
  pending: Array<PendingWrite>
  readonly frames: Array<Frame>
  savepoints: number
  afterCommit: Array<() => void>
  readonly known: KnownAnswers
}
/** A nested transaction; its savepoint is set only once a statement is sent within it. */
interface Frame {
  mark: number
  savepoint: string | undefined
}

export const Current = Context.Reference<Open | undefined>("@vouchkit/adapters/postgres/Current", { defaultValue: () => undefined })

const maximumRepeats = 3

/**
 * Statements of someone who left run to their end, which the server bounds. The driver cannot take one back: of statements that wait on one
 * connection it would count the cancelled one out, and give its rows to the one who asked next. All are sent in the same way, so that those of two who
 * read at once within a transaction arrive in the order in which they were given to the driver.
 */
export const toEffect = (
  start: () => ReadonlyArray<postgres.PendingQuery<any>>,
  open?: Pick<Open, "broken">
): Effect.Effect<Rows, DatabaseFailure> =>
  Effect.callback((resume) => {
    const queries = start()
    const failures: Array<unknown> = []
    let left = queries.length
    let answer: Rows = []
    const ended = () => {
      left -= 1
      if (left > 0) return
      // All are in flight on one connection: the first real error is the one to report, those after it only say "aborted".
      if (failures.length === 0) return resume(Effect.succeed(answer))
      const cause = failures.find((reason) => sqlState(reason) !== abortedState) ?? open?.broken ?? failures[0]
      if (open !== undefined) open.broken ??= cause
      resume(Effect.fail(failureOf(cause)))
    }
    for (const [place, query] of queries.entries()) {
      query.then(
        (rows) => {
          if (place === queries.length - 1) answer = rows
          ended()
        },
        (cause) => {
          failures.push(cause)
          ended()
        }
      )
    }
    if (queries.length === 0) resume(Effect.succeed(answer))
  })

/** One statement by itself: the common case of a read, without the bookkeeping of a flight. */
export const toRows = (start: () => postgres.PendingQuery<any>): Effect.Effect<Rows, DatabaseFailure> =>
  Effect.callback((resume) => {
    start().then(
      (rows) => resume(Effect.succeed(rows)),
      (cause) => resume(Effect.fail(failureOf(cause)))
    )
  })

const plain = (sql: postgres.ReservedSql, text: string): postgres.PendingQuery<any> => sql.unsafe(text)

/**
 * The server ends the connection when the time is over; a statement that waits for the lock of another gives up in half of it. Servers before PostgreSQL 17
 * bound each statement, and each wait for the next one, and not all of them together. A new connection knows no plans and is slower at first, so that we
 * give up by ourselves where we can, a little earlier.
 */
const sendingShare = 0.7
const bounding = (longest: number): string =>
  `select set_config(name, value, true) from (values ('transaction_timeout', '${longest}'), ('idle_in_transaction_session_timeout', '${longest}'), ('statement_timeout', '${longest}'), ('lock_timeout', '${Math.ceil(longest / 2)}')) as bound (name, value) where current_setting(name, true) is not null`

export const beginning = (open: Open, connection: postgres.ReservedSql): Array<postgres.PendingQuery<any>> => {
  if (open.begun) return []
  open.begun = true
  const begun = plain(connection, "begin")
  if (open.longest !== null) open.sends_until = performance.now() + sendingShare * open.longest
  return open.longest === null ? [begun] : [begun, plain(connection, bounding(open.longest))]
}

/** Opens what is not open yet: the transaction, savepoints of the frames around, and the writes that wait before each of them. */
export const opening = (open: Open, connection: postgres.ReservedSql): Array<postgres.PendingQuery<any>> => {
  const sent = beginning(open, connection)
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
  // What was read of a table is what it was without these writes.
  for (const write of open.pending) open.known.changed(tableOf(write))
  open.pending = []
  for (const frame of open.frames) frame.mark = 0
  return sent
}

/** Writes to one table that were not sent yet. */
export const pendingTo = (open: Open, table: string): ReadonlyArray<PendingWrite> =>
  open.pending.filter((write) => tableOf(write) === table)

/** What a read of one table has to be sent behind: as `opening`, or no more than the beginning where no write to the table waits. */
export const openingRead = (open: Open, connection: postgres.ReservedSql, table: string): Array<postgres.PendingQuery<any>> =>
  open.frames.length > 0 || open.pending.some((write) => tableOf(write) === table) ? opening(open, connection) : beginning(open, connection)

export const connectedOn = (sql: postgres.Sql, open: Open): Effect.Effect<postgres.ReservedSql, StorageUnavailable> =>
  open.connection !== undefined
    ? open.longest !== null && performance.now() > open.sends_until
      ? Effect.fail(new StorageUnavailable({ cause: new OpenTooLong("no statement is sent any more") }))
      : Effect.succeed(open.connection)
    : Effect.uninterruptible(
        Effect.tryPromise({ try: () => (open.reserving ??= sql.reserve()), catch: (cause) => new StorageUnavailable({ cause }) }).pipe(
          Effect.tap((connection) => Effect.sync(() => (open.connection = connection)))
        )
      )

const rollback = (open: Open): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { connection } = open
    return connection === undefined ? Effect.void : Effect.ignore(toEffect(() => [plain(connection, "rollback")]))
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
      open.known.forget()
      open.afterCommit.length = actions
      const { connection } = open
      if (connection === undefined || frame.savepoint === undefined) return Effect.void
      const statement = `rollback to savepoint ${frame.savepoint}`
      open.broken = undefined
      // A connection that is gone takes its transaction with it, so that this is no more than one failure among others.
      return Effect.asVoid(toEffect(() => [plain(connection, statement)]))
    })
  })

const contended = (failure: unknown): boolean => failure instanceof StorageUnavailable && failure.cause instanceof Contended

/** A transaction of which nothing was sent yet. */
const opened = (longest: number | null): Open => ({
  connection: undefined,
  reserving: undefined,
  begun: false,
  longest,
  sends_until: Number.POSITIVE_INFINITY,
  broken: undefined,
  pending: [],
  frames: [],
  savepoints: 0,
  afterCommit: [],
  known: new KnownAnswers()
})

/** Ends a transaction: sends what still waits, and commits. */
const committing = (sql: postgres.Sql, shared: boolean) => {
  const commitBatched = groupCommit(sql, shared)
  const committed = (writes: ReadonlyArray<PendingWrite>): Effect.Effect<void, DatabaseFailure> =>
    Effect.callback((resume) => {
      commitBatched({ writes, settled: (failure) => resume(failure === undefined ? Effect.void : Effect.fail(failure)) })
    })

  /** A single batch needs no explicit transaction: one statement is atomic by itself. */
  return (open: Open): Effect.Effect<unknown, DatabaseFailure> => {
    if (open.connection === undefined) {
      if (open.pending.length === 0) return Effect.void
      const [only = [], ...more] = batches(open.pending)
      if (more.length === 0 && open.longest === null) {
        return only.every(({ inserted }) => inserted !== undefined) ? committed(only) : toRows(() => send(sql, combine(only)))
      }
    }
    return Effect.flatMap(connectedOn(sql, open), (connection) =>
      toEffect(() => [...opening(open, connection), plain(connection, "commit")], open)
    )
  }
}

/** Runs an effect in a transaction: in one of its own, or in the one that is open around it. */
export const transactionOn = (sql: postgres.Sql, shared: boolean) => {
  const commit = committing(sql, shared)

  const outermost = <A, E, R>(effect: Effect.Effect<A, E, R>, longest: number | null): Effect.Effect<A, E | DatabaseFailure, R> =>
    Effect.suspend(() => {
      const open = opened(longest)
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

  /** Spelled out, since a schedule made again for every transaction would cost more than the transaction's own bookkeeping. */
  const repeated = <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    longest: number | null,
    left: number
  ): Effect.Effect<A, E | DatabaseFailure, R> =>
    Effect.catch(outermost(effect, longest), (failure) =>
      left > 0 && contended(failure)
        ? repeated(effect, longest, left - 1)
        : Effect.fail(longest === null ? failure : endedByServer(failure))
    )

  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | DatabaseFailure, R> =>
    Effect.contextWith((context: Context.Context<R>) => {
      const open = Context.get(context, Current)
      return open === undefined ? repeated(effect, Context.get(context, LongestTransaction), maximumRepeats) : nested(open, effect)
    })
}
