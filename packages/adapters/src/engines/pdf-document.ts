import { maxDocumentPages } from "@vouchkit/core/documents/media"
import { getDocumentProxy, getResolvedPDFJS } from "unpdf"

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
export type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>

/** Pictures inside a PDF beyond this are not decoded by the text engine, which needs only to know where they lie. */
const maxImagePixels = 16_000_000

/** Why a PDF did not open. */
export type PdfRefusal = "encrypted" | "unreadable" | "too_many_pages"

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

/** Opens a PDF, hands it over and closes it. Answers a refusal instead when it cannot be read as a document of allowed length. */
export const withPdf = async <A>(bytes: Uint8Array, use: (document: PdfDocument) => Promise<A>): Promise<A | PdfRefusal> => {
  let document: PdfDocument
  try {
    document = await open(bytes)
  } catch (cause) {
    return refusalOf(cause)
  }
  try {
    if (document.numPages < 1) return "unreadable"
    if (document.numPages > maxDocumentPages) return "too_many_pages"
    return await use(document)
  } finally {
    await document.loadingTask.destroy()
  }
}

/** The numbers of the drawing operations, by name. */
export const pdfOperators = async (): Promise<Readonly<Record<string, number>>> => (await getResolvedPDFJS()).OPS
