import { describe, expect, test } from "bun:test"
import type { IdentityField } from "../../../../packages/core/src/verification/identity-documents/fields.ts"
import { nowhere } from "../../../../packages/core/src/verification/evidence/evidence.ts"
import { judgeAge } from "../../../../packages/core/src/verification/identity-documents/judges/age.ts"
import { today } from "./documents.ts"

describe("age", () => {
  const born = (value: string, of: Partial<IdentityField> = {}): ReadonlyArray<IdentityField> => [
    {
      field: "date_of_birth",
      value,
      source: "mrz",
      confidence: 0.95,
      standing: "verified",
      repaired: false,
      certain: true,
      document_id: null,
      evidence: nowhere,
      also: [],
      ...of
    }
  ]
  const judge = (fields: ReadonlyArray<IdentityField>, minimum_age: number | null = 18) =>
    judgeAge(fields, { minimum_age, weights: {} }, today)

  test("is reached on the birthday", () => {
    expect([judge(born("2008-06-01")).outcome, judge(born("2008-06-02")).outcome]).toEqual(["passed", "failed"])
    expect([judge(born("2008-06-01")).details.age, judge(born("2008-06-02")).details.age]).toEqual([18, 17])
    expect(judge(born("2008-06-02")).session_reasons).toEqual(["age_below_minimum"])
  })
  test("of somebody born on 29 February is reached on 1 March of a common year", () => {
    const on = (day: string) => judgeAge(born("2008-02-29"), { minimum_age: 18, weights: {} }, day).outcome
    expect([on("2026-02-28"), on("2026-03-01")]).toEqual(["failed", "passed"])
  })
  test("is judged by the parts of the date that are known, where these suffice", () => {
    expect([judge(born("1990")).outcome, judge(born("2008-06")).outcome, judge(born("2008")).outcome, judge(born("2012")).outcome]).toEqual(
      ["passed", "review", "review", "failed"]
    )
  })
  test("is unknown without a date, and on a doubtful one", () => {
    expect([
      judge([]).outcome,
      judge(born("1990-01-01", { certain: false, standing: "ambiguous", confidence: 0.4 })).outcome,
      judge(born("2090-01-01")).outcome
    ]).toEqual(["review", "review", "review"])
    expect(judge(born("1990-01-01", { certain: false, standing: "read", confidence: 0.8, source: "visual" })).outcome).toBe("passed")
  })
  test("is nobody's business where no minimum is set", () => {
    expect(judge(born("2020-01-01"), null).outcome).toBe("not_applicable")
  })
})
