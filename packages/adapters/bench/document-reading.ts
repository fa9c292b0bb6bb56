/**
 * Measures how fast and how well documents are read: `bun packages/adapters/bench/document-reading.ts [rounds]`.
 * It reads drawn bills as files, as scans and as poor photographs, in this process, and prints one row for each kind.
 */
import type { DocumentReading } from "@vouchkit/core/verification/document-reading"
import { aBankStatement, aUtilityBill, scannedPdf } from "../../../test/support/bills.ts"
import { wordAccuracy } from "../../../test/support/reading.ts"
import type { DrawnDocument } from "@vouchkit/worker/commands/demo/printed-page"
import { degraded, type ScanConditions, scanOf } from "@vouchkit/worker/commands/demo/scanned-page"
import { readDocument } from "../src/engines/read-document.ts"

interface Kind {
  readonly name: string
  readonly make: (document: DrawnDocument) => Promise<Uint8Array>
}

const scan = (name: string, conditions: Partial<ScanConditions>): Kind => ({ name, make: ({ bytes }) => scanOf(bytes, conditions) })

const kinds: ReadonlyArray<Kind> = [
  { name: "PDF with text", make: async ({ bytes }) => bytes },
  { name: "PDF of a scan, 150 dpi", make: async ({ bytes }) => scannedPdf(await scanOf(bytes)) },
  scan("scan, 100 dpi", { dpi: 100 }),
  scan("scan, 150 dpi", {}),
  scan("scan, 200 dpi, PNG", { dpi: 200, format: "png" }),
  scan("scan, 300 dpi", { dpi: 300 }),
  scan("photo: blur, shadow, grain, JPEG 50, 1.5 degrees", degraded),
  scan("photo: the same, 3 degrees", { ...degraded, tilt: 3 }),
  scan("photo: the same, -2 degrees", { ...degraded, tilt: -2 }),
  scan("photo: more blur", { ...degraded, blur: 1.5 }),
  scan("photo: more shadow", { ...degraded, shadow: 0.7 }),
  scan("photo: sideways", { ...degraded, tilt: 270 }),
  scan("photo: upside down", { ...degraded, tilt: 180 }),
  scan("photo: 10 degrees", { ...degraded, tilt: 10 }),
  scan("photo: 100 dpi", { ...degraded, dpi: 100 })
]

const median = (values: ReadonlyArray<number>): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const read = async (bytes: Uint8Array): Promise<{ readonly reading: DocumentReading | null; readonly milliseconds: number }> => {
  const start = performance.now()
  const result = await readDocument({ bytes, mime_type: "application/octet-stream", country: "GB" })
  return { reading: "code" in result ? null : result, milliseconds: performance.now() - start }
}

const rounds = Math.max(1, Number(process.argv[2] ?? 1))
const documents = await Promise.all([aUtilityBill(), aBankStatement()])
await read(await scanOf((await aUtilityBill()).bytes))

const rows = []
for (const { make, name } of kinds) {
  const latencies: Array<number> = []
  const accuracies: Array<number> = []
  const flags = new Set<string>()
  for (let round = 0; round < rounds; round++)
    for (const document of documents) {
      const { milliseconds, reading } = await read(await make(document))
      latencies.push(milliseconds)
      accuracies.push(reading === null ? 0 : wordAccuracy(reading, document.texts))
      for (const flag of reading?.forensics.flags ?? []) flags.add(flag)
    }
  rows.push({
    kind: name,
    "ms per page": Math.round(median(latencies)),
    "words, mean": `${((accuracies.reduce((sum, value) => sum + value, 0) / accuracies.length) * 100).toFixed(1)} %`,
    "words, worst": `${(Math.min(...accuracies) * 100).toFixed(1)} %`,
    flags: [...flags].join(" ")
  })
}
console.table(rows)
console.log(`resident memory at the end: ${Math.round(process.memoryUsage().rss / 1024 ** 2)} MB`)
process.exit(0)
