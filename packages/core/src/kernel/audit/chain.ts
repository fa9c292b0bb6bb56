import { createHash } from "node:crypto"
import { canonicalJson } from "../wire/canonical-json.ts"
import type { AuditEntry } from "./entry.ts"

/** What a hash covers: from chain version 2 on, the digest of address and user agent and not they. */
const covered = ({ hash: _hash, reason: _reason, ...sealed }: AuditEntry) => {
  if (sealed.chain_version === undefined) return sealed
  const { id, label, type } = sealed.actor
  return { ...sealed, actor: { type, id, label } }
}

/**
 * SHA-256 of an entry as the API shows it, without `hash` and `reason` but with `prev_hash`: 64 hexadecimal digits over its canonical JSON (RFC 8785). Of an
 * entry with a `chain_version`, without `ip` and `user_agent` of its actor.
 */
export const hashOf = (entry: AuditEntry): string =>
  createHash("sha256")
    .update(canonicalJson(covered(entry)), "utf8")
    .digest("hex")

/** The entry sealed behind the one whose hash is given; null begins a chain. */
export const sealedAfter = (entry: AuditEntry, prev_hash: string | null): AuditEntry & { readonly hash: string } => {
  const linked = { ...entry, prev_hash }
  return { ...linked, hash: hashOf(linked) }
}

type ChainVerdict =
  /** `head` is the hash of the last entry: who noted it elsewhere can tell that nothing was cut off the end since. */
  | { readonly intact: true; readonly length: number; readonly head: string | null }
  | {
      readonly intact: false
      /** Place in the list, from 0, and id of the first entry at fault. */
      readonly position: number
      readonly id: string
      /** Not sealed; not behind the entry before it; or changed since it was sealed. */
      readonly fault: "unsealed" | "link" | "content"
    }

/** Whether these entries, oldest seal first, are an unbroken chain that begins behind the hash `from` (null: with the first of all). */
export const verifyAuditChain = (entries: ReadonlyArray<AuditEntry>, from: string | null = null): ChainVerdict => {
  let head = from
  for (const [position, entry] of entries.entries()) {
    const broken = (fault: "unsealed" | "link" | "content"): ChainVerdict => ({ intact: false, position, id: entry.id, fault })
    if (entry.hash === null) return broken("unsealed")
    if (entry.prev_hash !== head) return broken("link")
    if (entry.hash !== hashOf(entry)) return broken("content")
    head = entry.hash
  }
  return { intact: true, length: entries.length, head }
}
