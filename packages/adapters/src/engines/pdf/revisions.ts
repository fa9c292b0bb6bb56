import { maxDocumentPages } from "@vouchkit/core/resources/documents/media"
import { type Box, boxOf } from "../image/geometry.ts"
import { Allowance } from "./allowance.ts"
import { followed, type PdfDocument, type PdfPage, pageOf, withPdf } from "./document.ts"
import { list, matrixOf, numberOr } from "./operands.ts"
import { type GreyImage, withRenderer } from "./render.ts"

/** Revisions that are compared, the newest first; a file that was saved more often was not made by one hand anyway. */
const maxCompared = 8
const maxWords = 20_000
const maxFields = 200
/** A page with fewer words than this is compared by its looks as well. */
const fewestWords = 5

/** Resolution at which pages are compared as pictures: enough to see a replaced word. */
const comparingDpi = 50
/** Difference in grey levels and share of pixels from which two pictures of a page count as different. */
const levelDifference = 64
const pixelShare = 0.0004

interface PageContent {
  readonly words: ReadonlyMap<string, number>
  /** Where form fields and visible signatures lie, in shares of the page: what is filled in there is no change of the page. */
  readonly fields: ReadonlyArray<Box>
}

interface RevisionContent {
  readonly pages: ReadonlyArray<PageContent>
  readonly comments: ReadonlyArray<string>
}

const wordsOf = (text: string): ReadonlyMap<string, number> => {
  const words = new Map<string, number>()
  for (const word of text.normalize("NFKC").split(/\s+/).slice(0, maxWords)) {
    const letters = word.replace(/[^\p{L}\p{N}]/gu, "")
    if (letters !== "") words.set(letters, (words.get(letters) ?? 0) + 1)
  }
  return words
}

/** Text that someone laid over the page as a comment; what is filled into form fields is no comment. */
const commentsOf = async (page: PdfPage): Promise<ReadonlyArray<string>> => {
  const annotations: ReadonlyArray<Record<string, unknown>> = await page.getAnnotations()
  return annotations.flatMap((annotation) => {
    if (annotation.subtype !== "FreeText" && annotation.subtype !== "Stamp") return []
    return [JSON.stringify([annotation.subtype, annotation.rect, annotation.contentsObj])]
  })
}

const fieldsOf = async (page: PdfPage): Promise<ReadonlyArray<Box>> => {
  const { height, transform, width } = page.getViewport({ scale: 1 })
  const view = matrixOf(transform)
  const annotations: ReadonlyArray<Record<string, unknown>> = await page.getAnnotations()
  return annotations.flatMap(({ rect, subtype }) => {
    const [x0, y0, x1, y1] = list(rect).map((value) => numberOr(value, 0))
    if (subtype !== "Widget" || view === null || x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return []
    const box = boxOf(view, x0, y0, x1, y1)
    return [{ left: box.left / width, top: box.top / height, right: box.right / width, bottom: box.bottom / height }]
  })
}

const contentOf = async (document: PdfDocument): Promise<RevisionContent> => {
  const pages: Array<PageContent> = []
  const comments: Array<string> = []
  for (let number = 1; number <= Math.min(document.numPages, maxDocumentPages); number++) {
    const page = await pageOf(document, number)
    const { items } = await followed(page, () => page.getTextContent())
    const words = wordsOf(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""))
    pages.push({ words, fields: await fieldsOf(page) })
    comments.push(...(await commentsOf(page)))
  }
  return { pages, comments }
}

const sameWords = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([word, count]) => b.get(word) === count)

const picturesOf = (bytes: Uint8Array, pages: number): Promise<ReadonlyArray<GreyImage | null>> =>
  withRenderer(bytes, async ({ pageCount, render }) => {
    const pictures: Array<GreyImage | null> = []
    for (let number = 1; number <= Math.min(pageCount, pages); number++) pictures.push(await render(number, comparingDpi))
    return pictures
  })

/** Line widths around a field may be drawn outside its rectangle. */
const fieldMargin = 0.006

const insideAny = (x: number, y: number, fields: ReadonlyArray<Box>): boolean =>
  fields.some(
    ({ bottom, left, right, top }) => x > left - fieldMargin && x < right + fieldMargin && y > top - fieldMargin && y < bottom + fieldMargin
  )

const samePicture = (a: GreyImage | null | undefined, b: GreyImage | null | undefined, fields: ReadonlyArray<Box>): boolean => {
  if (a === null || b === null || a === undefined || b === undefined) return a === b
  if (a.width !== b.width || a.height !== b.height) return false
  let different = 0
  for (let index = 0; index < a.data.length; index++) {
    if (Math.abs((a.data[index] ?? 0) - (b.data[index] ?? 0)) <= levelDifference) continue
    const [x, y] = [(index % a.width) / a.width, Math.floor(index / a.width) / a.height]
    if (!insideAny(x, y, fields)) different += 1
  }
  return different <= Math.max(8, a.data.length * pixelShare)
}

/** Pages that carry no text are compared by their looks: a scan can be swapped for another. */
const samePictures = async (before: Uint8Array, after: Uint8Array, older: RevisionContent, newer: RevisionContent): Promise<boolean> => {
  const textless = older.pages.flatMap(({ words }, index) => (words.size < fewestWords ? [index] : []))
  if (textless.length === 0) return true
  try {
    const [first, second] = [await picturesOf(before, maxDocumentPages), await picturesOf(after, maxDocumentPages)]
    return textless.every((page) =>
      samePicture(
        first[page],
        second[page],
        [...(older.pages[page]?.fields ?? []), ...(newer.pages[page]?.fields ?? [])].slice(0, maxFields)
      )
    )
  } catch {
    // A revision that cannot be drawn says nothing about a change.
    return true
  }
}

/** True when what a reader sees on the pages differs between two states of a file. Filled form fields do not count, new comments do. */
const contentChanged = async (before: Uint8Array, after: Uint8Array, allowance: Allowance): Promise<boolean> => {
  const older = await withPdf(before, contentOf, allowance)
  const newer = await withPdf(after, contentOf, allowance)
  if (typeof older === "string" || typeof newer === "string") return false
  if (older.pages.length !== newer.pages.length) return true
  if (newer.comments.some((comment) => !older.comments.includes(comment))) return true
  if (!older.pages.every(({ words }, index) => sameWords(words, newer.pages[index]?.words ?? new Map()))) return true
  return !(await samePictures(before, after, older, newer))
}

/** Tells whether any revision after the first `from` bytes changed what a reader sees. `ends` are the lengths of the file by revision. */
export const changedSince = async (
  bytes: Uint8Array,
  ends: ReadonlyArray<number>,
  from: number,
  allowance: Allowance = new Allowance()
): Promise<boolean> => {
  const states = [from, ...ends.filter((end) => end > from)].slice(-maxCompared)
  for (let index = 1; index < states.length; index++)
    if (await contentChanged(bytes.slice(0, states[index - 1]), bytes.slice(0, states[index]), allowance)) return true
  return false
}
