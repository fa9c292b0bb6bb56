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
  /** Stands around `x`. */
  readonly centred?: boolean
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Rows extends Style {
  readonly x: number
  readonly y: number
  readonly step?: number
}

const linesOf = (text: string): ReadonlyArray<string> => text.trim().split(/\s*\n\s*/)

const rowsOf = (text: string): ReadonlyArray<readonly [label: string, value: string]> =>
  linesOf(text).map((line) => {
    const [label = "", value = ""] = line.split(" | ")
    return [label, value]
  })

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

  text(text: string, x: number, y: number, { bold = false, centred = false, colour = ink, right = false, size = 10 }: Style = {}): void {
    const font = bold ? this.#bold : this.#plain
    const before = font.widthOfTextAtSize(text, size) * (right ? 1 : centred ? 0.5 : 0)
    this.#page.drawText(text, { x: x - before, y: a4.height - y, size, font, color: colour })
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

  frame({ height, width, x, y }: Box, edge: Color = ink): void {
    this.#page.drawRectangle({ x, y: a4.height - y - height, width, height, borderColor: edge, borderWidth: 0.6 })
  }

  circle(x: number, y: number, radius: number, fill: Color): void {
    this.#page.drawCircle({ x, y: a4.height - y, size: radius, color: fill })
  }

  /** Strokes of uneven width that look like a bar code and hold nothing. */
  strokes({ height, width, x, y }: Box, seed: number): void {
    for (let at = 0, index = 1; at < width - 4; index++) {
      const stroke = 0.8 + ((index * index + seed) % 3) * 0.7
      this.box({ x: x + at, y, width: stroke, height }, ink)
      at += stroke + 0.8 + ((index * 7 + seed) % 4) * 0.6
    }
  }

  /** Squares that look like a square code and hold nothing. */
  squares(x: number, y: number, width: number, seed: number): void {
    const step = width / 25
    let state = seed
    for (let index = 0; index < 625; index++) {
      const [across, down] = [index % 25, Math.floor(index / 25)]
      const corner = (across < 8 || across > 16) && (down < 8 || (down > 16 && across < 8))
      state = (state * 1103 + 7919) % 65_521
      if (!corner && state % 9 < 4) this.box({ x: x + across * step, y: y + down * step, width: step, height: step }, ink)
    }
    for (const [left, top] of [
      [0, 0],
      [18, 0],
      [0, 18]
    ] as const) {
      this.box({ x: x + left * step, y: y + top * step, width: 7 * step, height: 7 * step }, ink)
      this.box({ x: x + (left + 1) * step, y: y + (top + 1) * step, width: 5 * step, height: 5 * step }, white)
      this.box({ x: x + (left + 2) * step, y: y + (top + 2) * step, width: 3 * step, height: 3 * step }, ink)
    }
  }

  /** Columns of a chart on one base line, as of the use of each month. */
  columns({ height, width, x, y }: Box, shares: ReadonlyArray<number>, fill: Color): void {
    const step = width / shares.length
    shares.forEach((share, index) => {
      this.box({ x: x + index * step, y: y + height * (1 - share), width: step * 0.7, height: height * share }, fill)
    })
    this.rule(x, y + height, width)
  }

  rule(x: number, y: number, width: number): void {
    this.#page.drawLine({ start: { x, y: a4.height - y }, end: { x: x + width, y: a4.height - y }, thickness: 0.6, color: ink })
  }

  /** Labels with their values beside them, a `label | value` on each line of the text. */
  facts({ gap, step = 16, x, y, ...style }: Rows & { readonly gap: number }, text: string): void {
    rowsOf(text).forEach(([label, value], index) => {
      this.text(label, x, y + index * step, { ...style, bold: true })
      this.text(value, x + gap, y + index * step, style)
    })
  }

  /** Descriptions on the left, amounts that end on the right: a `description | amount` on each line of the text. */
  table({ step = 17, width, x, y, ...style }: Rows & { readonly width: number }, text: string): void {
    rowsOf(text).forEach(([label, amount], index) => {
      this.text(label, x, y + index * step, style)
      this.text(amount, x + width, y + index * step, { ...style, right: true })
    })
  }

  /** A table of any number of columns, its heads in bold if it has any: cells are parted by `|`, and each begins at its own place. */
  grid(
    {
      columns,
      headless = false,
      step = 17,
      x,
      y,
      ...style
    }: Rows & { readonly columns: ReadonlyArray<number>; readonly headless?: boolean },
    text: string
  ): void {
    linesOf(text).forEach((line, index) => {
      line.split(" | ").forEach((cell, column) => {
        this.text(cell, x + (columns[column] ?? 0), y + index * step, { ...style, bold: index === 0 && !headless })
      })
    })
  }

  async bytes(): Promise<Uint8Array> {
    this.#document.setProducer("Billing engine")
    this.#document.setCreator("Billing engine")
    return this.#document.save({ useObjectStreams: false })
  }
}
