import { expect, test } from "bun:test"
import { buildReport } from "@vouchkit/core/flows/report/build"
import { detailBlocks } from "@vouchkit/core/flows/report/detail-blocks"
import { type Report, reportLimits } from "@vouchkit/core/flows/report/model"
import { detailsOf as proofDetailsOf, type PoaCheckDetails } from "@vouchkit/core/verification/proof-of-address/details"
import { evaluate } from "@vouchkit/core/verification/proof-of-address/evaluate"
import { evidenceOf } from "../../verification/proof-of-address/evidence.ts"
import { aCheck, aDocument, aHit, aScreening, all, reportRecords } from "../../../support/report-records.ts"

const textOf = (report: Report): string => JSON.stringify(report.sections)
const section = (report: Report, heading: string) => {
  const found = report.sections.find((each) => each.heading === heading)
  if (found === undefined) throw new Error(`no section ${heading}`)
  return JSON.stringify(found.blocks)
}

test("a report tells of everything that led to the decision, in this order", () => {
  expect(buildReport(reportRecords()).sections.map(({ heading }) => heading)).toEqual([
    "Result",
    "Person to be verified",
    "Steps and attempts",
    "What was read and compared",
    "Checks",
    "Documents",
    "Screening",
    "Review",
    "Decision trail",
    "About this report"
  ])
})

test("checks stand with outcome, score, reasons in words and who overrode them; documents by the hash of their content", () => {
  const report = buildReport(reportRecords())
  const checks = section(report, "Checks")
  for (const said of [
    "91.4 %",
    "The file was saved by editing software.",
    "Compared with the original",
    "Mrs Adaeze Bello",
    "Northern Power Ltd"
  ]) {
    expect(checks).toContain(said)
  }
  expect(section(report, "Documents")).toContain("3f0c9b7a".repeat(8))
  expect(section(report, "Screening")).toMatch(
    /un_consolidated.+2026-02-27\.1.+eu_fsf.+2026-02-20\.3.+Zoltan Brankovic.+False positive by User usr_reviewer/su
  )
  expect(section(report, "Review")).toMatch(/Approved.+An entry of a sanctions list may be this person.+Compare the name/su)
})

test("every time says its zone", () => {
  const text = textOf(buildReport(reportRecords()))
  const times = text.match(/\d{2}:\d{2}:\d{2}.{4}/gu) ?? []
  expect(times.length).toBeGreaterThan(20)
  expect(times.filter((time) => !time.endsWith(" UTC"))).toEqual([])
})

test("the trail is in the order of time, and the decision follows from what stands before it", () => {
  const trail = buildReport(reportRecords()).sections.find(({ heading }) => heading === "Decision trail")?.blocks[1]
  if (trail?.type !== "table") throw new Error("no trail")
  const times = trail.rows.map(([time]) => time ?? "")
  expect(times).toEqual(times.toSorted())
  expect(trail.rows[0]?.[1]).toBe("Session created")
  expect(trail.rows.at(-1)?.slice(1, 3)).toEqual(["Session approved", "User usr_reviewer"])
})

test("network addresses, internal notes and the words of hit notes stay out", () => {
  const text = textOf(buildReport(reportRecords()))
  for (const secret of ["203.0.113.77", "Another person", "perceptual", "abababab"]) expect(text).not.toContain(secret)
})

test("the digest is that of the data: another time of making leaves it, any change of a record turns it", () => {
  const records = reportRecords()
  const { digest } = buildReport(records)
  expect(digest).toMatch(/^[0-9a-f]{64}$/u)
  expect(buildReport({ ...records, generated_at: "2027-01-01T00:00:00.000Z" }).digest).toBe(digest)
  const changed = [
    { session: { ...records.session, tags: [] } },
    { checks: all([aCheck(1)]) },
    { documents: all([aDocument(1, { sha256: "0".repeat(64) })]) },
    { screenings: [{ screening: aScreening(), hits: all([aHit({ review_status: "confirmed" as const })]) }] },
    { cases: all([]) },
    { attempts: all([]) }
  ].map((change) => buildReport({ ...records, ...change }).digest)
  expect(new Set([digest, ...changed]).size).toBe(changed.length + 1)
})

test("what is erased says so, and shows the meaning of its codes instead of their words", () => {
  const erased = aCheck(1, {
    reasons: [{ code: "name_mismatch", severity: "review", message: "[erased]" }],
    redacted_at: "2026-04-01T00:00:00.000Z"
  })
  const checks = section(buildReport(reportRecords({ checks: all([erased]) })), "Checks")
  expect(checks).toContain("erased on 2026-04-01 00:00:00 UTC")
  expect(checks).toContain("The name differs from the one expected")
  expect(checks).not.toContain("[erased]")
})

test("a sandbox report warns on every page, a live one does not", () => {
  const { session } = reportRecords()
  expect(buildReport(reportRecords()).warning).toBeNull()
  expect(buildReport(reportRecords({ session: { ...session, environment: "sandbox" } })).warning).toContain("simulated")
})

test("a session of which nothing is known yet makes a whole report", () => {
  const { session } = reportRecords()
  const bare = reportRecords({
    session: {
      ...session,
      expected: {},
      decision: null,
      status: "created",
      submitted_at: null,
      decided_at: null,
      external_reference: null,
      tags: []
    },
    attempts: all([]),
    documents: all([]),
    checks: all([]),
    screenings: [],
    screenings_total: 0,
    cases: all([])
  })
  const text = textOf(buildReport(bare))
  for (const said of [
    "No decision has been made.",
    "No one has started yet.",
    "No check has been run.",
    "No document was submitted.",
    "was not screened",
    "No review case"
  ]) {
    expect(text).toContain(said)
  }
  expect(text).not.toMatch(/undefined|null|NaN|Invalid/u)
})

test("what lies beyond the bounds is counted and not passed over", () => {
  const checks = { rows: Array.from({ length: reportLimits.checks }, (_, index) => aCheck(index)), total: 250 }
  expect(section(buildReport(reportRecords({ checks })), "Checks")).toContain("50 more checks are not shown")
})

test("details of any check become values by their path and tables of what is listed, without the rules applied", () => {
  const blocks = detailBlocks({
    passive_authentication: true,
    certificate: { country: "DE", not_after: "2030-01-01", serial: null },
    data_groups: [1, 2, 14],
    answers: [
      { field: "last_name", value: "Bello", confidence: 0.5, also: [{ source: "mrz", value: "BELLO" }] },
      { field: "first_name", value: "Adaeze", confidence: 1 / 3, also: [] }
    ],
    policy: { secret_rule: 1 },
    fields: [{ field: "surname", value: "shown among what was compared" }],
    blob: "x".repeat(10_000)
  })
  expect(blocks[0]).toMatchObject({
    type: "facts",
    rows: [
      { label: "Passive authentication", value: "Yes" },
      { label: "Certificate, country", value: "DE" },
      { label: "Certificate, not after", value: "2030-01-01" },
      { label: "Data groups", value: "1, 2, 14" },
      { label: "Blob", value: `${"x".repeat(500)}…` }
    ]
  })
  expect(blocks[1]).toEqual({ type: "paragraph", text: "Answers" })
  expect(blocks[2]).toMatchObject({
    columns: [{ title: "Field" }, { title: "Value" }, { title: "Confidence" }, { title: "Also" }],
    rows: [
      ["Last name", "Bello", "0.5", "mrz, BELLO"],
      ["First name", "Adaeze", "0.333333", "–"]
    ]
  })
  expect(JSON.stringify(blocks)).not.toMatch(/rule|shown among/u)
})

test("details beyond any bound are counted", () => {
  const text = JSON.stringify(
    detailBlocks({
      ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index])),
      list: Array.from({ length: 99 }, (_, n) => ({ n }))
    })
  )
  expect(text).toContain("440 more values are not shown")
  expect(text).toContain("69 more entries are not shown")
  expect(text.length).toBeLessThan(20_000)
  const deep: Record<string, unknown> = {}
  deep.self = deep
  expect(detailBlocks(deep)).toEqual([])
})

const evidence = (document_id: string) => ({ document_id, page: 1, box: [0.1, 0.2, 0.3, 0.02] })
const proof = aDocument(7)
const proofDetails = {
  ...proofDetailsOf(evidenceOf(), evaluate(evidenceOf()), null),
  values: [
    { field: "holder_name", value: "A Example", source: "ocr", confidence: 0.9, evidence: evidence(proof.id) },
    { field: "issuer", value: "Northern Power", source: "ocr", confidence: 0.8, evidence: evidence(proof.id) }
  ],
  compared: [
    {
      field: "holder_name",
      value: "Ann Example",
      source: "expected",
      confidence: null,
      evidence: { document_id: null, page: null, box: null },
      agreement: "near",
      score: 0.8,
      rule: { setting: "name", pass: 0.9, review: 0.75 }
    }
  ]
} satisfies PoaCheckDetails
const compared = reportRecords({
  documents: all([proof]),
  checks: all([aCheck(3, { type: "proof_of_address", details: proofDetails, input_document_ids: [proof.id] })])
})

test("both sides of a comparison stand with where they were read, how surely, the result and the rule", () => {
  const said = section(buildReport(compared), "What was read and compared")
  expect(said).toContain(
    JSON.stringify([
      "Holder name",
      "A Example\nPicture, document 1, page 1, 90 %",
      "Ann Example\nGiven by the organization",
      "Agree in part, 80 %",
      "Proof of address: 90 % passes, 75 % review"
    ])
  )
  expect(said).toContain(JSON.stringify(["Issuer", "Northern Power", "Picture, document 1, page 1, 80 %"]))
})

test("the age of a proof of address stands with its date and its window, and its values stand once", () => {
  const report = buildReport(compared)
  expect(section(report, "Checks")).toContain("20 days since the issue date, 2026-06-10 (at most 90 days, with 15 days of grace)")
  expect(section(report, "Checks")).not.toContain("A Example")
})

test("pictures stand in a report only where they are asked for", () => {
  const picture = { caption: "Document 1", png: new Uint8Array(), boxes: [] }
  const headings = (report: Report) => report.sections.map(({ heading }) => heading)
  expect(headings(buildReport(compared))).not.toContain("Pictures")
  expect(headings(buildReport(compared, [picture]))).toContain("Pictures")
})

test("what is measured of faces is left to the records, shares are percentages, and nothing stands between the lines of a zone", () => {
  const [shown] = detailBlocks({
    similarity: 0.980663,
    portrait: { yaw: -0.135 },
    bands: { pass: 0.875 },
    mrz: { confidence: 0.99, lines: ["P<UTOERIKSSON<<ANNA", "L898902C36UTO7408122F"] },
    sides: ["front", "back"]
  })
  expect(shown).toMatchObject({
    rows: [
      { label: "Similarity", value: "98.1 %" },
      { label: "MRZ, confidence", value: "99 %" },
      { label: "MRZ, lines", value: "P<UTOERIKSSON<<ANNA\nL898902C36UTO7408122F" },
      { label: "Sides", value: "front, back" }
    ]
  })
})
