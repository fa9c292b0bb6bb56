import { type Color, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "pdf-lib"

/** Width and height of A4 in points. */
export const a4 = { width: 595.28, height: 841.89 } as const

/** Colour from three shares of 255. */
export const colour = (red: number, green: number, blue: number): Color => rgb(red / 255, green / 255, blue / 255)
export const white = colour(255, 255, 255)
const ink = colour(24, 24, 30)

const families = {
  sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  mono: [StandardFonts.Courier, StandardFonts.CourierBold]
} as const

interface Style {
  readonly size?: number
  readonly bold?: boolean
  readonly colour?: Color
  /** Ends at `x` and does not begin there. */
  readonly right?: boolean
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One page of A4 that is drawn from its top left corner, in points. */
export class Sheet {
  readonly #document: PDFDocument
  readonly #page: PDFPage
  readonly #plain: PDFFont
  readonly #bold: PDFFont
  private constructor(document: PDFDocument, plain: PDFFont, bold: PDFFont) {
    this.#document = document
    this.#page = document.addPage([a4.width, a4.height])
    this.#plain = plain
    this.#bold = bold
  }

  static async open(family: keyof typeof families): Promise<Sheet> {
    const document = await PDFDocument.create()
    const [plain, bold] = families[family]
    return new Sheet(document, await document.embedFont(plain), await document.embedFont(bold))
  }

  text(text: string, x: number, y: number, { bold = false, colour = ink, right = false, size = 10 }: Style = {}): void {
    const font = bold ? this.#bold : this.#plain
    const left = right ? x - font.widthOfTextAtSize(text, size) : x
    this.#page.drawText(text, { x: left, y: a4.height - y, size, font, color: colour })
  }

  lines(lines: ReadonlyArray<string>, x: number, y: number, style: Style & { readonly step?: number } = {}): void {
    const step = style.step ?? (style.size ?? 10) * 1.35
    lines.forEach((line, index) => {
      this.text(line, x, y + index * step, style)
    })
  }

  box({ height, width, x, y }: Box, fill: Color): void {
    this.#page.drawRectangle({ x, y: a4.height - y - height, width, height, color: fill })
  }

  rule(x: number, y: number, width: number): void {
    this.#page.drawLine({ start: { x, y: a4.height - y }, end: { x: x + width, y: a4.height - y }, thickness: 0.6, color: ink })
  }

  /** Labels with their values beside them. */
  facts(
    facts: ReadonlyArray<readonly [string, string]>,
    x: number,
    y: number,
    gap: number,
    style: Style & { readonly step?: number } = {}
  ): void {
    facts.forEach(([label, value], index) => {
      const at = y + index * (style.step ?? 16)
      this.text(label, x, at, { ...style, bold: true })
      this.text(value, x + gap, at, style)
    })
  }

  /** Descriptions on the left, amounts that end on the right. */
  table(
    rows: ReadonlyArray<readonly [string, string]>,
    x: number,
    y: number,
    width: number,
    style: Style & { readonly step?: number } = {}
  ): void {
    rows.forEach(([label, amount], index) => {
      const at = y + index * (style.step ?? 17)
      this.text(label, x, at, style)
      this.text(amount, x + width, at, { ...style, right: true })
    })
  }

  async bytes(): Promise<Uint8Array> {
    this.#document.setProducer("Billing engine")
    this.#document.setCreator("Billing engine")
    return this.#document.save({ useObjectStreams: false })
  }
}
