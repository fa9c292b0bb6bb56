import { PDFiumLibrary } from "@hyzyla/pdfium"

/** Greyscale pixels, one byte each, row by row from the top left. */
export interface GreyImage {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Red, green and blue, one byte each, row by row from the top left. */
export interface ColourImage {
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
  /** The same in colour, on white. */
  readonly renderColour: (page: number, dpi: number) => Promise<ColourImage | null>
}

/** The grey of a drawn page, by the shares that PDFium itself gives to the colours. */
export const greyOf = ({ data, height, width }: ColourImage): GreyImage => {
  const grey = new Uint8Array(width * height)
  for (let to = 0, from = 0; to < grey.length; to++, from += 3)
    grey[to] = ((data[from] ?? 255) * 30 + (data[from + 1] ?? 255) * 59 + (data[from + 2] ?? 255) * 11) / 100
  return { data: grey, width, height }
}

/** Takes the fourth byte of every pixel out; pages are drawn on opaque white. */
const withoutAlpha = ({ data, height, width }: ColourImage): ColourImage => {
  const colours = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; to < colours.length; from += 4, to += 3) {
    colours[to] = data[from] ?? 255
    colours[to + 1] = data[from + 1] ?? 255
    colours[to + 2] = data[from + 2] ?? 255
  }
  return { data: colours, width, height }
}

/** Opens a PDF for drawing and closes it again when `use` is done. Rejects when PDFium cannot open the file. */
export const withRenderer = async <A>(bytes: Uint8Array, use: (renderer: PageRenderer) => Promise<A>): Promise<A> => {
  const document = await (await pdfium()).loadDocument(bytes)
  // Always in colour: PDFium mixes colours in grey 30 times as slowly (1.5 s for one rectangle over a page with the blend mode Luminosity).
  const renderColour = async (number: number, dpi: number): Promise<ColourImage | null> => {
    const page = document.getPage(number - 1)
    const { originalHeight, originalWidth } = page.getOriginalSize()
    if (!(originalWidth > 0 && originalHeight > 0 && Number.isFinite(originalWidth * originalHeight))) return null
    const scale = scaleFor({ width: originalWidth, height: originalHeight }, dpi)
    const width = Math.max(1, Math.floor(originalWidth * scale))
    const height = Math.max(1, Math.floor(originalHeight * scale))
    // A page object is dead after it was drawn, which is why every call asks for a new one.
    const drawn = await page.render({ width, height, scale: 1, colorSpace: "BGRA", render: "bitmap", renderFormFields: true })
    return withoutAlpha({ data: drawn.data, width: drawn.width, height: drawn.height })
  }
  const render = async (number: number, dpi: number) => {
    const drawn = await renderColour(number, dpi)
    return drawn === null ? null : greyOf(drawn)
  }
  try {
    return await use({ pageCount: document.getPageCount(), render, renderColour })
  } finally {
    document.destroy()
  }
}
