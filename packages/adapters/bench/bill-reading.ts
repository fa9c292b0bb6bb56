/**
 * Measures what is read of bills in many layouts, each as a PDF with text, as a scan and as a photograph:
 * `bun packages/adapters/bench/bill-reading.ts [developed|held-out] [--only TEXT] [--form FORM] [--households 1-3] [--kept FOLDER] [--misses]`.
 *
 * A page counts as rightly read where the judges of names and addresses find the person and the address that are printed, and the day of issue is
 * exact; its outcome is right where its own holder passes, or goes to a person if all bills of its type do. `--kept` keeps pages and readings, so that a second run measures the rules alone.
 */
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import type { DocumentReading } from "@vouchkit/core/verification/document-reading"
import { crossReference } from "@vouchkit/core/verification/proof-of-address/compare/cross-reference"
import { evaluate } from "@vouchkit/core/verification/proof-of-address/evaluate"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { referenceAddress, referenceName } from "@vouchkit/core/verification/proof-of-address/reference"
import { resolvePolicy } from "@vouchkit/core/verification/proof-of-address/resolve"
import type { Expected } from "@vouchkit/core/verification/subject"
import { readDocument, type Unread } from "../src/engines/read-document.ts"
import { developedLayouts } from "./bill-pages/developed.ts"
import { heldOutLayouts } from "./bill-pages/held-out.ts"
import type { Layout } from "./bill-pages/layout.ts"
import { type Household, households } from "./bill-pages/people.ts"
import { type Form, forms, uploadOf } from "./bill-pages/pictures.ts"
import { Sheet } from "./bill-pages/sheet.ts"

const today = "2026-11-23"
// How sure a picture can be is a question of templates; here a page counts as read where its parts agree.
const policy = resolvePolicy([{ required_assurance: { pdf: "consistency", picture: "consistency" } }])

const options = process.argv.slice(2)
const option = (name: string): string | null => {
  const at = options.indexOf(name)
  return at < 0 ? null : (options[at + 1] ?? null)
}
const only = option("--only") ?? ""
const kept = option("--kept")
const [firstHousehold = 1, lastHousehold = Number.POSITIVE_INFINITY] = option("--households")?.split("-").map(Number) ?? []
const layouts = options.includes("held-out") ? heldOutLayouts : developedLayouts
const wantedForms = forms.filter((form) => form === (option("--form") ?? form))

interface Read {
  readonly result: DocumentReading | Unread
  readonly seconds: number
}

const processorSeconds = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1e6
}

const readingOf = async (layout: Layout, person: Household, form: Form, seed: number): Promise<Read> => {
  const name = `${layout.name} ${person.last_name} ${form}`.replace(/[^\w]+/gu, "-")
  const file = kept === null ? null : join(kept, `${name}.json`)
  if (file !== null && (await Bun.file(file).exists())) return Bun.file(file).json()
  const sheet = await Sheet.open(layout.family)
  layout.draw(sheet, person)
  const bytes = await uploadOf(await sheet.bytes(), form, seed)
  const start = processorSeconds()
  const result = await readDocument({ bytes, mime_type: "application/octet-stream", country: layout.country })
  const read = { result, seconds: processorSeconds() - start }
  if (file !== null) {
    await Bun.write(file, JSON.stringify(read))
    await Bun.write(join(kept ?? "", `${name}.${form === "text" ? "pdf" : "jpg"}`), bytes)
  }
  return read
}

const expectedOf = ({ city, first_name, last_name, postal_code, street }: Household, country: string): Expected => {
  const [town = city, region] = city.split(", ")
  return { first_name, last_name, country, address: `${street}\n${postal_code} ${town}${region === undefined ? "" : `, ${region}`}` }
}

const judge = (result: DocumentReading, layout: Layout, expected: Expected) => {
  const extraction = readProofOfAddress(result, { declared_type: null, declared_country: layout.country, today })
  const compared = crossReference({
    holders: extraction.holder_names,
    address: extraction.address,
    reference_name: referenceName(expected),
    reference_address: referenceAddress(expected)
  })
  const verdict = evaluate({
    policy,
    document: { status: "read", extraction, cross_reference: compared, forensics: result.forensics, medium: "picture" },
    declared_type: null,
    declared_issuing_country: layout.country,
    identity_document_country: null,
    today,
    passed_sources: [],
    duplicate: false,
    same_as_identity_document: false,
    known_forgery: false
  })
  return { extraction, compared, verdict }
}

const letters = (text: string | null): string =>
  (text ?? "")
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()

interface Tally {
  pages: number
  holder: number
  address: number
  date: number
  /** Another day was taken for the day of issue. */
  otherDay: number
  issuer: number
  /** Another line was taken for the issuer, and trusted. */
  wrongIssuer: number
  outcome: number
  /** Passed against the data of the next household. */
  wronglyPassed: number
  seconds: number
}

const empty = (): Tally => ({
  pages: 0,
  holder: 0,
  address: 0,
  date: 0,
  otherDay: 0,
  issuer: 0,
  wrongIssuer: 0,
  outcome: 0,
  wronglyPassed: 0,
  seconds: 0
})

const weigh = (tally: Tally, layout: Layout, person: Household, other: Household, { result, seconds }: Read): string | null => {
  tally.pages += 1
  tally.seconds += seconds
  if ("code" in result) return `unread: ${result.code}`
  const { compared, extraction, verdict } = judge(result, layout, expectedOf(person, layout.country))
  const holder = (compared.name_score ?? 0) >= policy.name.pass && !compared.name_doubtful
  const address = (compared.address_score ?? 0) >= policy.address.pass && !compared.address_doubtful
  const date = (extraction.issue_date ?? extraction.period_end) === layout.dated
  const named = letters(extraction.issuer).includes(letters(layout.issuer).slice(0, 8))
  if (holder) tally.holder += 1
  if (address) tally.address += 1
  if (date) tally.date += 1
  else if (extraction.issue_date !== null) tally.otherDay += 1
  if (named) tally.issuer += 1
  if (!named && extraction.issuer_recognised) tally.wrongIssuer += 1
  const right = verdict.outcome === (layout.outcome ?? "passed")
  if (right) tally.outcome += 1
  if (judge(result, layout, expectedOf(other, layout.country)).verdict.outcome === "passed") tally.wronglyPassed += 1
  if (holder && address && date && right && named) return null
  return JSON.stringify({
    outcome: verdict.outcome,
    reasons: verdict.reasons.map(({ code, severity }) => `${code}(${severity[0]})`).join(" "),
    holder: extraction.holder_names,
    name: compared.name_score,
    address: extraction.extracted_address,
    score: compared.address_score,
    date: [extraction.issue_date, extraction.period_end],
    type: extraction.document_type_detected,
    issuer: [extraction.issuer, extraction.issuer_recognised],
    flags: result.forensics.flags
  })
}

const share = (count: number, { pages }: Tally): string => `${count} (${Math.round((count / Math.max(1, pages)) * 100)} %)`

if (kept !== null) await mkdir(kept, { recursive: true })
const tallies = new Map<Form, Tally>(wantedForms.map((form) => [form, empty()]))
// Households first: a run that is ended early has seen every layout.
const pages = layouts.flatMap((layout, index) => {
  const persons: ReadonlyArray<Household> = households[layout.country]
  return persons.flatMap((person, position) => {
    if (position + 1 < firstHousehold || position + 1 > lastHousehold) return []
    const other = persons[(position + 1) % persons.length] ?? person
    return { layout, person, other, position, seed: index * persons.length + position }
  })
})
for (const { layout, other, person, seed } of pages.toSorted((one, other) => one.position - other.position)) {
  if (!layout.name.includes(only)) continue
  for (const [form, tally] of tallies) {
    const miss = weigh(tally, layout, person, other, await readingOf(layout, person, form, seed))
    if (miss !== null && options.includes("--misses")) console.log(`${layout.name} / ${person.last_name} / ${form}\n    ${miss}`)
  }
}
console.table(
  [...tallies].map(([form, tally]) => ({
    form,
    N: tally.pages,
    holder: share(tally.holder, tally),
    address: share(tally.address, tally),
    date: share(tally.date, tally),
    "another day": tally.otherDay,
    issuer: share(tally.issuer, tally),
    "other line trusted": tally.wrongIssuer,
    outcome: share(tally.outcome, tally),
    "wrongly passed": tally.wronglyPassed,
    "processor s": (tally.seconds / Math.max(1, tally.pages)).toFixed(2)
  }))
)
process.exit(0)
