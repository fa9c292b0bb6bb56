import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

/** What a specimen chip is made of. */
interface SpecimenChipDetails {
  /** Lines of the machine readable zone: TD1, TD2 or TD3. */
  readonly mrz: ReadonlyArray<string>
  /** JPEG or JPEG 2000. */
  readonly portrait: Uint8Array
  /** countryName of the certificates, such as UT for the specimens of ICAO 9303. */
  readonly country: string
  readonly algorithm: "ecdsa_p256" | "rsa_2048"
  readonly now: Date
}

/** A chip and the certificate that vouches for it, both made on the spot: it proves nothing of anybody. */
export interface SpecimenChip {
  /** Self-signed certificate of the CSCA, DER: to be imported as trust material. */
  readonly csca: Uint8Array
  /** Certificate of the document signer, DER. */
  readonly document_signer: Uint8Array
  readonly sod: Uint8Array
  readonly data_groups: { readonly dg1: Uint8Array; readonly dg2: Uint8Array; readonly dg14: Uint8Array; readonly dg15: Uint8Array }
  /** The chip's answer to a challenge of active authentication (ICAO 9303-11, 6.1): plain ECDSA on P-256 with SHA-256. */
  readonly answer: (challenge: Uint8Array) => Uint8Array
}

const bytesOf = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat(parts))
const hex = (digits: string): Uint8Array => new Uint8Array(Buffer.from(digits, "hex"))

const lengthOf = (length: number): Uint8Array => {
  if (length < 0x80) return Uint8Array.of(length)
  const digits = length.toString(16)
  const octets = hex(digits.length % 2 === 0 ? digits : `0${digits}`)
  return bytesOf(Uint8Array.of(0x80 + octets.length), octets)
}

/** A data object; the tag in hexadecimal digits. */
const object = (tag: string, ...values: ReadonlyArray<Uint8Array>): Uint8Array => {
  const value = bytesOf(...values)
  return bytesOf(hex(tag), lengthOf(value.length), value)
}
const sequence = (...members: ReadonlyArray<Uint8Array>) => object("30", ...members)
const setOf = (...members: ReadonlyArray<Uint8Array>) => object("31", ...members)
const octets = (value: Uint8Array) => object("04", value)
const bits = (value: Uint8Array) => object("03", Uint8Array.of(0), value)
const text = (value: string) => object("13", new TextEncoder().encode(value))

/** An unsigned INTEGER. */
const integer = (value: Uint8Array): Uint8Array => object("02", (value[0] ?? 0) >= 0x80 ? bytesOf(Uint8Array.of(0), value) : value)
const small = (value: number) => integer(Uint8Array.of(value))

/** Content of an OBJECT IDENTIFIER in hexadecimal digits, each with the name that its standard gives it. */
const identifiers = {
  commonName: "550403",
  countryName: "550406",
  subjectKeyIdentifier: "551d0e",
  keyUsage: "551d0f",
  basicConstraints: "551d13",
  authorityKeyIdentifier: "551d23",
  "id-sha256": "608648016503040201",
  "ecdsa-with-SHA256": "2a8648ce3d040302",
  sha256WithRSAEncryption: "2a864886f70d01010b",
  "id-signedData": "2a864886f70d010702",
  "id-contentType": "2a864886f70d010903",
  "id-messageDigest": "2a864886f70d010904",
  "id-signingTime": "2a864886f70d010905",
  "id-icao-mrtd-security-ldsSecurityObject": "678108010101",
  "id-icao-mrtd-security-aaProtocolObject": "678108010105",
  "ecdsa-plain-SHA256": "04007f00070101040103"
} as const
type Identifier = keyof typeof identifiers
const oid = (name: Identifier): Uint8Array => object("06", hex(identifiers[name]))

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("sha256").update(bytes).digest())
const digestAlgorithm = sequence(oid("id-sha256"))
const utcTime = (at: Date): Uint8Array => object("17", new TextEncoder().encode(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`))

interface Signer {
  readonly name: Uint8Array
  readonly algorithm: Uint8Array
  readonly publicKey: Uint8Array
  readonly keyId: Uint8Array
  readonly sign: (message: Uint8Array) => Uint8Array
}

const spkiOf = (key: KeyObject): Uint8Array => new Uint8Array(key.export({ format: "der", type: "spki" }))

const distinguishedName = (country: string, commonName: string): Uint8Array =>
  sequence(setOf(sequence(oid("countryName"), text(country))), setOf(sequence(oid("commonName"), text(commonName))))

const newSigner = ({ algorithm, country }: SpecimenChipDetails, commonName: string): Signer => {
  const pair =
    algorithm === "ecdsa_p256" ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("rsa", { modulusLength: 2048 })
  const publicKey = spkiOf(pair.publicKey)
  return {
    name: distinguishedName(country, commonName),
    algorithm: algorithm === "ecdsa_p256" ? sequence(oid("ecdsa-with-SHA256")) : sequence(oid("sha256WithRSAEncryption"), hex("0500")),
    publicKey,
    keyId: new Uint8Array(createHash("sha1").update(publicKey).digest()),
    sign: (message) => new Uint8Array(sign("sha256", message, pair.privateKey))
  }
}

const year = 365 * 86_400_000
const extension = (name: Identifier, critical: boolean, value: Uint8Array): Uint8Array =>
  sequence(oid(name), ...(critical ? [hex("0101ff")] : []), octets(value))

const certificate = (subject: Signer, issuer: Signer, serial: Uint8Array, { now }: SpecimenChipDetails): Uint8Array => {
  const authority = subject === issuer
  const usage = authority ? hex("03020106") : hex("03020780")
  const extensions = [
    extension("keyUsage", true, usage),
    ...(authority ? [extension("basicConstraints", true, sequence(hex("0101ff"), small(0)))] : []),
    extension("subjectKeyIdentifier", false, octets(subject.keyId)),
    extension("authorityKeyIdentifier", false, sequence(object("80", issuer.keyId)))
  ]
  const validity = sequence(utcTime(new Date(now.getTime() - year)), utcTime(new Date(now.getTime() + 12 * year)))
  const tbs = sequence(
    object("a0", small(2)),
    integer(serial),
    issuer.algorithm,
    issuer.name,
    validity,
    subject.name,
    subject.publicKey,
    object("a3", sequence(...extensions))
  )
  return sequence(tbs, issuer.algorithm, bits(issuer.sign(tbs)))
}

const attribute = (name: Identifier, value: Uint8Array): Uint8Array => sequence(oid(name), setOf(value))

/** EF.SOD (ICAO 9303-10, 4.6.2) over the data groups given by number. */
const securityObject = (
  groups: ReadonlyArray<readonly [number: number, file: Uint8Array]>,
  signer: Signer,
  { der, issuer, serial }: { readonly der: Uint8Array; readonly issuer: Signer; readonly serial: Uint8Array },
  now: Date
): Uint8Array => {
  const hashes = groups.map(([number, file]) => sequence(small(number), octets(sha256(file))))
  const content = sequence(small(0), digestAlgorithm, sequence(...hashes))
  const type = "id-icao-mrtd-security-ldsSecurityObject"
  const attributes = bytesOf(
    attribute("id-contentType", oid(type)),
    attribute("id-signingTime", utcTime(now)),
    attribute("id-messageDigest", octets(sha256(content)))
  )
  const info = sequence(
    small(1),
    sequence(issuer.name, integer(serial)),
    digestAlgorithm,
    object("a0", attributes),
    signer.algorithm,
    octets(signer.sign(setOf(attributes)))
  )
  const encapsulated = sequence(oid(type), object("a0", octets(content)))
  const signedData = sequence(small(3), setOf(digestAlgorithm), encapsulated, object("a0", der), setOf(info))
  return object("77", sequence(oid("id-signedData"), object("a0", signedData)))
}

const number = (value: number, length: number): Uint8Array => hex(value.toString(16).padStart(length * 2, "0"))

/** A portrait in a facial record (ISO/IEC 19794-5) in a biometric template (ICAO 9303-10, 4.7.2). */
const facialFile = (portrait: Uint8Array): Uint8Array => {
  const jpeg = portrait[0] === 0xff && portrait[1] === 0xd8
  const picture = bytesOf(Uint8Array.of(1, jpeg ? 0 : 1), number(413, 2), number(531, 2), new Uint8Array(6), portrait)
  const image = bytesOf(number(20 + picture.length, 4), new Uint8Array(16), picture)
  const record = bytesOf(new TextEncoder().encode("FAC\u0000010\u0000"), number(14 + image.length, 4), number(1, 2), image)
  return object("75", object("7f61", small(1), object("7f60", object("a1", object("81", Uint8Array.of(2))), object("5f2e", record))))
}

/** Makes a chip with a CSCA, a document signer and an active authentication key of its own, for demonstrations. */
export const makeSpecimenChip = (details: SpecimenChipDetails): SpecimenChip => {
  const csca = newSigner(details, "Specimen CSCA")
  const signer = newSigner(details, "Specimen Document Signer")
  const chip = generateKeyPairSync("ec", { namedCurve: "P-256" })
  // The first bit is clear and the byte is not zero, as DER wants it of a positive number.
  const serial = bytesOf(Uint8Array.of(0x51), randomBytes(15))
  const dg1 = object("61", object("5f1f", new TextEncoder().encode(details.mrz.join(""))))
  const dg2 = facialFile(details.portrait)
  const dg14 = object("6e", setOf(sequence(oid("id-icao-mrtd-security-aaProtocolObject"), small(1), oid("ecdsa-plain-SHA256"))))
  const dg15 = object("6f", spkiOf(chip.publicKey))
  const document_signer = certificate(signer, csca, serial, details)
  const groups = [
    [1, dg1],
    [2, dg2],
    [14, dg14],
    [15, dg15]
  ] as const
  return {
    csca: certificate(csca, csca, Uint8Array.of(1), details),
    document_signer,
    sod: securityObject(groups, signer, { der: document_signer, issuer: csca, serial }, details.now),
    data_groups: { dg1, dg2, dg14, dg15 },
    answer: (challenge) => new Uint8Array(sign("sha256", challenge, { key: chip.privateKey, dsaEncoding: "ieee-p1363" }))
  }
}
