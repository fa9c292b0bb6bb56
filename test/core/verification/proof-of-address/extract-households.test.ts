import { describe, expect, test } from "bun:test"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { drawnBills } from "../../../support/drawn-bills.ts"
import { printedPage } from "../../../support/printed-page.ts"
import { europeanPages } from "./household-pages-europe.ts"
import { overseasPages } from "./household-pages-overseas.ts"

const letters = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()

/** Some bills print the family name first. */
const wordsOf = (name: string) => name.split(" ").map(letters).sort()

/** Of an issuer's name: enough letters to tell it from another. */
const telling = 6

const readings = [
  ["cells", "text_layer"],
  ["rows", "text_layer"],
  ["cells", "ocr"]
] as const

describe.each(readings)("the holder, the address, the day of issue and the issuer, in %s of the %s", (layout, source) => {
  for (const { address, country, drawing, holder, issued, issuer } of [...drawnBills(europeanPages), ...drawnBills(overseasPages)]) {
    test(`${country}, ${holder}`, () => {
      const found = readProofOfAddress(
        { lines: printedPage(drawing, { layout }), page_count: 1, source },
        { declared_type: null, declared_country: country, today: "2026-11-23" }
      )
      expect(found.holder_names.map(wordsOf)).toEqual([wordsOf(holder)])
      expect(letters(found.extracted_address.join("")).replace("cp91000", "91000")).toBe(letters(address))
      expect(found.issue_date).toBe(issued)
      expect(letters(found.issuer ?? "").slice(0, telling)).toBe(letters(issuer).slice(0, telling))
    })
  }
})
