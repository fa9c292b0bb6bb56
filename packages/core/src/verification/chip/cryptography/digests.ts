import { createHash } from "node:crypto"
import type { AlgorithmIdentifier } from "../asn1/der.ts"

/** Hash functions that ICAO 9303-12 names, SHA-1 among them for the documents of the first years. */
const digestNames = ["sha1", "sha224", "sha256", "sha384", "sha512"] as const
export type DigestName = (typeof digestNames)[number]

const byOid: Readonly<Record<string, DigestName>> = {
  "1.3.14.3.2.26": "sha1",
  "2.16.840.1.101.3.4.2.4": "sha224",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512"
}

/** The hash function of an identifier, or null for one that documents do not use. */
export const digestOf = ({ oid }: AlgorithmIdentifier): DigestName | null => byOid[oid] ?? null

export const digestBytes: Readonly<Record<DigestName, number>> = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 }

export const digest = (name: DigestName, ...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const hash = createHash(name)
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}
