import { Malformed } from "../asn1/malformed.ts"
import { expectTag, memberOf, readTlv, type Tlv } from "../asn1/tlv.ts"

/** Data groups by the tag of their file (ICAO 9303-10, 4.7). */
const tagsOfGroups: Readonly<Record<number, number>> = {
  97: 1,
  117: 2,
  99: 3,
  118: 4,
  101: 5,
  102: 6,
  103: 7,
  104: 8,
  105: 9,
  106: 10,
  107: 11,
  108: 12,
  109: 13,
  110: 14,
  111: 15,
  112: 16
}

/** Number of the data group with this tag; null for tags of no group. */
const groupOfTag = (tag: number): number | null => tagsOfGroups[tag] ?? null

/** The outermost data object of a file; what a reader read beyond it does not count. */
export const fileOf = (bytes: Uint8Array, tag: number, what: string): Tlv => expectTag(readTlv(bytes), tag, what)

/** EF.COM: which data groups the chip says it has. It is not signed, so that nothing may follow from it alone. */
interface CommonFile {
  readonly data_groups: ReadonlyArray<number>
}

export const readCommonFile = (bytes: Uint8Array): CommonFile => {
  const list = memberOf(fileOf(bytes, 0x60, "EF.COM"), 0x5c)
  if (list === null || list.value.length > 16) throw new Malformed("EF.COM lists no data groups, or too many")
  return { data_groups: [...list.value].flatMap((tag) => groupOfTag(tag) ?? []) }
}

const utf8 = new TextDecoder("utf-8", { fatal: true })
const latin1 = new TextDecoder("latin1")

/** Text of a data object: UTF-8, or Latin-1 where issuers wrote that. Cut to a number of characters; control characters become spaces. */
export const textIn = (value: Uint8Array, most: number): string => {
  const bytes = value.subarray(0, most * 4)
  const decoded = (() => {
    try {
      return utf8.decode(bytes, { stream: bytes.length < value.length })
    } catch {
      return latin1.decode(bytes)
    }
  })()
  return [...decoded.replace(/\p{Cc}/gu, " ").trim()].slice(0, most).join("")
}

/** A date as eight digits, in BCD or in characters; ISO 8601, or null where it is no date of the calendar. */
export const dateIn = (value: Uint8Array): string | null => {
  const digits = value.length === 4 ? Buffer.from(value).toString("hex") : String.fromCharCode(...value.subarray(0, 8))
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return at.getUTCMonth() + 1 === Number(month) && at.getUTCDate() === Number(day) ? `${year}-${month}-${day}` : null
}
