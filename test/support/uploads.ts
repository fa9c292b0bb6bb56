import { createHash } from "node:crypto"
import type { Upload } from "@vouchkit/core/kernel/operation/operation"

/** A file as it stands when a transport has read it. */
export const uploadOf = (bytes: Uint8Array): Upload => ({
  size: bytes.length,
  sha256: createHash("sha256").update(new Uint8Array(bytes)).digest("hex"),
  use: (work) => work(bytes)
})
