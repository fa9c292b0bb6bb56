import { createCipheriv, createDecipheriv, createHash } from "node:crypto"

/** What a file says of its encryption (ISO 32000-2, 7.6), as far as the standard handler uses it. */
export interface Encryption {
  readonly revision: number
  /** Bytes of the key. */
  readonly length: number
  readonly owner: Uint8Array
  readonly user: Uint8Array
  readonly userKey: Uint8Array
  readonly permissions: number
  readonly metadata: boolean
  readonly method: "rc4" | "aes128" | "aes256" | "none"
  readonly id: Uint8Array
}

const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex")

const md5 = (...parts: ReadonlyArray<Uint8Array>): Buffer => createHash("md5").update(Buffer.concat(parts)).digest()

const rc4 = (key: Uint8Array, data: Uint8Array): Uint8Array => {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (a: number, b: number) => {
    const held = state[a] ?? 0
    state[a] = state[b] ?? 0
    state[b] = held
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  const out = new Uint8Array(data.length)
  for (let at = 0, i = 0, j = 0; at < data.length; at++) {
    i = (i + 1) & 255
    j = (j + (state[i] ?? 0)) & 255
    swap(i, j)
    out[at] = (data[at] ?? 0) ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
  }
  return out
}

const cbc = (key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array => {
  const whole = data.subarray(0, data.length - (data.length % 16))
  const decipher = createDecipheriv(key.length === 32 ? "aes-256-cbc" : "aes-128-cbc", key, iv).setAutoPadding(false)
  return new Uint8Array(Buffer.concat([decipher.update(whole), decipher.final()]))
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

/** Algorithms 2, 4 and 5: the key of a file that opens without a password; null where it does not. */
const oldKey = ({ id, length, metadata, owner, permissions, revision, user }: Encryption): Uint8Array | null => {
  const rights = Buffer.alloc(4)
  rights.writeInt32LE(permissions | 0)
  const open = revision >= 4 && !metadata ? [Buffer.alloc(4, 255)] : []
  let key = md5(padding, owner.subarray(0, 32), rights, id, ...open).subarray(0, length)
  if (revision < 3) return same(rc4(key, padding), user.subarray(0, 32)) ? key : null
  for (let round = 0; round < 50; round++) key = md5(key).subarray(0, length)
  let check: Uint8Array = md5(padding, id)
  for (let round = 0; round < 20; round++)
    check = rc4(
      key.map((byte) => byte ^ round),
      check
    )
  return same(check, user.subarray(0, 16)) ? key : null
}

const sha = (bits: number, data: Uint8Array): Buffer => createHash(`sha${bits}`).update(data).digest()

/** Algorithm 2.B with an empty password. */
const hardened = (salt: Uint8Array): Uint8Array => {
  let key: Uint8Array = sha(256, salt)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key))
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const packed = Buffer.concat([cipher.update(repeated), cipher.final()])
    const rest = packed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = sha([256, 384, 512][rest] ?? 256, packed)
    last = packed.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

/** Algorithm 2.A with an empty password; null where the file has another. */
const newKey = ({ revision, user, userKey }: Encryption): Uint8Array | null => {
  const hash = revision >= 6 ? hardened : (salt: Uint8Array) => sha(256, salt)
  if (!same(hash(user.subarray(32, 40)), user.subarray(0, 32)) || userKey.length < 32) return null
  return cbc(hash(user.subarray(40, 48)), new Uint8Array(16), userKey.subarray(0, 32))
}

/** Decrypts the streams of a file that opens without a password. */
export type Decrypt = (data: Uint8Array, number: number, generation: number) => Uint8Array

/** How the streams of an encrypted file are decrypted without a password; null where it takes one. */
export const decryptionOf = (encryption: Encryption): Decrypt | null => {
  const { method, revision } = encryption
  const key = revision >= 5 ? newKey(encryption) : oldKey(encryption)
  if (key === null) return null
  return (data, number, generation) => {
    if (method === "none" || data.length === 0) return data
    if (method === "aes256") return data.length < 32 ? new Uint8Array(0) : cbc(key, data.subarray(0, 16), data.subarray(16))
    const place = Uint8Array.of(number & 255, (number >> 8) & 255, (number >> 16) & 255, generation & 255, (generation >> 8) & 255)
    const own = md5(key, place, ...(method === "aes128" ? [Buffer.from("sAlT")] : [])).subarray(0, Math.min(16, key.length + 5))
    if (method === "rc4") return rc4(own, data)
    return data.length < 32 ? new Uint8Array(0) : cbc(own, data.subarray(0, 16), data.subarray(16))
  }
}
