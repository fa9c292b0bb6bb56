import { expect, test } from "bun:test"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import { Vault } from "@vouchkit/core/kernel/storage/vault"
import { Effect } from "effect"
import fc from "fast-check"

const vaultOf = (first: number) =>
  Vault.use((vault) => Effect.succeed(vault)).pipe(
    Effect.provide(Crypto.layer(new Uint8Array(32).fill(7).with(0, first))),
    Effect.runPromise
  )

test("a stored digest depends on every part of its text, on its purpose and on the master key", async () => {
  const [one, same, other] = await Promise.all([vaultOf(1), vaultOf(1), vaultOf(2)])
  const purpose = fc.stringMatching(/^[a-z-]{1,20}$/)
  fc.assert(
    fc.property(purpose, fc.string(), fc.string({ minLength: 1 }), (kind, text, more) => {
      const digest = one.digest(kind, text)
      expect(digest).toMatch(/^[0-9a-f]{64}$/)
      expect(same.digest(kind, text)).toBe(digest)
      expect(one.digest(kind, `${text}${more}`)).not.toBe(digest)
      expect(one.digest(`${kind}-2`, text)).not.toBe(digest)
      expect(other.digest(kind, text)).not.toBe(digest)
    })
  )
})
