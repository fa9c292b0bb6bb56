import { createHash } from "node:crypto"
import { Effect } from "effect"
import { Tenant } from "../../../kernel/access/caller.ts"
import { hashOf } from "../../../verification/screening/engine/hash-pairs.ts"

/** Names for keys as they are stored, of which two tenants have none in common. Equal ones of unlike keys only cost a comparison. */
interface Digests {
  readonly key: (key: string) => number
  readonly word: (word: string) => string
}

export const digests = Effect.map(Tenant, ({ environment, organization }): Digests => {
  const salt = `${organization}/${environment}/`
  const [seed, other] = [hashOf(salt), hashOf(`${salt}/`)]
  return {
    // Two hashes as one whole number of a double.
    key: (key) => hashOf(`${seed} ${key}`) * 2 ** 21 + (hashOf(`${other} ${key}`) >>> 11),
    // Words are distinguished by their digests.
    word: (word) => createHash("sha256").update(`${salt}${word}`).digest("hex").slice(0, 32)
  }
})
