import { expect, test } from "bun:test"
import { chipValuesOf } from "@vouchkit/core/flows/checks/chip"
import { crossReferenceSession } from "@vouchkit/core/flows/checks/cross-reference"
import { type ChipVerification, unreadableChip } from "@vouchkit/core/verification/chip/verify-chip"
import { classifyDocument } from "@vouchkit/core/verification/identity-documents/classify"
import { examineIdentity } from "@vouchkit/core/verification/identity-documents/examine"
import { judgeAuthenticity } from "@vouchkit/core/verification/identity-documents/judges/authenticity"
import { withFieldEvidence } from "@vouchkit/core/verification/identity-documents/reason-evidence"
import { defaultIdentityPolicy } from "@vouchkit/core/verification/identity-documents/policy"
import { readingWith } from "../../../support/live-work.ts"
import { sourceValues } from "@vouchkit/core/verification/identity-documents/source-values"
import { type PassportZone, passportZone } from "../../../support/passport-zone.ts"
import { aSession } from "../../../support/sessions.ts"

const today = "2026-11-22"

const unclassified = classifyDocument([])

const verified = (chip: Partial<PassportZone>): ChipVerification => {
  const zone = { format: "TD3" as const, lines: passportZone(chip), document_code: "P", issuing_state: "GBR" }
  const contents = { zone, portraits: [], person: null, document: null }
  return { ...unreadableChip([]), passive_authentication: true, dg_hashes_valid: true, contents }
}
const chipOf = (chip: Partial<PassportZone>) => chipValuesOf(verified(chip), today, "doc_chip")

/** A passport whose page and chip hold these lines, as its examination finds it. */
const examined = (page: Partial<PassportZone>, chip: Partial<PassportZone> = page) => {
  const mrz = { format: "TD3" as const, lines: passportZone(page), repair: null, confidence: 0.99, ambiguous: false }
  const reading = readingWith({ mrz })
  return examineIdentity({
    documents: [{ document_id: "doc_page", declared: { type: null, country: null, side: null }, content: { status: "read", reading } }],
    policy: defaultIdentityPolicy,
    today,
    chip: chipOf(chip)
  })
}
const differing = (examination: ReturnType<typeof examined>) =>
  examination.comparisons.flatMap(({ field, result }) => (result === "agree" ? [] : [field]))

test("a chip says the same as the page of its passport, whatever country issued it", () => {
  for (const state of ["GBR", "D", "FRA", "USA", "UTO", "XXA", "UNO", "RKS"]) {
    expect([state, differing(examined({ state }))]).toEqual([state, []])
  }
  const { outcome, reasons } = judgeAuthenticity(examined({ state: "GBR" }))
  expect([outcome, reasons]).toEqual(["passed", []])
})

test("a chip of another nationality than the page says contradicts it", () => {
  const examination = examined({ state: "GBR" }, { state: "FRA" })
  expect(differing(examination)).toEqual(["nationality", "issuing_country"])
  expect(judgeAuthenticity(examination).reasons.map(({ code }) => code)).toContain("machine_data_contradict")
})

test("a name that the zone has no room for is known to be cut off on the chip as well", () => {
  const cut = (given_names: string) =>
    sourceValues([], { chip: chipOf({ given_names }), classification: unclassified, today }).flatMap(({ field, truncated }) =>
      truncated ? [field] : []
    )
  expect(cut("AMELIA<JANE<CHARLOTTE<ELISABETH<MARGARET")).toEqual(["surname", "given_names"])
  expect(cut("AMELIA")).toEqual([])
})

test("a value of a chip names the reading of the chip without a page, and the page says beside it where it prints the same", () => {
  const number = examined({ state: "GBR" }).fields.find(({ field }) => field === "document_number")
  expect(number).toMatchObject({ source: "chip", confidence: 1, evidence: { document_id: "doc_chip", page: null, box: null } })
  expect(number?.also).toMatchObject([{ source: "mrz", agreement: "agree", evidence: { document_id: "doc_page", page: 1 } }])
})

test("a reason about a contradiction names what both sides say and where, without the values", () => {
  const examination = examined({ state: "GBR" }, { state: "FRA" })
  const reasons = withFieldEvidence(judgeAuthenticity(examination).reasons, examination)
  const rests = reasons.find(({ code }) => code === "machine_data_contradict")?.rests_on
  expect(rests).toContainEqual({ field: "nationality", source: "chip", evidence: { document_id: "doc_chip", page: null, box: null } })
  expect(rests).toContainEqual({ field: "nationality", source: "mrz", evidence: { document_id: "doc_page", page: 1, box: null } })
  expect(rests?.map(({ field }) => field)).not.toContain("surname")
})

/** The cross-reference of a page and the chip that was read beside it, of a session that expects nobody. */
const crossReferenced = (examination: ReturnType<typeof examined>, chip: Partial<PassportZone>) => {
  const sources = { examination, chip: verified(chip), chip_document: "doc_chip", proofs: [], documents: [], today }
  const { finding } = crossReferenceSession(aSession({ environment: "live", expected: {} }), sources)
  const [pair] = (finding.details as any).pairs
  return { outcome: finding.outcome, reasons: finding.reasons.map(({ code, severity }) => `${code} ${severity}`), pair }
}

test("a chip is compared with what the page itself says, and never with itself", () => {
  const own = crossReferenced(examined({}), {})
  expect([own.outcome, own.pair.name_score]).toEqual(["passed", 1])
  const other = { surname: "OTHERWELL", given_names: "ULRICH", number: "123456789", birth: "710101" }
  const strangers = crossReferenced(examined({}, other), other)
  expect([strangers.outcome, strangers.reasons]).toEqual(["failed", ["nfc_data_mismatch fail"]])
})

test("a page that no machine reads says nothing beside its chip", () => {
  const examination = examined({})
  const { outcome, reasons } = crossReferenced({ ...examination, fields: examination.fields.map((field) => ({ ...field, also: [] })) }, {})
  expect([outcome, reasons]).toEqual(["not_applicable", ["no_reference_data info"]])
})
