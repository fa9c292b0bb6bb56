import { after as later } from "@vouchkit/core/kernel/foundation/time"
import { Conflict } from "@vouchkit/core/kernel/foundation/failure"
import { maximumUnfinished, type StoredFile, trustTimeoutMs, trustWaitMs } from "@vouchkit/core/resources/trust/model"
import type { TrustStart, TrustStore, TrustTicket, TrustTurn } from "@vouchkit/core/resources/trust/trust-store"
import { Effect } from "effect"
import type { Database } from "../database.ts"
import type { DatabaseFailure } from "../statements/server-failure.ts"
import type { Parameters } from "../statements/statement.ts"
import { importColumns, toImport } from "./reading.ts"

type Row = Readonly<Record<string, any>>

export const lost = new Conflict({ code: "conflict", detail: "This import can no longer write: another process took it over." })
const tooMany = new Conflict({ code: "conflict", detail: `More than ${maximumUnfinished} imports of certificates wait already.` })

export const number = (value: number, parameters: Parameters) => `${parameters.add(value)}::int`

/** The row of the one who holds a ticket, as a condition. */
export const heldBy = ({ id, run }: Pick<TrustTicket, "id" | "run">, parameters: Parameters) =>
  `one.id = ${number(id, parameters)} and one.run = ${number(run, parameters)} and one.state = 'running'`

export const settled = <A, R>(effect: Effect.Effect<A, DatabaseFailure, R>) =>
  Effect.catchTag(effect, "Conflict", (failure) => Effect.die(failure))

const unfinished = "one.state in ('queued', 'running')"
const filesOf = (row: Row): ReadonlyArray<StoredFile> => row.files

/** Whether the import of a row still holds up those after it: one whose files no one else has is over with its process. */
const holdsUp = ({ files, seen_at, started_at, state }: Row, at: string): boolean => {
  if (files.length > 0) return later(seen_at ?? started_at, trustWaitMs) > at
  const last = state === "queued" ? started_at : seen_at
  return last !== null && later(last, trustTimeoutMs) > at
}

type TurnHalf = Pick<TrustStore["Service"], "submit" | "begin" | "sign" | "fail" | "pause" | "forgetFiles">

/** Removes what an import wrote that came to no end. One import runs at a time, so these are its rows and no one else's. */
const clearing = (run: Database["Service"]["run"]) =>
  Effect.andThen(
    run(() => "delete from trust_certificates where edition is null"),
    run(() => "delete from trust_crls where edition is null")
  )

/** Puts an import into the line, unless the last one that waits is the same. */
const submitted = Effect.fnUntraced(function* (run: Database["Service"]["run"], { at, files, replaces, sha256, source }: TrustStart) {
  const waiting = yield* run(
    () => `select one.id, one.source, one.sha256, one.replaces from trust_imports as one where ${unfinished} order by one.id desc`
  )
  const [last] = waiting
  if (last !== undefined && last.source === source && last.sha256 === sha256 && last.replaces === replaces) {
    return { id: Number(last.id), fresh: false }
  }
  if (waiting.length >= maximumUnfinished) return yield* Effect.fail(tooMany)
  const [row] = yield* run(
    (parameters) =>
      `insert into trust_imports (source, sha256, replaces, files, state, cursor, added, unchanged, refused, withdrawn, refusals, started_at) values (${parameters.add(source)}, ${parameters.add(sha256)}, ${parameters.add(replaces)}, ${parameters.add(JSON.stringify(files))}::text::jsonb, 'queued', 0, 0, 0, 0, 0, '[]', ${parameters.add(at)}) returning id`
  )
  return { id: Number(row?.id), fresh: true }
})

const ending = (run: Database["Service"]["run"]) => {
  const clear = clearing(run)
  return Effect.fnUntraced(function* ({ id, state }: Row, failure: string, at: string) {
    yield* run(
      (parameters) =>
        `update trust_imports set state = 'failed', failure = ${parameters.add(failure.slice(0, 500))}, finished_at = ${parameters.add(at)} where id = ${number(id, parameters)}`
    )
    if (state === "running") yield* clear
  })
}

/** Gives an import its turn, unless one before it still holds it up. Those that nothing continues any more end here. */
const begun = Effect.fnUntraced(function* (
  run: Database["Service"]["run"],
  end: ReturnType<typeof ending>,
  id: number,
  at: string
): Effect.fn.Return<TrustTurn | undefined, DatabaseFailure> {
  const [mine] = yield* run(
    (parameters) =>
      `select ${importColumns}, one.files, one.run, one.seen_at from trust_imports as one where one.id = ${number(id, parameters)}`
  )
  if (mine === undefined) return undefined
  if (mine.state === "done" || mine.state === "failed") return { turn: "over", ended: toImport(mine), files: filesOf(mine) }
  const before = yield* run(
    (parameters) =>
      `select one.id, one.state, one.files, one.seen_at, one.started_at from trust_imports as one where ${unfinished} and one.id < ${number(id, parameters)} order by one.id`
  )
  if (before.some((row) => holdsUp(row, at))) return { turn: "later" }
  if (mine.state === "running" && mine.seen_at !== null && later(mine.seen_at, trustTimeoutMs) > at) return { turn: "later" }
  yield* Effect.forEach(before, (row) => end(row, "It was stopped and no process continued it.", at), { discard: true })
  yield* run(
    (parameters) =>
      `update trust_imports set state = 'running', run = run + 1, seen_at = ${parameters.add(at)} where id = ${number(id, parameters)}`
  )
  const { counts, cursor } = toImport(mine)
  return { turn: "now", ticket: { id, run: Number(mine.run) + 1, cursor, counts, files: filesOf(mine) } }
})

/** The part of the port that says who may write which import. One lock, that of the edition, orders everybody who asks. */
export const trustTurns = ({ run, transaction }: Database["Service"]): TurnHalf => {
  const lock = run(() => "select edition from trust_state for update")
  const end = ending(run)

  return {
    submit: (start) => transaction(Effect.andThen(lock, submitted(run, start))),
    begin: (id, at) => transaction(Effect.andThen(lock, begun(run, end, id, at))),
    sign: (ticket, at) =>
      Effect.flatMap(
        run(
          (parameters) => `update trust_imports as one set seen_at = ${parameters.add(at)} where ${heldBy(ticket, parameters)} returning 1`
        ),
        ([row]) => (row === undefined ? Effect.fail(lost) : Effect.void)
      ),
    fail: (ticket, { at, reason }) =>
      settled(
        transaction(
          Effect.gen(function* () {
            yield* lock
            const [mine] = yield* run(
              (parameters) =>
                `select one.id, one.state from trust_imports as one where one.id = ${number(ticket.id, parameters)} and one.run = ${number(ticket.run, parameters)} and ${unfinished}`
            )
            if (mine !== undefined) yield* end(mine, reason, at)
          })
        )
      ),
    pause: (ticket) =>
      Effect.asVoid(settled(run((parameters) => `update trust_imports as one set seen_at = null where ${heldBy(ticket, parameters)}`))),
    forgetFiles: (id) =>
      Effect.asVoid(
        settled(
          run((parameters) => `update trust_imports set files = '[]' where id = ${number(id, parameters)} and state in ('done', 'failed')`)
        )
      )
  }
}
