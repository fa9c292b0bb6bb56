import { bareRecord, type NameKind } from "../../packages/core/src/verification/screening/record.ts"
import type { ListEntry } from "../../packages/core/src/resources/watchlists/editions/entry.ts"
import { type EditionImport, importEdition } from "../../packages/core/src/resources/watchlists/editions/import-edition.ts"
import { CustomerListEditions, PublicListEditions } from "../../packages/core/src/resources/watchlists/editions/list-editions.ts"
import { ReadingNotes } from "../../packages/core/src/resources/watchlists/sources/reading.ts"
import { Effect } from "effect"
import { as, type TenantName } from "./tenants.ts"

/** An entry of a list by its name, with whatever else is known. */
export const anEntry = (
  uid: string,
  name: string,
  { aliases = [], ...known }: Partial<ListEntry> & { readonly aliases?: ReadonlyArray<readonly [string, NameKind]> } = {}
): ListEntry => {
  const names = [[name, "primary"] as const, ...aliases].map(([full, kind]) => ({ full, kind, parts: null, script: null, language: null }))
  const { edition: _edition, list: _list, ...entry } = bareRecord({ list: "", edition: "", uid, type: "person", names, ...known })
  return entry
}

const importOf = (key: string, entries: ReadonlyArray<ListEntry>, more: Partial<EditionImport>): EditionImport => ({
  key,
  format: "customer_csv",
  title: "A list",
  sample: false,
  mode: "full",
  steps: (async function* () {
    for (const entry of entries) yield { op: "put" as const, entry }
  })(),
  notes: new ReadingNotes(),
  sources: () => [],
  published: "2026-01-01",
  accept_loss: true,
  ...more
})

/** Makes these entries the edition of a list of the installation. */
export const publish = (key: string, entries: ReadonlyArray<ListEntry>, more: Partial<EditionImport> = {}) =>
  Effect.flatMap(PublicListEditions, (store) => importEdition(store, importOf(key, entries, more)))

/** Makes these entries the edition of a list of a tenant's own. */
export const bring = (tenant: TenantName, key: string, entries: ReadonlyArray<ListEntry>, more: Partial<EditionImport> = {}) =>
  as(tenant)(Effect.flatMap(CustomerListEditions, (store) => importEdition(store, importOf(key, entries, more))))
