import { Effect } from "effect"
import { Caller } from "../../kernel/access/caller.ts"
import { vicinityOf } from "../../kernel/access/network.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import { type NamedDevice, readUserAgent } from "./user-agent.ts"

/** What the request that began an attempt shows of the person's device. */
interface SeenDevice {
  readonly device: (NamedDevice & { readonly fingerprint: string | null; readonly sdk: null }) | null
  /** Keyed digest of the network; null where the address is not a public one, or not the person's. */
  readonly network_digest: string | null
}

const unseen: SeenDevice = { device: null, network_digest: null }

/**
 * The device of the person who calls by a link; of no other caller, since the server of an integrator is no device of a person. Digests are keyed
 * and of one organization and environment. Millions of devices send the same user agent, so that the digest of a device holds its network too:
 * without a public address there is none.
 */
export const seenDevice = Effect.gen(function* () {
  const { address, credential, environment, organization, traits = "", user_agent } = yield* Caller
  if (credential.type !== "capture") return unseen
  const { digest } = yield* Vault
  const vicinity = address === null ? undefined : vicinityOf(address)
  const digested = (purpose: string, ...parts: ReadonlyArray<string>) =>
    vicinity === undefined ? null : digest(purpose, JSON.stringify([organization, environment, vicinity, ...parts]))
  const seen: SeenDevice = {
    device:
      user_agent === null ? null : { fingerprint: digested("attempt-device", user_agent, traits), ...readUserAgent(user_agent), sdk: null },
    network_digest: digested("attempt-network")
  }
  return seen
})
