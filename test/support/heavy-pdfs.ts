import { deflateSync } from "node:zlib"
import sharp from "sharp"
import { encodeJpeg2000, jp2File } from "./jpeg2000.ts"
import { onePage, stream } from "./hand-written-pdf.ts"
import { pdfWithTiling } from "./hostile-files.ts"

/** PDFs of one page, each of which asks for more and more of one kind of work. All are small. */
export const packed = (content: Buffer | string, dictionary = "") =>
  stream(deflateSync(Buffer.from(content.toString("latin1"), "latin1")).toString("latin1"), `/Filter /FlateDecode ${dictionary}`)

export const whole = "0 0 595 842 re f "
const box = "/BBox [0 0 595 842]"
export const form = (content: string, dictionary = "") => packed(content, `/Type /XObject /Subtype /Form ${box} ${dictionary}`)
const group = "/Group << /S /Transparency >>"
const each = (count: number, make: (at: number) => string) => Array.from({ length: Math.round(count) }, (_, at) => make(at)).join("")

const drawn = (content: string) => onePage(packed(content))
const inState = (content: string, state: string, objects: ReadonlyArray<string> = [], resources = "") =>
  onePage(packed(`/G gs ${content}`), { resources: `/ExtGState << /G << ${state} >> >> ${resources}`, objects })
const shaded = (shading: string, objects: ReadonlyArray<string> = [], count = 1) =>
  onePage(packed("/S sh ".repeat(count)), { resources: `/Shading << /S ${shading} >>`, objects })
const gradient = (kind: number, coordinates: string, count: number) =>
  shaded(
    `<< /ShadingType ${kind} /ColorSpace /DeviceGray /Coords [${coordinates}] /Function << /FunctionType 2 /N 1 /Domain [0 1] >> >>`,
    [],
    count
  )

/** Draws a picture over the whole page, so many times. */
export const overThePage = (count: number, object: string, further: ReadonlyArray<string> = []) =>
  onePage(packed("q 595 0 0 842 0 0 cm /X Do Q ".repeat(count)), { resources: "/XObject << /X 6 0 R >>", objects: [object, ...further] })
const plain = (side: number, dictionary = "", channels = 3) =>
  packed(
    Buffer.alloc(side * side * channels, 90),
    `/Subtype /Image /BitsPerComponent 8 /Width ${side} /Height ${side} ${dictionary} ${dictionary.includes("ColorSpace") ? "" : "/ColorSpace /DeviceRGB"}`
  )
const grey = (side: number) => plain(side, "/ColorSpace /DeviceGray", 1)

/** A photograph of noise, as large in bytes as one can be. */
export const noisyJpeg = async (width: number, height: number, progressive = false): Promise<Uint8Array> =>
  sharp({ create: { width, height, channels: 3, background: "#808080", noise: { type: "gaussian", mean: 128, sigma: 30 } } })
    .jpeg({ progressive })
    .toBuffer()
export const jpegObject = (bytes: Uint8Array, width: number, height: number) =>
  stream(
    Buffer.from(bytes).toString("latin1"),
    `/Subtype /Image /BitsPerComponent 8 /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /Filter /DCTDecode`
  )

const triangle = "/ShadingType 4 /ColorSpace /DeviceGray /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [0 595 0 842 0 1]"

const tint = stream(`{ ${"dup pop ".repeat(20)} dup dup }`, "/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]")

interface HeavyKind {
  readonly name: string
  readonly make: (amount: number) => Uint8Array | Promise<Uint8Array>
  /** A small amount, to look for the largest one from. */
  readonly from: number
}

export const heavyKinds: ReadonlyArray<HeavyKind> = [
  { name: "short strokes", from: 100, make: (count) => drawn("0 0 m 1 1 l S ".repeat(count)) },
  { name: "saved states", from: 100, make: (count) => drawn("q 1 0 0 1 0 0 cm 1 0 0 rg Q ".repeat(count)) },
  { name: "small rectangles", from: 100, make: (count) => drawn(each(count, (at) => `${at % 595} ${at % 842} 2 2 re f `)) },
  { name: "pages of paint", from: 10, make: (count) => drawn(whole.repeat(count)) },
  { name: "thin strokes across", from: 10, make: (count) => drawn(each(count, (at) => `${at % 595} 0 m ${(at * 7) % 595} 842 l S `)) },
  { name: "strokes as wide as the page", from: 10, make: (count) => drawn(each(count, (at) => `200 w ${at % 595} 0 m 9 842 l S `)) },
  { name: "dashes", from: 100, make: (count) => drawn(`[${842 / count} ${842 / count}] 0 d 9 0 m 9 842 l S `) },
  {
    name: "lines of one shape",
    from: 100,
    make: (count) => drawn(`0 0 m ${each(count, (at) => `${(at * 37) % 595} ${(at * 91) % 842} l `)} f`)
  },
  {
    name: "curves of one shape",
    from: 100,
    make: (count) =>
      drawn(
        `0 0 m ${each(count, (at) => `${(at * 37) % 595} ${(at * 91) % 842} ${(at * 53) % 595} ${(at * 17) % 842} 9 ${(at * 11) % 842} c `)} f`
      )
  },
  { name: "clipping shapes", from: 10, make: (count) => drawn(`${each(count, () => "0 0 m 595 0 l 590 842 l h W n ")} ${whole}`) },
  {
    name: "small print",
    from: 1,
    make: (lines) =>
      drawn(
        each(lines, (at) => `BT /F1 3 Tf 10 ${840 - ((at * 4) % 836)} Td (${"quick brown fox jumps over the lazy dog ".repeat(7)}) Tj ET `)
      )
  },
  {
    name: "letters as large as the page",
    from: 1,
    make: (count) => drawn(each(count, (at) => `BT /F1 ${900 + at} Tf 0 0 Td (WM) Tj ET `))
  },
  { name: "letters that clip", from: 1, make: (count) => drawn(each(count, () => `q BT 7 Tr /F1 900 Tf 0 0 Td (W) Tj ET ${whole} Q `)) },
  { name: "half transparent paint", from: 10, make: (count) => inState(whole.repeat(count), "/ca 0.5") },
  { name: "paint that mixes", from: 10, make: (count) => inState(whole.repeat(count), "/BM /Luminosity") },
  {
    name: "paint through a soft mask",
    from: 5,
    make: (count) => inState(whole.repeat(count), "/SMask << /S /Luminosity /G 6 0 R >>", [form(whole, group)])
  },
  {
    name: "groups that mix",
    from: 5,
    make: (count) => inState("/X Do ".repeat(count), "/BM /Luminosity", [form(whole, group)], "/XObject << /X 6 0 R >>")
  },
  { name: "small pictures over the page", from: 5, make: (count) => overThePage(count, plain(50)) },
  { name: "smoothed pictures over the page", from: 5, make: (count) => overThePage(count, plain(50, "/Interpolate true")) },
  { name: "masked pictures over the page", from: 5, make: (count) => overThePage(count, plain(50, "/SMask 7 0 R"), [grey(50)]) },
  { name: "one large picture, often", from: 2, make: (count) => overThePage(count, plain(4_000)) },
  {
    name: "one JPEG, often",
    from: 2,
    make: async (count) => overThePage(count, jpegObject(await noisyJpeg(1_000, 1_000), 1_000, 1_000))
  },
  {
    name: "pixels of a JPEG",
    from: 1e6,
    make: async (pixels) => {
      const height = Math.round(pixels / 4_000)
      return overThePage(1, jpegObject(await noisyJpeg(4_000, height), 4_000, height))
    }
  },
  {
    name: "pixels of a progressive JPEG",
    from: 1e6,
    make: async (pixels) => {
      const height = Math.round(pixels / 4_000)
      return overThePage(1, jpegObject(await noisyJpeg(4_000, height, true), 4_000, height))
    }
  },
  {
    name: "pixels of a JPEG 2000",
    from: 100_000,
    make: async (pixels) => {
      const side = Math.round(Math.sqrt(pixels))
      const noise = { type: "gaussian", mean: 128, sigma: 30 } as const
      const samples = await sharp({ create: { width: side, height: side, channels: 3, background: "#808080", noise } })
        .raw()
        .toBuffer()
      const file = jp2File(encodeJpeg2000(samples, { width: side, height: side, channels: 3 }), { width: side, height: side, channels: 3 })
      return overThePage(
        1,
        stream(Buffer.from(file).toString("latin1"), `/Subtype /Image /Width ${side} /Height ${side} /Filter /JPXDecode`)
      )
    }
  },
  {
    name: "pixels of a separated colour",
    from: 1_000,
    make: (pixels) => overThePage(1, plain(Math.floor(Math.sqrt(pixels)), "/ColorSpace [/Separation /X /DeviceRGB 7 0 R]", 1), [tint])
  },
  { name: "gradients along a line", from: 5, make: (count) => gradient(2, "0 0 595 842", count) },
  { name: "gradients between circles", from: 5, make: (count) => gradient(3, "300 400 0 300 400 800", count) },
  {
    name: "operators of a calculated colour",
    from: 20,
    make: (operators) =>
      shaded("<< /ShadingType 1 /ColorSpace /DeviceGray /Domain [0 1 0 1] /Matrix [595 0 0 842 0 0] /Function 6 0 R >>", [
        packed(`{ ${"pop 0 ".repeat(operators / 2)} }`, "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]")
      ])
  },
  {
    name: "triangles of a mesh",
    from: 3,
    make: (count) =>
      shaded("6 0 R", [
        packed(
          Buffer.from(Array.from({ length: 3 * count }, (_, at) => [0, (at * 97) & 255, (at * at * 31) & 255, at & 255]).flat()),
          triangle
        )
      ])
  },
  {
    name: "patches of a mesh",
    from: 1,
    make: (count) =>
      shaded("6 0 R", [
        packed(
          Buffer.from(
            Array.from({ length: count }, (_, at) => [
              0,
              ...Array.from({ length: 24 }, (_, of) => (at * 97 + of * 41) & 255),
              0,
              80,
              160,
              255
            ]).flat()
          ),
          triangle.replace("4", "6")
        )
      ])
  },
  { name: "tiles of a pattern", from: 100, make: (tiles) => pdfWithTiling(Math.sqrt((595 * 842) / tiles)) },
  {
    name: "drawn glyphs",
    from: 2,
    make: (count) =>
      onePage(stream(`BT /T3 1 Tf (${"a".repeat(count)}) Tj ET`), {
        resources: "/Font << /T3 6 0 R >>",
        objects: [
          "<< /Type /Font /Subtype /Type3 /FirstChar 97 /LastChar 97 /Widths [1] /Encoding << /Differences [97 /a] >> " +
            "/FontBBox [0 0 595 842] /CharProcs << /a 7 0 R >> /FontMatrix [1 0 0 1 0 0] >>",
          stream(`1 0 d0 1 0 0 rg ${whole}`)
        ]
      })
  },
  {
    name: "appearances of annotations",
    from: 2,
    make: (count) =>
      onePage(stream("BT ET"), {
        page: `/Annots [${"<< /Subtype /Stamp /F 4 /Rect [0 0 595 842] /AP << /N 6 0 R >> >> ".repeat(count)}]`,
        objects: [form(whole.repeat(10))]
      })
  }
]
