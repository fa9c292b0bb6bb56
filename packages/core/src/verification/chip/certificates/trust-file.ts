import { type Certificate, certificateLimits, readCertificate } from "./certificates.ts"
import { Malformed, readable, readableOrNull } from "../asn1/malformed.ts"
import { type MasterListSignature, masterListLimits, readMasterList } from "./master-list.ts"
import { concat, fromBase64 } from "../asn1/octets.ts"
import { type RevocationList, readRevocationList, revocationLimits } from "./revocation-lists.ts"
import { readTlv, type Tlv } from "../asn1/tlv.ts"

/** One thing found in a file of trust material. */
type TrustFileContent =
  | { readonly kind: "certificate"; readonly certificate: Certificate }
  | { readonly kind: "crl"; readonly crl: RevocationList }
  /** Stands before the certificates of the list, so that an import can turn it down as a whole. */
  | ({ readonly kind: "master_list"; readonly certificates: number } & MasterListSignature)
  | { readonly kind: "refused"; readonly reason: string }

/** Content with its place: 1 for the first thing in the file. */
export type TrustFileEntry = TrustFileContent & { readonly position: number }

type TrustFileFormat = "der" | "pem" | "ldif"

/** Bounds of a file: everything but an LDIF is held whole. */
const trustFileLimits = {
  der_bytes: masterListLimits.bytes,
  pem_bytes: 64 << 20,
  value_bytes: masterListLimits.bytes,
  /** Characters that a folded line counts as at least: lines are some 76 long, and a value of empty ones would never end. */
  least_line: 32
} as const

/** The format by the first bytes: text of PEM or LDIF, and DER otherwise. ZIP archives are none of them and have to be unpacked first. */
const trustFileFormat = (head: Uint8Array): TrustFileFormat => {
  const text = String.fromCharCode(...head.subarray(0, headBytes))
  if (text.includes("-----BEGIN ")) return "pem"
  return /^(?:ï»¿)?\s*(?:#|dn::? |version: |[a-zA-Z]{2,40}(?:;binary)?::? )/.test(text) ? "ldif" : "der"
}

/** Bytes that tell the format. */
const headBytes = 4096

const longest = Math.max(certificateLimits.bytes, revocationLimits.bytes, masterListLimits.bytes)

function* contentOf(der: Uint8Array): Generator<TrustFileContent, void, void> {
  if (der.length > longest) return yield { kind: "refused", reason: "A value is too long" }
  const certificate = readable(() => readCertificate(der))
  if (!(certificate instanceof Malformed)) return yield { kind: "certificate", certificate }
  const crl = readableOrNull(() => readRevocationList(der))
  if (crl !== null) return yield { kind: "crl", crl }
  const list = readableOrNull(() => readMasterList(der))
  if (list === null) return yield { kind: "refused", reason: certificate.what }
  yield { kind: "master_list", signature: list.signature, signer: list.signer, anchored: list.anchored, certificates: list.certificates }
  for (const member of list.members()) {
    yield "certificate" in member ? { kind: "certificate", certificate: member.certificate } : { kind: "refused", reason: member.refused }
  }
}

/** Values of DER one after the other; after one that cannot be delimited nothing more can be found. */
function* valuesOfDer(bytes: Uint8Array): Generator<Uint8Array | Malformed, void, void> {
  // An indefinite length delimits itself only from inside: such a file holds one list.
  if (bytes[1] === 0x80) return yield bytes
  for (let at = 0; at < bytes.length; ) {
    const start = at
    const found: Tlv | Malformed = readable(() => readTlv(bytes, start))
    yield found instanceof Malformed ? found : found.bytes
    if (found instanceof Malformed) return
    at += found.bytes.length
  }
}

const beginning = "-----BEGIN "

/** One pass over the marks: searching for the end of each block again would read a file without ends as often as it has beginnings. */
function* valuesOfPem(bytes: Uint8Array): Generator<Uint8Array | Malformed, void, void> {
  const text = new TextDecoder("latin1").decode(bytes)
  const unended = new Malformed("A block of PEM is not base64, or has no end")
  let start: number | null = null
  for (const { 0: mark, index } of text.matchAll(/-----(?:BEGIN|END) /g)) {
    if (start !== null) {
      const block = mark === beginning ? "" : text.slice(start, index)
      const from = block.indexOf("\n")
      yield (from === -1 ? null : fromBase64(block.slice(from).replace(/[ \t]/g, ""), trustFileLimits.value_bytes)) ?? unended
    }
    start = mark === beginning ? index : null
  }
  if (start !== null) yield unended
}

function* numbered(values: Iterable<Uint8Array | Malformed>): Generator<TrustFileEntry, void, void> {
  let position = 0
  for (const value of values) {
    const contents: Iterable<TrustFileContent> = value instanceof Malformed ? [{ kind: "refused", reason: value.what }] : contentOf(value)
    for (const content of contents) {
      position += 1
      yield { ...content, position }
    }
  }
}

/** What a whole file of DER or PEM holds: certificates, revocation lists, and master lists with their certificates. */
export const readTrustBytes = (bytes: Uint8Array): Generator<TrustFileEntry, void, void> => {
  const pem = trustFileFormat(bytes) === "pem"
  if (bytes.length > (pem ? trustFileLimits.pem_bytes : trustFileLimits.der_bytes)) return numbered([new Malformed("The file is too long")])
  return numbered(pem ? valuesOfPem(bytes) : valuesOfDer(bytes))
}

/** Attributes of the directory that hold trust material (ICAO PKD, RFC 4523). */
const wanted = new Set(["pkdmasterlistcontent", "usercertificate", "cacertificate", "certificaterevocationlist"])

/** The bytes of one unfolded line of LDIF (RFC 2849); undefined for lines of other attributes. */
const valueOfLine = (parts: ReadonlyArray<string>): Uint8Array | Malformed | undefined => {
  const [first = ""] = parts
  const [, name = "", options = "", rest = ""] = /^([A-Za-z0-9.-]{1,64})((?:;[A-Za-z0-9-]{1,32}){0,4})::\s?(.*)$/.exec(first) ?? []
  if (!wanted.has(name.toLowerCase()) || (options !== "" && options.toLowerCase() !== ";binary")) return undefined
  return (
    fromBase64([rest.trim(), ...parts.slice(1)].join(""), trustFileLimits.value_bytes) ??
    new Malformed("A value of LDIF is not base64, or too long")
  )
}

/** The lines of a text that comes in pieces, those of each piece together; one beyond the bounds keeps its beginning alone. */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadonlyArray<string>, void, void> {
  const decoder = new TextDecoder("latin1")
  let pieces: Array<string> = []
  let held = 0
  for await (const chunk of chunks) {
    const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n")
    // Only the new text is searched for line ends: a long line would otherwise be searched again with every piece.
    held += first.length
    if (held <= trustFileLimits.value_bytes * 2) pieces.push(first)
    const rest = others.pop()
    if (rest === undefined) continue
    yield [pieces.join(""), ...others]
    pieces = [rest]
    held = rest.length
  }
  yield [pieces.join("")]
}

/** Lines as parts that a following blank folds together; a value beyond the bounds keeps its first parts alone. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadonlyArray<string>, void, void> {
  let parts: Array<string> = []
  let held = 0
  for await (const lines of wholeLines(chunks)) {
    for (const raw of lines) {
      const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw
      if (line.startsWith(" ") && parts.length > 0) {
        held += Math.max(line.length, trustFileLimits.least_line)
        if (held <= trustFileLimits.value_bytes * 2) parts.push(line.slice(1))
        continue
      }
      if (parts.length > 0) yield parts
      parts = [line]
      held = line.length
    }
  }
  if (parts.length > 0) yield parts
}

async function* readLdif(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TrustFileEntry, void, void> {
  let position = 0
  for await (const parts of linesOf(chunks)) {
    const value = valueOfLine(parts)
    if (value === undefined) continue
    for (const entry of numbered([value])) {
      position += 1
      yield { ...entry, position }
    }
  }
}

async function* readFrom(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<TrustFileEntry, void, void> {
  const all = (async function* () {
    if (head.length > 0) yield head
    yield* { [Symbol.asyncIterator]: () => rest }
  })()
  if (trustFileFormat(head) === "ldif") return yield* readLdif(all)
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const part of all) {
    length += part.length
    if (length > trustFileLimits.der_bytes) return yield { kind: "refused", reason: "The file is too long", position: 1 }
    parts.push(part)
  }
  yield* readTrustBytes(concat(...parts))
}

/**
 * Reads a file of trust material as it comes: a master list, certificates and revocation lists as DER or PEM, or an LDIF of the ICAO PKD.
 * Only an LDIF is streamed, since it alone grows without end; the others are collected within their bounds. A bad entry is reported in its
 * place and stops nothing.
 */
export async function* readTrustFile(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TrustFileEntry, void, void> {
  const iterator = chunks[Symbol.asyncIterator]()
  try {
    let head: Uint8Array = new Uint8Array(0)
    while (head.length < headBytes) {
      const next = await iterator.next()
      if (next.done === true) break
      head = concat(head, next.value)
    }
    yield* readFrom(head, iterator)
  } finally {
    await iterator.return?.()
  }
}
