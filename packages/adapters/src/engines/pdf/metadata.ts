import { isEditor, softwareName } from "../editors.ts"
import { type FileDate, pdfDate, xmpDate } from "../file-dates.ts"
import type { PdfDocument } from "./document.ts"
import { record } from "./operands.ts"

interface PdfMetadata {
  readonly producer: string | null
  readonly creator: string | null
  readonly created: FileDate | null
  readonly modified: FileDate | null
  /** Names an editor of pictures or documents anywhere: producer, creator, or the history that XMP keeps. */
  readonly edited: boolean
  /** The dates contradict one another. */
  readonly datesDisagree: boolean
}

const hour = 3_600_000
const day = 24 * hour
/** What the clocks and zones of honest software explain; beyond it, dates contradict one another. */
const zoneSlack = 26 * hour
const clockSlack = 10 * 60_000
const maxXmpLength = 500_000
const maxHistory = 200

const apart = (a: FileDate | null, b: FileDate | null): boolean => {
  if (a === null || b === null) return false
  return Math.abs(a.at - b.at) > (a.zoned && b.zoned ? day : zoneSlack)
}

/** Changed more than a day after it was made, or before it was made. */
const changedLater = (created: FileDate | null, modified: FileDate | null): boolean => {
  if (created === null || modified === null) return false
  const zoned = created.zoned && modified.zoned
  const later = modified.at - created.at
  return later > (zoned ? day : zoneSlack) || later < -(zoned ? clockSlack : zoneSlack)
}

/** Values of one property in XMP, written as an element or as an attribute. */
const xmpValues = (xmp: string, property: string): ReadonlyArray<string> => {
  const pattern = new RegExp(`\\b${property}(?:\\s{0,5}=\\s{0,5}["']([^"'<]{0,300})["']|[^>]{0,200}>([^<]{0,300})<)`, "g")
  return Array.from(xmp.matchAll(pattern), (match) => (match[1] ?? match[2] ?? "").trim())
    .filter((value) => value !== "")
    .slice(0, maxHistory)
}

const text = (value: unknown): string => (typeof value === "string" ? value.slice(0, 500) : "")

const rawXmp = (metadata: unknown): string => {
  const raw = typeof metadata === "object" && metadata !== null && "getRaw" in metadata ? metadata.getRaw : null
  const value: unknown = typeof raw === "function" ? raw.call(metadata) : ""
  return typeof value === "string" ? value.slice(0, maxXmpLength) : ""
}

/** LibreOffice's drawing program opens finished PDFs to change them, while Writer and Calc create documents. */
const isDraw = (creator: string, producer: string): boolean => /^draw$/i.test(creator.trim()) && /office/i.test(producer)

/** Reads what a PDF says about its own making, in the information dictionary and in XMP. */
export const metadataOf = async (document: PdfDocument): Promise<PdfMetadata> => {
  const { info, metadata } = await document.getMetadata()
  const entries = record(info)
  const xmp = rawXmp(metadata)
  const producer = text(entries.Producer) || (xmpValues(xmp, "pdf:Producer")[0] ?? "")
  const creator = text(entries.Creator) || (xmpValues(xmp, "xmp:CreatorTool")[0] ?? "")
  const xmpCreated = xmpDate(xmpValues(xmp, "xmp:CreateDate")[0])
  const xmpModified = xmpDate(xmpValues(xmp, "xmp:ModifyDate")[0])
  const infoCreated = pdfDate(entries.CreationDate)
  const infoModified = pdfDate(entries.ModDate)
  const created = infoCreated ?? xmpCreated
  const modified = infoModified ?? xmpModified
  const software = [
    producer,
    creator,
    ...["pdf:Producer", "xmp:CreatorTool", "stEvt:softwareAgent"].flatMap((name) => xmpValues(xmp, name))
  ]
  return {
    producer: softwareName(producer),
    creator: softwareName(creator),
    created,
    modified,
    edited: software.some(isEditor) || isDraw(creator, producer),
    datesDisagree: changedLater(created, modified) || apart(infoCreated, xmpCreated) || apart(infoModified, xmpModified)
  }
}
