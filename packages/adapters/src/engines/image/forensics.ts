import type { FileForensics, ForensicFlag, ReadQuality, TextLine } from "@vouchkit/core/verification/document-reading"
import exifr from "exifr"
import { isEditor, softwareName } from "../editors.ts"
import { type FileDate, xmpDate } from "../file-dates.ts"
import type { ImageFacts } from "./decode.ts"
import { record } from "../pdf/operands.ts"
import type { GreyImage } from "../pdf/render.ts"
import { isScreenSize, isTelephoneSize } from "./screen-sizes.ts"

const day = 86_400_000
/** Clock and zone of a camera and a computer may differ by this much without a change. */
const zoneSlack = 26 * 3_600_000

/** What was read from a picture counts as readable from this confidence on, however soft it looks. */
const readable = 0.8
const poorlyRead = 0.6
const poorQuality = 0.3
const fewestLines = 4

/** Share of the picture within which text touches its edge. */
const atEdge = 0.0025
const fewestCutLines = 4
const cutShare = 0.3

const text = (value: unknown): string => (typeof value === "string" ? value.slice(0, 500) : "")

/** Reads a camera's date, `2026:03:02 08:15:00`, or one of XMP. Cameras name no zone. */
const imageDate = (value: unknown): FileDate | null =>
  typeof value === "string" ? xmpDate(value.replace(/^(\d{4}):(\d{2}):(\d{2})/, "$1-$2-$3")) : null

const readTags = async (bytes: Uint8Array): Promise<Readonly<Record<string, unknown>>> => {
  try {
    const options = {
      tiff: true,
      exif: true,
      xmp: true,
      iptc: false,
      icc: false,
      jfif: false,
      ihdr: true,
      gps: false,
      reviveValues: false,
      mergeOutput: true
    }
    return record(await exifr.parse(bytes.slice(), options))
  } catch {
    return {}
  }
}

/** Comments are bytes with a prefix for their alphabet. */
const commentOf = (value: unknown): string => {
  if (typeof value === "string") return value.slice(0, 500)
  return value instanceof Uint8Array ? Buffer.from(value.subarray(0, 500)).toString("latin1") : ""
}

/** Software agents that XMP keeps in the history of a picture. */
const historyOf = (tags: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  const history = Array.isArray(tags.History) ? tags.History : [tags.History]
  return history.slice(0, 100).map((entry) => text(record(entry).softwareAgent))
}

/** Mean and spread of the grey levels of a part of a picture. */
const spreadOf = ({ data, height, width }: GreyImage, area: { left: number; top: number; right: number; bottom: number }): number => {
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = Math.floor(area.top * height); y < Math.floor(area.bottom * height); y++)
    for (let x = Math.floor(area.left * width); x < Math.floor(area.right * width); x++) {
      const level = data[y * width + x] ?? 0
      sum += level
      squares += level * level
      count += 1
    }
  const mean = sum / Math.max(1, count)
  return Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean * mean))
}

/** A status bar: a plain strip along the top with small signs at both ends and nothing between clock and camera. */
const hasStatusBar = (image: GreyImage): boolean => {
  const strip = { top: 0.008, bottom: 0.03 }
  const left = spreadOf(image, { ...strip, left: 0.04, right: 0.26 })
  const right = spreadOf(image, { ...strip, left: 0.74, right: 0.96 })
  const gap = spreadOf(image, { ...strip, left: 0.3, right: 0.38 })
  const below = spreadOf(image, { left: 0, right: 1, top: 0, bottom: 0.003 })
  return left > 14 && right > 14 && gap < 3 && below < 3
}

/** A page as it was read from its picture. */
interface ReadPage {
  readonly quality: ReadQuality
  readonly lines: ReadonlyArray<TextLine>
  /** Mean confidence over all letters, 0 to 1. */
  readonly confidence: number
}

interface ReadImage extends ReadPage {
  readonly bytes: Uint8Array
  readonly facts: ImageFacts
  readonly picture: GreyImage
  /** A better picture would be read no better. */
  readonly unread_script?: boolean
}

const isScreenshot = ({ facts, picture }: ReadImage, tags: Readonly<Record<string, unknown>>): boolean => {
  if (text(tags.Make) !== "" || text(tags.Model) !== "") return false
  // Telephones and desktops write the word into the file themselves.
  if (/screen ?shot|screencapture/i.test([commentOf(tags.UserComment), text(tags.Software), text(tags.ImageDescription)].join(" ")))
    return true
  if (!isScreenSize(facts.width, facts.height)) return false
  if (isTelephoneSize(facts.width, facts.height) && hasStatusBar(picture)) return true
  return facts.format === "png"
}

/** Text runs into the edge of the picture on one side, line after line. */
const isCropped = (lines: ReadonlyArray<TextLine>): boolean => {
  const sure = lines.filter((line) => line.page === 1 && line.confidence > 0.5 && line.text.length > 3)
  const cut = [sure.filter((line) => line.left <= atEdge).length, sure.filter((line) => line.left + line.width >= 1 - atEdge).length]
  return Math.max(...cut) >= Math.max(fewestCutLines, sure.length * cutShare)
}

/** A page that was read well is good enough, however soft it looks; what looks poor and reads poorly is not. */
export const isLowQuality = ({ confidence, lines, quality }: ReadPage): boolean => {
  if (lines.length >= fewestLines && confidence >= readable) return false
  const overall = quality.overall ?? 1
  return overall < poorQuality || (lines.length > 0 && confidence < poorlyRead) || (lines.length < fewestLines && overall < 0.5)
}

const datesDisagree = (tags: Readonly<Record<string, unknown>>): boolean => {
  const taken = imageDate(tags.DateTimeOriginal)
  const changed = imageDate(tags.ModifyDate)
  if (taken === null || changed === null) return false
  const later = changed.at - taken.at
  return later > zoneSlack + day || later < -zoneSlack
}

/** Examines a picture: the software and the dates it names, whether it is of a screen, and whether it can be read and is whole. */
export const imageForensics = async (image: ReadImage): Promise<FileForensics> => {
  const tags = await readTags(image.bytes)
  const software = text(tags.Software)
  const creator = text(tags.CreatorTool)
  const created = imageDate(tags.DateTimeOriginal) ?? imageDate(tags.CreateDate)
  const modified = imageDate(tags.ModifyDate)
  const flags: Array<ForensicFlag> = []
  if ([software, creator, text(tags.ProcessingSoftware), ...historyOf(tags)].some(isEditor)) flags.push("edited_software")
  if (datesDisagree(tags)) flags.push("metadata_mismatch")
  if (isScreenshot(image, tags)) flags.push("screenshot")
  if (isCropped(image.lines)) flags.push("cropped")
  if (image.unread_script !== true && isLowQuality(image)) flags.push("low_quality")
  return {
    producer: softwareName(software),
    creator: softwareName(creator),
    created_at: created?.iso ?? null,
    modified_at: modified?.iso ?? null,
    revisions: 1,
    signed: false,
    flags
  }
}
