/** Bounds of a payload: PDF417 holds at most 1,850 text characters, and a card of today about 400 in 50 elements. */
export const aamvaLimits = { bytes: 8_192, value: 200, elements: 200, subfiles: 31 } as const

/** The header of a payload and the elements of its subfiles, first value of each element identifier. */
export interface AamvaFile {
  readonly issuer_number: string
  /** 0 to 99: version of the AAMVA DL/ID card design standard (1 is the one of 2000). */
  readonly version: number
  readonly jurisdiction_version: number | null
  /** DL for licences, ID for identification cards, EN for enhanced licences. */
  readonly card: "DL" | "ID" | "EN" | null
  readonly elements: ReadonlyMap<string, string>
  /** More was printed than the bounds let in, or a subfile ends before its length. */
  readonly incomplete: boolean
}

/** Text of the standard's character set (ISO 8859-1); what is well-formed UTF-8 is taken as such, as some issuers write it. */
const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")
  }
}

const isCard = (type: string): type is "DL" | "ID" | "EN" => type === "DL" || type === "ID" || type === "EN"

interface Designator {
  readonly type: string
  readonly offset: number
  readonly length: number
}

/** As many designators as are there: the count in the header is wrong on some cards. */
const designators = (text: string, start: number): ReadonlyArray<Designator> => {
  const found: Array<Designator> = []
  while (found.length < aamvaLimits.subfiles) {
    const match = /^([A-Z]{2})(\d{4})(\d{4})/u.exec(text.slice(start + found.length * 10, start + found.length * 10 + 10))
    if (match === null) break
    found.push({ type: match[1] ?? "", offset: Number(match[2]), length: Number(match[3]) })
  }
  return found
}

/** The subfile type stands before the first element only, where `DLD` or `IDD` cannot be an element of the standard's tables. */
const withoutSubfileType = (element: string): string => {
  const type = element.slice(0, 2)
  const next = element.slice(2, 5)
  return (isCard(type) || /^Z[A-Z]$/u.test(type)) && /^(?:D[A-D][A-Z]|Z[A-Z]{2})$/u.test(next) ? element.slice(2) : element
}

const collect = (body: string, into: Map<string, string>): boolean => {
  let whole = true
  for (const printed of body.split(/\p{Cc}/u)) {
    const element = withoutSubfileType(printed.replace(/^\s+/u, ""))
    if (!/^[DZ][A-Z]{2}/u.test(element)) continue
    const id = element.slice(0, 3)
    if (into.size >= aamvaLimits.elements) return false
    if (element.length - 3 > aamvaLimits.value) whole = false
    if (!into.has(id)) into.set(id, element.slice(3, 3 + aamvaLimits.value))
  }
  return whole
}

/** `@`, three separators, file type and numbers; issuers differ in the separators, and old ones write AAMVA for ANSI. */
const header = /^[\s\S]{0,12}?(?:ANSI ?|AAMVA ?)(\d{6})(\d{2})/u

/**
 * Reads the text of a PDF417 symbol of a North American card; null when its header is not that of the standard. Offsets and lengths of
 * subfiles are often wrong by a few characters on real cards, so elements are read from everything that follows the header.
 */
export const readAamvaFile = (bytes: Uint8Array): AamvaFile | null => {
  const text = textOf(bytes.subarray(0, aamvaLimits.bytes))
  const found = header.exec(text)
  const [opening, issuer_number, digits] = found ?? []
  if (opening === undefined || issuer_number === undefined || digits === undefined) return null
  const version = Number(digits)
  // Version 1 has no version of the jurisdiction: the number of subfiles follows at once.
  const numbers = /^\d{2,4}/u.exec(text.slice(opening.length))?.[0] ?? ""
  const start = opening.length + numbers.length
  const subfiles = designators(text, start)
  const elements = new Map<string, string>()
  const body = text.slice(start + subfiles.length * 10)
  const whole = collect(body, elements)
  const typed = subfiles.map(({ type }) => type).find(isCard) ?? null
  const leading = body.trimStart().slice(0, 2)
  return {
    issuer_number,
    version,
    jurisdiction_version: numbers.length === 4 ? Number(numbers.slice(0, 2)) : null,
    card: typed ?? (isCard(leading) ? leading : null),
    elements,
    incomplete: !whole || bytes.length > aamvaLimits.bytes || subfiles.some(({ length, offset }) => offset + length > text.length + 8)
  }
}
