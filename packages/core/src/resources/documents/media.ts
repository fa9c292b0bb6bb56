import { usualUploadBytes } from "../../kernel/operation/operation.ts"

/** Largest document that is accepted, in bytes. */
export const maxDocumentBytes = usualUploadBytes

/** Most pages that a PDF or a multi-page TIFF may have. */
export const maxDocumentPages = 20

/** The media types that are accepted, as IANA registers them. */
export const documentMediaTypes = ["image/jpeg", "image/png", "image/webp", "image/tiff", "application/pdf"] as const
export type DocumentMediaType = (typeof documentMediaTypes)[number]

/** Why an upload is refused by its bytes alone; each is an error code of the API. */
export const mediaRefusals = ["empty_file", "file_too_large", "heic_not_supported", "unsupported_media_type"] as const
type MediaRefusal = (typeof mediaRefusals)[number]

type SniffedMedia = { readonly mime_type: DocumentMediaType } | { readonly refused: MediaRefusal }

/** ISO 32000-1, annex H: readers accept a PDF header anywhere in the first 1024 bytes. */
const pdfHeaderWindow = 1024

/** ISO base media files list their brands in the first box; more than this many are not looked at. */
const maxBrands = 16

const ascii = (text: string): ReadonlyArray<number> => Array.from(text, (letter) => letter.charCodeAt(0))

const holds = (bytes: Uint8Array, pattern: ReadonlyArray<number>, at: number): boolean =>
  at + pattern.length <= bytes.length && pattern.every((byte, index) => bytes[at + index] === byte)

const signatures: ReadonlyArray<{
  readonly mime_type: DocumentMediaType
  readonly parts: ReadonlyArray<readonly [number, ReadonlyArray<number>]>
}> = [
  { mime_type: "image/jpeg", parts: [[0, [0xff, 0xd8, 0xff]]] },
  { mime_type: "image/png", parts: [[0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]] },
  {
    mime_type: "image/webp",
    parts: [
      [0, ascii("RIFF")],
      [8, ascii("WEBP")]
    ]
  },
  { mime_type: "image/tiff", parts: [[0, [0x49, 0x49, 0x2a, 0x00]]] },
  { mime_type: "image/tiff", parts: [[0, [0x4d, 0x4d, 0x00, 0x2a]]] },
  { mime_type: "image/tiff", parts: [[0, [0x49, 0x49, 0x2b, 0x00]]] },
  { mime_type: "image/tiff", parts: [[0, [0x4d, 0x4d, 0x00, 0x2b]]] },
  { mime_type: "application/pdf", parts: [[0, ascii("%PDF-")]] }
]

/** Raw camera pictures borrow the TIFF header; Canon's says so at byte 8. */
const canonRaw: readonly [number, ReadonlyArray<number>] = [8, ascii("CR")]

/**
 * Beginnings of files that are something else for certain. A PDF header further on does not make them a PDF:
 * a file that two programs read in two ways is how a check and a reviewer are shown different documents.
 */
const foreign: ReadonlyArray<ReadonlyArray<number>> = [
  ascii("PK"),
  ascii("GIF8"),
  ascii("BM"),
  ascii("MZ"),
  ascii("Rar!"),
  ascii("7z"),
  ascii("#!"),
  ascii("{\\rtf"),
  ascii("RIFF"),
  ascii("%!PS"),
  [0x7f, 0x45, 0x4c, 0x46],
  [0x1f, 0x8b],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0xff, 0x4f, 0xff, 0x51],
  [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50]
]

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

/** True for XML, SVG and HTML: the first character that is no space or byte order mark opens a tag. */
const opensWithTag = (bytes: Uint8Array): boolean => {
  const start = holds(bytes, [0xef, 0xbb, 0xbf], 0) ? 3 : 0
  const first = bytes.subarray(start, start + pdfHeaderWindow).find((byte) => !isSpace(byte))
  return first === 0x3c
}

const brandAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))

const heicBrands: ReadonlySet<string> = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "heif"])
const neutralBrands: ReadonlySet<string> = new Set(["mif1", "msf1", "mif2", "miaf"])

/** HEIC says so in its major brand, or calls itself a neutral HEIF and names HEIC (and not AVIF) among the compatible brands. */
const isHeic = (bytes: Uint8Array): boolean => {
  if (!holds(bytes, ascii("ftyp"), 4)) return false
  const major = brandAt(bytes, 8)
  if (heicBrands.has(major)) return true
  if (!neutralBrands.has(major)) return false
  const compatible = Array.from({ length: maxBrands }, (_, index) => brandAt(bytes, 16 + index * 4))
  return compatible.some((brand) => heicBrands.has(brand)) || !compatible.some((brand) => brand === "avif" || brand === "avis")
}

const hasPdfHeader = (bytes: Uint8Array): boolean => {
  const header = ascii("%PDF-")
  const window = Math.min(bytes.length, pdfHeaderWindow)
  for (let at = 0; at < window; at++) if (holds(bytes, header, at)) return true
  return false
}

/**
 * Tells from the bytes alone what a document is, or why it is refused; the name and the declared type of the upload are not believed.
 * A PDF may start late (within its first 1024 bytes), but only when the beginning belongs to no other known kind of file.
 */
export const sniffMedia = (bytes: Uint8Array): SniffedMedia => {
  if (bytes.length === 0) return { refused: "empty_file" }
  if (bytes.length > maxDocumentBytes) return { refused: "file_too_large" }
  const known = signatures.find(({ parts }) => parts.every(([at, pattern]) => holds(bytes, pattern, at)))
  if (known?.mime_type === "image/tiff" && holds(bytes, canonRaw[1], canonRaw[0])) return { refused: "unsupported_media_type" }
  if (known !== undefined) return { mime_type: known.mime_type }
  if (isHeic(bytes)) return { refused: "heic_not_supported" }
  const other = opensWithTag(bytes) || holds(bytes, ascii("ftyp"), 4) || foreign.some((pattern) => holds(bytes, pattern, 0))
  if (!other && hasPdfHeader(bytes)) return { mime_type: "application/pdf" }
  return { refused: "unsupported_media_type" }
}
