import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { NameRows } from "../../../../packages/core/src/verification/screening/engine/name-rows.ts"
import { normalizeName } from "../../../../packages/core/src/verification/screening/engine/normalize/name.ts"
import { roles } from "../../../../packages/core/src/verification/screening/engine/weights.ts"
import { bareRecord, type RecordType } from "../../../../packages/core/src/verification/screening/record.ts"

// Words that say more than a name does, each in one of the ways in which names are read.
const words = (
  "Ivan KHAN Sokolov Petrovich Badruddin Abdul Abd Allah lah bin al de ibn Dr Mullah General Abu Wang Li A B XI NG Md Jr-Sr O'Neil AliREZA RAHMANIali " +
  "Trading TRADING Group & and of No 5 Forty Four Limited Limitd Ltd LLC GmbH Co Company private PRIVATE limited joint stock OOO SA S A TechGmbH Bankltd MV Tanker " +
  "ss Иванов МИНИСТЕРСТВО де محمد عبد 习近平 김정은 Müller Doğan"
).split(" ")
const names = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 }).map((each) => each.join(" "))
const types: ReadonlyArray<RecordType> = ["person", "organization", "vessel", "aircraft", "unknown"]

describe("names of a list", () => {
  test("are read as each is by itself", () => {
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 4 }), fc.constantFrom(...types), (all, type) => {
        const listed = all.map((full) => ({ full, kind: "primary" as const, parts: null, script: null, language: null }))
        const rows = new NameRows([bareRecord({ list: "l", edition: "1", uid: "1", type, names: listed })])
        const keys = [...rows.numbers.keys()]
        const read = all.map((_, row) => ({
          legal: rows.legal[row],
          words: rows.words.slice(rows.starts[row], rows.starts[row + 1]).map((number, at) => ({
            key: keys[number],
            role: roles[rows.roles[(rows.starts[row] ?? 0) + at] ?? -1]
          }))
        }))
        const apart = all.map((full) => normalizeName(full, null, type))
        expect(read).toEqual(
          apart.map(({ legal, words }) => ({ legal: legal.join(" "), words: words.map(({ key, role }) => ({ key, role })) }))
        )
        expect(new Set(keys)).toEqual(new Set(apart.flatMap((name) => name.words.map(({ key }) => key))))
      }),
      { numRuns: 2_000 }
    )
  })
})
