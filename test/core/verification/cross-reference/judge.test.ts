import { describe, expect, test } from "bun:test"
import { conclusionOf } from "@vouchkit/core/verification/conclusion"
import { CrossReferenceDetails } from "@vouchkit/core/verification/cross-reference/details"
import type { PersonFacts } from "@vouchkit/core/verification/cross-reference/facts"
import { judgeCrossReference } from "@vouchkit/core/verification/cross-reference/judge"
import { defaultCrossReferencePolicy } from "@vouchkit/core/verification/cross-reference/policy"
import { Schema } from "effect"

const passport: PersonFacts = {
  source: "identity_document",
  surname: "Okafor",
  given_names: "Margaret Rose",
  date_of_birth: "1985-03-07",
  document_number: "L898902C3",
  nationality: "GBR",
  confidence: 0.97
}
const chip: PersonFacts = { ...passport, source: "chip", surname: "OKAFOR", given_names: "MARGARET ROSE", confidence: 1 }
const expected: PersonFacts = {
  source: "expected",
  surname: "Okafor",
  given_names: "Margaret",
  date_of_birth: "1985-03-07",
  document_number: "L898902C3",
  address: "12 Elm Grove, Leeds LS6 2AB",
  country: "GB"
}
const bill: PersonFacts = {
  source: "proof_of_address",
  full_name: "Ms M R Okafor",
  address: "12 Elm Grove\nLeeds\nLS6 2AB",
  country: "GB"
}
const codes = (sources: ReadonlyArray<PersonFacts>, policy = defaultCrossReferencePolicy): ReadonlyArray<unknown> => {
  const { outcome, reasons, session_reasons } = judgeCrossReference(sources, policy)
  return [outcome, reasons.map(({ code, severity }) => `${code} ${severity}`), session_reasons]
}

test("four sources that agree pass, without a reason", () => {
  expect(codes([passport, chip, expected, bill])).toEqual(["passed", [], []])
})

describe("a difference between the document and what was expected", () => {
  const rows: ReadonlyArray<readonly [string, Partial<PersonFacts>, ReadonlyArray<unknown>]> = [
    ["in the given names fails", { given_names: "Edward" }, ["failed", ["name_mismatch fail"], ["name_mismatch"]]],
    ["of one letter in the surname is reviewed", { surname: "Okafur" }, ["review", ["name_mismatch review"], ["name_mismatch"]]],
    [
      "in the date of birth fails",
      { date_of_birth: "1991-11-20" },
      ["failed", ["date_of_birth_mismatch fail"], ["date_of_birth_mismatch"]]
    ],
    [
      "of day and month is reviewed",
      { date_of_birth: "1985-07-03" },
      ["review", ["date_of_birth_mismatch review"], ["date_of_birth_mismatch"]]
    ],
    ["in the number fails", { document_number: "X1234567" }, ["failed", ["id_number_mismatch fail"], ["id_number_mismatch"]]],
    [
      "of O and 0 in the number is reviewed",
      { document_number: "L8989O2C3" },
      ["review", ["id_number_mismatch review"], ["id_number_mismatch"]]
    ],
    [
      "in the surname alone is reviewed, for people marry",
      { surname: "Lindqvist" },
      ["review", ["name_mismatch review"], ["name_mismatch"]]
    ],
    [
      "in surname and date of birth fails",
      { surname: "Lindqvist", date_of_birth: "1985-03-19" },
      ["failed", ["date_of_birth_mismatch fail", "name_mismatch fail"], ["date_of_birth_mismatch", "name_mismatch"]]
    ]
  ]
  for (const [title, change, wanted] of rows) {
    test(title, () => expect(codes([passport, { ...expected, ...change }])).toEqual([...wanted]))
  }

  test("in the surname alone fails where the policy says so", () => {
    const strict = { ...defaultCrossReferencePolicy, surname_change: "fail" } as const
    expect(codes([passport, { ...expected, surname: "Lindqvist" }], strict)[0]).toBe("failed")
  })
})

test("a chip that says something else than the document fails as nfc_data_mismatch, and marriage is no excuse", () => {
  for (const change of [{ surname: "LINDQVIST" }, { date_of_birth: "1985-07-04" }, { document_number: "X1" }]) {
    expect(codes([passport, { ...chip, ...change }])).toEqual(["failed", ["nfc_data_mismatch fail"], ["nfc_data_mismatch"]])
  }
  const elsewhere = { ...chip, nationality: "FRA" }
  expect(codes([passport, elsewhere])).toEqual(["review", ["nfc_data_mismatch review"], ["nfc_data_mismatch"]])
})

test("two zones of one document that differ are asked of a person", () => {
  const zone: PersonFacts = { ...passport, surname: "OKAFOR", given_names: "EDWARD" }
  expect(codes([passport, zone])).toEqual(["review", ["document_data_inconsistent review"], ["document_data_inconsistent"]])
})

test("another address than expected fails on a bill, and on the document is reviewed, or fails where the policy says so", () => {
  const moved = "88 Harbour Street, Bristol BS1 4QA"
  const strict = { ...defaultCrossReferencePolicy, address_on_identity_document: "fail" } as const
  const moving = { ...passport, address: moved, country: "GB" }
  expect(codes([expected, { ...bill, address: moved }])[1]).toEqual(["address_mismatch fail"])
  expect(codes([expected, moving])[1]).toEqual(["address_mismatch review"])
  expect(codes([expected, moving], strict)[1]).toEqual(["address_mismatch fail"])
})

test("a bill of somebody else fails as in its own check, and the person may send another one", () => {
  const verdict = judgeCrossReference([passport, { ...bill, full_name: "Mr Brian Hall" }])
  expect(verdict).toMatchObject({ outcome: "failed", reasons: [{ code: "name_mismatch", severity: "fail" }] })
  const limits = { resubmission_count: 0, max_resubmissions: 1 }
  expect(conclusionOf(verdict, limits).status).toBe("resubmission_required")
  const other = { ...expected, surname: "Hall", given_names: "Brian", date_of_birth: "1950-01-01" }
  expect(conclusionOf(judgeCrossReference([passport, other]), limits).status).toBe("declined")
})

test("beside a bill that holds, a bill of somebody else is asked of a person", () => {
  expect(codes([passport, bill, { ...bill, full_name: "Mr Brian Hall" }])[1]).toContain("name_mismatch review")
})

test("the number of a bill is no document number", () => {
  expect(codes([passport, { ...bill, document_number: "CUSTOMER-1" }])[0]).toBe("passed")
})

test("a reading of low confidence fails nobody", () => {
  const blurred = { ...passport, given_names: "Edward", date_of_birth: "1991-11-20", confidence: 0.3 }
  expect(codes([blurred, expected])[0]).toBe("review")
})

test("without two sources that share a fact the check is not applicable, and never passed", () => {
  const rows: ReadonlyArray<ReadonlyArray<PersonFacts>> = [
    [],
    [passport],
    [passport, { source: "expected" }],
    [passport, { source: "expected", nationality: "GB" }],
    [
      { source: "expected", surname: "Okafor" },
      { source: "chip", date_of_birth: "1985-03-07" }
    ]
  ]
  for (const sources of rows) {
    const verdict = judgeCrossReference(sources)
    expect([verdict.outcome, verdict.score, verdict.reasons.map(({ code }) => code)]).toEqual([
      "not_applicable",
      null,
      ["no_reference_data"]
    ])
  }
})

test("a pass without a name says that no name was compared", () => {
  expect(codes([passport, { source: "expected", date_of_birth: "1985-03-07" }])).toEqual(["passed", ["name_not_compared info"], []])
})

test("names on both sides that cannot be compared ask a person, whatever else agrees", () => {
  const review = ["review", ["name_not_compared review"], ["name_mismatch"]]
  const thai: PersonFacts = { source: "identity_document", full_name: "สมชาย ใจดี", date_of_birth: "1985-03-07" }
  const latin: PersonFacts = { source: "expected", full_name: "Robert Smith", date_of_birth: "1985-03-07" }
  expect(codes([thai, latin])).toEqual(review)
  expect(codes([{ ...thai, date_of_birth: null }, latin])).toEqual(review)
  expect(codes([{ ...thai, full_name: "---" }, latin])).toEqual(review)
  // A third source that can be compared with one of them says nothing of the other.
  expect(codes([thai, latin, { ...latin, source: "chip" }])).toEqual(review)
  expect(codes([{ ...thai, full_name: "  " }, latin])).toEqual(["passed", ["name_not_compared info"], []])
})

test("the score is that of the weakest fact, the confidence that of the weakest reading", () => {
  const verdict = judgeCrossReference([passport, chip, { ...expected, date_of_birth: "1985-07-03" }])
  expect([verdict.score, verdict.confidence, verdict.threshold]).toEqual([0.8, 0.97, 0.9])
})

test("reasons hold no data of the person", () => {
  const { reasons } = judgeCrossReference([
    passport,
    { ...expected, surname: "Zyx", given_names: "Wvu", document_number: "QPR", date_of_birth: "1999-01-02" }
  ])
  expect(reasons.length).toBeGreaterThan(1)
  for (const { message } of reasons) expect(message).not.toMatch(/Zyx|Wvu|QPR|1999|Okafor|Margaret|L898902C3|1985/i)
})

test("details keep to their schema whatever the sources hold, and only what was compared is personal", () => {
  const long = "Ω\ud83d".repeat(2000)
  const odd: PersonFacts = {
    source: "chip",
    surname: long,
    native_name: `${long}\u0000`,
    date_of_birth: long,
    document_number: long,
    address: long,
    nationality: long,
    confidence: Number.NaN
  }
  const { details } = judgeCrossReference([passport, ...Array.from({ length: 20 }, () => odd)])
  expect(() => Schema.decodeUnknownSync(CrossReferenceDetails)(JSON.parse(JSON.stringify(details)))).not.toThrow()
  expect(details.sources).toHaveLength(8)
  const text = JSON.stringify(details.pairs)
  expect(text).not.toMatch(/Okafor|1985-03-07|L898902C3/i)
})
