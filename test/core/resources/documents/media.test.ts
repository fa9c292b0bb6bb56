import { expect, test } from "bun:test"
import { documentMediaTypes, maxDocumentBytes, mediaRefusals, sniffMedia } from "@vouchkit/core/resources/documents/media"
import fc from "fast-check"

const bytes = (...parts: ReadonlyArray<string | ReadonlyArray<number>>): Uint8Array =>
  new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part, "latin1")] : [...part])))
const box = (...brands: ReadonlyArray<string>) =>
  bytes([0, 0, 0, 8 + 4 * (brands.length + 1)], "ftyp", brands[0] ?? "", [0, 0, 0, 0], ...brands.slice(1))

test.each([
  ["a JPEG", bytes([0xff, 0xd8, 0xff, 0xe0]), "image/jpeg"],
  ["a PNG", bytes([0x89], "PNG\r\n", [0x1a, 0x0a]), "image/png"],
  ["a WebP", bytes("RIFF", [4, 0, 0, 0], "WEBPVP8 "), "image/webp"],
  ["a little-endian TIFF", bytes("II", [42, 0, 8, 0, 0, 0]), "image/tiff"],
  ["a big-endian TIFF", bytes("MM", [0, 42, 0, 0, 0, 8]), "image/tiff"],
  ["a PDF", bytes("%PDF-1.7\n"), "application/pdf"],
  ["a PDF after a mail header", bytes("Content-Type: application/pdf\r\n\r\n%PDF-1.4\n"), "application/pdf"],
  ["a PDF whose header starts at byte 1023", bytes("\n".repeat(1023), "%PDF-1.4"), "application/pdf"],
  ["a JPEG with a PDF header inside", bytes([0xff, 0xd8, 0xff, 0xe0], "%PDF-1.4"), "image/jpeg"]
] as const)("%s is recognized by its bytes", (_, file, type) => {
  expect(sniffMedia(file)).toEqual({ mime_type: type })
})

test.each([
  ["an empty file", bytes(), "empty_file"],
  ["a HEIC picture", box("heic", "mif1", "heic"), "heic_not_supported"],
  ["a HEIC picture under a neutral brand", box("mif1", "mif1", "heic"), "heic_not_supported"],
  ["an AVIF picture", box("avif", "mif1"), "unsupported_media_type"],
  ["an AVIF picture under a neutral brand", box("mif1", "avif"), "unsupported_media_type"],
  ["a film", box("isom", "mp42"), "unsupported_media_type"],
  ["an SVG", bytes("<svg xmlns='http://www.w3.org/2000/svg'/>"), "unsupported_media_type"],
  ["an SVG after a byte order mark and spaces", bytes([0xef, 0xbb, 0xbf], "  \n<?xml version='1.0'?>"), "unsupported_media_type"],
  ["a page of HTML that hides a PDF header", bytes("<html>%PDF-1.4"), "unsupported_media_type"],
  ["an archive that hides a PDF header", bytes("PK", [3, 4], "%PDF-1.4"), "unsupported_media_type"],
  ["a sound under RIFF", bytes("RIFF", [4, 0, 0, 0], "WAVEfmt "), "unsupported_media_type"],
  ["a Canon raw picture", bytes("II", [42, 0, 16, 0, 0, 0], "CR", [2, 0]), "unsupported_media_type"],
  ["a PDF header at byte 1024", bytes("\n".repeat(1024), "%PDF-1.4"), "unsupported_media_type"],
  ["plain text", bytes("Dear customer"), "unsupported_media_type"],
  ["a cut signature", bytes([0x89], "PNG"), "unsupported_media_type"]
] as const)("%s is refused", (_, file, code) => {
  expect(sniffMedia(file)).toEqual({ refused: code })
})

test("the limit of size includes its last byte and not one more", () => {
  const file = new Uint8Array(maxDocumentBytes + 1)
  file.set(bytes("%PDF-1.7"))
  expect(sniffMedia(file.subarray(0, maxDocumentBytes))).toEqual({ mime_type: "application/pdf" })
  expect(sniffMedia(file)).toEqual({ refused: "file_too_large" })
})

test("any bytes get one of the known answers", () => {
  const answers: ReadonlySet<string> = new Set([...documentMediaTypes, ...mediaRefusals])
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2048 }), (file) => {
      const sniffed = sniffMedia(file)
      expect(answers.has("refused" in sniffed ? sniffed.refused : sniffed.mime_type)).toBe(true)
    })
  )
})

test("what follows the beginning of a picture never changes what it is", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1500 }), (rest) => {
      expect(sniffMedia(bytes([0xff, 0xd8, 0xff, 0xe1], [...rest]))).toEqual({ mime_type: "image/jpeg" })
    })
  )
})
