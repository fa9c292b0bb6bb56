import { createHash } from "node:crypto"
import type { Certificate } from "./certificates.ts"
import { readableOrNull } from "../asn1/malformed.ts"
import { fromBase64 } from "../asn1/octets.ts"
import { readSecurityObject } from "../security-object.ts"
import { certificateOfSigner, type SignerIdentifier } from "../signed-data.ts"

/** One key for each way to name a signer, SHA-256 in hexadecimal digits: names of issuers may be long, and are a stranger's text. */
const keyOf = (signer: SignerIdentifier): string => {
  const named = signer.by === "subject_key_id" ? ["key", signer.subject_key_id] : ["serial", signer.issuer, signer.serial]
  return createHash("sha256").update(JSON.stringify(named)).digest("hex")
}

/** The keys that a certificate may be asked for by: its issuer with its serial number, and the identifier of its key where it has one. */
export const signerKeysOf = ({
  extensions,
  issuer,
  serial
}: Pick<Certificate, "extensions" | "issuer" | "serial">): ReadonlyArray<string> => [
  keyOf({ by: "issuer_and_serial", issuer: issuer.key, serial }),
  ...(extensions.subject_key_id === null ? [] : [keyOf({ by: "subject_key_id", subject_key_id: extensions.subject_key_id })])
]

/**
 * The keys of those who signed a security object without leaving their certificate in it (ICAO 9303-12, 4: the certificate may stand in
 * the directory alone). `sod` is EF.SOD in base64, of at most `mostBytes`. Empty for an object that brings them, or that cannot be read.
 */
export const absentSignersOf = (sod: string, mostBytes: number): ReadonlyArray<string> => {
  const file = fromBase64(sod, mostBytes)
  const signed = file === null ? null : readableOrNull(() => readSecurityObject(file))
  if (signed === null) return []
  const { certificates, signers } = signed.signed_data
  return signers.filter(({ signer }) => certificateOfSigner(signer, certificates) === null).map(({ signer }) => keyOf(signer))
}
