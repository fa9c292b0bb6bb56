import {
  type StoredCertificate,
  type StoredCrl,
  maximumPerCountry,
  maximumSigners,
  type TrustImport
} from "@vouchkit/core/resources/trust/model"
import type { TrustStore } from "@vouchkit/core/resources/trust/trust-store"
import { Effect } from "effect"
import type { Database } from "../database.ts"

type Row = Readonly<Record<string, any>>

/** Certificates that are trusted: of a finished import, held by their source, and not removed by an operator. */
export const standing = (alias: string) =>
  `${alias}.edition is not null and ${alias}.withdrawn_at is null and not exists (select 1 from trust_removals as removal where removal.sha256 = ${alias}.sha256)`
const listed = (alias: string) => `${alias}.edition is not null and not ${alias}.superseded`

export const importColumns =
  "one.id, one.source, one.sha256, one.replaces, one.state, one.added, one.unchanged, one.refused, one.withdrawn, one.refusals, one.lists, one.cursor, one.failure, one.edition, one.started_at, one.finished_at"
export const toImport = (row: Row): TrustImport => ({
  id: row.id,
  source: row.source,
  sha256: row.sha256,
  replaces: row.replaces,
  state: row.state,
  counts: { added: row.added, unchanged: row.unchanged, refused: row.refused },
  withdrawn: row.withdrawn,
  refusals: row.refusals,
  lists: row.lists,
  cursor: row.cursor,
  failure: row.failure,
  edition: row.edition,
  started_at: row.started_at,
  finished_at: row.finished_at
})

const toCertificate = (row: Row): StoredCertificate => ({
  sha256: row.sha256,
  country: row.country,
  subject: row.subject,
  not_before: row.not_before,
  not_after: row.not_after,
  kind: row.kind,
  source: row.source,
  edition: row.edition,
  added_at: row.added_at,
  withdrawn_at: row.withdrawn_at
})
const toCrl = (row: Row): StoredCrl => ({
  sha256: row.sha256,
  country: row.country,
  issuer: row.issuer,
  this_update: row.this_update,
  next_update: row.next_update,
  source: row.source,
  edition: row.edition
})

const bytesOf = (all: ReadonlyArray<string>): ReadonlyArray<Uint8Array> => all.map((one) => new Uint8Array(Buffer.from(one, "base64")))

type ReadingHalf = Pick<
  TrustStore["Service"],
  "edition" | "trustOf" | "signersOf" | "figures" | "certificates" | "crls" | "imports" | "unfinished" | "findImport"
>

/** What is trusted at the moment: what judges chips, and its figures. */
const trusted = ({ query }: Database["Service"]): Pick<ReadingHalf, "edition" | "trustOf" | "signersOf" | "figures"> => ({
  edition: Effect.map(
    query(() => "select edition from trust_state"),
    ([row]): number => row?.edition ?? 0
  ),
  // One statement, so that all of it is of one edition.
  trustOf: (country) =>
    Effect.map(
      query((parameters) => {
        const place = parameters.add(country)
        const certificates = `select distinct on (one.sha256) one.sha256, encode(one.der, 'base64') as der from trust_certificates as one where one.country = ${place} and one.kind <> 'ds' and ${standing("one")} order by one.sha256 limit ${maximumPerCountry}`
        const crls = `select one.sha256, encode(one.der, 'base64') as der from trust_crls as one where one.country = ${place} and ${listed("one")} order by one.sha256 limit ${maximumPerCountry}`
        const inOneList = (rows: string) =>
          `(select coalesce(jsonb_agg(found.der order by found.sha256), '[]'::jsonb) from (${rows}) as found)`
        return `select (select edition from trust_state) as edition, ${inOneList(certificates)} as certificates, ${inOneList(crls)} as crls`
      }),
      ([row]) => ({ edition: row?.edition ?? 0, certificates: bytesOf(row?.certificates ?? []), crls: bytesOf(row?.crls ?? []) })
    ),
  signersOf: (keys) =>
    keys.length === 0
      ? Effect.succeed([])
      : Effect.map(
          query(
            (parameters) =>
              `select distinct on (one.sha256) encode(one.der, 'base64') as der from trust_certificates as one where one.kind = 'ds' and one.signer_keys && ${parameters.add(keys)}::text[] and ${standing("one")} order by one.sha256 limit ${maximumSigners}`
          ),
          (rows) => bytesOf(rows.map(({ der }) => der))
        ),
  figures: Effect.map(
    query(() => {
      const found = `select distinct on (one.sha256) one.country, one.kind from trust_certificates as one where ${standing("one")} order by one.sha256`
      const counted = ["csca", "link", "ds"].map((kind) => `(count(*) filter (where found.kind = '${kind}'))::int as ${kind}`).join(", ")
      return `select ${counted}, (count(distinct found.country) filter (where found.kind <> 'ds'))::int as countries, (select edition from trust_state) as edition, (select count(*)::int from trust_crls as one where ${listed("one")}) as crls, (select count(*)::int from trust_removals) as removed from (${found}) as found`
    }),
    ([row]) => ({
      edition: row?.edition ?? 0,
      countries: row?.countries ?? 0,
      certificates: { csca: row?.csca ?? 0, link: row?.link ?? 0, ds: row?.ds ?? 0 },
      crls: row?.crls ?? 0,
      removed: row?.removed ?? 0
    })
  )
})

/** What operators list: certificates, revocation lists, and the imports that brought them. */
const listing = ({ query }: Database["Service"]): Omit<ReadingHalf, keyof ReturnType<typeof trusted>> => ({
  certificates: ({ country, limit }) =>
    Effect.map(
      query(
        (parameters) =>
          `select one.sha256, one.country, one.subject, one.not_before, one.not_after, one.kind, one.source, one.edition, one.added_at, coalesce(removal.removed_at, one.withdrawn_at) as withdrawn_at from trust_certificates as one left join trust_removals as removal on removal.sha256 = one.sha256 where one.edition is not null and ${country === null ? "true" : `one.country = ${parameters.add(country)}`} order by one.country, one.kind, one.subject collate "C", one.sha256, one.source limit ${parameters.add(limit)}`
      ),
      (rows) => rows.map(toCertificate)
    ),
  crls: ({ country, limit }) =>
    Effect.map(
      query(
        (parameters) =>
          `select one.sha256, one.country, one.issuer, one.this_update, one.next_update, one.source, one.edition from trust_crls as one where ${listed("one")} and ${country === null ? "true" : `one.country = ${parameters.add(country)}`} order by one.country, one.issuer collate "C", one.sha256 limit ${parameters.add(limit)}`
      ),
      (rows) => rows.map(toCrl)
    ),
  imports: (limit) =>
    Effect.map(
      query((parameters) => `select ${importColumns} from trust_imports as one order by one.id desc limit ${parameters.add(limit)}`),
      (rows) => rows.map(toImport)
    ),
  unfinished: (upTo) =>
    Effect.map(
      query(
        (parameters) =>
          `select ${importColumns} from trust_imports as one where one.state in ('queued', 'running') and one.id <= ${parameters.add(upTo)}::int order by one.id`
      ),
      (rows) => rows.map(toImport)
    ),
  findImport: (id) =>
    Effect.map(
      query((parameters) => `select ${importColumns} from trust_imports as one where one.id = ${parameters.add(id)}::int`),
      ([row]) => (row === undefined ? undefined : toImport(row))
    )
})

/** The half of the port that looks at what is held. */
export const trustReading = (database: Database["Service"]): ReadingHalf => ({ ...trusted(database), ...listing(database) })
