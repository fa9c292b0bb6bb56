import { Effect } from "effect"
import type { ListRecord } from "../../../verification/screening/record.ts"
import { BlockingIndex } from "./blocking-index.ts"
import { type ChangedName, changedNames, KeptWords, keysOfRecord } from "./changed-names.ts"
import { digests } from "./digests.ts"
import { always, identifierKey } from "./subject-keys.ts"

const keysAtOnce = 5_000
/** Records of which the words are held at a time. */
const recordsAtOnce = 25

const portionsOf = <A>(keys: ReadonlySet<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const all = [...keys]
  return Array.from({ length: Math.ceil(all.length / keysAtOnce) }, (_, at) => all.slice(at * keysAtOnce, (at + 1) * keysAtOnce))
}

/** What an index answers to the keys, a portion of them at a time. */
const under = Effect.fnUntraced(function* <A, B, E, R>(
  keys: ReadonlySet<A>,
  look: (keys: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E, R>
) {
  const found: Array<B> = []
  for (const portion of portionsOf(keys)) for (const each of yield* look(portion)) found.push(each)
  return found
})

const ofSome = Effect.fnUntraced(function* (records: ReadonlyArray<ListRecord>, weakFinds: boolean) {
  const { key, word } = yield* digests
  const index = yield* BlockingIndex
  const names = records.map((record) => changedNames(record, weakFinds))
  const sought = new Set<number>()
  for (const name of names.flat()) for (const listed of name.words) for (const each of listed.keys) sought.add(key(each))
  const kept = new KeptWords(yield* under(sought, index.words), key)
  const [keys, parts] = [new Set([key(always)]), new Set<string>()]
  const look = (each: ReadonlyArray<ChangedName>): void => {
    const likes = new Map<string, ReadonlyArray<string>>()
    const found = keysOfRecord(each, (listed) => {
      const like = likes.get(listed.id) ?? kept.like(listed)
      likes.set(listed.id, like)
      return like
    })
    if ("keys" in found) for (const one of found.keys) keys.add(key(one))
    else for (const one of found.parts) parts.add(word(one))
  }
  for (const each of names) look(each)
  for (const { identifiers } of records) {
    for (const { type, value } of identifiers) {
      const own = identifierKey(type, value)
      if (own !== undefined) keys.add(key(own))
    }
  }
  return [...(yield* under(keys, index.subjectsByKey)), ...(yield* under(parts, index.subjectsByPart))]
})

/**
 * Identifiers of the monitored subjects of whom a changed record may be a hit: those who share a blocking key with it. Who is not among them
 * is not; who is has to be compared. The work grows with the records and with who is like them, not with how many are monitored.
 */
export const candidatesOf = Effect.fnUntraced(function* (records: ReadonlyArray<ListRecord>, weakFinds = false) {
  const found = new Set<string>()
  for (let from = 0; from < records.length; from += recordsAtOnce) {
    for (const id of yield* ofSome(records.slice(from, from + recordsAtOnce), weakFinds)) found.add(id)
  }
  return found
})
