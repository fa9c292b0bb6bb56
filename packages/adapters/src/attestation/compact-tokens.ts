import { createDecipheriv, type KeyObject, timingSafeEqual, verify } from "node:crypto"

/** Bounds in characters and bytes. */
const longestHeader = 2_048
const longestPayload = 49_152
const wrappedKeyBytes = 40
const signatureBytes = 64

/** The parts of a compact token (RFC 7515, 7.1; RFC 7516, 7.1), decoded; null where they are not so many, or not base64url. */
const partsOf = (token: string, count: number): ReadonlyArray<Buffer> | null => {
  const texts = token.split(".", count + 1)
  const right = texts.length === count && texts.every((text) => /^[A-Za-z0-9_-]*$/.test(text) && text.length % 4 !== 1)
  return right ? texts.map((text) => Buffer.from(text, "base64url")) : null
}

/** The JSON object that these bytes are, or null. */
const jsonObject = (bytes: Uint8Array, most: number): Readonly<Record<string, unknown>> | null => {
  if (bytes.length > most) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
    return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : null
  } catch {
    return null
  }
}

/** Whether a header names these algorithms, and nothing that has to be understood besides (RFC 7515, 4.1.11; RFC 7516, 4.1.3). */
const names = (header: Uint8Array, algorithms: Readonly<Record<string, string>>): boolean => {
  const read = jsonObject(header, longestHeader)
  if (read === null || "crit" in read || "zip" in read) return false
  return Object.entries(algorithms).every(([name, value]) => read[name] === value)
}

/** The first register of the algorithm, and what it has to hold again at the end. */
const keyWrapStart = Buffer.alloc(8, 0xa6)

/**
 * The AES key that was wrapped under another of 256 bits (RFC 3394, 2.2.2); null where it was wrapped under another. Written out, since not
 * every OpenSSL under `node:crypto` has the algorithm as a cipher.
 */
export const unwrapKey = (key: Uint8Array, wrapped: Uint8Array): Buffer | null => {
  if (wrapped.length !== wrappedKeyBytes) return null
  const blocks = wrappedKeyBytes / 8 - 1
  const register = Buffer.from(wrapped.subarray(0, 8))
  const unwrapped = Buffer.from(wrapped.subarray(8))
  const cipher = createDecipheriv("aes-256-ecb", key, null).setAutoPadding(false)
  for (let step = 6 * blocks; step > 0; step -= 1) {
    const place = ((step - 1) % blocks) * 8
    // The count of steps is at most 24: it changes the last byte alone.
    register.writeUInt8(register.readUInt8(7) ^ step, 7)
    const block = cipher.update(Buffer.concat([register, unwrapped.subarray(place, place + 8)]))
    block.copy(register, 0, 0, 8)
    block.copy(unwrapped, place, 8, 16)
  }
  return timingSafeEqual(register, keyWrapStart) ? unwrapped : null
}

const decrypted = (
  key: Uint8Array,
  text: { readonly bytes: Buffer; readonly additional: string; readonly iv: Buffer; readonly tag: Buffer }
) => {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, text.iv, { authTagLength: 16 })
    decipher.setAAD(Buffer.from(text.additional, "ascii")).setAuthTag(text.tag)
    return Buffer.concat([decipher.update(text.bytes), decipher.final()])
  } catch {
    return null
  }
}

/** What came of opening an encrypted token: its content, or whether it is none, or one under another key. */
type Opened = Buffer | "malformed" | "not_for_this_key"

/** The content of a compact JWE by A256KW and A256GCM. */
export const openEncrypted = (token: string, key: Uint8Array): Opened => {
  const [header, wrapped, iv, bytes, tag] = partsOf(token, 5) ?? []
  if (header === undefined || wrapped === undefined || iv?.length !== 12 || bytes === undefined || tag?.length !== 16) return "malformed"
  if (!names(header, { alg: "A256KW", enc: "A256GCM" })) return "malformed"
  const content = unwrapKey(key, wrapped)
  if (content === null) return "not_for_this_key"
  return decrypted(content, { bytes, additional: token.slice(0, token.indexOf(".")), iv, tag }) ?? "not_for_this_key"
}

/** The content of a compact JWS by ES256; null where it is none, `false` where this key did not sign it. */
export const openSigned = (token: string, key: KeyObject): Readonly<Record<string, unknown>> | null | false => {
  const [header, payload, signature] = partsOf(token, 3) ?? []
  if (header === undefined || payload === undefined || signature === undefined || !names(header, { alg: "ES256" })) return null
  const signed = Buffer.from(token.slice(0, token.lastIndexOf(".")), "ascii")
  if (signature.length !== signatureBytes || !verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, signature)) return false
  return jsonObject(payload, longestPayload)
}
