import { createHash } from "node:crypto"
import { Effect } from "effect"
import { now } from "../../../kernel/foundation/time.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { anyEdits, joinedEdits } from "../../../verification/screening/engine/normalize/word-similarity.ts"
import { engineVersions } from "../../../verification/screening/engine/versions.ts"
import { subjectPrint } from "../fingerprint.ts"
import { asScore, leastThreshold, screeningRules } from "../rules.ts"
import { type StoredSubject, SubjectStore } from "../subjects/model.ts"
import { openedFacts } from "../subjects/sealed.ts"
import { queryOf } from "../subjects/query.ts"
import { BlockingIndex, type StoredKeys } from "./blocking-index.ts"
import { digests } from "./digests.ts"
import { subjectKeys } from "./subject-keys.ts"
import { keptKeys } from "./word-keys.ts"

/** The least score of a hit that alerts anybody, on any list of the tenant. */
const least = Effect.map(screeningRules, (rules) => asScore(leastThreshold(rules)))

const rulesFor = (threshold: number): string => `${engineVersions.engine}/${engineVersions.normaliser}/${threshold}/2`

/** The rules that keys are made by: with any other they have to be made again. The last number is raised when the files beside this one change. */
export const keyRules = Effect.map(least, rulesFor)

/** Which words of the name are given and family names: a word weighs by that. */
const placesOf = ({ family_name = null, given_name = null }: StoredSubject): ReadonlyArray<string> =>
  given_name === null && family_name === null ? [] : [JSON.stringify([given_name, family_name])]

const madeFor = (subject: StoredSubject, threshold: number): string =>
  createHash("sha256")
    .update([rulesFor(threshold), ...Object.values(subjectPrint(subject)), ...placesOf(subject)].join(" "))
    .digest("hex")
    .slice(0, 32)

/** By what a subject is found. */
export const keysFor = Effect.fnUntraced(function* (subject: StoredSubject) {
  const { key, word } = yield* digests
  const threshold = yield* least
  const made = subjectKeys(queryOf(yield* openedFacts(subject)), threshold)
  const stored: StoredKeys = {
    subject_id: subject.id,
    made_for: madeFor(subject, threshold),
    keys: [...new Set([...made.keys].map(key))],
    parts: [...made.parts].map(word),
    words: [...made.words.values()].map(({ forms, id, parts }) => ({
      id: word(id),
      word: id,
      parts,
      keys: [...new Set(keptKeys(forms, parts.length > 1 ? joinedEdits : anyEdits).map(key))]
    }))
  }
  return stored
})

/** Forgets by what a subject was found; part of a transaction that holds it. */
export const dropKeys = Effect.fnUntraced(function* (subject_id: string) {
  yield* (yield* BlockingIndex).remove(subject_id, yield* now)
})

/** Writes by what a monitored subject is found, beside the subject and in the transaction that holds it; nothing where that is so already. */
export const keepKeys = Effect.fnUntraced(function* (subject: StoredSubject) {
  if (subject.monitoring.status !== "active" || subject.erased_at !== null) return yield* dropKeys(subject.id)
  const index = yield* BlockingIndex
  if ((yield* index.madeFor(subject.id)) === madeFor(subject, yield* least)) return
  yield* index.put(yield* keysFor(subject), yield* now)
})

const pageSize = 200
const mostSubjects = 100_000_000

/**
 * Makes the keys of every monitored subject of the tenant that has none by these rules, one transaction each. A run that is killed begins
 * again and passes over what it made.
 */
export const keyEverybody = Effect.gen(function* () {
  const { transaction } = yield* UnitOfWork
  const store = yield* SubjectStore
  let last = ""
  for (let seen = 0; seen < mostSubjects; seen += pageSize) {
    const page: ReadonlyArray<StoredSubject> = yield* store.list({
      where: [
        { field: "monitoring_status", op: "eq", value: "active" },
        { field: "id", op: "gt", value: last }
      ],
      order: [{ field: "id", direction: "asc" }],
      limit: pageSize
    })
    for (const { id } of page) {
      yield* transaction(Effect.flatMap(store.lock(id), (locked) => (locked === undefined ? Effect.void : keepKeys(locked))))
    }
    if (page.length < pageSize) return
    last = page.at(-1)?.id ?? ""
  }
})
