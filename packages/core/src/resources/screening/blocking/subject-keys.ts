import { normalizeIdentifier } from "../../../verification/screening/engine/identifiers.ts"
import { type Frequencies, prepareName } from "../../../verification/screening/engine/prepared-query.ts"
import { mostRaised } from "../../../verification/screening/engine/qualifiers.ts"
import { queryLimits, type ScreeningQuery } from "../../../verification/screening/engine/query.ts"
import type { IdentifierType } from "../../../verification/screening/record.ts"
import { Vocabulary } from "../../../verification/screening/engine/vocabulary.ts"
import { type KeptWord, keysOfName } from "./name-keys.ts"

/** What a subject is found by when a list changes. */
interface SubjectKeys {
  readonly keys: ReadonlySet<string>
  /** The words that the keys name, by their identifiers. */
  readonly words: ReadonlyMap<string, KeptWord>
  /** Identifiers of all words, and the letters that may stand for them: found by one of these, a subject is found by any of its keys. */
  readonly parts: ReadonlySet<string>
}

/** Most keys of one subject; one with so many other names that they give more is looked at whatever changes. */
const mostKeys = 1_500

/** The key of the subjects that every change may concern. */
export const always = "*"

/** No list is known here: how rare a word is no one says, and the keys hold whatever lists will. */
const noFrequencies: Frequencies = { vocabulary: new Vocabulary([], new Map<string, number>()), bearers: () => 0, names: 0 }

/** The key of a number that names one holder; undefined for one that is too short to. */
export const identifierKey = (type: IdentifierType, value: string): string | undefined => {
  const plain = normalizeIdentifier(type, value)
  return plain === null ? undefined : `i ${plain}`
}

/**
 * The blocking keys of a query that is kept: a record that changes, and of which a search of any lists could answer the query with a hit of the
 * threshold (0 to 1) or by an identifier, has one of them (`changedNames`, `identifierKey`). What shares one need not be a hit.
 */
export const subjectKeys = (query: ScreeningQuery, threshold: number): SubjectKeys => {
  const keys = new Set<string>()
  const words = new Map<string, KeptWord>()
  const parts = new Set<string>()
  for (const { type, value } of (query.identifiers ?? []).slice(0, queryLimits.identifiers)) {
    const key = identifierKey(type, value)
    if (key !== undefined) keys.add(key)
  }
  for (const [place, written] of [query.name, ...(query.aliases ?? []).slice(0, queryLimits.aliases)].entries()) {
    const name = prepareName({ written, parts: place === 0 ? (query.parts ?? null) : null, type: query.type ?? "unknown" }, noFrequencies)
    const made = keysOfName(name, threshold - mostRaised(query))
    for (const key of made.keys) keys.add(key)
    for (const word of made.words) words.set(word.id, word)
    for (const guise of made.guises) parts.add(guise)
    if (keys.size > mostKeys) return { keys: new Set([always]), words: new Map(), parts: new Set() }
  }
  return { keys, words, parts }
}
