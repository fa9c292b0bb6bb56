import { describe, expect, test } from "bun:test"
import { Schema } from "effect"
import fc from "fast-check"
import type { CheckVerdict } from "../../../../packages/core/src/verification/verdict.ts"
import { AuthenticityDetails, IdentityExtractionDetails } from "../../../../packages/core/src/verification/identity-documents/details.ts"
import type { SubmittedDocument } from "../../../../packages/core/src/verification/identity-documents/examined-picture.ts"
import { Findings } from "../../../../packages/core/src/verification/identity-documents/findings.ts"
import { judgeAge } from "../../../../packages/core/src/verification/identity-documents/judges/age.ts"
import { judgeAuthenticity } from "../../../../packages/core/src/verification/identity-documents/judges/authenticity.ts"
import { judgeExtraction } from "../../../../packages/core/src/verification/identity-documents/judges/extraction.ts"
import { defaultIdentityPolicy } from "../../../../packages/core/src/verification/identity-documents/policy.ts"
import { IdentityReasonCode, identityReasons } from "../../../../packages/core/src/verification/identity-documents/reasons.ts"
import type { DocumentPicture } from "../../../../packages/core/src/verification/identity-documents/reading.ts"
import { outcomeOfReasons } from "../../../../packages/core/src/verification/verdict.ts"
import {
  aamvaPayload,
  californian,
  cardLines,
  document,
  examine,
  passport,
  passportLines,
  passportPrint,
  picture,
  printed,
  today,
  zone,
  lenientPolicy
} from "./documents.ts"

const rank = { passed: 2, not_applicable: 2, review: 1, failed: 0 } as const
const worse = (one: CheckVerdict<unknown>, other: CheckVerdict<unknown>): boolean => rank[one.outcome] <= rank[other.outcome]

const share = fc.oneof(fc.constant(null), fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.05, 0.9, 1, Number.NaN, -1, 7))
const row = fc.oneof(
  fc.constantFrom(
    ...passportPrint(),
    "SPECIMEN",
    "DRIVER LICENSE",
    "1. A",
    "4b. 31.12.2027",
    "5. B0",
    "Texas",
    "Date of birth   Sex   Date of expiry",
    "01.01.90  M  02.02.31"
  ),
  fc.string({ maxLength: 60, unit: "binary" })
)
const zones = fc.oneof(
  fc.constantFrom(
    null,
    zone(passportLines()),
    zone(cardLines()),
    zone(passportLines(), { ambiguous: true }),
    zone(cardLines({ nationality: "XXB" }))
  ),
  fc.array(fc.string({ maxLength: 50 }), { maxLength: 4 }).map((lines) => zone(lines)),
  fc.tuple(fc.nat(87), fc.constantFrom(..."ABC019<")).map(([at, letter]) => {
    const whole = passportLines().join("")
    const changed = whole.slice(0, at) + letter + whole.slice(at + 1)
    return zone([changed.slice(0, 44), changed.slice(44)], { confidence: 0.9 })
  })
)
const barcodes = fc.array(
  fc.record({
    format: fc.constantFrom("PDF417" as const, "QRCode" as const),
    bytes: fc.oneof(fc.constant(aamvaPayload(californian)), fc.uint8Array({ maxLength: 300 }))
  }),
  { maxLength: 10 }
)
const pictures: fc.Arbitrary<DocumentPicture> = fc
  .record({
    mrz: zones,
    barcodes,
    rows: fc.array(row, { maxLength: 15 }),
    screen_capture: share,
    printed_copy: share,
    focus: share,
    glare: share
  })
  .map(({ focus, glare, rows, ...rest }) => picture({ ...rest, lines: printed(rows), quality: { ...picture().quality, focus, glare } }))
const documents: fc.Arbitrary<ReadonlyArray<SubmittedDocument>> = fc.array(
  fc
    .record({ pictures: fc.array(pictures, { maxLength: 3 }), id: fc.constantFrom("doc_1", "doc_2") })
    .map(({ id, pictures: of }) => document(of, { document_id: id })),
  { maxLength: 3 }
)

describe("whatever an engine reports", () => {
  test("there is a verdict within its bounds, and details of their schema", () => {
    fc.assert(
      fc.property(documents, (given) => {
        const examined = examine(given)
        const verdicts = [judgeExtraction(examined), judgeAuthenticity(examined)]
        for (const verdict of verdicts) {
          expect(verdict.outcome).toBe(outcomeOfReasons(verdict.reasons))
          expect(verdict.score !== null && verdict.score >= 0 && verdict.score <= 1).toBe(true)
        }
        expect(Schema.is(IdentityExtractionDetails)(verdicts[0]?.details)).toBe(true)
        expect(Schema.is(AuthenticityDetails)(verdicts[1]?.details)).toBe(true)
        judgeAge(examined.fields, defaultIdentityPolicy, today)
      }),
      { numRuns: 60 }
    )
  })

  test("the same evidence gives the same verdict", () => {
    fc.assert(
      fc.property(documents, (given) => Bun.deepEquals(judgeAuthenticity(examine(given)), judgeAuthenticity(examine(given)))),
      { numRuns: 20 }
    )
  })

  test("symbols and lines of 64 KB are read within bounds", () => {
    const bytes = new Uint8Array(65_536).fill(0x44)
    const long = printed(Array.from({ length: 40 }, () => "1. ".repeat(2_000)))
    const [one] = [document([picture({ lines: long, barcodes: Array.from({ length: 50 }, () => ({ format: "PDF417" as const, bytes })) })])]
    expect(judgeExtraction(examine([one])).outcome).toBe("failed")
  })
})

describe("a further reason", () => {
  const code = fc.constantFrom(...IdentityReasonCode.literals)

  test("never improves an outcome, and one that fails always fails", () => {
    fc.assert(
      fc.property(fc.array(code, { maxLength: 8 }), code, (codes, added) => {
        const judged = (given: ReadonlyArray<typeof added>) => {
          const found = new Findings({})
          for (const one of given) found.add(one)
          return outcomeOfReasons(found.sorted())
        }
        const [before, after] = [judged(codes), judged([...codes, added])]
        expect(rank[after]).toBeLessThanOrEqual(rank[before])
        if (identityReasons[added].severity === "fail") expect(after).toBe("failed")
      })
    )
  })

  test("in the evidence never makes a clean document better: a flag, a poor picture, a file that cannot be read", () => {
    const clean = passport()
    const base = examine([clean])
    const changes: ReadonlyArray<ReadonlyArray<SubmittedDocument>> = [
      [passport({ screen_capture: 1 })],
      [passport({ quality: { ...picture().quality, focus: 0 } })],
      [clean, document([], { content: { status: "unreadable", code: "unreadable" }, document_id: "doc_2" })],
      [clean, document([picture({ mrz: zone(passportLines({ number: "99ZZ11111", birth: "550101" })) })], { document_id: "doc_2" })]
    ]
    for (const change of changes) {
      const examined = examine(change)
      expect(worse(judgeExtraction(examined), judgeExtraction(base))).toBe(true)
      expect(judgeAuthenticity(examined).outcome).not.toBe("passed")
      expect(judgeAuthenticity(examined).score ?? 1).toBeLessThan(judgeAuthenticity(base).score ?? 0)
    }
  })

  test("under a stricter policy never passes what a looser one stops", () => {
    fc.assert(
      fc.property(
        documents,
        fc.constantFrom("document_glare" as const, "mrz_repaired" as const, "nothing_verified" as const, "document_expired" as const),
        (given, weighed) => {
          const judged = (severity: "info" | "review" | "fail") =>
            judgeAuthenticity(examine(given, { policy: { ...lenientPolicy, weights: { [weighed]: severity } } }))
          expect(worse(judged("fail"), judged("review")) && worse(judged("review"), judged("info"))).toBe(true)
        }
      ),
      { numRuns: 20 }
    )
  })
})

test("one changed character of a checked field of a well-read zone never passes unseen, but for the one in ten that check digits let through", () => {
  const [first = "", second = ""] = passportLines()
  const places = [
    ...Array.from({ length: 9 }, (_, at) => at),
    ...Array.from({ length: 6 }, (_, at) => 13 + at),
    ...Array.from({ length: 6 }, (_, at) => 21 + at)
  ]
  let unseen = 0
  let tried = 0
  for (const at of places) {
    for (const digit of "0123456789") {
      if (second.charAt(at) === digit) continue
      const changed = [first, second.slice(0, at) + digit + second.slice(at + 1)]
      tried++
      if (judgeAuthenticity(examine([passport({ mrz: zone(changed), lines: [] })])).outcome === "passed") unseen++
    }
  }
  expect(tried).toBeGreaterThan(150)
  // A digit in place of a digit always changes the sum; only letters and digits of one value modulo ten pass for each other.
  expect(unseen).toBeLessThanOrEqual(2)
})
