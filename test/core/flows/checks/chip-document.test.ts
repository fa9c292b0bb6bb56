import { afterAll, expect, test } from "bun:test"
import type { JudgedChip } from "@vouchkit/core/flows/checks/chip"
import { judgeChipDocument } from "@vouchkit/core/flows/checks/chip-document"
import { unavailableCheck } from "@vouchkit/core/resources/checks/conclusion"
import { judgeSession } from "../../../support/judged-session.ts"
import { type ChipVerification, unreadableChip } from "@vouchkit/core/verification/chip/verify-chip"
import { ChipVerifier } from "@vouchkit/core/resources/nfc/chip-verifier"
import { Effect, Layer } from "effect"
import { checkDigitOf } from "@vouchkit/core/verification/identity-documents/mrz/check-digits"
import { addChip } from "../../../support/submitted-chip.ts"
import { liveWork } from "../../../support/live-work.ts"
import { passportZone, withCheckDigit } from "../../../support/passport-zone.ts"
import { aSession } from "../../../support/sessions.ts"

const chips = Layer.succeed(ChipVerifier)({
  verify: () => Effect.sync(() => verificationOf(passportZone({ expiry: "190101" }))),
  portrait: () => Effect.die(new Error("this chip has no portrait"))
})
const work = liveWork(chips)
afterAll(() => work.stop())

const verificationOf = (lines: ReadonlyArray<string>): ChipVerification => ({
  ...unreadableChip([]),
  passive_authentication: true,
  dg_hashes_valid: true,
  findings: [],
  contents: {
    zone: { format: lines.length === 3 ? "TD1" : "TD3", lines, document_code: "P", issuing_state: "GBR" },
    portraits: [],
    person: null,
    document: null
  }
})
const chipOf = (lines: ReadonlyArray<string>): JudgedChip => ({
  check: unavailableCheck("nfc_chip", { environment: "live" }, { message: "Not looked at here.", documents: ["doc_chip"] }),
  verification: verificationOf(lines),
  portrait: null
})
const judged = async (lines: ReadonlyArray<string>, overrides: Parameters<typeof aSession>[0] = {}) => {
  const made = await work.run(judgeChipDocument(aSession({ environment: "live", ...overrides }), chipOf(lines)))
  return made?.checks.map(({ conclusion, finding }) => [finding.type, finding.outcome, conclusion.reason_codes])
}

test("the document of a chip that came without a picture is judged by what its zone says", async () => {
  expect(await judged(passportZone())).toEqual([
    ["document_extraction", "passed", []],
    ["document_authenticity", "passed", []],
    ["age", "passed", []],
    ["duplicate", "passed", []]
  ])
})

test("what is read of it is what its chip says, which nothing else confirms", async () => {
  const made = await work.run(judgeChipDocument(aSession({ environment: "live" }), chipOf(passportZone())))
  const details: any = made?.checks.find(({ finding }) => finding.type === "document_extraction")?.finding.details
  expect(new Set(details.fields.map(({ source }: any) => source))).toEqual(new Set(["chip"]))
  expect(details.fields.flatMap(({ also }: any) => also)).toEqual([])
  const authenticity: any = made?.checks.find(({ finding }) => finding.type === "document_authenticity")?.finding.details
  expect(authenticity.comparisons).toEqual([])
})

test("an expired document, a holder too young and a country that is not accepted do not pass by a genuine chip", async () => {
  expect((await judged(passportZone({ expiry: "190101" })))?.[1]).toEqual(["document_authenticity", "failed", ["document_expired"]])
  expect((await judged(passportZone({ birth: "200307" })))?.[2]).toEqual(["age", "failed", ["age_below_minimum"]])
  expect((await judged(passportZone(), { identity_policy: { denied_countries: ["GB"] } }))?.[1]).toEqual([
    "document_authenticity",
    "failed",
    ["document_country_not_supported"]
  ])
  expect((await judged(passportZone({ state: "UTO" })))?.[1]).toEqual(["document_authenticity", "failed", ["document_specimen"]])
})

test("no side of a card is missed where only its chip was asked for", async () => {
  const [number, born, expires] = [withCheckDigit("X12345678"), withCheckDigit("850307"), withCheckDigit("490101")]
  const upper = `IDD<<${number}`.padEnd(30, "<")
  const lower = `${born}F${expires}D<<${"<".repeat(11)}`
  const digits = `${upper.slice(5)}${born}${expires}${"<".repeat(11)}`
  const lines = [upper, `${lower}${checkDigitOf(digits)}`, "HARTWELL<<AMELIA".padEnd(30, "<")]
  expect((await judged(lines))?.map(([type, outcome]) => [type, outcome])).toEqual([
    ["document_extraction", "passed"],
    ["document_authenticity", "passed"],
    ["age", "passed"],
    ["duplicate", "passed"]
  ])
})

test("a session that asks for a chip alone is not approved for one of an expired passport", async () => {
  const session = await work.submitted([], { required_steps: ["questionnaire"], completed_steps: ["questionnaire"] })
  const chip = await addChip(work, session)
  const { conclusion, findings, traces } = await work.run(judgeSession({ ...session, required_steps: ["nfc"] }))
  expect(findings.map(({ outcome, type }) => [type, outcome])).toEqual([
    ["nfc_chip", "passed"],
    ["document_extraction", "passed"],
    ["document_authenticity", "failed"],
    ["age", "passed"],
    ["duplicate", "passed"],
    ["identity_cross_reference", "not_applicable"]
  ])
  expect(conclusion).toEqual({ status: "resubmission_required", reason_codes: ["document_expired"] })
  expect(traces.document?.document_ids).toEqual([chip.id])
})

test("where the document was pictured too, its pictures are judged and not the chip for them", async () => {
  const session = await work.submitted([{ kind: "identity", document_type: "passport" }], { required_steps: ["document"] })
  await addChip(work, session)
  const { findings } = await work.run(judgeSession(session))
  const types = findings.map(({ type }) => type)
  expect([types.includes("document_extraction"), types.filter((type) => type === "document_authenticity").length]).toEqual([true, 1])
})
