import { Malformed } from "../asn1/malformed.ts"
import { memberOf, membersOf, type Tlv } from "../asn1/tlv.ts"
import { fileOf } from "./files.ts"

/** A portrait as it stands in the chip. JPEG 2000 comes as a JP2 file or as a bare codestream. */
export interface ChipPortrait {
  readonly media_type: "image/jpeg" | "image/jp2" | "image/j2c"
  readonly bytes: Uint8Array
}

const portraitLimits = { templates: 4, images: 8, bytes: 1 << 20 } as const

const signatures: ReadonlyArray<readonly [ChipPortrait["media_type"], ReadonlyArray<number>]> = [
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/jp2", [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20]],
  ["image/j2c", [0xff, 0x4f, 0xff, 0x51]]
]

/** The type by the first bytes; the record's own field for it is wrong in real documents. */
const mediaTypeAt = (bytes: Uint8Array, at: number): ChipPortrait["media_type"] | null =>
  signatures.find(([, signature]) => signature.every((byte, index) => bytes[at + index] === byte))?.[0] ?? null

const portraitOf = (bytes: Uint8Array): ReadonlyArray<ChipPortrait> => {
  const media_type = mediaTypeAt(bytes, 0)
  return media_type === null || bytes.length > portraitLimits.bytes ? [] : [{ media_type, bytes }]
}

const headerBytes = 14
const informationBytes = 20
const featurePointBytes = 8
const imageInformationBytes = 12

/** Images of a facial record (ISO/IEC 19794-5, 5): record header, then for each image its information, feature points, and the picture. */
const imagesOfRecord = (block: Uint8Array): ReadonlyArray<ChipPortrait> => {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  const count = view.getUint16(12)
  const found: Array<ChipPortrait> = []
  let at = headerBytes
  for (let image = 0; image < Math.min(count, portraitLimits.images) && at + informationBytes <= block.length; image += 1) {
    const length = view.getUint32(at)
    const points = view.getUint16(at + 4)
    const start = at + informationBytes + points * featurePointBytes + imageInformationBytes
    const end = at + length
    if (end > block.length || start >= end) break
    found.push(...portraitOf(block.subarray(start, end)))
    at = end
  }
  return found
}

/** First picture anywhere in a block, for records of other standards (ISO/IEC 39794-5) and of faulty lengths. */
const firstPicture = (block: Uint8Array): ReadonlyArray<ChipPortrait> => {
  for (let at = 0; at < block.length; at += 1) {
    const first = block[at]
    if ((first === 0xff || first === 0x00) && mediaTypeAt(block, at) !== null) return portraitOf(block.subarray(at))
  }
  return []
}

const isFacialRecord = (block: Uint8Array): boolean => block.length > headerBytes && String.fromCharCode(...block.subarray(0, 3)) === "FAC"

const imagesOf = (block: Uint8Array): ReadonlyArray<ChipPortrait> => {
  const listed = isFacialRecord(block) ? imagesOfRecord(block) : []
  return listed.length > 0 ? listed : firstPicture(block)
}

const dataBlocks = (template: Tlv): ReadonlyArray<Uint8Array> =>
  membersOf(template, 20).flatMap(({ tag, value }) => (tag === 0x5f2e || tag === 0x7f2e ? [value] : []))

/** Reads the portraits of DG2 (ICAO 9303-10, 4.7.2): biometric templates in the frame of ISO/IEC 7816-11. Throws `Malformed`. */
export const readDataGroup2 = (bytes: Uint8Array): ReadonlyArray<ChipPortrait> => {
  const group = memberOf(fileOf(bytes, 0x75, "DG2"), 0x7f61)
  if (group === null) throw new Malformed("DG2 has no biometric templates")
  const templates = membersOf(group, 20).filter(({ tag }) => tag === 0x7f60)
  const portraits = templates.slice(0, portraitLimits.templates).flatMap(dataBlocks).flatMap(imagesOf)
  if (portraits.length === 0) throw new Malformed("DG2 has no portrait in JPEG or JPEG 2000")
  return portraits.slice(0, portraitLimits.images)
}
