/**
 * Measures how layouts are told apart: `bun packages/adapters/bench/layout-templates.ts text|scan [layouts] [bills]`.
 * For each layout three bills make a template. Further bills of the layout should agree with it; bills of other layouts in the name of the same
 * issuer, bills with a moved field, and bills set in another font should not. All of it is drawn; `scan` draws the pages as a scanner sees them and
 * reads them by recognition.
 */
import { billFingerprint, billSubject } from "@vouchkit/core/verification/layout-templates/documents"
import type { LayoutFingerprint } from "@vouchkit/core/verification/layout-templates/fingerprint"
import { type KnownFingerprint, layoutAgreement, templatesOf } from "@vouchkit/core/verification/layout-templates/template"
import { readProofOfAddress } from "@vouchkit/core/verification/proof-of-address/read-proof"
import { type BillChange, type BillLayout, billLayout, billValues, laidOutBill } from "../../../test/support/laid-out-bills.ts"
import { chanceOf, sharpOf } from "../../../test/support/photographs.ts"
import { withRenderer } from "../src/engines/pdf/render.ts"
import { readDocument } from "../src/engines/read-document.ts"

const [kind = "text", layoutCount = "10", billCount = "5"] = process.argv.slice(2)
const chance = chanceOf(4711)

/** The page as a flatbed scanner gives it: a little turned and shifted, grey noise of JPEG. */
const scanned = async (pdf: Uint8Array): Promise<Uint8Array> => {
  const picture = await withRenderer(pdf, (renderer) => renderer.renderColour(1, 150))
  if (picture === null) throw new Error("the page cannot be drawn")
  const pixels = (most: number) => Math.round(chance() * most)
  return new Uint8Array(
    await sharpOf(picture)
      .extend({ top: pixels(40), bottom: pixels(40), left: pixels(40), right: pixels(40), background: "#f4f4f2" })
      .rotate((chance() - 0.5) * 2, { background: "#f4f4f2" })
      .resize({ width: Math.round(1150 + chance() * 500) })
      .jpeg({ quality: 70 + pixels(20) })
      .toBuffer()
  )
}

/** Null of a bill whose issuer, holder or address was not read: it is not compared. */
const fingerprintOf = async (pdf: Uint8Array): Promise<LayoutFingerprint | null> => {
  const bytes = kind === "scan" ? await scanned(pdf) : pdf
  const reading = await readDocument({ bytes, mime_type: kind === "scan" ? "image/jpeg" : "application/pdf", country: "GB" })
  if ("code" in reading) throw new Error(reading.code)
  const extraction = readProofOfAddress(reading, { declared_type: null, declared_country: null, today: "2026-03-25" })
  return billSubject(extraction) === null ? null : billFingerprint(reading, extraction)
}

const blocks = ["name", "address", "issued", "period", "title"] as const
/** Points; a hundredth of the page is 6 across and 8 down. */
const distances = [5, 8, 12, 20, 40] as const
const moved = (index: number): BillChange => {
  const by = distances[index % distances.length] ?? 12
  const angle = chance() * 2 * Math.PI
  return { moved: { block: blocks[Math.floor(chance() * blocks.length)] ?? "name", by: [by * Math.cos(angle), by * Math.sin(angle)] } }
}

const counts = new Map<string, Map<string, number>>()
const note = (name: string, result: string): void => {
  const row = counts.get(name) ?? new Map<string, number>()
  row.set(result, (row.get(result) ?? 0) + 1)
  counts.set(name, row)
}

const report = (): void => {
  console.log(`${read} bills drawn; issuer, holder and address were read of ${compared}`)
  console.log("| Bills | N | agrees | differs | says nothing | not read |\n|---|---|---|---|---|---|")
  for (const [name, row] of [...counts].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const total = [...row.values()].reduce((sum, count) => sum + count, 0)
    console.log(
      `| ${name} | ${total} | ${row.get("agrees") ?? 0} | ${row.get("differs") ?? 0} | ${row.get("unknown") ?? 0} | ${row.get("unread") ?? 0} |`
    )
  }
}

let seed = 0
let compared = 0
let read = 0
/** A bill of someone else; where it cannot be read that of the next, a few times over. */
const bill = async (layout: BillLayout, change: BillChange = {}, tries = 4): Promise<LayoutFingerprint | null> => {
  const made = await fingerprintOf(await laidOutBill(layout, billValues(++seed), change))
  read += 1
  if (made !== null) compared += 1
  return made === null && tries > 1 ? bill(layout, change, tries - 1) : made
}

for (let number = 0; number < Number(layoutCount); number++) {
  const layout = billLayout(number)
  const known: Array<KnownFingerprint> = []
  for (let one = 0; one < 3; one++) {
    const fingerprint = await bill(layout)
    if (fingerprint !== null) known.push({ id: `${one}`, fingerprint })
  }
  const result = (fingerprint: LayoutFingerprint | null) => (fingerprint === null ? "unread" : layoutAgreement(fingerprint, known).result)
  if (templatesOf(known).length === 0) {
    note("three genuine bills that make no template", "no_template")
    continue
  }
  const family = [1, 2, 3, 4, 5].map((next) => billLayout(number + next).family).find((other) => other !== layout.family)
  for (let one = 0; one < Number(billCount); one++) {
    note("genuine", result(await bill(layout)))
    const shifted = moved(number * Number(billCount) + one)
    const by = Math.round(Math.hypot(...(shifted.moved?.by ?? [0, 0])))
    note(`field moved by ${by} points`, result(await bill(layout, shifted)))
    note("other layout in the issuer's name", result(await bill({ ...billLayout(number * 50 + one + 500), issuer: layout.issuer })))
    if (family !== undefined) note("all of it set in another font", result(await bill(layout, { family })))
    if (kind === "text") note("name set in another font", result(await bill(layout, { otherFont: "name" })))
  }
  if (!process.argv.includes("--quiet")) report()
}
report()
process.exit(0)
