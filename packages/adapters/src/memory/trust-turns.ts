import { after as later } from "@vouchkit/core/kernel/foundation/time"
import { Conflict } from "@vouchkit/core/kernel/foundation/failure"
import { maximumUnfinished, trustTimeoutMs, trustWaitMs } from "@vouchkit/core/resources/trust/model"
import type { TrustStart, TrustTicket, TrustTurn } from "@vouchkit/core/resources/trust/trust-store"
import { Effect } from "effect"
import { finished, type Held, type ImportRow, isUnfinished, replaced, shown } from "./trust-rows.ts"

export const lost = new Conflict({ code: "conflict", detail: "This import can no longer write: another process took it over." })
const tooMany = new Conflict({ code: "conflict", detail: `More than ${maximumUnfinished} imports of certificates wait already.` })

type Holder = Pick<TrustTicket, "id" | "run">

const changedRow = (held: Held, row: ImportRow): Held => ({ ...held, imports: replaced(held.imports, row) })

/** The import of the one who holds the ticket. */
export const held = ({ imports }: Held, { id, run }: Holder): ImportRow | undefined =>
  imports.find((one) => one.id === id && one.run === run && one.state === "running")

const failed = (all: Held, row: ImportRow, failure: string, at: string): Held => {
  const cleared = row.state === "running" ? { ...all, certificates: finished(all.certificates), crls: finished(all.crls) } : all
  return changedRow(cleared, { ...row, state: "failed", failure: failure.slice(0, 500), finished_at: at })
}

/** Whether an import still holds up those after it: one whose files no one else has is over with its process. */
const holdsUp = ({ files, seen_at, started_at, state }: ImportRow, at: string): boolean => {
  if (files.length > 0) return later(seen_at ?? started_at, trustWaitMs) > at
  const last = state === "queued" ? started_at : seen_at
  return last !== null && later(last, trustTimeoutMs) > at
}

type Submitted = readonly [Held, { readonly id: number; readonly fresh: boolean }]

export const submitted = (all: Held, { at, ...start }: TrustStart): Effect.Effect<Submitted, Conflict<"conflict">> => {
  const waiting = all.imports.filter(isUnfinished)
  const last = waiting.at(-1)
  if (last !== undefined && last.source === start.source && last.sha256 === start.sha256 && last.replaces === start.replaces) {
    return Effect.succeed([all, { id: last.id, fresh: false }])
  }
  if (waiting.length >= maximumUnfinished) return Effect.fail(tooMany)
  const row: ImportRow = {
    ...start,
    id: all.imports.length + 1,
    state: "queued",
    counts: { added: 0, unchanged: 0, refused: 0 },
    withdrawn: 0,
    refusals: [],
    lists: [],
    cursor: 0,
    failure: null,
    edition: null,
    run: 0,
    started_at: at,
    finished_at: null,
    seen_at: null
  }
  return Effect.succeed([
    { ...all, imports: [...all.imports, row] },
    { id: row.id, fresh: true }
  ])
}

export const taken = (all: Held, id: number, at: string): readonly [Held, TrustTurn | undefined] => {
  const mine = all.imports.find((one) => one.id === id)
  if (mine === undefined) return [all, undefined]
  if (!isUnfinished(mine)) return [all, { turn: "over", ended: shown(mine), files: mine.files }]
  const before = all.imports.filter((one) => one.id < id && isUnfinished(one))
  const busy = mine.state === "running" && mine.seen_at !== null && later(mine.seen_at, trustTimeoutMs) > at
  if (busy || before.some((row) => holdsUp(row, at))) return [all, { turn: "later" }]
  const cleared = before.reduce((left, row) => failed(left, row, "It was stopped and no process continued it.", at), all)
  const { counts, cursor, files } = mine
  const run = mine.run + 1
  return [changedRow(cleared, { ...mine, state: "running", run, seen_at: at }), { turn: "now", ticket: { id, run, cursor, counts, files } }]
}

export const signed = (all: Held, ticket: Holder, at: string): Held | undefined => {
  const row = held(all, ticket)
  return row === undefined ? undefined : changedRow(all, { ...row, seen_at: at })
}

export const paused = (all: Held, ticket: Holder): Held => {
  const row = held(all, ticket)
  return row === undefined ? all : changedRow(all, { ...row, seen_at: null })
}

export const ended = (all: Held, { id, run }: Holder, { at, reason }: { readonly reason: string; readonly at: string }): Held => {
  const row = all.imports.find((one) => one.id === id && one.run === run && isUnfinished(one))
  return row === undefined ? all : failed(all, row, reason, at)
}

export const forgotten = (all: Held, id: number): Held => {
  const row = all.imports.find((one) => one.id === id && !isUnfinished(one))
  return row === undefined ? all : changedRow(all, { ...row, files: [] })
}
