import { maximumRefusals, refusals as refusalTexts, type TrustCounts } from "@vouchkit/core/resources/trust/model"
import { type TrustBatch, TrustStore, type TrustTicket } from "@vouchkit/core/resources/trust/trust-store"
import { Effect, Layer } from "effect"
import { Database } from "../database.ts"
import type { Parameters } from "../statements/statement.ts"
import { importColumns, standing, toImport, trustReading } from "./reading.ts"
import { heldBy, lost, number, settled, trustTurns } from "./turns.ts"

const rowsOf = (name: string, parameters: Parameters, rows: ReadonlyArray<unknown>, columns: string) =>
  `jsonb_to_recordset(${parameters.add(JSON.stringify(rows))}::text::jsonb) as ${name} (${columns})`
const base64 = (der: Uint8Array): string => Buffer.from(der).toString("base64")
const once = <A extends { readonly sha256: string }>(all: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(all.map((one) => [one.sha256, one])).values()
]

type Run = Database["Service"]["run"]

const addCertificates = Effect.fnUntraced(function* (run: Run, id: number, source: string, batch: TrustBatch) {
  const distinct = once(batch.certificates)
  if (distinct.length === 0) return 0
  const held = yield* run(
    (parameters) =>
      `select one.sha256 from trust_certificates as one where one.source = ${parameters.add(source)} and one.sha256 = any(${parameters.add(distinct.map(({ sha256 }) => sha256))}::text[]) and ((one.edition is not null and one.withdrawn_at is null) or one.met = ${number(id, parameters)})`
  )
  yield* run((parameters) => {
    const rows = distinct.map(({ der, ...row }) => ({ ...row, der: base64(der) }))
    const columns = "sha256 text, country text, subject text, not_before text, not_after text, kind text, signer_keys text[], der text"
    return `insert into trust_certificates (source, sha256, country, subject, not_before, not_after, kind, signer_keys, der, added_at, met) select ${parameters.add(source)}, arriving.sha256, arriving.country, arriving.subject, arriving.not_before, arriving.not_after, arriving.kind, arriving.signer_keys, decode(arriving.der, 'base64'), ${parameters.add(batch.at)}, ${number(id, parameters)} from ${rowsOf("arriving", parameters, rows, columns)} on conflict (source, sha256) do update set met = excluded.met, signer_keys = excluded.signer_keys`
  })
  return distinct.length - held.length
})

const addCrls = Effect.fnUntraced(function* (run: Run, id: number, source: string, batch: TrustBatch) {
  const distinct = once(batch.crls)
  if (distinct.length === 0) return { added: 0, refused: [] }
  const known = yield* run(
    (parameters) =>
      `select one.sha256 from trust_crls as one where one.sha256 = any(${parameters.add(distinct.map(({ sha256 }) => sha256))}::text[])`
  )
  const newest = yield* run(
    (parameters) =>
      `select one.issuer_key, max(one.this_update) as this_update from trust_crls as one where one.issuer_key = any(${parameters.add(distinct.map(({ issuer_key }) => issuer_key))}::text[]) and one.edition is not null and not one.superseded group by one.issuer_key`
  )
  const held = new Set(known.map(({ sha256 }) => sha256))
  const newestOf = new Map(newest.map((row) => [row.issuer_key, row.this_update]))
  const fresh = distinct.filter(({ sha256 }) => !held.has(sha256))
  const older = fresh.filter((crl) => (newestOf.get(crl.issuer_key) ?? "") >= crl.this_update)
  const written = fresh.filter((crl) => !older.includes(crl))
  yield* run((parameters) => {
    const rows = written.map(({ der, where: _where, ...row }) => ({ ...row, der: base64(der) }))
    const columns = "sha256 text, country text, issuer_key text, issuer text, this_update text, next_update text, der text"
    return `insert into trust_crls (source, sha256, country, issuer_key, issuer, this_update, next_update, der, superseded, met) select ${parameters.add(source)}, arriving.sha256, arriving.country, arriving.issuer_key, arriving.issuer, arriving.this_update, arriving.next_update, decode(arriving.der, 'base64'), false, ${number(id, parameters)} from ${rowsOf("arriving", parameters, rows, columns)}`
  })
  return { added: written.length, refused: older.map(({ where }) => ({ where, reason: refusalTexts.older })) }
})

/** Of the revocation lists of one issuer only the newest stands. */
const supersedeOlder =
  "update trust_crls as old set superseded = true where not old.superseded and old.edition is not null and exists (select 1 from trust_crls as newer where newer.issuer_key = old.issuer_key and not newer.superseded and newer.edition is not null and (newer.this_update, newer.sha256) > (old.this_update, old.sha256))"

/** Of a source that an import replaces, what it has no more. */
const withdrawn = ({ run }: Database["Service"], ticket: TrustTicket, source: string, at: string) =>
  run(
    (parameters) =>
      `update trust_certificates set withdrawn_at = ${parameters.add(at)} where source = ${parameters.add(source)} and edition is not null and withdrawn_at is null and met <> ${number(ticket.id, parameters)} returning 1`
  )

/** Locks the import for the one who holds its ticket. */
const alive = (run: Run, ticket: TrustTicket, extra: (parameters: Parameters) => string = () => "true") =>
  Effect.flatMap(
    run(
      (parameters) =>
        `select ${importColumns}, one.source from trust_imports as one where ${heldBy(ticket, parameters)} and ${extra(parameters)} for update`
    ),
    ([row]) => (row === undefined ? Effect.fail(lost) : Effect.succeed(row))
  )

const writing = (database: Database["Service"]): Pick<TrustStore["Service"], "add" | "finish"> => {
  const { run, transaction } = database
  const add = (ticket: TrustTicket, batch: TrustBatch) =>
    transaction(
      Effect.gen(function* () {
        const row = yield* alive(run, ticket, (parameters) => `one.cursor = ${number(batch.from, parameters)}`)
        const certificates = yield* addCertificates(run, ticket.id, row.source, batch)
        const crls = yield* addCrls(run, ticket.id, row.source, batch)
        const refused = [...batch.refusals, ...crls.refused]
        const before = toImport(row)
        const counts: TrustCounts = {
          added: before.counts.added + certificates + crls.added,
          unchanged:
            before.counts.unchanged + batch.certificates.length + batch.crls.length - certificates - crls.added - crls.refused.length,
          refused: before.counts.refused + refused.length
        }
        const refusals = [...before.refusals, ...refused].slice(0, maximumRefusals)
        yield* run(
          (parameters) =>
            `update trust_imports set seen_at = ${parameters.add(batch.at)}, cursor = ${number(batch.cursor, parameters)}, added = ${number(counts.added, parameters)}, unchanged = ${number(counts.unchanged, parameters)}, refused = ${number(counts.refused, parameters)}, refusals = ${parameters.add(JSON.stringify(refusals))}::text::jsonb where id = ${number(ticket.id, parameters)}`
        )
        return counts
      })
    )

  const finish: TrustStore["Service"]["finish"] = (ticket, { at, lists }) =>
    transaction(
      Effect.gen(function* () {
        const [state] = yield* run(() => "select edition from trust_state for update")
        const { replaces, source } = yield* alive(run, ticket)
        const edition = Number(state?.edition ?? 0) + 1
        const shown = yield* run(
          (parameters) =>
            `update trust_certificates set edition = ${number(edition, parameters)}, added_at = ${parameters.add(at)}, withdrawn_at = null where met = ${number(ticket.id, parameters)} and (edition is null or withdrawn_at is not null) returning 1`
        )
        const listed = yield* run(
          (parameters) =>
            `update trust_crls set edition = ${number(edition, parameters)} where met = ${number(ticket.id, parameters)} and edition is null returning 1`
        )
        yield* run(() => supersedeOlder)
        const gone = replaces === true ? yield* withdrawn(database, ticket, source, at) : []
        const changed = shown.length + listed.length + gone.length > 0
        if (changed) yield* run((parameters) => `update trust_state set edition = ${number(edition, parameters)}`)
        const [row] = yield* run(
          (parameters) =>
            `update trust_imports as one set state = 'done', finished_at = ${parameters.add(at)}, lists = ${parameters.add(JSON.stringify(lists))}::text::jsonb, withdrawn = ${number(gone.length, parameters)}, edition = ${changed ? number(edition, parameters) : "null"} where one.id = ${number(ticket.id, parameters)} returning ${importColumns}`
        )
        return row === undefined ? yield* Effect.fail(lost) : toImport(row)
      })
    )

  return { add, finish }
}

/** The part of the port by which an operator removes single certificates, and takes that back. */
const removals = ({ query, run, transaction }: Database["Service"]): Pick<TrustStore["Service"], "remove" | "restore"> => {
  const bumped = run(() => "update trust_state set edition = edition + 1")
  return {
    remove: (sha256, at) =>
      settled(
        transaction(
          Effect.gen(function* () {
            const [held] = yield* query(
              (parameters) =>
                `select 1 from trust_certificates as one where one.sha256 = ${parameters.add(sha256)} and ${standing("one")} limit 1`
            )
            if (held === undefined) return false
            yield* run((parameters) => `insert into trust_removals values (${parameters.add(sha256)}, ${parameters.add(at)})`)
            yield* bumped
            return true
          })
        )
      ),
    restore: (sha256) =>
      settled(
        transaction(
          Effect.gen(function* () {
            const gone = yield* run((parameters) => `delete from trust_removals where sha256 = ${parameters.add(sha256)} returning 1`)
            if (gone.length > 0) yield* bumped
            return gone.length > 0
          })
        )
      )
  }
}

export const layer = Layer.effect(TrustStore)(
  Effect.map(Database, (database) =>
    TrustStore.of({ ...trustReading(database), ...trustTurns(database), ...writing(database), ...removals(database) })
  )
)
