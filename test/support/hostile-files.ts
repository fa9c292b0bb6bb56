import { deflateSync } from "node:zlib"
import { onePage, pdfOf, stream } from "./hand-written-pdf.ts"

/** Files made to break anyone who opens them. Every one is small, whatever it unfolds to. */
const greeting = "BT /F1 12 Tf 72 700 Td (Statement of account for Mrs Adaeze Bello, 14 Rowan Close) Tj ET"

export const pdfWithManyPages = (count: number): Uint8Array =>
  pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(" ")}] /Count ${count} >>`,
    ...Array.from({ length: count }, () => "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>")
  ])

/** Claims one page and holds a tree of pages that contains itself. */
export const pdfWithCircularPages = (): Uint8Array =>
  pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>"
  ])

export const pdfWithDeepNesting = (depth: number): Uint8Array =>
  onePage(stream(greeting), { catalog: `/Deep ${"[".repeat(depth)}${"]".repeat(depth)}` })

export const pdfWithDeepContent = (depth: number): Uint8Array =>
  onePage(stream(`${"q ".repeat(depth)}${"[".repeat(depth)}${"]".repeat(depth)} TJ ${greeting}`))

export const pdfWithHugePage = (): Uint8Array =>
  onePage(stream("0 0 1 rg 0 0 9 9 re f"), { box: "[0 0 99999999 99999999]", page: "/UserUnit 1000" })

export const pdfWithUnreadablePage = (): Uint8Array => onePage(stream(greeting), { box: "[0 0 0 0]" })

/** A content stream of a few hundred kilobytes that unfolds to hundreds of megabytes. */
export const pdfBomb = (megabytes: number, layers = 1): Uint8Array => {
  let packed: Uint8Array = deflateSync(Buffer.alloc(megabytes * 1024 * 1024, "0 0 m 9 9 l S "))
  for (let layer = 1; layer < layers; layer++) packed = deflateSync(packed)
  const filters = Array.from({ length: layers }, () => "/FlateDecode").join(" ")
  return onePage(stream(Buffer.from(packed).toString("latin1"), `/Filter [${filters}]`))
}

export const pdfWithScript = (): Uint8Array =>
  onePage(stream(greeting), { catalog: "/OpenAction << /S /JavaScript /JS (while \\(true\\) {} app.alert\\('x'\\)) >>" })

/** A form that draws itself. */
export const pdfWithCircularForm = (): Uint8Array =>
  pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>",
    stream("/X Do"),
    stream("/X Do /X Do", "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>")
  ])

/** A cross-reference that points to itself. */
export const pdfWithCircularReferences = (): Uint8Array => {
  const plain = Buffer.from(onePage(stream(greeting))).toString("latin1")
  const start = /startxref\n(\d+)/.exec(plain)?.[1] ?? "0"
  return new Uint8Array(Buffer.from(plain.replace("/Root 1 0 R", `/Root 1 0 R /Prev ${start}`), "latin1"))
}

/** An image of a PDF that claims to be enormous. */
export const pdfWithHugeImage = (): Uint8Array =>
  pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>",
    stream("595 0 0 842 0 0 cm /X Do"),
    stream("x", "/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB")
  ])

const crc = (bytes: Buffer): number => Bun.hash.crc32(bytes)

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG that declares a size and holds hardly any data. */
export const pngDeclaring = (width: number, height: number): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(Buffer.alloc(1024))
  return new Uint8Array(Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]))
}

/** A TIFF whose only directory declares a size and follows itself for ever. */
export const tiffDeclaring = (width: number, height: number): Uint8Array => {
  const entries = [
    [0x100, 4, width],
    [0x101, 4, height],
    [0x102, 3, 8],
    [0x103, 3, 1],
    [0x106, 3, 1],
    [0x111, 4, 8],
    [0x115, 3, 1],
    [0x116, 4, height],
    [0x117, 4, 1024]
  ] as const
  const file = Buffer.alloc(8 + 2 + entries.length * 12 + 4 + 1024)
  file.write("II*\0", 0, "latin1")
  file.writeUInt32LE(8, 4)
  file.writeUInt16LE(entries.length, 8)
  entries.forEach(([tag, kind, value], index) => {
    const at = 10 + index * 12
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(kind, at + 2)
    file.writeUInt32LE(1, at + 4)
    file.writeUInt32LE(value, at + 8)
  })
  file.writeUInt32LE(8, 10 + entries.length * 12)
  return new Uint8Array(file)
}

interface TiffShape {
  readonly side?: number
  readonly last?: number
  readonly circle?: boolean
}

/** A TIFF of small empty pages, one directory each; the last one may have another side, and may lead back to the first. */
export const tiffOf = (directories: number, { side = 16, last, circle = false }: TiffShape = {}): Uint8Array => {
  // A large page has its first rows alone.
  const data = Math.min(4096, side * side)
  const entriesOf = (pixels: number) =>
    [
      [0x100, pixels],
      [0x101, pixels],
      [0x102, 8],
      [0x103, 1],
      [0x106, 1],
      [0x111, 8],
      [0x115, 1],
      [0x116, pixels],
      [0x117, Math.min(data, pixels * pixels)]
    ] as const
  const first = 8 + data
  const size = 2 + entriesOf(side).length * 12 + 4
  const file = Buffer.alloc(first + directories * size)
  file.write("II*\0", 0, "latin1")
  file.writeUInt32LE(first, 4)
  for (let at = first; at < file.length; at += size) {
    const entries = entriesOf(at + size < file.length ? side : (last ?? side))
    file.writeUInt16LE(entries.length, at)
    for (const [index, [tag, value]] of entries.entries()) {
      file.writeUInt16LE(tag, at + 2 + index * 12)
      file.writeUInt16LE(4, at + 4 + index * 12)
      file.writeUInt32LE(1, at + 6 + index * 12)
      file.writeUInt32LE(value, at + 10 + index * 12)
    }
    file.writeUInt32LE(at + size < file.length ? at + size : circle ? first : 0, at + size - 4)
  }
  return new Uint8Array(file)
}

/** A JPEG that goes over all its pixels again, as often as asked for, with scans that hold no data. */
export const withScans = (jpeg: Uint8Array, count: number): Uint8Array => {
  const end = jpeg.length - 2
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0])
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, end), ...Array.from({ length: count }, () => scan), jpeg.subarray(end)]))
}

export const pdfWithJpeg = (jpeg: Uint8Array, side = 1_000): Uint8Array =>
  onePage(stream("595 0 0 842 0 0 cm /X Do"), {
    resources: "/XObject << /X 6 0 R >>",
    objects: [
      stream(
        Buffer.from(jpeg).toString("latin1"),
        `/Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`
      )
    ]
  })

/** A page filled with a pattern whose cells stand so many points apart. */
export const pdfWithTiling = (step: number): Uint8Array =>
  onePage(stream("/Pattern cs /P scn 0 0 595 842 re f"), {
    resources: "/Pattern << /P 6 0 R >>",
    objects: [
      stream(
        "1 0 0 rg 0 0 1 1 re f",
        `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 ${step} ${step}] /XStep ${step} /YStep ${step} /Resources << >>`
      )
    ]
  })

/** A chunk of a PNG, and a PNG with further chunks behind its header. */
export const pngChunk = chunk
export const withChunks = (png: Uint8Array, chunks: ReadonlyArray<Buffer>): Uint8Array =>
  new Uint8Array(Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]))

/** A WebP of so many frames that hold nothing, each of the size of the canvas. */
export const webpOf = (frames: number, side: number): Uint8Array => {
  const part = (kind: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8)
    head.write(kind, 0, "latin1")
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data])
  }
  const canvas = Buffer.alloc(10)
  canvas[0] = 2
  canvas.writeUIntLE(side - 1, 4, 3)
  canvas.writeUIntLE(side - 1, 7, 3)
  const parts = [part("VP8X", canvas), ...Array.from({ length: frames }, () => part("ANMF", Buffer.alloc(16)))]
  return new Uint8Array(part("RIFF", Buffer.concat([Buffer.from("WEBP"), ...parts])))
}

/** Overwrites bytes inside the compressed part of a file with a value. */
export const damaged = (bytes: Uint8Array, from: number, length: number, value = 0xff): Uint8Array => {
  const copy = bytes.slice()
  copy.fill(value, Math.floor(bytes.length * from), Math.floor(bytes.length * from) + length)
  return copy
}
