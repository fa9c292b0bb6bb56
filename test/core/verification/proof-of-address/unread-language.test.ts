import { expect, test } from "bun:test"
import { evaluate } from "@vouchkit/core/verification/proof-of-address/evaluate"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { sessionOutcome } from "@vouchkit/core/verification/proof-of-address/session-outcome"
import type { ProofOfAddressExtraction } from "@vouchkit/core/verification/proof-of-address/types"
import { printedPage } from "../../../support/printed-page.ts"
import { evidenceOf, today } from "./evidence.ts"

const found = (extraction: Partial<ProofOfAddressExtraction>, compared = {}) => {
  const verdict = evaluate(evidenceOf({ extraction, compared, layer: { required_assurance: { pdf: "none", picture: "none" } } }))
  return { verdict, codes: verdict.reasons.map(({ code }): string => code) }
}
const limits = { resubmission_count: 0, max_resubmissions: 3 }

test("a document in a script that no engine reads goes to a person, and no one is asked for another copy", () => {
  const lines = printedPage("Electricity bill\nAB Example\n12 High Street\nLeeds LS1 1AA\nDate 3 June 2019")
  const extraction = readProofOfAddress(
    { lines, page_count: 1, source: "ocr", unread_script: true },
    { declared_type: null, declared_country: null, today }
  )
  // Words that were found by chance are not taken for what the document says.
  expect(extraction).toMatchObject({ holder_names: [], address: null, issue_date: null, issuer: null, language: null })
  const { codes, verdict } = found(extraction, { name_score: null, address_score: null })
  expect(verdict.outcome).toBe("review")
  expect(codes).toContain("language_unsupported")
  expect(sessionOutcome(verdict, limits).status).toBe("in_review")
})

test.each(["ja", "ar", "hi", "zh", "ko", "ta", "th", "he"])(
  "a holder or an address that was not found in %s is no reason to refuse",
  (language) => {
    for (const missing of [{ holder_names: [] }, { address: null }] as const) {
      const { codes, verdict } = found({ language, ...missing }, { address_score: 0.2, name_score: 0.2 })
      expect(verdict.outcome).toBe("review")
      expect(codes).toContain("language_unsupported")
    }
  }
)

test("another name in such a language, fully read, still fails", () => {
  const { codes, verdict } = found({ language: "ja" }, { name_score: 0.1 })
  expect(verdict.outcome).toBe("failed")
  expect(codes).not.toContain("language_unsupported")
})

test.each(["en", "de", "fr", "el", "uk"])("a missing holder in %s is asked for again", (language) => {
  const { codes, verdict } = found({ language, holder_names: [] }, { name_score: null })
  expect(verdict.outcome).toBe("failed")
  expect(codes).not.toContain("language_unsupported")
  expect(sessionOutcome(verdict, limits).status).toBe("resubmission_required")
})

test("tampering fails whatever the language", () => {
  const evidence = evidenceOf({ extraction: { unread_script: true, holder_names: [], address: null }, flags: ["overlay_text"] })
  expect(evaluate(evidence).outcome).toBe("failed")
})
