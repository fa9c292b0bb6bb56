// Made-up people, entries of a list that may name them, and their keys, for the benches of monitoring. Same run, same people.
import type { StoredKeys } from "@vouchkit/core/resources/screening/blocking/blocking-index"
import type { ListEntry } from "@vouchkit/core/resources/watchlists/editions/entry"
import { importEdition } from "@vouchkit/core/resources/watchlists/editions/import-edition"
import { PublicListEditions } from "@vouchkit/core/resources/watchlists/editions/list-editions"
import { ReadingNotes } from "@vouchkit/core/resources/watchlists/sources/reading"
import { bareRecord } from "@vouchkit/core/verification/screening/record"
import { Effect } from "effect"
import type postgres from "postgres"

let state = 11
export const chance = (): number => {
  state = (state + 0x6d2b79f5) >>> 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
const pick = (items: ReadonlyArray<string>, skew: number): string => items[Math.floor(chance() ** skew * items.length)] ?? ""
const syllables = [..."bdfghjklmnprstvz"].flatMap((consonant) => [..."aeiou"].map((vowel) => consonant + vowel))
const wordsOf = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, () => Array.from({ length: 2 + Math.floor(chance() * 3) }, () => pick(syllables, 1)).join(""))
// Given names are few and shared by many, family names are many.
const [given, family] = [wordsOf(1_500), wordsOf(20_000)]
export const aName = (): string => `${pick(given, 2)} ${chance() < 0.3 ? `${pick(given, 2)} ` : ""}${pick(family, 1.5)}`
export const aBirth = (): string => `${1940 + Math.floor(chance() * 60)}-0${1 + Math.floor(chance() * 9)}-1${Math.floor(chance() * 10)}`

export const entryOf = (uid: string, name: string, born: string): ListEntry => {
  const {
    edition: _edition,
    list: _list,
    ...entry
  } = bareRecord({
    list: "",
    edition: "",
    uid,
    type: "person",
    names: [{ full: name, kind: "primary", parts: null, script: null, language: null }],
    births: chance() < 0.5 ? [{ from: born, to: born, precision: "day", circa: false }] : [],
    topics: ["sanction"]
  })
  return entry
}

/** Makes these entries the current edition of a list of the installation. */
export const publish = (list: ReadonlyArray<ListEntry>) =>
  Effect.flatMap(PublicListEditions, (store) =>
    importEdition(store, {
      key: "bench",
      format: "customer_csv",
      title: "Bench",
      sample: false,
      mode: "full",
      steps: (async function* () {
        for (const entry of list) yield { op: "put" as const, entry }
      })(),
      notes: new ReadingNotes(),
      sources: () => [],
      published: null,
      accept_loss: false
    })
  )

/** Writes keys as the service makes them, but of a few hundred subjects at a time. */
export const keep = (
  sql: postgres.Sql,
  { environment, organization }: { readonly organization: string; readonly environment: string },
  kept: ReadonlyArray<StoredKeys>
) =>
  sql.begin(async (within) => {
    const words = new Map(kept.flatMap((each) => each.words.map((word) => [word.id, word] as const)))
    const [byWord, bySubject] = [
      [...words.values()].map(({ id, keys, parts, word }) => [id, word, parts, keys]),
      kept.map(({ keys, made_for, parts, subject_id }) => [subject_id, made_for, keys, parts])
    ].map((rows) => JSON.stringify(rows))
    const strings = "array(select jsonb_array_elements_text(v -> "
    await within.unsafe(
      `insert into screening_blocking_words (organization, environment, id, word, parts, keys) select $1, $2, v ->> 0, v ->> 1, ${strings} 2)), ${strings} 3))::bigint[] from jsonb_array_elements($3::text::jsonb) as row (v) on conflict do nothing`,
      [organization, environment, byWord ?? ""]
    )
    await within.unsafe(
      `insert into screening_blocking_keys (organization, environment, id, made_for, keys, parts) select $1, $2, v ->> 0, v ->> 1, ${strings} 2))::bigint[], ${strings} 3)) from jsonb_array_elements($3::text::jsonb) as row (v)`,
      [organization, environment, bySubject ?? ""]
    )
  })
