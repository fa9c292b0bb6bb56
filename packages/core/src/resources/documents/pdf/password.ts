import { opensWithoutPassword } from "./empty-password.ts"
import { dictionaryAt, type PdfValue } from "./values.ts"

type Dictionary = ReadonlyMap<string, PdfValue>

/** Where the last cross-reference table begins stands at the end of the file (ISO 32000-1, 7.5.5). */
const tailBytes = 2_048
/** A trailer and an encryption dictionary are short; more than this of either is not read. */
const dictionaryBytes = 16_384
/** Objects of one number are looked at up to this many, from the end: the last one counts. */
const mostCandidates = 50

const textAt = (bytes: Buffer, from: number, length: number): string => bytes.toString("latin1", from, from + length)

/** The trailer that a reader starts with: of a table, behind its word, or of a stream, which is its dictionary. */
const trailerOf = (bytes: Buffer): Dictionary | undefined => {
  const tail = textAt(bytes, Math.max(0, bytes.length - tailBytes), tailBytes)
  const start = tail.lastIndexOf("startxref")
  const offset = /^startxref[\0\t\n\f\r ]{1,20}(\d{1,10})/u.exec(start < 0 ? "" : tail.slice(start, start + 50))?.[1]
  if (offset === undefined) return undefined
  // Offsets count from the header, which other bytes may precede.
  const header = Math.max(0, bytes.subarray(0, tailBytes).indexOf("%PDF-"))
  for (const at of new Set([Number(offset) + header, Number(offset)])) {
    const found = /^[\0\t\n\f\r ]{0,20}(xref|\d{1,10}[\0\t\n\f\r ]{1,20}\d{1,5}[\0\t\n\f\r ]{1,20}obj)/u.exec(textAt(bytes, at, 80))
    if (found === null) continue
    const word = found[1] === "xref" ? bytes.indexOf("trailer", at) : at
    if (word < 0) continue
    const begin = bytes.indexOf("<<", word)
    if (begin >= 0 && begin - word < 200) return dictionaryAt(textAt(bytes, begin, dictionaryBytes), 0)
  }
  return undefined
}

/** The dictionary that a member holds or refers to. Objects that matter here never lie in compressed streams. */
const dictionaryOf = (bytes: Buffer, value: PdfValue | undefined): Dictionary | undefined => {
  if (value?.type === "dictionary") return value.members
  const [, number, generation] = /^(\d+) (\d+) R$/u.exec(value?.type === "word" ? value.text : "") ?? []
  if (number === undefined || generation === undefined) return undefined
  const name = `${number} ${generation} obj`
  let at = bytes.length
  for (let tried = 0; tried < mostCandidates; tried += 1) {
    at = at <= 0 ? -1 : bytes.lastIndexOf(name, at - 1)
    if (at < 0) return undefined
    const before = bytes[at - 1] ?? 0x20
    const found = before >= 0x30 && before <= 0x39 ? undefined : dictionaryAt(textAt(bytes, at + name.length, dictionaryBytes), 0)
    if (found !== undefined) return found
  }
  return undefined
}

const wordOf = (of: Dictionary, name: string): string | undefined => {
  const value = of.get(name)
  return value?.type === "word" ? value.text : undefined
}
const numberOf = (of: Dictionary, name: string, otherwise: number): number => {
  const value = Number(wordOf(of, name) ?? otherwise)
  return Number.isSafeInteger(value) ? value : otherwise
}
const bytesOf = (value: PdfValue | undefined): Uint8Array => (value?.type === "string" ? value.bytes : new Uint8Array())

/** Revision 4 always has keys of 16 bytes, whatever its length says; before it, 5 to 16. */
const keyBytes = (revision: number, bits: number): number =>
  revision === 2 ? 5 : revision === 4 ? 16 : Math.min(16, Math.max(5, Math.floor(bits / 8)))

/**
 * Whether a PDF asks for a password before it shows anything. It says so only where the bytes do: a file whose trailer names an encryption that
 * an empty password does not open, or one for holders of certificates. What is damaged or unknown is left to the engine that reads the file.
 */
export const needsPassword = (file: Uint8Array): boolean => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const trailer = trailerOf(bytes)
  const encryption = trailer === undefined ? undefined : dictionaryOf(bytes, trailer.get("Encrypt"))
  if (trailer === undefined || encryption === undefined) return false
  const filter = wordOf(encryption, "Filter")
  if (filter !== "/Standard") return filter === "/Adobe.PubSec"
  const revision = numberOf(encryption, "R", 0)
  const id = trailer.get("ID")
  return (
    opensWithoutPassword({
      revision,
      key_bytes: keyBytes(revision, numberOf(encryption, "Length", 40)),
      owner: bytesOf(encryption.get("O")),
      user: bytesOf(encryption.get("U")),
      permissions: numberOf(encryption, "P", 0),
      encrypt_metadata: wordOf(encryption, "EncryptMetadata") !== "false",
      file_id: bytesOf(id?.type === "list" ? id.items[0] : undefined)
    }) === false
  )
}
