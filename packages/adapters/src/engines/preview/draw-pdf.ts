import { PDFiumLibrary } from "@hyzyla/pdfium"
import sharp from "sharp"
import { isBearable } from "../pdf/work/weigh.ts"
import { toPng } from "./draw-picture.ts"
import { type PreviewAnswer, type PreviewJob, previewSize } from "./protocol.ts"

let library: Promise<PDFiumLibrary> | null = null

/** Started once, with the first PDF. */
const pdfium = (): Promise<PDFiumLibrary> => {
  library ??= PDFiumLibrary.init()
  return library
}

/** The library tells by its message alone why a file does not open. */
const refusalOf = (cause: unknown): PreviewAnswer => ({
  undrawable: cause instanceof Error && /password/i.test(cause.message) ? "encrypted" : "unreadable"
})

/**
 * Draws one page of a PDF, with what its annotations and form fields show. The engine is built without scripts and without a network, and what
 * is left of links and actions after drawing is their colour.
 */
export const drawPdf = async ({ bytes, page, width }: PreviewJob): Promise<PreviewAnswer> => {
  if (!(await isBearable(bytes))) return { undrawable: "unreadable" }
  const pdf = await pdfium()
  let document: Awaited<ReturnType<PDFiumLibrary["loadDocument"]>>
  try {
    document = await pdf.loadDocument(bytes)
  } catch (cause) {
    return refusalOf(cause)
  }
  try {
    const page_count = document.getPageCount()
    if (page_count < 1) return { undrawable: "unreadable" }
    if (page > page_count) return { page_count }
    const sheet = document.getPage(page - 1)
    const { originalHeight, originalWidth } = sheet.getOriginalSize()
    const drawable = originalWidth > 0 && originalHeight > 0 && Number.isFinite(originalHeight / originalWidth)
    if (!drawable) return { undrawable: "unreadable" }
    const size = previewSize({ width: originalWidth, height: originalHeight }, width)
    const drawn = await sheet.render({ ...size, scale: 1, render: "bitmap", renderFormFields: true })
    const pixels = sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    return { png: await toPng(pixels.flatten({ background: "#ffffff" })) }
  } catch {
    return { undrawable: "unreadable" }
  } finally {
    document.destroy()
  }
}
