/**
 * Measures reports and previews: `bun packages/adapters/bench/report-and-preview.ts [rounds]`. Reports are set in this process, previews drawn
 * in the process of their own; the baseline of a preview is the same page at the width of a thumbnail.
 */
import { previewWidths } from "@vouchkit/core/resources/documents/preview"
import type { DocumentMediaType } from "@vouchkit/core/resources/documents/media"
import { PagePreview } from "@vouchkit/core/resources/documents/preview"
import { buildReport } from "@vouchkit/core/flows/report/build"
import { ManagedRuntime } from "effect"
import sharp from "sharp"
import { aUtilityBill } from "../../../test/support/bills.ts"
import { aCheck, all, reportRecords } from "../../../test/support/report-records.ts"
import { pagePreviewLayer } from "../src/engines/preview/page-preview.ts"
import { drawReport } from "../src/report/draw-report.ts"

const rounds = Number(process.argv[2] ?? 9)
const median = (values: ReadonlyArray<number>): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  // The first run loads what later ones find loaded.
  await work()
  const taken: Array<number> = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await work()
    taken.push(performance.now() - start)
  }
  return median(taken)
}
const row = (what: string, milliseconds: number, beside: string) =>
  console.log(`${what.padEnd(40)} ${milliseconds.toFixed(0).padStart(6)} ms  ${beside}`)

console.log(`${rounds} rounds each, medians`)
const session = buildReport(reportRecords())
const many = buildReport(reportRecords({ checks: all(Array.from({ length: 200 }, (_, index) => aCheck(index))) }))
const small = await timed(() => drawReport(session))
const large = await timed(() => drawReport(many))
row("report of a session", small, `${(await drawReport(session)).length} bytes`)
row("report of 200 checks", large, `${(await drawReport(many)).length} bytes, ${(large / small).toFixed(1)} times that of a session`)

const runtime = ManagedRuntime.make(pagePreviewLayer())
const { bytes: bill } = await aUtilityBill()
const noise = { type: "gaussian", mean: 128, sigma: 40 } as const
const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#888888", noise } })
  .jpeg()
  .toBuffer()
const files: ReadonlyArray<readonly [string, Uint8Array, DocumentMediaType]> = [
  ["bill as PDF", bill, "application/pdf"],
  ["photograph of 12 megapixels", new Uint8Array(photo), "image/jpeg"]
]
for (const [name, bytes, mime_type] of files) {
  const at = (width: number) =>
    timed(() => runtime.runPromise(PagePreview.use(({ render }) => render({ bytes, mime_type, page: 1, width }))))
  const baseline = await at(previewWidths.minimum)
  for (const width of [previewWidths.standard, previewWidths.maximum]) {
    const taken = await at(width)
    row(`${name}, ${width} wide`, taken, `${(taken / baseline).toFixed(1)} times that at ${previewWidths.minimum}`)
  }
}
await runtime.dispose()
