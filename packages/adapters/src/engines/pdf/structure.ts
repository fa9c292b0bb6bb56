/** How a PDF file is built, read from its bytes alone. Every loop is bounded, because the bytes are anyone's. */
const maxMarkers = 200
const maxSignatures = 20
const dictionaryWindow = 2048

export interface PdfSignature {
  /** Offset and length of the two ranges that are signed. */
  readonly ranges: readonly [number, number, number, number]
  /** Kind of signature as the file names it, such as `ETSI.CAdES.detached`. */
  readonly kind: string
  readonly contents: Uint8Array
}

export interface PdfStructure {
  /** Length in bytes of the file at the end of each complete revision, oldest first; the last one is the whole file. */
  readonly revisionEnds: ReadonlyArray<number>
  readonly signatures: ReadonlyArray<PdfSignature>
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")

/** True when a cross-reference table or stream starts at an offset; an end-of-file mark that points elsewhere is not one. */
const startsReferences = (text: string, offset: number): boolean => {
  const at = text.slice(offset, offset + 64)
  if (/^\s{0,4}xref\b/.test(at)) return true
  return /^\s{0,4}\d{1,10}\s{1,4}\d{1,5}\s{1,4}obj\b/.test(at) && /\/XRef\b/.test(text.slice(offset, offset + dictionaryWindow))
}

/** Length that a linearized file gives itself; such a file carries two end marks although it was written in one go. */
const linearizedLength = (text: string): number => {
  const head = text.slice(0, dictionaryWindow)
  if (!/\/Linearized\b/.test(head)) return 0
  const length = Number(/\/L\s{1,4}(\d{1,10})\b/.exec(head)?.[1] ?? 0)
  return length <= text.length + 1 ? length : 0
}

const revisionEndsOf = (text: string): ReadonlyArray<number> => {
  const header = Math.max(0, text.slice(0, 1024).indexOf("%PDF-"))
  const base = linearizedLength(text)
  const ends = new Map<number, number>()
  for (const match of text.matchAll(/startxref\s{1,20}(\d{1,10})\s{1,20}%%EOF/g)) {
    const offset = Number(match[1])
    const end = match.index + match[0].length
    const inFirstPart = end < base - 32
    const valid = offset + header < end && (startsReferences(text, offset + header) || startsReferences(text, offset))
    // The same offset named twice is one revision that closes twice.
    if (valid && !inFirstPart && !ends.has(offset)) ends.set(offset, end)
    if (ends.size >= maxMarkers) break
  }
  const sorted = [...ends.values()].sort((a, b) => a - b)
  return [...sorted.slice(0, -1), text.length]
}

const signaturesOf = (text: string): ReadonlyArray<PdfSignature> => {
  const found: Array<PdfSignature> = []
  for (const match of text.matchAll(/\/ByteRange\s{0,10}\[\s{0,10}(\d{1,10})\s{1,10}(\d{1,10})\s{1,10}(\d{1,10})\s{1,10}(\d{1,10})/g)) {
    const [from, length, next, rest] = match.slice(1).map(Number)
    if (from === undefined || length === undefined || next === undefined || rest === undefined) continue
    if (from !== 0 || length > next || next + rest > text.length) continue
    const gap = text.slice(length, next)
    const hex = /<([0-9a-fA-F\s]*)>/.exec(gap.length > 4_000_000 ? "" : gap)?.[1]?.replace(/\s/g, "") ?? ""
    const contents = new Uint8Array(Buffer.from(hex, "hex"))
    // A field that was prepared and never signed holds nothing but zeros.
    if (!contents.some((byte) => byte !== 0)) continue
    const around = text.slice(Math.max(0, length - dictionaryWindow), length) + text.slice(next, next + dictionaryWindow)
    const kind = /\/SubFilter\s{0,10}\/([A-Za-z0-9.]{1,60})/.exec(around)?.[1] ?? ""
    found.push({ ranges: [from, length, next, rest], kind, contents })
    if (found.length >= maxSignatures) break
  }
  return found
}

/** Reads how a PDF is built: its revisions and its signatures. */
export const structureOf = (bytes: Uint8Array): PdfStructure => {
  const text = latin1(bytes)
  return { revisionEnds: revisionEndsOf(text), signatures: signaturesOf(text) }
}
