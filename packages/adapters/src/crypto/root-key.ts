import { createHmac, hkdfSync, randomBytes } from "node:crypto"
import { decrypt, encrypt } from "./vault.ts"

const rootKeyBytes = 32
const context = "vouchkit/root-key"

/** A root key for a new installation. */
export const newRootKey = (): Uint8Array => new Uint8Array(randomBytes(rootKeyBytes))

/** Tells one master key from another and nothing about either. */
export const masterKeyDigest = (master: Uint8Array): string => createHmac("sha256", master).update("vouchkit/installation").digest("hex")

const wrappingKey = (master: Uint8Array): Buffer => Buffer.from(hkdfSync("sha256", master, "", context, rootKeyBytes))

/** The root key, encrypted so that this master key alone opens it. */
export const wrapRootKey = (master: Uint8Array, root: Uint8Array): string => encrypt(wrappingKey(master), context, root).toString("base64")

/** Throws where the text was wrapped by another master key or any bit of it was changed. */
export const unwrapRootKey = (master: Uint8Array, wrapped: string): Uint8Array =>
  new Uint8Array(decrypt(wrappingKey(master), context, Buffer.from(wrapped, "base64")))
