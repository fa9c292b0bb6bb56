import { createHash } from "node:crypto"
import { appendRevision, nextObject, rootObject } from "@vouchkit/worker/commands/demo/incremental-update"

/** The body of the newest version of an object of a file; throws when the file has no such object. */
export const objectBody = (pdf: Uint8Array, number: number): string => {
  const versions = Buffer.from(pdf)
    .toString("latin1")
    .matchAll(new RegExp(`(?:^|\\n)${number} 0 obj\\s([\\s\\S]*?)\\sendobj`, "g"))
  const body = [...versions].at(-1)?.[1]
  if (body === undefined) throw new Error(`the file has no object ${number}`)
  return body
}

/** Signatures put on by hand, in revisions of their own. */
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")
const toBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"))

const reserved = 2048
const rangePlaceholder = "/ByteRange [0 0000000000 0000000000 0000000000]"

/** The part of a CMS signature that tells what was signed: the message-digest attribute. */
const signatureContents = (digest: Buffer): string =>
  Buffer.concat([Buffer.from("3081", "hex"), Buffer.from("06092a864886f70d0109043122", "hex"), Buffer.from([0x04, digest.length]), digest])
    .toString("hex")
    .padEnd(reserved, "0")

/** Signs a file in a further revision. The signature says what it covers; it comes from no certificate, which no one asks here. */
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
