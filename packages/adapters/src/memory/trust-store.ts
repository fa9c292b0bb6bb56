import { type StoredCertificate, maximumPerCountry, maximumSigners } from "@vouchkit/core/resources/trust/model"
import { TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { Effect, Layer } from "effect"
import { State } from "./state.ts"
import { afterBatch, afterEnd, byText, distinct, type Held, isListed, isUnfinished, nothing, shown, stands } from "./trust-rows.ts"
import { ended, forgotten, held as heldBy, lost, paused, signed, submitted, taken } from "./trust-turns.ts"

const table = "trust"
const place = "all"

const isHeld = (value: unknown): value is Held => typeof value === "object" && value !== null && "removals" in value

/** How what is held is looked at and changed, each as a whole. */
const memoryTrust = (state: State["Service"]) => {
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

  return { looked, changed }
}
type MemoryTrust = ReturnType<typeof memoryTrust>

/** The part of the port that judges chips: what is trusted at the moment. */
const trusted = ({ looked }: MemoryTrust): Pick<TrustStore["Service"], "edition" | "trustOf" | "signersOf" | "figures"> => ({
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
  signersOf: (keys) =>
    looked((held) =>
      distinct(held)
        .filter(({ kind, signer_keys }) => kind === "ds" && signer_keys.some((key) => keys.includes(key)))
        .slice(0, maximumSigners)
        .map(({ der }) => der)
    ),
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
  })
})

/** The part of the port that operators look at. */
const listed = ({
  looked
}: MemoryTrust): Pick<TrustStore["Service"], "certificates" | "crls" | "imports" | "unfinished" | "findImport"> => ({
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
          ({ der: _der, edition, met: _met, signer_keys: _keys, ...row }): StoredCertificate => ({
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
  unfinished: (upTo) => looked(({ imports }) => imports.filter((row) => row.id <= upTo && isUnfinished(row)).map(shown)),
  findImport: (id) =>
    looked(({ imports }) => {
      const found = imports.find((row) => row.id === id)
      return found === undefined ? undefined : shown(found)
    })
})

/** The part of the port that says who may write which import. */
const turns = ({ changed }: MemoryTrust): Pick<TrustStore["Service"], "submit" | "begin" | "sign" | "fail" | "pause" | "forgetFiles"> => ({
  submit: (start) => changed((held) => submitted(held, start)),
  begin: (id, at) => changed((held) => Effect.succeed(taken(held, id, at))),
  sign: (ticket, at) =>
    changed((held) => {
      const next = signed(held, ticket, at)
      return next === undefined ? Effect.fail(lost) : Effect.succeed([next, undefined])
    }),
  fail: (ticket, failure) => changed((held) => Effect.succeed([ended(held, ticket, failure), undefined])),
  pause: (ticket) => changed((held) => Effect.succeed([paused(held, ticket), undefined])),
  forgetFiles: (id) => changed((held) => Effect.succeed([forgotten(held, id), undefined]))
})

/** The part of the port that changes what is held. */
const writing = ({ changed }: MemoryTrust): Pick<TrustStore["Service"], "add" | "finish" | "remove" | "restore"> => ({
  add: (ticket, batch) =>
    changed((held) => {
      const row = heldBy(held, ticket)
      if (row === undefined || row.cursor !== batch.from) return Effect.fail(lost)
      const [next, { counts }] = afterBatch(held, row, batch)
      return Effect.succeed([next, counts])
    }),
  finish: (ticket, end) =>
    changed((held) => {
      const row = heldBy(held, ticket)
      if (row === undefined) return Effect.fail(lost)
      const [next, done] = afterEnd(held, row, end)
      return Effect.succeed([next, shown(done)])
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
})

const storeOf = (state: State["Service"]): TrustStore["Service"] => {
  const held = memoryTrust(state)
  return { ...trusted(held), ...listed(held), ...turns(held), ...writing(held) }
}

export const layer = Layer.effect(TrustStore)(Effect.map(State, storeOf))
