import { maxDocumentPages } from "@vouchkit/core/resources/documents/media"
import { getDocumentProxy, getResolvedPDFJS } from "unpdf"
import { Allowance } from "./allowance.ts"

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
export type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>

/** Pictures that could not be kept from the text engine (`work/quiet-pictures.ts`) are left out by it beyond this. */
const maxImagePixels = 16_000_000

/** Why a PDF did not open. */
type PdfRefusal = "encrypted" | "unreadable" | "too_many_pages"

const refusalOf = (cause: unknown): PdfRefusal =>
  cause instanceof Error && cause.name === "PasswordException" ? "encrypted" : "unreadable"

/** Opens a PDF for its text. The library takes the bytes it is given for itself, so it gets a copy. Scripts are never run. */
const open = (bytes: Uint8Array): Promise<PdfDocument> =>
  getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    stopAtErrors: false
  })

const allowances = new WeakMap<PdfDocument, Allowance>()
const owners = new WeakMap<PdfPage, PdfDocument>()

/** What is left of the work that the file of an open document may cause. */
export const allowanceOf = (document: PdfDocument): Allowance => {
  const known = allowances.get(document) ?? new Allowance()
  allowances.set(document, known)
  return known
}

/** A page (1-based) of an open document, whose work counts towards that of its file. */
export const pageOf = async (document: PdfDocument, number: number): Promise<PdfPage> => {
  const page = await document.getPage(number)
  owners.set(page, document)
  return page
}

/** Has the library follow the drawing operations of a page. Throws `TooMuchWork`, and closes the document, where its file asks too much. */
export const followed = <A>(page: PdfPage, work: () => Promise<A>): Promise<A> => {
  const document = owners.get(page)
  return document === undefined ? work() : allowanceOf(document).spend(work, () => void document.loadingTask.destroy())
}

/**
 * Opens a PDF, hands it over and closes it. Answers a refusal instead when it cannot be read as a document of allowed length. States of one file
 * share an allowance.
 */
export const withPdf = async <A>(
  bytes: Uint8Array,
  use: (document: PdfDocument) => Promise<A>,
  allowance: Allowance = new Allowance()
): Promise<A | PdfRefusal> => {
  let document: PdfDocument
  try {
    document = await open(bytes)
  } catch (cause) {
    return refusalOf(cause)
  }
  try {
    if (document.numPages < 1) return "unreadable"
    if (document.numPages > maxDocumentPages) return "too_many_pages"
    allowances.set(document, allowance)
    return await use(document)
  } finally {
    await document.loadingTask.destroy()
  }
}

/** The numbers of the drawing operations, by name. */
export const pdfOperators = async (): Promise<Readonly<Record<string, number>>> => (await getResolvedPDFJS()).OPS
