import { type CipherGCM, createCipheriv, createDecipheriv, type DecipherGCM, createHmac, hkdfSync, randomBytes } from "node:crypto"
import { Entropy } from "@vouchkit/core/kernel/foundation/id"
import { SealBroken, Vault } from "@vouchkit/core/kernel/storage/vault"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { Context, Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"
import { release } from "../bodies/release.ts"

const ivBytes = 12
const tagBytes = 16
const format = 1
const maximumCachedKeys = 10_000

/** The 32 bytes that every other key is derived from (HKDF, RFC 5869). The master key opens them (root-key.ts). */
export class RootKey extends Context.Service<RootKey, { readonly bytes: Uint8Array }>()("@vouchkit/adapters/crypto/RootKey") {
  static readonly layer = (bytes: Uint8Array) => Layer.succeed(this)({ bytes })
}

/** Keys by organization and purpose, derived from the root key; a key of one organization or purpose opens nothing of another. */
export const derivedKeys = (root: Uint8Array) => {
  const cache = new LRUCache<string, Buffer>({ max: maximumCachedKeys })
  return (organization: string, purpose: string): Buffer => {
    const name = `${organization}\n${purpose}`
    const known = cache.get(name)
    if (known !== undefined) return known
    const key = Buffer.from(hkdfSync("sha256", root, Buffer.from(organization), Buffer.from(`vouchkit/${purpose}`), 32))
    cache.set(name, key)
    return key
  }
}

/** Files go through a cipher in pieces of this many bytes, so that memory holds them twice at most: as they came and as they leave. */
const pieceBytes = 1024 * 1024

/** Puts what a cipher makes of the bytes into the target. */
const transform = (cipher: CipherGCM | DecipherGCM, bytes: Uint8Array, target: Uint8Array, from: number): void => {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const made = cipher.update(bytes.subarray(at, at + pieceBytes))
    target.set(made, from + at)
    release(made)
  }
  cipher.final()
}

/** AES-256-GCM: a format byte, a random initialization vector, the ciphertext, then its tag. The additional data is bound, not stored. */
export const encrypt = (key: Buffer, additional: string, plaintext: Uint8Array): Buffer => {
  const sealed = Buffer.allocUnsafeSlow(sealedLength(plaintext.length))
  encryptInto(sealed, key, additional, plaintext)
  return sealed
}

/** How long a text of this length becomes by `encrypt`. */
export const sealedLength = (length: number): number => 1 + ivBytes + length + tagBytes

/** The same into a buffer of that length. */
export const encryptInto = (sealed: Uint8Array, key: Buffer, additional: string, plaintext: Uint8Array): void => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(additional))
  sealed[0] = format
  sealed.set(iv, 1)
  transform(cipher, plaintext, sealed, 1 + ivBytes)
  sealed.set(cipher.getAuthTag(), sealed.length - tagBytes)
}

/** Throws when the key, the additional data or any bit of the text is another. */
export const decrypt = (key: Buffer, additional: string, sealed: Uint8Array): Buffer => {
  if (sealed.length < 1 + ivBytes + tagBytes || sealed[0] !== format) throw new Error("not a sealed text of a known format")
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 1 + ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(additional)).setAuthTag(sealed.subarray(sealed.length - tagBytes))
  const plaintext = Buffer.allocUnsafeSlow(sealed.length - 1 - ivBytes - tagBytes)
  transform(decipher, sealed.subarray(1 + ivBytes, sealed.length - tagBytes), plaintext, 0)
  return plaintext
}

/** Values under a key of their record begin with this byte and the id of the key; nonce, ciphertext and tag follow as everywhere. */
const recordFormat = 2
const keyIdBytes = 4

const recordKey = (under: Buffer, salt: string) => {
  const derive = (info: string, bytes: number) => Buffer.from(hkdfSync("sha256", under, Buffer.from(salt, "base64"), info, bytes))
  return { key: derive("record", 32), id: derive("record-id", keyIdBytes) }
}

const recordContext = (...parts: ReadonlyArray<string>): string => parts.join("\n")

const vaultLayer = Layer.effect(Vault)(
  Effect.map(RootKey, ({ bytes }) => {
    const keyFor = derivedKeys(bytes)
    return {
      seal: (purpose, context, plaintext) =>
        Effect.map(Tenant, ({ environment, organization }) =>
          encrypt(keyFor(organization, purpose), `${environment}\n${context}`, Buffer.from(plaintext, "utf8")).toString("base64")
        ),
      open: (purpose, context, sealed) =>
        Effect.flatMap(Tenant, ({ environment, organization }) =>
          Effect.try({
            try: () => decrypt(keyFor(organization, purpose), `${environment}\n${context}`, Buffer.from(sealed, "base64")).toString("utf8"),
            catch: () => new StorageUnavailable({ cause: new Error(`a sealed ${purpose} cannot be decrypted: was MASTER_KEY changed?`) })
          })
        ),
      sealUnder: (purpose, salt, context, plaintext) =>
        Effect.map(Tenant, ({ environment, organization }) => {
          const { id, key } = recordKey(keyFor(organization, purpose), salt)
          const additional = recordContext(organization, environment, context)
          return Buffer.concat([Buffer.of(recordFormat), id, encrypt(key, additional, Buffer.from(plaintext, "utf8"))]).toString("base64")
        }),
      openUnder: (purpose, salt, context, sealed) =>
        Effect.flatMap(Tenant, ({ environment, organization }) => {
          const { id, key } = recordKey(keyFor(organization, purpose), salt)
          const bytes = Buffer.from(sealed, "base64")
          const [header, content] = [bytes.subarray(0, 1 + keyIdBytes), bytes.subarray(1 + keyIdBytes)]
          if (header[0] !== recordFormat) return Effect.fail(new SealBroken({ reason: "changed" }))
          if (!header.subarray(1).equals(id)) return Effect.fail(new SealBroken({ reason: "another_key" }))
          return Effect.try({
            try: () => decrypt(key, recordContext(organization, environment, context), content).toString("utf8"),
            catch: () => new SealBroken({ reason: "changed" })
          })
        }),
      digest: (purpose, value) =>
        createHmac("sha256", keyFor("", `digest/${purpose}`))
          .update(value, "utf8")
          .digest("hex")
    }
  })
)

const poolBytes = 4096

/** Bytes of the system's generator, drawn in pools: a call of its own for each identifier would cost more than the identifier. */
const pooled = () => {
  let pool = Buffer.alloc(0)
  let taken = 0
  return (count: number): Uint8Array => {
    if (count > poolBytes / 8) return new Uint8Array(randomBytes(count))
    if (taken + count > pool.length) {
      pool = randomBytes(poolBytes)
      taken = 0
    }
    const bytes = new Uint8Array(pool.subarray(taken, taken + count))
    // What was issued is a secret of its taker alone.
    pool.fill(0, taken, taken + count)
    taken += count
    return bytes
  }
}

export const entropyLayer = Layer.sync(Entropy)(() => ({ bytes: pooled() }))

export const layer = (root: Uint8Array) => Layer.mergeAll(vaultLayer, entropyLayer).pipe(Layer.provideMerge(RootKey.layer(root)))
