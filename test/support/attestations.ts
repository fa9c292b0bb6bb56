import { createCipheriv, createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"
import { encodedLength } from "@vouchkit/core/verification/chip/asn1/definite-lengths"

/** Attestations as the platforms make them, under keys of the test's own: each part can be given another value. */

const sha256 = (...parts: ReadonlyArray<Uint8Array | string>): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest()

export const curveKey = (namedCurve = "P-256") => generateKeyPairSync("ec", { namedCurve })

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const value = Buffer.concat(parts)
  return Buffer.concat([Uint8Array.of(tag), encodedLength(value.length), value])
}
const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"))
const truth = der(0x01, Uint8Array.of(0xff))
const nameOf = (text: string) => sequence(der(0x31, sequence(identifier("550403"), der(0x0c, Buffer.from(text)))))
const timeOf = (instant: string) => der(0x18, Buffer.from(`${instant.replace(/[-:T]/g, "").slice(0, 14)}Z`))
const extension = (hex: string, value: Uint8Array, critical = false) =>
  sequence(identifier(hex), ...(critical ? [truth] : []), der(0x04, value))
/** How a key signs: the curve decides the hash. */
const signatureOf = (key: KeyObject) =>
  key.asymmetricKeyDetails?.namedCurve === "secp384r1"
    ? { name: "sha384", algorithm: sequence(identifier("2a8648ce3d040303")) }
    : { name: "sha256", algorithm: sequence(identifier("2a8648ce3d040302")) }

export const validity = { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" } as const

export interface CertificateParts {
  readonly subject: string
  readonly issuer: string
  readonly key: KeyObject
  readonly signed_by: KeyObject
  readonly authority: boolean
  /** Bits of the key usage; signing of certificates or of data unless they say otherwise. */
  readonly usage?: number
  readonly from?: string
  readonly to?: string
  /** The content of the extension that repeats what was attested. */
  readonly nonce?: Uint8Array
  readonly more?: ReadonlyArray<Uint8Array>
}

/** An extension that is critical, and that no one knows. */
export const unknownExtension = extension("2a0304050607", Buffer.from("0500", "hex"), true)

/** One that may be passed over, and is long. */
export const longExtension = extension("2a0304050607", new Uint8Array(8_192))

export const aCertificate = ({
  authority,
  from,
  issuer,
  key,
  more = [],
  nonce,
  signed_by,
  subject,
  to,
  usage
}: CertificateParts): Buffer => {
  const extensions = sequence(
    extension("551d13", sequence(...(authority ? [truth] : [])), true),
    extension("551d0f", der(0x03, Uint8Array.of(0, usage ?? (authority ? 0x04 : 0x80))), true),
    ...(nonce === undefined ? [] : [extension("2a864886f763640802", sequence(der(0xa1, der(0x04, nonce))))]),
    ...more
  )
  const { algorithm, name } = signatureOf(signed_by)
  const signed = sequence(
    der(0xa0, der(0x02, Uint8Array.of(2))),
    der(0x02, Uint8Array.of(7)),
    algorithm,
    nameOf(issuer),
    sequence(timeOf(from ?? validity.from), timeOf(to ?? validity.to)),
    nameOf(subject),
    key.export({ format: "der", type: "spki" }),
    der(0xa3, extensions)
  )
  return sequence(signed, algorithm, der(0x03, Uint8Array.of(0), sign(name, signed, signed_by)))
}

export const pemOf = (certificate: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`

/** A root and an authority below it, on the curve that the platform uses. */
export const aPublicKeyInfrastructure = () => {
  const [root, authority] = [curveKey("P-384"), curveKey("P-384")]
  const rootParts = { subject: "Root", issuer: "Root", key: root.publicKey, signed_by: root.privateKey, authority: true }
  const authorityParts = { subject: "Authority", issuer: "Root", key: authority.publicKey, signed_by: root.privateKey, authority: true }
  return { root, authority, rootParts, authorityParts, root_pem: pemOf(aCertificate(rootParts)) }
}
export type PublicKeyInfrastructure = ReturnType<typeof aPublicKeyInfrastructure>

type Plain = number | string | Uint8Array | boolean | null | ReadonlyArray<Plain> | { readonly [key: string]: Plain }

const head = (kind: number, argument: number): Buffer => {
  if (argument < 24) return Buffer.from([(kind << 5) | argument])
  const bytes = argument < 0x100 ? 1 : argument < 0x10000 ? 2 : argument < 0x100000000 ? 4 : 8
  const written = Buffer.alloc(bytes)
  if (bytes === 8) written.writeBigUInt64BE(BigInt(argument))
  else written.writeUIntBE(argument, 0, bytes)
  return Buffer.concat([Buffer.from([(kind << 5) | (24 + Math.log2(bytes))]), written])
}

/** CBOR with lengths in their shortest form. */
export const cborOf = (value: Plain): Buffer => {
  if (value === null || typeof value === "boolean") return head(7, value === null ? 22 : value ? 21 : 20)
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cborOf)])
  const members = Object.entries(value)
  return Buffer.concat([head(5, members.length), ...members.flatMap(([key, one]) => [cborOf(key), cborOf(one)])])
}

/** The point of a key, uncompressed: what its DER ends with. */
const pointOf = (key: KeyObject): Buffer =>
  key.export({ format: "der", type: "spki" }).subarray(key.asymmetricKeyDetails?.namedCurve === "secp384r1" ? -97 : -65)

export const appIds = ["A1B2C3D4E5.com.example.app"] as const

export interface AppAttestParts {
  readonly challenge: string
  readonly app_id?: string
  readonly counter?: number
  readonly environment?: string
  readonly flags?: number
  readonly format?: string
  readonly key_id?: Uint8Array
  /** What is claimed of the length of the identifier. */
  readonly key_id_bytes?: number
  /** What the certificate repeats in the place of what it should. */
  readonly nonce?: Uint8Array
  readonly without_nonce?: true
  readonly key?: ReturnType<typeof curveKey>
  readonly leaf?: Partial<CertificateParts>
  readonly authority?: Partial<CertificateParts>
  readonly chain?: (certificates: ReadonlyArray<Uint8Array>) => ReadonlyArray<Uint8Array>
}

/** An attestation object of App Attest, as bytes. */
export const appAttestObject = (pki: PublicKeyInfrastructure, parts: AppAttestParts): Buffer => {
  const key = parts.key ?? curveKey()
  const key_id = parts.key_id ?? sha256(pointOf(key.publicKey))
  const rest = Buffer.alloc(23)
  rest.writeUInt8(parts.flags ?? 0x40, 0)
  rest.writeUInt32BE(parts.counter ?? 0, 1)
  rest.write(parts.environment ?? "appattest", 5, "latin1")
  rest.writeUInt16BE(parts.key_id_bytes ?? key_id.length, 21)
  const authData = Buffer.concat([sha256(parts.app_id ?? appIds[0]), rest, key_id])
  const nonce = parts.nonce ?? sha256(authData, sha256(parts.challenge))
  const leaf = aCertificate({
    subject: "Key",
    issuer: "Authority",
    key: key.publicKey,
    signed_by: pki.authority.privateKey,
    authority: false,
    ...(parts.without_nonce ? {} : { nonce }),
    ...parts.leaf
  })
  const chain = [leaf, aCertificate({ ...pki.authorityParts, ...parts.authority })]
  return cborOf({
    fmt: parts.format ?? "apple-appattest",
    attStmt: { x5c: parts.chain?.(chain) ?? chain, receipt: randomBytes(300) },
    authData
  })
}

/** The keys that Google Play and an operator share. */
export const playKeys = () => ({ decryption_key: new Uint8Array(randomBytes(32)), signing: curveKey() })
export type PlayKeys = ReturnType<typeof playKeys>

const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** A compact JWS by ES256. */
export const signedToken = (payload: unknown, key: KeyObject, header: unknown = { alg: "ES256" }): string => {
  const signed = `${text(header)}.${text(payload)}`
  return `${signed}.${sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`
}

/** The key under another, by the runtime's own Web Cryptography. */
const wrappedKey = async (wrapping: Uint8Array, content: Uint8Array): Promise<Buffer> => {
  const key = await crypto.subtle.importKey("raw", new Uint8Array(wrapping), "AES-KW", false, ["wrapKey"])
  const inner = await crypto.subtle.importKey("raw", new Uint8Array(content), "AES-GCM", true, ["encrypt"])
  return Buffer.from(await crypto.subtle.wrapKey("raw", inner, key, "AES-KW"))
}

/** A compact JWE by A256KW and A256GCM. */
export const encryptedToken = async (
  content: string,
  key: Uint8Array,
  header: unknown = { alg: "A256KW", enc: "A256GCM" }
): Promise<string> => {
  const [inner, iv] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv("aes-256-gcm", inner, iv).setAAD(Buffer.from(text(header)))
  const bytes = Buffer.concat([cipher.update(content), cipher.final()])
  const parts = [await wrappedKey(key, inner), iv, bytes, cipher.getAuthTag()]
  return [text(header), ...parts.map((part) => part.toString("base64url"))].join(".")
}

export const packageName = "com.example.app"

/** What Google Play says of a good app on a good device. */
export const playPayload = (nonce: string, now: number, changed: { readonly [member: string]: object } = {}) => ({
  requestDetails: { requestPackageName: packageName, nonce, timestampMillis: String(now), ...changed.requestDetails },
  appIntegrity: {
    appRecognitionVerdict: "PLAY_RECOGNIZED",
    packageName,
    certificateSha256Digest: ["6a6a1474b5cbbb2b1aa57e0bc3"],
    versionCode: "42",
    ...changed.appIntegrity
  },
  deviceIntegrity: { deviceRecognitionVerdict: ["MEETS_DEVICE_INTEGRITY"], ...changed.deviceIntegrity },
  accountDetails: { appLicensingVerdict: "LICENSED" }
})

export const playToken = (payload: unknown, keys: PlayKeys) =>
  encryptedToken(signedToken(payload, keys.signing.privateKey), keys.decryption_key)
