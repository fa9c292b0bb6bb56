import { documentMediaTypes, maxDocumentPages, sniffMedia } from "@vouchkit/core/resources/documents/media"
import type {
  DocumentReading,
  FileForensics,
  ForensicFlag,
  PageLayout,
  ReadPage,
  PrintedWord,
  ReadQuality,
  TextLine
} from "@vouchkit/core/verification/document-reading"
import { type ExaminedPage, naturalAnnotations, pdfForensics } from "./pdf/forensics.ts"
import { imageForensics, isLowQuality } from "./image/forensics.ts"
import { examinePrint } from "./image/print/examine-print.ts"
import { decodePage, hasTooManyPages, imageFacts } from "./image/decode.ts"
import { qualityOf } from "./image/quality.ts"
import { RecognitionUnavailable } from "./ocr/recognize.ts"
import { pageReader } from "./ocr/page-language.ts"
import { isUnreadScript } from "./ocr/unread-script.ts"
import { type PdfDocument, pageOf, withPdf } from "./pdf/document.ts"
import { isReplacedByPicture, runsUnderPictures } from "./pdf/image-patch.ts"
import { paintingOf } from "./pdf/painting.ts"
import { type GreyImage, greyOf, type PageRenderer, withRenderer } from "./pdf/render.ts"
import { structureOf } from "./pdf/structure.ts"
import { fontsOfLines } from "./pdf/line-fonts.ts"
import { pageText } from "./pdf/text.ts"
import { TooMuchWork } from "./too-much-work.ts"
import { withQuietPictures } from "./pdf/work/quiet-pictures.ts"
import { weighPdf } from "./pdf/work/weigh.ts"
import { perceptualHash } from "./image/perceptual-hash.ts"

/** Why a document was not read; the same as the failure of the port, in a form that crosses a process boundary. */
export interface Unread {
  readonly code: "unreadable" | "encrypted" | "too_many_pages" | "unsupported_media_type"
  readonly retryable: boolean
}

export interface UnreadDocument {
  readonly bytes: Uint8Array
  readonly mime_type: string
  readonly country: string | null
}

/** Resolution at which a page without a text layer is drawn to be read, and at which the first page is drawn for its hash. */
const readingDpi = 170
const hashDpi = 100

const unreadable: Unread = { code: "unreadable", retryable: true }
const noQuality: ReadQuality = { focus: null, brightness: null, resolution: null, overall: null }

const lettersOf = (lines: ReadonlyArray<TextLine>): number => lines.reduce((sum, line) => sum + line.text.length, 0)

interface PdfPages {
  readonly lines: ReadonlyArray<TextLine>
  readonly layout: PageLayout
  readonly pages: ReadonlyArray<ReadPage>
  readonly examined: ReadonlyArray<ExaminedPage>
  readonly quality: ReadQuality
  readonly recognizedLetters: number
  readonly poor: boolean
  /** How the words of the pages that are pictures are printed. */
  readonly print: ReadonlyArray<PrintedWord>
  /** The first picture among them shows print of a script that no installed language has. */
  readonly unreadScript: boolean
  /** A picture was pasted over text and shows other words. */
  readonly pasted: boolean
}

/** Reads the pages one after the other: each from its text layer, or from its picture where the text layer does not say what is seen. */
const readPages = async (document: PdfDocument, renderer: PageRenderer | null, country: string | null): Promise<PdfPages> => {
  const lines: Array<TextLine> = []
  const pages: Array<ReadPage> = []
  const examined: Array<ExaminedPage> = []
  const proportions: Array<number> = []
  const fonts: Array<string | null> = []
  let quality = noQuality
  let recognizedLetters = 0
  let poor = false
  const print: Array<PrintedWord> = []
  let unreadScript = false
  let pasted = false
  const recognize = pageReader(country)
  for (let number = 1; number <= document.numPages; number++) {
    const page = await pageOf(document, number)
    const painting = await paintingOf(page)
    examined.push({ painting, natural: await naturalAnnotations(page) })
    proportions.push(painting.width / painting.height)
    const text = await pageText(page, painting, number)
    const colour = text.needsPicture && renderer !== null ? await renderer.renderColour(number, readingDpi).catch(() => null) : null
    if (colour === null) {
      lines.push(...text.lines)
      fonts.push(...fontsOfLines(text.lines, painting))
      pages.push({ page: number, source: "text_layer", onto: null })
      const covered = pasted || renderer === null ? [] : runsUnderPictures(painting)
      const drawn = covered.length === 0 ? null : await renderer?.render(number, readingDpi).catch(() => null)
      if (drawn) pasted = await isReplacedByPicture(covered, painting, drawn, country)
    } else {
      const picture = greyOf(colour)
      const recognized = await recognize(picture, number)
      pages.push({ page: number, source: "ocr", onto: recognized?.onto ?? null })
      if (recognized !== null) {
        lines.push(...recognized.lines)
        fonts.push(...recognized.lines.map(() => null))
        recognizedLetters += lettersOf(recognized.lines)
        print.push(...(await examinePrint({ grey: picture, colour }, recognized, number)))
        if (quality === noQuality) {
          quality = await qualityOf(picture)
          unreadScript = isUnreadScript(recognized.script, quality)
          poor = !unreadScript && isLowQuality({ ...recognized, quality })
        }
      }
    }
    page.cleanup()
  }
  return { lines, layout: { proportions, fonts }, pages, examined, quality, recognizedLetters, poor, print, unreadScript, pasted }
}

const hashOf = async (renderer: PageRenderer | null, lines: ReadonlyArray<TextLine>): Promise<string | null> => {
  const picture: GreyImage | null = renderer === null ? null : await renderer.render(1, hashDpi).catch(() => null)
  return picture === null ? null : perceptualHash(picture, lines)
}

/** What only the picture of a page tells. */
const withFlags = (forensics: FileForensics, { pasted, poor }: PdfPages): FileForensics => {
  const flags = new Set<ForensicFlag>(forensics.flags)
  if (pasted) flags.add("overlay_text")
  if (poor) flags.add("low_quality")
  return { ...forensics, flags: [...flags] }
}

const readPdf = async (bytes: Uint8Array, country: string | null): Promise<DocumentReading | Unread> => {
  const { streams } = await weighPdf(bytes)
  const structure = structureOf(bytes)
  const quiet = withQuietPictures(bytes, streams)
  const read = (renderer: PageRenderer | null) =>
    withPdf(quiet, async (document): Promise<DocumentReading> => {
      const pages = await readPages(document, renderer, country)
      const forensics = await pdfForensics(bytes, document, pages.examined, structure)
      const recognized = pages.quality !== noQuality && pages.recognizedLetters * 2 >= lettersOf(pages.lines)
      return {
        page_count: document.numPages,
        source: recognized ? "ocr" : "text_layer",
        lines: pages.lines,
        pages: pages.pages,
        forensics: withFlags(forensics, pages),
        print: pages.print,
        quality: pages.quality,
        ...(recognized && pages.unreadScript ? { unread_script: true } : {}),
        perceptual_hash: await hashOf(renderer, pages.lines),
        layout: pages.layout
      }
    })
  // The text engine judges whether the file is a PDF at all: it is asked first, and the drawing engine only about what it accepted.
  const opened = await withPdf(quiet, async () => null)
  if (opened !== null) return opened === "unreadable" ? unreadable : { code: opened, retryable: opened === "encrypted" }
  const result = await withRenderer(bytes, read).catch((cause: unknown) => {
    if (cause instanceof RecognitionUnavailable || cause instanceof TooMuchWork) throw cause
    return read(null)
  })
  return typeof result === "string" ? unreadable : result
}

const readImage = async (bytes: Uint8Array, country: string | null): Promise<DocumentReading | Unread> => {
  const facts = await imageFacts(bytes)
  if (facts === null) return unreadable
  if (hasTooManyPages(facts)) return { code: "too_many_pages", retryable: false }
  const lines: Array<TextLine> = []
  const decoded = await decodePage(bytes).catch(() => null)
  if (decoded === null) return unreadable
  const picture = decoded.grey
  const recognize = pageReader(country)
  const first = await recognize(picture, 1)
  if (first === null) return unreadable
  lines.push(...first.lines)
  const print = [...(await examinePrint(decoded, first, 1))]
  const pages: Array<ReadPage> = [{ page: 1, source: "ocr", onto: first.onto }]
  for (let page = 1; page < Math.min(facts.pages, maxDocumentPages); page++) {
    const next = await decodePage(bytes, page).catch(() => null)
    if (next === null) continue
    const further = await recognize(next.grey, page + 1)
    pages.push({ page: page + 1, source: "ocr", onto: further?.onto ?? null })
    if (further === null) continue
    lines.push(...further.lines)
    print.push(...(await examinePrint(next, further, page + 1)))
  }
  const quality = await qualityOf(picture)
  const unread_script = isUnreadScript(first.script, quality)
  return {
    page_count: facts.pages,
    source: "ocr",
    lines,
    pages,
    forensics: await imageForensics({ bytes, facts, picture, quality, lines, confidence: first.confidence, unread_script }),
    print,
    quality,
    ...(unread_script ? { unread_script } : {}),
    // Of the picture as it was read, so that a tilted or sideways photograph has the hash of the page.
    perceptual_hash: await perceptualHash(first.image, first.lines)
  }
}

/** What the bytes are, or why nothing can be read from them. The declared type only tells whether a wrong one was meant to be readable. */
export const mediaOf = (bytes: Uint8Array, mime_type: string): "pdf" | "picture" | Unread => {
  const media = sniffMedia(bytes)
  if ("mime_type" in media) return media.mime_type === "application/pdf" ? "pdf" : "picture"
  const declared = documentMediaTypes.some((type) => type === mime_type)
  return declared && media.refused !== "heic_not_supported" ? unreadable : { code: "unsupported_media_type", retryable: false }
}

/** Reads a document in this process. The bytes decide what it is. */
export const readDocument = async ({ bytes, country, mime_type }: UnreadDocument): Promise<DocumentReading | Unread> => {
  const media = mediaOf(bytes, mime_type)
  if (typeof media !== "string") return media
  try {
    return await (media === "pdf" ? readPdf(bytes, country) : readImage(bytes, country))
  } catch (cause) {
    // Libraries stumble over damaged files in ways of their own; only a failure of the recognizer is not the document's.
    if (cause instanceof RecognitionUnavailable) throw cause
    return cause instanceof TooMuchWork ? { code: "unreadable", retryable: false } : unreadable
  }
}
