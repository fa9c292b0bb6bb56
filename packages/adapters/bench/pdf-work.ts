// What each kind of work in a PDF takes of a processor, beside what is counted for it (`src/engines/pdf/work/weights.ts`).
// Run: bun run bench pdf-work. BENCH_SHARE (0.1) is the part of a page's bound that each kind is brought to; a word names the kinds that are run.
import { heavyKinds } from "../../../test/support/heavy-pdfs.ts"
import { onePage, stream } from "../../../test/support/hand-written-pdf.ts"
import { pageOf, withPdf } from "../src/engines/pdf/document.ts"
import { paintingOf } from "../src/engines/pdf/painting.ts"
import { withRenderer } from "../src/engines/pdf/render.ts"
import { pageText } from "../src/engines/pdf/text.ts"
import { withQuietPictures } from "../src/engines/pdf/work/quiet-pictures.ts"
import { weighPdf } from "../src/engines/pdf/work/weigh.ts"
import { bounds } from "../src/engines/pdf/work/weights.ts"
import { TooMuchWork } from "../src/engines/too-much-work.ts"

const share = Number(process.env.BENCH_SHARE ?? 0.1)
const wanted = process.argv.slice(2)

const processorMs = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000
}
const taking = async (work: () => unknown): Promise<number> => {
  const from = processorMs()
  await work()
  return processorMs() - from
}

/** The plain loop, one round of which is the unit of the weights. */
const bytes = Uint8Array.from({ length: 1 << 20 }, (_, at) => at * 31)
const rounds = 100
let kept = 0
const loop = (): void => {
  for (let round = 0; round < rounds; round++) for (let at = 0; at < bytes.length; at++) kept = (Math.imul(kept, 31) + (bytes[at] ?? 0)) | 0
}
loop()

const counted = async (pdf: Uint8Array): Promise<number> => {
  try {
    return (await weighPdf(pdf)).page
  } catch (cause) {
    if (cause instanceof TooMuchWork) return Number.POSITIVE_INFINITY
    throw cause
  }
}

/** What reading a page takes at most: as a document, which is drawn twice, or as an identity document, which is drawn once and larger. */
const read = async (pdf: Uint8Array): Promise<number> => {
  const { streams } = await weighPdf(pdf)
  const followed = await taking(() =>
    withPdf(withQuietPictures(pdf, streams), async (document) => {
      const page = await pageOf(document, 1)
      await pageText(page, await paintingOf(page), 1)
    })
  )
  const drawn = (resolutions: ReadonlyArray<number>) =>
    taking(() =>
      withRenderer(pdf, async (renderer) => {
        for (const dpi of resolutions) await renderer.renderColour(1, dpi)
      })
    )
  return followed + Math.max(await drawn([170, 100]), await drawn([300]))
}

const empty = onePage(stream("BT ET"))
// Twice, so that everything is loaded and compiled that takes part.
await read(empty)
const nothing = await read(empty)

/** Brings a kind near to the share of the bound, and measures it. */
for (const { from, make, name } of heavyKinds) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
  const target = share * bounds.page
  const one = await counted(await make(from))
  const two = await counted(await make(from * 2))
  let amount = Math.max(1, Math.round(from * (1 + (target - one) / Math.max(1, two - one))))
  while (amount > 1 && (await counted(await make(amount))) > bounds.page) amount = Math.floor(amount / 2)
  const pdf = await make(amount)
  const work = await counted(pdf)
  const unit = (await taking(loop)) / (rounds * bytes.length)
  const taken = Math.max(0, (await read(pdf)) - nothing) / unit
  const told = (value: number) => `${(value / 1e6).toFixed(0)} M`
  console.log(
    `${name}: ${amount} take ${told(taken)} rounds, ${told(work)} are counted, ratio ${(taken / work).toFixed(2)}; ` +
      `at the bound of ${told(bounds.page)} a page takes ${((taken / work) * bounds.page * unit * 1e-3).toFixed(1)} s here`
  )
}
process.exit(kept === 1 ? 1 : 0)
