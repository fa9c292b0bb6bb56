import { describe, expect, test } from "bun:test"
import { detailsOf, PoaCheckDetails } from "@vouchkit/core/verification/proof-of-address/details"
import type { PoaEvidence } from "@vouchkit/core/verification/proof-of-address/judged-evidence"
import { evaluate } from "@vouchkit/core/verification/proof-of-address/evaluate"
import { withEvidence } from "@vouchkit/core/verification/proof-of-address/values"
import type { JudgedFile } from "@vouchkit/core/verification/proof-of-address/alterations/judged-file"
import type { PrintPlace } from "@vouchkit/core/verification/proof-of-address/types"
import { Schema } from "effect"
import { aCrossReference, anExtraction, evidenceOf } from "./evidence.ts"

const at = (y: number, confidence = 0.9): PrintPlace => ({ page: 1, box: [0.1, y, 0.3, 0.02], source: "ocr", confidence })
const nameOnPassport = { document_id: "doc_passport", page: 1, box: [0.2, 0.3, 0.1, 0.02] } as const

const judged = (document: Partial<Extract<PoaEvidence["document"], { status: "read" }>> = {}, file: JudgedFile | null = null) => {
  const evidence = evidenceOf({
    document: {
      status: "read",
      extraction: anExtraction({
        places: {
          holder_names: [at(0.1)],
          extracted_address: [at(0.2), at(0.23, 0.7), at(0.26)],
          issuer: at(0.02),
          issue_date: at(0.5),
          period_start: null,
          period_end: null,
          valid_until: null
        }
      }),
      cross_reference: aCrossReference({ name_score: 0.8, address_score: 0.2 }),
      medium: "picture",
      document_id: "doc_bill",
      reference: {
        name: { value: "Ann Example", source: "mrz", confidence: 0.95, evidence: nameOnPassport },
        address: null
      },
      forensics: { flags: ["screenshot"] },
      ...document
    }
  })
  const verdict = evaluate(evidence)
  const details = detailsOf(evidence, verdict, file)
  expect(Schema.is(PoaCheckDetails)(details)).toBe(true)
  return { details, reasons: withEvidence(verdict.reasons, details, "doc_bill") }
}
const { details, reasons } = judged()
const readOf = (field: string) => details.values?.find((one) => one.field === field)
const restsOn = (code: string) => reasons.find((reason) => reason.code === code)?.rests_on

describe("values of a proof of address", () => {
  test("name the document, the page and the box they were read in, and how sure the recognition was", () => {
    expect(readOf("holder_name")).toEqual({
      field: "holder_name",
      value: "A Example",
      source: "ocr",
      confidence: 0.9,
      evidence: { document_id: "doc_bill", page: 1, box: [0.1, 0.1, 0.3, 0.02] }
    })
    expect(readOf("issue_date")).toMatchObject({ value: "2026-06-10", evidence: { page: 1 } })
  })

  test("of several lines have the box around them and the confidence of the least sure one", () => {
    const address = readOf("address")
    expect(address).toMatchObject({ value: "12 High Street\nLeeds\nLS1 1AA", confidence: 0.7, evidence: { page: 1 } })
    expect(address?.evidence.box).toEqual([0.1, 0.2, 0.3, 0.08])
  })

  test("that the document says as a whole name it without a page", () => {
    expect(readOf("issuing_country")).toMatchObject({ value: "GB", evidence: { document_id: "doc_bill", page: null, box: null } })
  })

  test("are held against what was read elsewhere, by the thresholds of the policy", () => {
    expect(details.compared).toEqual([
      {
        field: "holder_name",
        value: "Ann Example",
        source: "mrz",
        confidence: 0.95,
        evidence: nameOnPassport,
        agreement: "near",
        score: 0.8,
        rule: { setting: "name", pass: 0.9, review: 0.75 }
      }
    ])
  })

  test("come with the age of the document and its window", () => {
    expect(details.recency).toEqual({
      basis: "issue_date",
      measured_from: "2026-06-10",
      age_days: 20,
      max_age_days: 90,
      grace_days: details.policy.grace_days,
      expires_on: "2026-09-08"
    })
  })

  test("of a document that was read before places were kept have the document and no place", () => {
    const old = judged({ extraction: anExtraction() }).details
    expect(old.values?.find(({ field }) => field === "holder_name")).toMatchObject({
      source: "ocr",
      confidence: null,
      evidence: { document_id: "doc_bill", page: null, box: null }
    })
  })
})

describe("a reason", () => {
  test("about a name rests on the name of the document and on what it was compared with", () => {
    expect(restsOn("name_below_pass")).toEqual([
      { field: "holder_name", source: "ocr", evidence: { document_id: "doc_bill", page: 1, box: [0.1, 0.1, 0.3, 0.02] } },
      { field: "holder_name", source: "mrz", evidence: nameOnPassport }
    ])
  })

  test("about altered print rests on the boxes of that print", () => {
    const forensics = {
      producer: null,
      creator: null,
      created_at: null,
      modified_at: null,
      revisions: 1,
      signed: false,
      flags: ["altered_text"] as const,
      altered: [{ field: "address", page: 2, box: [0.1, 0.2, 0.3, 0.02] }] as const
    }
    const found = judged({ forensics }, forensics).reasons.find(({ code }) => code === "altered_text")
    expect(found?.rests_on).toEqual([
      { field: "address", source: "ocr", evidence: { document_id: "doc_bill", page: 2, box: [0.1, 0.2, 0.3, 0.02] } }
    ])
  })

  test("about the file rests on the file", () => {
    expect(restsOn("screenshot")).toEqual([{ field: "file", source: "ocr", evidence: { document_id: "doc_bill", page: null, box: null } }])
  })

  test("holds no value", () => {
    expect(JSON.stringify(reasons)).not.toContain("Example")
    expect(JSON.stringify(reasons)).not.toContain("High Street")
  })
})
