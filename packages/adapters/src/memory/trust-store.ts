import { after as later } from "@vouchkit/core/foundation/time"
import { Conflict } from "@vouchkit/core/operation/failure"
import { type HeldCertificate, maximumPerCountry, trustPatienceMs } from "@vouchkit/core/trust/model"
import { TrustStore, type TrustTicket } from "@vouchkit/core/trust/trust-store"
import { Effect, Layer } from "effect"
import { State } from "./state.ts"
import {
  afterBatch,
  afterEnd,
  byText,
  distinct,
  finished,
  type Held,
  type ImportRow,
  isListed,
  nothing,
  replaced,
  shown,
  stands
} from "./trust-rows.ts"

const table = "trust"
const place = "all"
const lost = new Conflict({ code: "conflict", detail: "This import lost its right to write: another process took it over." })
const busy = new Conflict({
  code: "conflict",
  detail: "Another import of certificates is under way. Wait for its end, or for a minute if it was killed, and try again."
})

const isHeld = (value: unknown): value is Held => typeof value === "object" && value !== null && "removals" in value

const storeOf = (state: State["Service"]): TrustStore["Service"] => {
  const current = (): Held => {
    const found = state.rows(table).get(place)
    return isHeld(found) ? found : nothing
  }
  const looked = <A>(look: (held: Held) => A) => state.read(() => look(current()))
  const changed = <A, E>(change: (held: Held) => Effect.Effect<readonly [Held, A], E>) =>
    state.transaction(
      Effect.flatMap(
        Effect.suspend(() => change(current())),
        ([next, answer]) => Effect.as(state.write(table, place, next), answer)
      )
    )
  const running = ({ imports }: Held, { id }: TrustTicket) => imports.find((one) => one.id === id && one.state === "running")
  const failed = (held: Held, row: ImportRow, failure: string, at: string): Held => ({
    ...held,
    certificates: finished(held.certificates),
    crls: finished(held.crls),
    imports: replaced(held.imports, { ...row, state: "failed", failure: failure.slice(0, 500), finished_at: at })
  })

  return {
    edition: looked(({ edition }) => edition),
    trustOf: (country) =>
      looked((held) => ({
        edition: held.edition,
        certificates: distinct(held)
          .filter((row) => row.country === country && row.kind !== "ds")
          .slice(0, maximumPerCountry)
          .map(({ der }) => der),
        crls: [...held.crls.values()]
          .filter((row) => row.country === country && isListed(row))
          .sort((left, right) => byText(left.sha256, right.sha256))
          .slice(0, maximumPerCountry)
          .map(({ der }) => der)
      })),
    figures: looked((held) => {
      const rows = distinct(held)
      const of = (kind: string) => rows.filter((row) => row.kind === kind).length
      return {
        edition: held.edition,
        countries: new Set(rows.filter(({ kind }) => kind !== "ds").map(({ country }) => country)).size,
        certificates: { csca: of("csca"), link: of("link"), ds: of("ds") },
        crls: [...held.crls.values()].filter(isListed).length,
        removed: held.removals.size
      }
    }),
    certificates: ({ country, limit }) =>
      looked((held) =>
        [...held.certificates.values()]
          .filter((row) => row.edition !== null && (country === null || row.country === country))
          .sort(
            (left, right) =>
              byText(left.country, right.country) ||
              byText(left.kind, right.kind) ||
              byText(left.subject, right.subject) ||
              byText(left.sha256, right.sha256) ||
              byText(left.source, right.source)
          )
          .slice(0, limit)
          .map(
            ({ der: _der, edition, met: _met, ...row }): HeldCertificate => ({
              ...row,
              edition: edition ?? 0,
              withdrawn_at: held.removals.get(row.sha256) ?? row.withdrawn_at
            })
          )
      ),
    crls: ({ country, limit }) =>
      looked((held) =>
        [...held.crls.values()]
          .filter((row) => isListed(row) && (country === null || row.country === country))
          .sort(
            (left, right) => byText(left.country, right.country) || byText(left.issuer, right.issuer) || byText(left.sha256, right.sha256)
          )
          .slice(0, limit)
          .map(({ der: _der, edition, issuer_key: _key, met: _met, superseded: _superseded, ...row }) => ({
            ...row,
            edition: edition ?? 0
          }))
      ),
    imports: (limit) => looked(({ imports }) => [...imports].reverse().slice(0, limit).map(shown)),

    begin: ({ at, ...start }) =>
      changed((held) => {
        const other = held.imports.find(({ state: stands }) => stands === "running")
        if (other !== undefined) {
          if (other.seen_at !== null && later(other.seen_at, trustPatienceMs) > at) return Effect.fail(busy)
          const same = other.source === start.source && other.sha256 === start.sha256 && other.replaces === start.replaces
          const { counts, cursor, id } = other
          if (same)
            return Effect.succeed([
              { ...held, imports: replaced(held.imports, { ...other, seen_at: at }) },
              { id, cursor, counts }
            ])
        }
        const cleared = other === undefined ? held : failed(held, other, "It was stopped and not taken up again.", at)
        const fresh: ImportRow = {
          ...start,
          id: cleared.imports.length + 1,
          state: "running",
          counts: { added: 0, unchanged: 0, refused: 0 },
          withdrawn: 0,
          refusals: [],
          cursor: 0,
          failure: null,
          edition: null,
          started_at: at,
          finished_at: null,
          seen_at: at
        }
        const { counts, cursor, id } = fresh
        return Effect.succeed([
          { ...cleared, imports: [...cleared.imports, fresh] },
          { id, cursor, counts }
        ])
      }),
    add: (ticket, batch) =>
      changed((held) => {
        const row = running(held, ticket)
        if (row === undefined || row.cursor !== batch.from) return Effect.fail(lost)
        const [next, { counts }] = afterBatch(held, row, batch)
        return Effect.succeed([next, counts])
      }),
    finish: (ticket, at) =>
      changed((held) => {
        const row = running(held, ticket)
        if (row === undefined) return Effect.fail(lost)
        const [next, done] = afterEnd(held, row, at)
        return Effect.succeed([next, shown(done)])
      }),
    fail: (ticket, { at, reason }) =>
      changed((held) => {
        const row = running(held, ticket)
        return Effect.succeed([row === undefined ? held : failed(held, row, reason, at), undefined])
      }),
    pause: (ticket) =>
      changed((held) => {
        const row = running(held, ticket)
        return Effect.succeed([
          row === undefined ? held : { ...held, imports: replaced(held.imports, { ...row, seen_at: null }) },
          undefined
        ])
      }),
    remove: (sha256, at) =>
      changed((held) => {
        const found = [...held.certificates.values()].some((row) => row.sha256 === sha256 && stands(held, row))
        if (!found) return Effect.succeed([held, false])
        return Effect.succeed([{ ...held, edition: held.edition + 1, removals: new Map(held.removals).set(sha256, at) }, true])
      }),
    restore: (sha256) =>
      changed((held) => {
        const removals = new Map(held.removals)
        if (!removals.delete(sha256)) return Effect.succeed([held, false])
        return Effect.succeed([{ ...held, edition: held.edition + 1, removals }, true])
      })
  }
}

export const layer = Layer.effect(TrustStore)(Effect.map(State, storeOf))
