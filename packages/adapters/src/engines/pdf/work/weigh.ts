import { areaOf } from "./canvas.ts"
import { contentWork } from "./content.ts"
import { type Cost, free, sum } from "./cost.ts"
import { checked, Drawings, mostSteps, none } from "./drawings.ts"
import { PdfObjects, type PdfStream } from "./objects.ts"
import { frameOf, inherited, pagesOf } from "./page-tree.ts"
import { TooMuchWork } from "../../too-much-work.ts"
import type { PdfDictionary } from "./values.ts"
import { bounds, weight } from "./weights.ts"

interface PdfWork {
  /** What reading the dearest page takes, and all pages together, in the unit of the bounds. */
  readonly page: number
  readonly file: number
  /** Operators, with every form, pattern and glyph as often as it is drawn. */
  readonly steps: number
  /** False for a file that takes a password, whose streams cannot be looked at. */
  readonly known: boolean
  readonly streams: ReadonlyArray<PdfStream>
}

/** Pixels of a square point at 300 dpi, and pixels of a page at most, whatever its size. */
const pixelsAPoint = (300 / 72) ** 2
const pixelsAPage = 12_000_000

/** What a page takes: its content, in one piece or several that are read as one, and its annotations. */
const pageCost = async (objects: PdfObjects, drawings: Drawings, page: PdfDictionary): Promise<Cost> => {
  const streams = objects
    .members(page.get("Contents"))
    .flatMap((one) => objects.dictionariesOf(one))
    .flatMap((one) => objects.stream(one) ?? [])
  const parts: Array<Uint8Array> = []
  let size = 0
  for (const stream of streams) {
    const { bytes } = await objects.unpack(stream)
    parts.push(bytes, Uint8Array.of(32))
    size += bytes.length
    checked({ ...free, steps: size / 32 })
  }
  const { uses, ...own } = contentWork(Buffer.concat(parts), mostSteps, frameOf(objects, page))
  let cost = checked(sum(own, await drawings.annotationsOf(page, frameOf(objects, page))))
  const named = inherited(objects, page, "Resources").flatMap((value) => objects.dictionariesOf(value))
  for (const resources of named.length === 0 ? [none] : named) cost = checked(sum(cost, await drawings.usesOf(uses, resources)))
  return cost
}

/** The work of a page as one number. */
const workOf = ({ area, edges, samples, steps }: Cost, pageArea: number): number => {
  const pixels = Math.min(pixelsAPoint, pixelsAPage / pageArea)
  return steps * weight.step + samples + area * pixels + edges * Math.sqrt(pixels) * weight.edge
}

/** Adds up a file's pages and streams in one way of reading its encryption. */
const weighed = async (objects: PdfObjects): Promise<Pick<PdfWork, "file" | "page" | "steps">> => {
  const drawings = new Drawings(objects)
  let [most, file, steps] = [0, 0, 0]
  for (const page of pagesOf(objects)) {
    const cost = await pageCost(objects, drawings, page)
    const work = workOf(cost, areaOf(frameOf(objects, page)))
    if (!(work <= bounds.page)) throw new TooMuchWork("work of one page")
    most = Math.max(most, work)
    file += work
    steps += cost.steps
    if (!(file <= bounds.file)) throw new TooMuchWork("work of all pages")
  }
  // Fonts, profiles and whatever else lies in the file: pictures among them are bounded where they are drawn.
  for (const stream of objects.streams)
    if (!objects.names(stream.dictionary.get("Subtype")).includes("Image")) await objects.measure(stream)
  return { page: most, file, steps }
}

/**
 * Counts what reading a PDF would take, before any library is given it. Throws `TooMuchWork` where that is more than any document takes that a
 * person could read. It follows what the file says and looks into no font.
 *
 * Libraries choose for themselves which mention of encryption in a file they believe. So a file that mentions any is counted in each way.
 */
export const weighPdf = async (bytes: Uint8Array): Promise<PdfWork> => {
  const plain = await PdfObjects.of(bytes)
  let most = await weighed(plain)
  for (const decrypt of plain.decryptions) {
    const work = await weighed(await PdfObjects.of(bytes, decrypt))
    most = {
      page: Math.max(most.page, work.page),
      file: Math.max(most.file, work.file),
      steps: Math.max(most.steps, work.steps)
    }
  }
  return { ...most, known: plain.known, streams: plain.streams }
}

/** True when reading a PDF takes no more than any document does. */
export const isBearable = (bytes: Uint8Array): Promise<boolean> =>
  weighPdf(bytes).then(
    () => true,
    (cause: unknown) => {
      if (cause instanceof TooMuchWork) return false
      throw cause
    }
  )
