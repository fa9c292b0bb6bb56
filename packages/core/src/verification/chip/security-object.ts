import { algorithmOf, elementsOf, fieldsOf, smallIntegerOf, tags } from "./asn1/der.ts"
import { type DigestName, digestBytes, digestOf } from "./cryptography/digests.ts"
import { Malformed } from "./asn1/malformed.ts"
import { readSignedData, type SignedData } from "./signed-data.ts"
import { readTlv } from "./asn1/tlv.ts"

/** LDSSecurityObject of EF.SOD (ICAO 9303-10, 4.6.2): which hash each data group must have. */
export interface SecurityObject {
  readonly version: 0 | 1
  /** Null: a hash function that documents do not use. */
  readonly digest: DigestName | null
  /** By number of the data group, 1 to 16. */
  readonly hashes: ReadonlyMap<number, Uint8Array>
  /** Of the logical data structure, such as `0107`; only version 1 says it. */
  readonly lds_version: string | null
  readonly signed_data: SignedData
}

/** The type that ICAO gave the object, and the one of the first issues, before ICAO had a number for it. */
const contentTypes = ["2.23.136.1.1.1", "1.2.528.1.1006.1.20.1"]

const hashesOf = (found: ReturnType<typeof readTlv>): ReadonlyMap<number, Uint8Array> => {
  const hashes = new Map<number, Uint8Array>()
  for (const entry of elementsOf(found, tags.sequence, "Hashes of data groups", 16)) {
    const fields = fieldsOf(entry, "A hash of a data group")
    const group = smallIntegerOf(fields.next())
    if (group < 1 || group > 16 || hashes.has(group)) throw new Malformed("A data group is listed twice or does not exist")
    hashes.set(group, fields.next(tags.octet_string).value)
  }
  return hashes
}

/** Reads EF.SOD, tag 77 around a SignedData, or the SignedData alone. Throws `Malformed`; no signature is judged here. */
export const readSecurityObject = (file: Uint8Array): SecurityObject => {
  const bytes = file[0] === 0x77 ? readTlv(file).value : file
  const signed_data = readSignedData(bytes)
  if (!contentTypes.includes(signed_data.content_type)) throw new Malformed("The signed content is no security object")
  if (signed_data.content === null || signed_data.signers.length === 0) throw new Malformed("The security object is empty or not signed")
  const fields = fieldsOf(readTlv(signed_data.content), "The security object")
  const version = smallIntegerOf(fields.next())
  if (version !== 0 && version !== 1) throw new Malformed("The security object has an unknown version")
  const name = digestOf(algorithmOf(fields.next()))
  const hashes = hashesOf(fields.next())
  if (name !== null && [...hashes.values()].some(({ length }) => length !== digestBytes[name])) {
    throw new Malformed("A hash of a data group has another length than its function gives")
  }
  const info = fields.optional(tags.sequence)
  const lds = info === null ? null : fieldsOf(info, "A version of the data structure").next().value
  return { version, digest: name, hashes, lds_version: lds === null ? null : String.fromCharCode(...lds.subarray(0, 8)), signed_data }
}
