import type { PdfStream } from "./objects.ts"

/** The filters of pictures, by which no text is ever packed, each with a name of the same length that no reader knows. */
const filters = /\/(DCTDecode|DCT|JPXDecode|JBIG2Decode|CCITTFaxDecode|CCF)(?![A-Za-z0-9])/g
const isPicture = /\/Subtype\s{0,8}\/Image(?![A-Za-z0-9])/
/** A width or height that stands in the dictionary itself and is no reference. */
const sides = /(\/(?:Width|W|Height|H)\s{0,8})(\d{1,9})(?=\s{0,8}[/>])/g

/** True where the dictionary of a picture says in plain letters how it is packed, so that it can be kept from the text engine. */
export const isQuiet = ({ written }: PdfStream): boolean => isPicture.test(written) && written.search(filters) >= 0

const quiet = (written: string): string =>
  written
    .replace(filters, (name) => `/${"X".repeat(name.length - 1)}`)
    .replace(sides, (_, key: string, side: string) => `${key}${"1".padEnd(side.length)}`)

/**
 * A copy of a file for the text engine, which looks only at where pictures lie: each is one pixel there, of a filter that is not known. Otherwise it
 * would decode them, ten times as slowly as the engine that draws, and leave out those that are too large. Nothing else changes, and no byte moves.
 */
export const withQuietPictures = (bytes: Uint8Array, pictures: ReadonlyArray<PdfStream>): Uint8Array => {
  const copy = new Uint8Array(bytes)
  for (const { from, written } of pictures) if (isPicture.test(written)) copy.set(Buffer.from(quiet(written), "latin1"), from)
  return copy
}
