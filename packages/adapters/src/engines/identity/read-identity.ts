import type { FileForensics } from "@vouchkit/core/verification/document-reading"
import type { DocumentPicture, IdentityReading } from "@vouchkit/core/verification/identity-documents/reading"
import { imageForensics } from "../image/forensics.ts"
import { colourSharp } from "../image/decode.ts"
import { findMrz } from "../mrz/read-mrz.ts"
import type { ColourImage } from "../pdf/render.ts"
import { PrintAllowance } from "../ocr/print-work.ts"
import { perceptualHash } from "../image/perceptual-hash.ts"
import { mediaOf, type Unread, type UnreadDocument } from "../read-document.ts"
import { isScreenSize } from "../image/screen-sizes.ts"
import { areasOf, greyOf, type UprightArea, uprightArea, wholePage } from "./areas.ts"
import { captureSigns } from "./capture-signs.ts"
import { maxPagesRead, type OpenFile, withPages } from "./pages.ts"
import { documentQuality } from "./quality.ts"

/** Documents that are returned of one file. */
const maxPictures = 4
/**
 * Areas of a file whose text is read; that of further ones is left unread. Four pages with a document each, and each of them read again as a whole
 * page, take eight. Counted and not timed, so that a file gives the same reading on every machine.
 */
const maxTextAreas = 8
/** A document with so few lines may be an inner field that was taken for the document. */
const fewestLines = 4
/** What a screenshot by its file, and the exact size of a screen without any trace of a camera, weigh as signs of a screen. */
const screenshotSign = 0.9
const screenSizeSign = 0.3

interface ReadPicture {
  readonly picture: DocumentPicture
  readonly upright: UprightArea
}

interface PageRequest {
  readonly number: number
  readonly country: string | null
  readonly texts: TextCount
}

/** How many areas of a file may still have their text read. */
class TextCount {
  private left = maxTextAreas

  /** True for each area up to the limit. */
  take(): boolean {
    this.left -= 1
    return this.left >= 0
  }
}

/**
 * The documents of a page, upright. What was outlined may be a field of the document, and not the document: where no outline holds anything
 * for machines, the whole page is asked for a zone, and where an only outline leads to hardly any text, for its text as well.
 */
const uprightsOf = async (page: ColourImage, { country, number, texts }: PageRequest): Promise<ReadonlyArray<UprightArea>> => {
  const print = new PrintAllowance()
  const request = () => ({ page: number, country, print, withText: texts.take() })
  const uprights: Array<UprightArea> = []
  for (const area of await areasOf(page)) uprights.push(await uprightArea(area, request()))
  const [only] = uprights
  const outlined = uprights.every(({ area }) => area.outline !== null)
  if (only === undefined || !outlined || uprights.some(({ barcodes, mrz }) => mrz !== null || barcodes.length > 0)) return uprights
  const whole = await wholePage(page)
  const zone = await findMrz(await greyOf(whole.image))
  const unlikely = uprights.length === 1 && only.lines.length < fewestLines
  if (zone === null && !unlikely) return uprights
  const upright = await uprightArea(whole, { ...request(), zone })
  return upright.mrz !== null || upright.lines.length >= 2 * fewestLines ? [upright] : uprights
}

const readPage = async (page: ColourImage, request: PageRequest): Promise<ReadonlyArray<ReadPicture>> => {
  const uprights = await uprightsOf(page, request)
  const outlines = uprights.flatMap(({ area }) => area.outline ?? [])
  const pictures: Array<ReadPicture> = []
  for (const upright of uprights) {
    const { area, barcodes, grey, lines, mrz, onto, turned } = upright
    const quality = await documentQuality({ picture: grey, outlined: area.outline !== null, cut: area.outline?.cut ?? false, mrz, lines })
    const picture: DocumentPicture = {
      page: request.number,
      turned,
      onto,
      quality,
      mrz,
      barcodes,
      lines,
      // This process has no detector of faces: anyone who has one looks at the upright picture that goes with the reading.
      portrait: null,
      ...captureSigns(page, area.outline, outlines),
      // Of the whole document where its outline is known, else of the part that carries text.
      perceptual_hash: await perceptualHash(grey, area.outline === null ? lines.map((line) => ({ ...line, page: 1 })) : []),
      ...(area.outline === null ? {} : { proportion: grey.width / grey.height })
    }
    pictures.push({ picture, upright })
  }
  return pictures
}

const forensicsOf = async (
  bytes: Uint8Array,
  file: OpenFile,
  first: ReadPicture | undefined,
  page: ColourImage
): Promise<FileForensics> => {
  if (file.facts === null || first === undefined) return file.forensics ?? noForensics
  const { lines, quality } = first.picture
  const { confidence } = first.upright
  const forensics = await imageForensics({ bytes, facts: file.facts, picture: await greyOf(page), quality, lines, confidence })
  // How well a card reads and whether it is whole stands in the quality of its picture, which knows what a card looks like.
  return { ...forensics, flags: forensics.flags.filter((flag) => flag !== "low_quality" && flag !== "cropped") }
}

const noForensics: FileForensics = {
  producer: null,
  creator: null,
  created_at: null,
  modified_at: null,
  revisions: 1,
  signed: false,
  flags: []
}

/** Adds what the file itself says of a screen to what the pixels say. */
const withFileSigns = (picture: DocumentPicture, file: OpenFile, forensics: FileForensics): DocumentPicture => {
  const screenSized = file.facts !== null && file.facts.exif === null && isScreenSize(file.facts.width, file.facts.height)
  const byFile = forensics.flags.includes("screenshot") ? screenshotSign : screenSized ? screenSizeSign : 0
  if (byFile === 0) return picture
  return { ...picture, screen_capture: Math.max(byFile, picture.screen_capture ?? 0) }
}

/** Pixels on the longer side of an upright picture, and the quality at which it is kept: enough to find a face of a tenth of its width. */
const uprightSide = 1000
const uprightQuality = 88

const uprightPicture = async ({ upright }: ReadPicture): Promise<Uint8Array> =>
  new Uint8Array(
    await colourSharp(upright.image)
      .resize(uprightSide, uprightSide, { fit: "inside", withoutEnlargement: true })
      .jpeg({ quality: uprightQuality })
      .toBuffer()
  )

/** A reading, and each of its pictures upright as a JPEG of at most 1000 pixels, in the same order. */
interface ReadIdentity {
  readonly identity: IdentityReading
  readonly uprights: ReadonlyArray<Uint8Array>
}

const readFile = async (bytes: Uint8Array, file: OpenFile, country: string | null): Promise<ReadIdentity | Unread> => {
  const texts = new TextCount()
  const found: Array<ReadPicture> = []
  let firstPage: ColourImage | null = null
  for (let number = 1; number <= Math.min(file.page_count, maxPagesRead) && found.length < maxPictures; number++) {
    const page = await file.page(number)
    if (page === null) continue
    firstPage ??= page
    found.push(...(await readPage(page, { number, country, texts })))
  }
  if (firstPage === null) return { code: "unreadable", retryable: true }
  const forensics = await forensicsOf(bytes, file, found[0], firstPage)
  const kept = found.slice(0, maxPictures)
  const pictures = kept.map(({ picture }) => withFileSigns(picture, file, forensics))
  return { identity: { page_count: file.page_count, pictures, forensics }, uprights: await Promise.all(kept.map(uprightPicture)) }
}

/** Reads a picture or PDF of an identity document in this process. The bytes decide what it is. */
export const readIdentityPictures = async ({ bytes, country, mime_type }: UnreadDocument): Promise<ReadIdentity | Unread> => {
  const media = mediaOf(bytes, mime_type)
  return typeof media === "string" ? withPages(bytes, media, (file) => readFile(bytes, file, country)) : media
}
