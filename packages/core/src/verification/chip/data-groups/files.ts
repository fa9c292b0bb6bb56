import { expectTag, readTlv, type Tlv } from "../asn1/tlv.ts"

/** The outermost data object of a file; what a reader read beyond it does not count. */
export const fileOf = (bytes: Uint8Array, tag: number, what: string): Tlv => expectTag(readTlv(bytes), tag, what)

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
