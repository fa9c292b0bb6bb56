import { createCipheriv, createHash } from "node:crypto"

/** What the standard security handler of a PDF says of its passwords (ISO 32000-2, table 21). */
interface StandardSecurity {
  readonly revision: number
  /** Length of the key in bytes. */
  readonly key_bytes: number
  readonly owner: Uint8Array
  readonly user: Uint8Array
  readonly permissions: number
  readonly encrypt_metadata: boolean
  /** First part of the identifier of the file. */
  readonly file_id: Uint8Array
}

/** What fills a password up to 32 bytes (ISO 32000-1, algorithm 2); an empty password is nothing but this. */
const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex")

const md5 = (...parts: ReadonlyArray<Uint8Array>): Buffer => createHash("md5").update(Buffer.concat(parts)).digest()

/** RC4, which the libraries of today leave out. */
const rc4 = (key: Uint8Array, data: Uint8Array): Uint8Array => {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number) => {
    const kept = state[one] ?? 0
    state[one] = state[other] ?? 0
    state[other] = kept
  }
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + (state[index] ?? 0) + (key[index % key.length] ?? 0)) & 0xff
    swap(index, other)
  }
  let one = 0
  let other = 0
  return data.map((byte) => {
    one = (one + 1) & 0xff
    other = (other + (state[one] ?? 0)) & 0xff
    swap(one, other)
    return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 0xff] ?? 0)
  })
}

/** Algorithm 2: the key that an empty user password gives. */
const keyOf = ({ encrypt_metadata, file_id, key_bytes, owner, permissions, revision }: StandardSecurity): Buffer => {
  const rights = Buffer.alloc(4)
  rights.writeInt32LE(permissions | 0)
  const plain = revision >= 4 && !encrypt_metadata ? [Buffer.alloc(4, 0xff)] : []
  let key = md5(padding, owner.subarray(0, 32), rights, file_id, ...plain)
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key.subarray(0, key_bytes))
  return key.subarray(0, key_bytes)
}

/** Algorithms 4 and 5: what the file would say of its user password if that were empty. */
const opensByKey = (security: StandardSecurity): boolean => {
  const key = keyOf(security)
  if (security.revision === 2) return Buffer.from(rc4(key, padding)).equals(security.user.subarray(0, 32))
  let text = rc4(key, md5(padding, security.file_id))
  for (let round = 1; round <= 19; round += 1)
    text = rc4(
      key.map((byte) => byte ^ round),
      text
    )
  return Buffer.from(text).equals(security.user.subarray(0, 16))
}

/** Rounds end by chance after some 70; a hash that went on for longer would be none. */
const mostRounds = 1_000
const digests = ["sha256", "sha384", "sha512"] as const

/** Algorithm 2.B (ISO 32000-2) for an empty user password. */
const hardenedHash = (salt: Uint8Array): Buffer => {
  let key = createHash("sha256").update(salt).digest()
  let last = 0
  for (let round = 0; round < 64 || (last > round - 32 && round < mostRounds); round += 1) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = Buffer.concat([cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key))), cipher.final()])
    const rest = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = createHash(digests[rest] ?? "sha256")
      .update(encrypted)
      .digest()
    last = encrypted.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

/** Whether the file opens without a password; undefined where the revision is unknown or what it says is too short to tell. */
export const opensWithoutPassword = (security: StandardSecurity): boolean | undefined => {
  const { owner, revision, user } = security
  if (revision >= 2 && revision <= 4) return owner.length < 32 || user.length < 32 ? undefined : opensByKey(security)
  if ((revision !== 5 && revision !== 6) || user.length < 48) return undefined
  const salt = user.subarray(32, 40)
  const hash = revision === 5 ? createHash("sha256").update(salt).digest() : hardenedHash(salt)
  return hash.equals(user.subarray(0, 32))
}
