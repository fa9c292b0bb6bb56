import type { FileForensics } from "@vouchkit/core/verification/document-reading"
import { type ExaminedPage, naturalAnnotations, pdfForensics } from "../pdf/forensics.ts"
import { decodeColour, hasTooManyPages, type ImageFacts, imageFacts } from "../image/decode.ts"
import { RecognitionUnavailable } from "../ocr/recognize.ts"
import { pageOf, withPdf } from "../pdf/document.ts"
import { paintingOf } from "../pdf/painting.ts"
import { type ColourImage, withRenderer } from "../pdf/render.ts"
import { TooMuchWork } from "../too-much-work.ts"
import { withQuietPictures } from "../pdf/work/quiet-pictures.ts"
import { weighPdf } from "../pdf/work/weigh.ts"
import type { Unread } from "../read-document.ts"

/** Pages of a file that are looked at: two sides of a document on a page each, and their copies. */
export const maxPagesRead = 4
/** A card on a page of A4 has 12 pixels per millimetre at this resolution. */
const pageDpi = 300
/** Pixels on the longer side of a photograph that are kept: 15 per millimetre for a passport that fills half of it. */
const photographSide = 3400

/** Pixels on the shorter side below which no document can be made out. */
const leastSide = 64

/** A file opened for its pages. */
export interface OpenFile {
  readonly page_count: number
  /** A page (1-based) in colour, upright as the file has it; null when it cannot be drawn. */
  readonly page: (number: number) => Promise<ColourImage | null>
  /** Null for a PDF. */
  readonly facts: ImageFacts | null
  /** What is known of the file apart from its pixels; null for a picture. */
  readonly forensics: FileForensics | null
}

const unreadable = { code: "unreadable", retryable: true } as const satisfies Unread

const withPicture = async <A>(bytes: Uint8Array, use: (file: OpenFile) => Promise<A>): Promise<A | Unread> => {
  const facts = await imageFacts(bytes)
  if (facts === null || Math.min(facts.width, facts.height) < leastSide) return unreadable
  if (hasTooManyPages(facts)) return { code: "too_many_pages", retryable: false }
  // The first page decides whether the file is a picture at all, so it is decoded before anything is made of it.
  const first = await decodeColour(bytes, photographSide).catch(() => null)
  if (first === null) return unreadable
  const page = (number: number) =>
    number === 1 ? Promise.resolve(first) : decodeColour(bytes, photographSide, number - 1).catch(() => null)
  return use({ page_count: facts.pages, page, facts, forensics: null })
}

const examined = (bytes: Uint8Array, quiet: Uint8Array): Promise<FileForensics | string> =>
  withPdf(quiet, async (document) => {
    const pages: Array<ExaminedPage> = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await pageOf(document, number)
      pages.push({ painting: await paintingOf(page), natural: await naturalAnnotations(page) })
      page.cleanup()
    }
    return pdfForensics(bytes, document, pages)
  })

const withPdfPages = async <A>(bytes: Uint8Array, use: (file: OpenFile) => Promise<A>): Promise<A | Unread> => {
  const { streams } = await weighPdf(bytes)
  const quiet = withQuietPictures(bytes, streams)
  const opened = await withPdf(quiet, async (document) => document.numPages)
  if (opened === "unreadable") return unreadable
  if (typeof opened === "string") return { code: opened, retryable: opened === "encrypted" }
  const forensics = await examined(bytes, quiet)
  if (typeof forensics === "string") return unreadable
  return withRenderer(bytes, (renderer) => {
    const page = (number: number) => renderer.renderColour(number, pageDpi).catch(() => null)
    return use({ page_count: opened, page, facts: null, forensics })
  })
}

/** Opens a picture or PDF for its pages, or says why it cannot be read. */
export const withPages = async <A>(
  bytes: Uint8Array,
  media: "pdf" | "picture",
  use: (file: OpenFile) => Promise<A>
): Promise<A | Unread> => {
  try {
    return await (media === "pdf" ? withPdfPages(bytes, use) : withPicture(bytes, use))
  } catch (cause) {
    // Libraries stumble over damaged files in ways of their own; only a failure of the recognizer is not the document's.
    if (cause instanceof RecognitionUnavailable) throw cause
    return cause instanceof TooMuchWork ? { code: "unreadable", retryable: false } : unreadable
  }
}
