import { createHash } from "node:crypto"
import { deflateSync, inflateSync } from "node:zlib"

/** Hand-made incremental updates: the way forgers, form fillers and signers change a PDF without rewriting it. */
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")
const toBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"))

const lastMatch = (text: string, pattern: RegExp): string => {
  const found = [...text.matchAll(pattern)].at(-1)?.[1]
  if (found === undefined) throw new Error(`the file lacks ${pattern.source}`)
  return found
}

export interface NewObject {
  readonly number: number
  /** Everything between `obj` and `endobj`, in Latin-1. */
  readonly body: string
}

/** Objects that the file has room for: the number after its highest. */
export const nextObject = (pdf: Uint8Array): number => Number(lastMatch(latin1(pdf), /\/Size (\d+)/g))

/** The body of the newest version of an object. */
export const objectBody = (pdf: Uint8Array, number: number): string =>
  lastMatch(latin1(pdf), new RegExp(`(?:^|\\n)${number} 0 obj\\s([\\s\\S]*?)\\sendobj`, "g"))

export const rootObject = (pdf: Uint8Array): number => Number(lastMatch(latin1(pdf), /\/Root (\d+) 0 R/g))

/** Appends a revision: the new objects, a cross-reference section for them and a trailer that points back. */
export const appendRevision = (pdf: Uint8Array, objects: ReadonlyArray<NewObject>): Uint8Array => {
  const before = latin1(pdf)
  const previous = lastMatch(before, /startxref\s+(\d+)/g)
  let text = before.endsWith("\n") ? before : `${before}\n`
  let section = "xref\n0 1\n0000000000 65535 f \n"
  for (const { body, number } of objects) {
    section += `${number} 1\n${String(text.length).padStart(10, "0")} 00000 n \n`
    text += `${number} 0 obj\n${body}\nendobj\n`
  }
  const size = Math.max(nextObject(pdf), ...objects.map(({ number }) => number + 1))
  const info = /\/Info \d+ 0 R/.exec(before)?.[0] ?? ""
  const trailer = `trailer\n<< /Size ${size} /Root ${rootObject(pdf)} 0 R ${info} /Prev ${previous} >>`
  return toBytes(`${text}${section}${trailer}\nstartxref\n${text.length}\n%%EOF\n`)
}

const hexOf = (text: string): string => Buffer.from(text, "latin1").toString("hex").toUpperCase()

/** Replaces a text of a page as an editor does that saves incrementally: the old page stays in the file, a new one is put on top. */
export const forgedByUpdate = (pdf: Uint8Array, from: string, to: string): Uint8Array => {
  const text = latin1(pdf)
  for (const match of text.matchAll(/(\d+) 0 obj\s<<[^>]*\/FlateDecode[^>]*>>\s+stream\r?\n/g)) {
    const start = match.index + match[0].length
    const content = inflateSync(pdf.subarray(start, text.indexOf("endstream", start))).toString("latin1")
    if (!content.includes(hexOf(from))) continue
    const changed = deflateSync(Buffer.from(content.replaceAll(hexOf(from), hexOf(to)), "latin1"))
    const body = `<< /Filter /FlateDecode /Length ${changed.length} >>\nstream\n${changed.toString("latin1")}\nendstream`
    return appendRevision(pdf, [{ number: Number(match[1]), body }])
  }
  throw new Error("the text is not in the file")
}

const reserved = 2048
const rangePlaceholder = "/ByteRange [0 0000000000 0000000000 0000000000]"

/** The part of a CMS signature that tells what was signed: the message-digest attribute. */
const signatureContents = (digest: Buffer): string =>
  Buffer.concat([Buffer.from("3081", "hex"), Buffer.from("06092a864886f70d0109043122", "hex"), Buffer.from([0x04, digest.length]), digest])
    .toString("hex")
    .padEnd(reserved, "0")

/** Signs a file in a further revision. The signature says what it covers; it comes from no certificate, which nobody asks here. */
export const signed = (pdf: Uint8Array, kind = "ETSI.CAdES.detached"): Uint8Array => {
  const first = nextObject(pdf)
  const root = rootObject(pdf)
  const catalog = objectBody(pdf, root).replace(/>>\s*$/, `/AcroForm << /Fields [${first} 0 R] /SigFlags 3 >> >>`)
  const value = `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${kind} ${rangePlaceholder} /Contents <${"0".repeat(reserved)}> >>`
  const prepared = latin1(
    appendRevision(pdf, [
      { number: root, body: catalog },
      { number: first, body: `<< /FT /Sig /T (Signature1) /V ${first + 1} 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] >>` },
      { number: first + 1, body: value }
    ])
  )
  const open = prepared.lastIndexOf("/Contents <") + "/Contents ".length
  const close = open + reserved + 2
  const numbers = [open, close, prepared.length - close].map((number) => String(number).padStart(10, "0")).join(" ")
  const ranged = prepared.replace(rangePlaceholder, `/ByteRange [0 ${numbers}]`)
  const digest = createHash("sha256")
    .update(toBytes(ranged.slice(0, open)))
    .update(toBytes(ranged.slice(close)))
    .digest()
  return toBytes(`${ranged.slice(0, open)}<${signatureContents(digest)}>${ranged.slice(close)}`)
}

/** Adds validation data after signing, as long-term archives do; nothing that a reader sees changes. */
export const withValidationData = (pdf: Uint8Array): Uint8Array => {
  const root = rootObject(pdf)
  const first = nextObject(pdf)
  const catalog = objectBody(pdf, root).replace(/>>\s*$/, `/DSS ${first} 0 R >>`)
  return appendRevision(pdf, [
    { number: root, body: catalog },
    { number: first, body: "<< /Type /DSS /Certs [] >>" }
  ])
}
