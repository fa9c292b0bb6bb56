/**
 * Measures what the rules read of bills of many countries, as text: `bun packages/core/bench/bills-by-country.ts [first|second|third] [--country CODE] [--misses] [--bare]`.
 *
 * The sets, 60 pages of 20 countries each, were drawn by people who saw neither the rules nor what they had read; rules were changed for the first two alone. A page counts as rightly read where the
 * judges of names and addresses find its person and its address, and the day is exact; its outcome where its own holder passes. `--bare` states the
 * address in one line without commas.
 */
import { crossReference } from "../src/verification/proof-of-address/compare/cross-reference.ts"
import { evaluate } from "../src/verification/proof-of-address/evaluate.ts"
import { readProofOfAddress } from "../src/verification/proof-of-address/read-proof.ts"
import { referenceAddress, referenceName } from "../src/verification/proof-of-address/reference.ts"
import { resolvePolicy } from "../src/verification/proof-of-address/resolve.ts"
import type { Expected } from "../src/verification/subject.ts"
import { addressInLine, type DrawnBill, drawnBills } from "../../../test/support/drawn-bills.ts"
import { printedPage } from "../../../test/support/printed-page.ts"

const today = "2026-11-23"
// How sure a file can be is a question of its template; here a page counts where its parts agree.
const policy = resolvePolicy([{ required_assurance: { pdf: "consistency", picture: "consistency" } }])
const options = process.argv.slice(2)
const country = options.includes("--country") ? options[options.indexOf("--country") + 1] : undefined

const letters = (text: string | null): string =>
  (text ?? "")
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()

/** Countries whose people write the name of the family first. */
const familyFirst = new Set(["HU", "VN"])

const expectedOf = (bill: DrawnBill): Expected => {
  const [family, given] = bill.holder.split(", ")
  const words = bill.holder.split(" ")
  const name =
    given !== undefined
      ? { first_name: given, last_name: family }
      : familyFirst.has(bill.country)
        ? { first_name: words.slice(1).join(" "), last_name: words[0] }
        : { first_name: words.slice(0, -1).join(" "), last_name: words.at(-1) }
  return { ...name, country: bill.country, address: options.includes("--bare") ? bill.address : addressInLine(bill) } as Expected
}

const judged = (bill: DrawnBill, expected: Expected) => {
  const extraction = readProofOfAddress(
    { lines: printedPage(bill.drawing), page_count: 1, source: "text_layer" },
    { declared_type: "utility_bill", declared_country: bill.country, today }
  )
  const compared = crossReference({
    holders: extraction.holder_names,
    address: extraction.address,
    reference_name: referenceName(expected),
    reference_address: referenceAddress(expected)
  })
  const verdict = evaluate({
    policy,
    document: { status: "read", extraction, cross_reference: compared, forensics: { flags: [] } as never, medium: "pdf" },
    declared_type: extraction.document_type_detected ?? "utility_bill",
    declared_issuing_country: bill.country,
    identity_document_country: null,
    today,
    passed_sources: [],
    duplicate: false,
    same_as_identity_document: false,
    known_forgery: false
  })
  return { extraction, compared, verdict }
}

const sets = ["first", "second", "third"] as const
for (const set of sets.filter((name) => options.includes(name) || !sets.some((other) => options.includes(other)))) {
  const bills = drawnBills(await Bun.file(new URL(`../../../test/fixtures/bills-by-country/${set}.txt`, import.meta.url)).text())
  const tally = { holder: 0, address: 0, date: 0, "another day": 0, issuer: 0, outcome: 0, "wrongly passed": 0 }
  const looked = bills.filter((bill) => country === undefined || bill.country === country)
  for (const [at, bill] of looked.entries()) {
    const { compared, extraction, verdict } = judged(bill, expectedOf(bill))
    const others = bills.filter((other) => other.country === bill.country && other !== bill)
    const other = others[at % Math.max(1, others.length)]
    const right = {
      holder: (compared.name_score ?? 0) >= policy.name.pass && !compared.name_doubtful,
      address: (compared.address_score ?? 0) >= policy.address.pass && !compared.address_doubtful,
      date: (extraction.issue_date ?? extraction.period_end) === bill.issued,
      issuer: letters(extraction.issuer).includes(letters(bill.issuer).slice(0, 8)),
      outcome: verdict.outcome === "passed"
    }
    for (const part of ["holder", "address", "date", "issuer", "outcome"] as const) if (right[part]) tally[part] += 1
    if (!right.date && extraction.issue_date !== null) tally["another day"] += 1
    if (other !== undefined && judged(bill, expectedOf(other)).verdict.outcome === "passed") tally["wrongly passed"] += 1
    if (options.includes("--misses") && Object.values(right).includes(false))
      console.log(
        `${bill.country} ${bill.holder}\n    ${JSON.stringify({ ...right, reasons: verdict.reasons.map(({ code }) => code), holders: extraction.holder_names, address: extraction.extracted_address, day: [extraction.issue_date, extraction.period_end], issuer: extraction.issuer })}`
      )
  }
  const share = (count: number): string => `${count} (${Math.round((100 * count) / Math.max(1, looked.length))} %)`
  console.table([{ set, N: looked.length, ...Object.fromEntries(Object.entries(tally).map(([part, count]) => [part, share(count)])) }])
}
