import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { formsOf } from "../../../../packages/core/src/verification/screening/engine/normalize/forms.ts"
import {
  anyEdits,
  compareWords,
  joinedEdits
} from "../../../../packages/core/src/verification/screening/engine/normalize/word-similarity.ts"
import { index } from "../../../../packages/core/src/verification/screening/engine/screening-index.ts"
import { Vocabulary } from "../../../../packages/core/src/verification/screening/engine/vocabulary.ts"
import { someQuery, someRecords } from "../../../support/watchlist.ts"

const words = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."abeiklmnorsty"), minLength: 1, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(..."абвгеикхсй"), minLength: 1, maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(..."محمدحسينعل"), minLength: 1, maxLength: 6 }),
  fc.constantFrom("muhammad", "mohamed", "sergei", "сергей", "محمد", "yusuf", "44", "45", "k")
)

describe("the index finds what comparing everything finds", () => {
  test("the same records with the same scores and explanations, at any threshold", () => {
    fc.assert(
      fc.property(
        someRecords,
        someQuery,
        fc.constantFrom(0.3, 0.5, 0.72, 0.9),
        fc.constantFrom("evidence" as const, "search" as const, "ignore" as const),
        (records, query, threshold, weak_aliases) => {
          const screening = index(records)
          const options = { threshold, limit: 500, weak_aliases }
          expect(screening.search(query, options)).toEqual(screening.scan(query, options))
        }
      ),
      { numRuns: 400 }
    )
  })

  test("after changes as well", () => {
    fc.assert(
      fc.property(someRecords, someRecords, someQuery, (records, later, query) => {
        const changed = later.slice(0, 5)
        const screening = index(records).with({ changed, removed: records.slice(0, 2) })
        expect(screening.search(query, { threshold: 0.5 })).toEqual(screening.scan(query, { threshold: 0.5 }))
      }),
      { numRuns: 100 }
    )
  })

  test("every listed word that is like a word is its neighbour, and no other", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(words, { minLength: 1, maxLength: 60 }),
        words,
        fc.constantFrom(anyEdits, joinedEdits),
        (listed, asked, edits) => {
          const forms = listed.map(formsOf)
          const vocabulary = new Vocabulary(forms, new Map(listed.map((word, number) => [word, number])))
          const near = vocabulary.neighbours(formsOf(asked), edits)
          const expected = forms.flatMap((form, number) => {
            return compareWords(formsOf(asked), form, edits).similarity > 0 ? [number] : []
          })
          expect([...near.words].sort((one, other) => one - other)).toEqual(expected)
        }
      ),
      { numRuns: 500 }
    )
  })
})
