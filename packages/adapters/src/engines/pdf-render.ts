import { PDFiumLibrary } from "@hyzyla/pdfium"

/** Greyscale pixels, one byte each, row by row from the top left. */
export interface GreyImage {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** A page may declare any size it likes, so the pixels are bounded whatever the resolution asked for. */
const maxPixels = 12_000_000
const maxSide = 6000
const pointsPerInch = 72

let library: Promise<PDFiumLibrary> | null = null

/** Starting PDFium costs a tenth of a second, so a process does it once and only when a page must be drawn. */
const pdfium = (): Promise<PDFiumLibrary> => {
  library ??= PDFiumLibrary.init()
  return library
}

const scaleFor = (size: { readonly width: number; readonly height: number }, dpi: number): number => {
  const wanted = dpi / pointsPerInch
  const bySide = maxSide / Math.max(size.width, size.height)
  const byArea = Math.sqrt(maxPixels / (size.width * size.height))
  return Math.min(wanted, bySide, byArea)
}

export interface PageRenderer {
  readonly pageCount: number
  /** Draws one page (1-based) in grey; null when the page has no drawable size. */
  readonly render: (page: number, dpi: number) => Promise<GreyImage | null>
}

/** Opens a PDF for drawing and closes it again when `use` is done. Rejects when PDFium cannot open the file. */
export const withRenderer = async <A>(bytes: Uint8Array, use: (renderer: PageRenderer) => Promise<A>): Promise<A> => {
  const document = await (await pdfium()).loadDocument(bytes)
  const render = async (number: number, dpi: number): Promise<GreyImage | null> => {
    const page = document.getPage(number - 1)
    const { originalHeight, originalWidth } = page.getOriginalSize()
    if (!(originalWidth > 0 && originalHeight > 0 && Number.isFinite(originalWidth * originalHeight))) return null
    const scale = scaleFor({ width: originalWidth, height: originalHeight }, dpi)
    const width = Math.max(1, Math.floor(originalWidth * scale))
    const height = Math.max(1, Math.floor(originalHeight * scale))
    // A page object is dead after it was drawn, which is why every call asks for a new one.
    const drawn = await page.render({ width, height, scale: 1, colorSpace: "Gray", render: "bitmap", renderFormFields: true })
    return { data: drawn.data, width: drawn.width, height: drawn.height }
  }
  try {
    return await use({ pageCount: document.getPageCount(), render })
  } finally {
    document.destroy()
  }
}
