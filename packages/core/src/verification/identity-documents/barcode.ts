import type { BarcodeReading } from "./reading.ts"
import { type AamvaCard, readAamva } from "./aamva/read-aamva.ts"

/**
 * What a symbol on a document says. Only payloads of a published standard are given a meaning; a visible digital seal is recognised by its
 * header, and its signature is not verified here, so nothing in it counts as proof.
 */
type BarcodeContent =
  | { readonly kind: "aamva"; readonly card: AamvaCard }
  | {
      readonly kind: "visible_digital_seal"
      /** Binary seal of ICAO 9303 part 13 (ISO 22376 shares its header), or the JSON one for non-constrained environments (VDS-NC). */
      readonly form: "binary" | "json"
      /** Issuing country as the seal names it, alpha-2, alpha-3 or an ICAO code; null where the header cannot be read. */
      readonly issuer: string | null
    }
  | { readonly kind: "unrecognised" }
export type IdentityBarcode = BarcodeContent & Pick<BarcodeReading, "place">

const mostBytes = 65_536

/** The alphabet of C40 (ISO/IEC 16022) that headers of seals use: three values in two bytes. */
const c40 = "   " + " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
const c40Text = (high: number, low: number): string => {
  const packed = high * 256 + low - 1
  return [Math.floor(packed / 1600), Math.floor((packed % 1600) / 40), packed % 40].map((value) => c40.charAt(value)).join("")
}

const binarySeal = (bytes: Uint8Array): BarcodeContent | null => {
  const [magic, version, high, low] = bytes
  if (magic !== 0xdc || (version !== 0x02 && version !== 0x03) || high === undefined || low === undefined) return null
  const issuer = c40Text(high, low).trim()
  return { kind: "visible_digital_seal", form: "binary", issuer: /^[A-Z]{1,3}$/u.test(issuer) ? issuer : null }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

const jsonSeal = (bytes: Uint8Array): BarcodeContent | null => {
  if (bytes[0] !== 0x7b) return null
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const header = member(member(parsed, "data"), "hdr")
    const type = member(header, "t")
    if (typeof type !== "string" || !/^icao\.[a-z0-9]{1,16}$/u.test(type) || member(parsed, "sig") === undefined) return null
    const issuer = member(header, "is")
    return {
      kind: "visible_digital_seal",
      form: "json",
      issuer: typeof issuer === "string" && /^[A-Z]{1,3}$/u.test(issuer) ? issuer : null
    }
  } catch {
    return null
  }
}

const contentOf = ({ bytes, format }: BarcodeReading): BarcodeContent => {
  if (bytes.length === 0 || bytes.length > mostBytes) return { kind: "unrecognised" }
  const card = format === "PDF417" ? readAamva(bytes) : null
  if (card !== null) return { kind: "aamva", card }
  return binarySeal(bytes) ?? jsonSeal(bytes) ?? { kind: "unrecognised" }
}

/** Recognises the payload of a symbol; never throws, whatever the bytes are. */
export const readBarcode = (barcode: BarcodeReading): IdentityBarcode => ({
  ...contentOf(barcode),
  ...(barcode.place === undefined ? {} : { place: barcode.place })
})
