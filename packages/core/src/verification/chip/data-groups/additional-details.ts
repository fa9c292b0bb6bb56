import { memberOf, membersOf, type Tlv } from "../asn1/tlv.ts"
import { dateIn, fileOf, textIn } from "./files.ts"

/** Bounds of texts, in characters. */
export const additionalLimits = { text: 200, names: 10 } as const

/** A name as chips write it: primary identifier, two fillers, secondary identifier; null where there is no second part. */
interface ChipName {
  readonly primary: string
  readonly secondary: string | null
}

/** DG11, additional details of the person (ICAO 9303-10, 4.7.11); null for what the chip does not say. */
export interface PersonDetails {
  readonly full_name: ChipName | null
  readonly other_names: ReadonlyArray<ChipName>
  readonly personal_number: string | null
  /** ISO 8601. */
  readonly date_of_birth: string | null
  readonly place_of_birth: string | null
  readonly address: string | null
}

/** DG12, additional details of the document (ICAO 9303-10, 4.7.12). */
export interface DocumentDetails {
  readonly issuing_authority: string | null
  /** ISO 8601. */
  readonly date_of_issue: string | null
}

const spaced = (text: string): string => text.replaceAll("<", " ").replace(/\s+/g, " ").trim()

const nameOf = (value: Uint8Array): ChipName => {
  const [primary = "", secondary] = textIn(value, additionalLimits.text).split("<<")
  return { primary: spaced(primary), secondary: secondary === undefined || spaced(secondary) === "" ? null : spaced(secondary) }
}

/** Parts of a place or address are divided by fillers. */
const listed = (value: Uint8Array): string =>
  textIn(value, additionalLimits.text)
    .split("<")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(", ")

const reader = (file: Tlv) => {
  const read =
    <A>(of: (value: Uint8Array) => A) =>
    (tag: number): A | null => {
      const found = memberOf(file, tag)
      return found === null || found.value.length === 0 ? null : of(found.value)
    }
  return {
    text: read((value) => spaced(textIn(value, additionalLimits.text))),
    list: read(listed),
    name: read(nameOf),
    date: read(dateIn)
  }
}

/** Reads DG11. Throws `Malformed`. */
export const readDataGroup11 = (bytes: Uint8Array): PersonDetails => {
  const file = fileOf(bytes, 0x6b, "DG11")
  const { date, list, name, text } = reader(file)
  const others = memberOf(file, 0xa0)
  const names = others === null ? [] : membersOf(others, 50).filter(({ tag }) => tag === 0x5f0f)
  return {
    full_name: name(0x5f0e),
    other_names: names.slice(0, additionalLimits.names).map(({ value }) => nameOf(value)),
    personal_number: text(0x5f10),
    date_of_birth: date(0x5f2b),
    place_of_birth: list(0x5f11),
    address: list(0x5f42)
  }
}

/** Reads DG12. Throws `Malformed`. */
export const readDataGroup12 = (bytes: Uint8Array): DocumentDetails => {
  const { date, text } = reader(fileOf(bytes, 0x6c, "DG12"))
  return { issuing_authority: text(0x5f19), date_of_issue: date(0x5f26) }
}
