import { type Certificate, certificateLimits, readCertificate } from "./certificates.ts"
import { elementsOf, fieldsOf, smallIntegerOf, tags } from "../asn1/der.ts"
import { Malformed, readable } from "../asn1/malformed.ts"
import type { SignatureJudgement } from "../cryptography/signatures.ts"
import { certificateOfSigner, judgeSigner, readSignedData, type SignedData } from "../signed-data.ts"
import { readTlv } from "../asn1/tlv.ts"
import { trustPathOf } from "./chain.ts"
import { indexTrust } from "./trust-index.ts"

/** Bounds of one list; those of issuing states hold 400 to 600 certificates today. */
export const masterListLimits = { bytes: 64 << 20, certificates: 10_000 } as const

const masterListType = "2.23.136.1.1.2"

/** Who signed a list, and whether the list itself vouches for the signer. */
export interface MasterListSignature {
  readonly signature: SignatureJudgement | "unsigned"
  /** Name and country of the signer; null where its certificate is not in the file. */
  readonly signer: { readonly subject: string; readonly country: string | null } | null
  /** The signer's chain leads to a self-signed CSCA certificate of the list. A list cannot prove itself: the operator chose it. */
  readonly anchored: boolean
}

/** A certificate of a list by its place, 1 for the first; or why it cannot be read. */
type MasterListMember =
  | { readonly position: number; readonly certificate: Certificate }
  | { readonly position: number; readonly refused: string }

interface MasterList extends MasterListSignature {
  readonly certificates: number
  /** Read one by one as they are asked for; a bad member is an answer like another. */
  readonly members: () => Generator<MasterListMember, void, void>
}

/**
 * CscaMasterList (ICAO 9303-12, 9.2): version and SET OF Certificate. A bundle of certificates without content stands for a list that
 * no one signed.
 */
const certificatesIn = (signed: SignedData): ReadonlyArray<Uint8Array> => {
  if (signed.content === null && signed.certificates.length > 0) return signed.certificates.map(({ der }) => der)
  if (signed.content_type !== masterListType || signed.content === null) throw new Malformed("The signed content is no master list")
  const fields = fieldsOf(readTlv(signed.content), "A master list")
  smallIntegerOf(fields.next(tags.integer))
  return elementsOf(fields.next(), tags.set, "Certificates of a master list", masterListLimits.certificates).map(({ bytes }) => bytes)
}

function* membersOf(certificates: ReadonlyArray<Uint8Array>): Generator<MasterListMember, void, void> {
  for (const [index, der] of certificates.entries()) {
    const read = der.length > certificateLimits.bytes ? new Malformed("A certificate is too long") : readable(() => readCertificate(der))
    const position = index + 1
    yield read instanceof Malformed ? { position, refused: read.what } : { position, certificate: read }
  }
}

const signatureOf = (signed: SignedData, members: ReadonlyArray<Uint8Array>): MasterListSignature => {
  const [info] = signed.signers
  if (info === undefined) return { signature: "unsigned", signer: null, anchored: false }
  const certificate = certificateOfSigner(info.signer, signed.certificates)
  if (certificate === null) return { signature: "unsupported", signer: null, anchored: false }
  const signature = judgeSigner(signed, info, certificate)
  const carried = [...members, ...signed.certificates.map(({ der }) => der)]
  const path = signature === "valid" ? trustPathOf(certificate, indexTrust({ certificates: carried, crls: [] }), []) : null
  const anchor = path?.kind === "trusted" ? path.path.at(-1) : undefined
  const anchored = anchor !== undefined && members.some((der) => Buffer.compare(der, anchor.der) === 0)
  return { signature, signer: { subject: certificate.subject.text, country: certificate.subject.country }, anchored }
}

/** Reads a master list of ICAO (CMS, ICAO 9303-12, 9) and judges its signature. Throws `Malformed` where the file is none. */
export const readMasterList = (file: Uint8Array): MasterList => {
  if (file.length > masterListLimits.bytes) throw new Malformed("A master list is too long")
  const signed = readSignedData(file)
  const certificates = certificatesIn(signed)
  return { ...signatureOf(signed, certificates), certificates: certificates.length, members: () => membersOf(certificates) }
}
