import {
  type MetList,
  maximumRefusals,
  refusals as refusalTexts,
  type StoredFile,
  type TrustCertificate,
  type TrustCrl,
  type TrustImport,
  type TrustRefusal
} from "@vouchkit/core/resources/trust/model"
import type { TrustBatch } from "@vouchkit/core/resources/trust/trust-store"

interface CertificateRow extends TrustCertificate {
  readonly source: string
  readonly edition: number | null
  readonly added_at: string
  readonly withdrawn_at: string | null
  readonly met: number
}
interface CrlRow extends TrustCrl {
  readonly source: string
  readonly edition: number | null
  readonly superseded: boolean
  readonly met: number
}
export interface ImportRow extends TrustImport {
  /** Files that were not removed yet. */
  readonly files: ReadonlyArray<StoredFile>
  /** How often it was taken up: who did so before can write no more. */
  readonly run: number
  readonly seen_at: string | null
}
/** Everything there is, replaced as a whole by every change, so that an undo puts the old one back. */
export interface Held {
  readonly edition: number
  readonly imports: ReadonlyArray<ImportRow>
  readonly certificates: ReadonlyMap<string, CertificateRow>
  readonly crls: ReadonlyMap<string, CrlRow>
  readonly removals: ReadonlyMap<string, string>
}

export const nothing: Held = { edition: 0, imports: [], certificates: new Map(), crls: new Map(), removals: new Map() }

export const shown = ({ files: _files, run: _run, seen_at: _seen, ...one }: ImportRow): TrustImport => one
export const replaced = (imports: ReadonlyArray<ImportRow>, row: ImportRow): ReadonlyArray<ImportRow> =>
  imports.map((one) => (one.id === row.id ? row : one))
export const isUnfinished = ({ state }: ImportRow): boolean => state === "queued" || state === "running"
/** Without what imports wrote that came to no end. */
export const finished = <A extends { readonly edition: number | null }>(rows: ReadonlyMap<string, A>): ReadonlyMap<string, A> =>
  new Map([...rows].filter(([, { edition }]) => edition !== null))
export const isListed = ({ edition, superseded }: CrlRow): boolean => edition !== null && !superseded
export const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

export const stands = ({ removals }: Held, { edition, sha256, withdrawn_at }: CertificateRow): boolean =>
  edition !== null && withdrawn_at === null && !removals.has(sha256)
/** Those that stand, each once however many sources hold it. */
export const distinct = (held: Held): ReadonlyArray<CertificateRow> =>
  [...new Map([...held.certificates.values()].filter((row) => stands(held, row)).map((row) => [row.sha256, row])).values()].sort(
    (left, right) => byText(left.sha256, right.sha256)
  )

const withCertificates = (held: Held, { id, source }: ImportRow, { at, certificates: arriving }: TrustBatch) => {
  const certificates = new Map(held.certificates)
  let added = 0
  for (const one of arriving) {
    const key = `${source}/${one.sha256}`
    const before = certificates.get(key)
    const known = before !== undefined && ((before.edition !== null && before.withdrawn_at === null) || before.met === id)
    if (!known) added += 1
    certificates.set(
      key,
      before === undefined
        ? { ...one, source, edition: null, added_at: at, withdrawn_at: null, met: id }
        : { ...before, signer_keys: one.signer_keys, met: id }
    )
  }
  return { certificates, added }
}

const withCrls = (held: Held, { id, source }: ImportRow, { crls: arriving }: TrustBatch) => {
  const crls = new Map(held.crls)
  const refused: Array<TrustRefusal> = []
  let added = 0
  for (const { where, ...one } of arriving) {
    if (crls.has(one.sha256)) continue
    const older = [...held.crls.values()].some(
      (row) => isListed(row) && row.issuer_key === one.issuer_key && row.this_update >= one.this_update
    )
    if (older) refused.push({ where, reason: refusalTexts.older })
    else {
      crls.set(one.sha256, { ...one, source, edition: null, superseded: false, met: id })
      added += 1
    }
  }
  return { crls, added, refused }
}

export const afterBatch = (held: Held, row: ImportRow, batch: TrustBatch): readonly [Held, ImportRow] => {
  const { added, certificates } = withCertificates(held, row, batch)
  const lists = withCrls(held, row, batch)
  const refused = [...batch.refusals, ...lists.refused]
  const { counts } = row
  const next: ImportRow = {
    ...row,
    counts: {
      added: counts.added + added + lists.added,
      unchanged: counts.unchanged + batch.certificates.length + batch.crls.length - added - lists.added - lists.refused.length,
      refused: counts.refused + refused.length
    },
    refusals: [...row.refusals, ...refused].slice(0, maximumRefusals),
    cursor: batch.cursor,
    seen_at: batch.at
  }
  return [{ ...held, certificates, crls: lists.crls, imports: replaced(held.imports, next) }, next]
}

export const afterEnd = (
  held: Held,
  row: ImportRow,
  { at, lists }: { readonly lists: ReadonlyArray<MetList>; readonly at: string }
): readonly [Held, ImportRow] => {
  const edition = held.edition + 1
  let changes = 0
  let withdrawn = 0
  const certificates = new Map(held.certificates)
  for (const [key, one] of held.certificates) {
    const mine = one.met === row.id
    if (mine && (one.edition === null || one.withdrawn_at !== null)) {
      certificates.set(key, { ...one, edition, added_at: at, withdrawn_at: null })
      changes += 1
    } else if (row.replaces && !mine && one.source === row.source && one.edition !== null && one.withdrawn_at === null) {
      certificates.set(key, { ...one, withdrawn_at: at })
      withdrawn += 1
    }
  }
  const crls = new Map(held.crls)
  for (const [key, one] of held.crls) {
    if (one.met !== row.id || one.edition !== null) continue
    crls.set(key, { ...one, edition })
    changes += 1
  }
  const listed = [...crls.values()].filter(isListed)
  for (const one of listed) {
    const newer = listed.some(
      (other) =>
        other.issuer_key === one.issuer_key && byText(`${other.this_update}/${other.sha256}`, `${one.this_update}/${one.sha256}`) > 0
    )
    if (newer) crls.set(one.sha256, { ...one, superseded: true })
  }
  const changed = changes + withdrawn > 0
  const done: ImportRow = { ...row, state: "done", finished_at: at, lists, withdrawn, edition: changed ? edition : null }
  return [{ ...held, edition: changed ? edition : held.edition, certificates, crls, imports: replaced(held.imports, done) }, done]
}
