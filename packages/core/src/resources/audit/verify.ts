import { Effect } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { verifyAuditChain } from "../../kernel/audit/chain.ts"
import { chainDigests } from "../../kernel/audit/digests.ts"
import { present } from "../../kernel/audit/entry.ts"
import { type AuditEntry, AuditLog, type auditEntries } from "../../kernel/audit/log.ts"
import { after, days, now } from "../../kernel/foundation/time.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { organizationPublicKey } from "../../kernel/tenancy/organization-signing-key.ts"
import { leastAuditDays } from "../settings/retention-policy.ts"
import { notedHead } from "./head.ts"
import { allAnchors, anchorHolds, type AuditAnchor, type StoredAnchor } from "./anchor.ts"

/** How long entries are kept at least: seven years, and longer where an organization says so (flows/housekeeping.ts removes what is older). */
export const auditLifetime = days(leastAuditDays)
/** Anchors are made once a day, so that what they prove of an age is late by as much. */
const anchorsLag = days(2)
const batchSize = 200

/**
 * What is wrong with an entry, or at a place. `missing`: no entry is there. `link`: it does not follow the entry before it. `content`: it was changed after it
 * was sealed. `origin`: its address or user agent was exchanged. `forged`: the service never sealed it there. `anchor`: a signed head says otherwise, or is
 * not what was signed. `cut`: entries at the end are gone. `beginning`: entries at the beginning are gone before their time. `filed`: it is as it was sealed,
 * and searches find it by another action, actor, target or time.
 */
type AuditFault = "unsealed" | "missing" | "link" | "content" | "origin" | "forged" | "anchor" | "cut" | "beginning" | "filed"

export type LogVerdict =
  | {
      readonly intact: true
      readonly length: number
      /** Hash and place of the last entry, and place of the first one; null where nothing is sealed. */
      readonly head: string | null
      readonly last_index: number | null
      readonly first_index: number | null
    }
  | {
      readonly intact: false
      /** Entries before it that are in order. */
      readonly position: number
      readonly chain_index: number
      /** The entry at fault; null where there is none. */
      readonly id: string | null
      readonly fault: AuditFault
    }

const broken = (
  fault: AuditFault,
  at: { readonly position: number; readonly chain_index: number; readonly id: string | null }
): LogVerdict => ({
  intact: false,
  ...at,
  fault
})

type AuditCondition = Condition<keyof typeof auditEntries.columns>

const readChain = (where: ReadonlyArray<AuditCondition>, direction: "asc" | "desc", limit: number) =>
  Effect.flatMap(AuditLog, (log) =>
    log.list({ where: [{ field: "chain_index", op: "not_null" }, ...where], order: [{ field: "chain_index", direction }], limit })
  )

/** What a chain is verified against. */
interface Ground {
  readonly digests: Effect.Success<typeof chainDigests>
  readonly environment: Tenant["Service"]["environment"]
  /** Hashes that signed heads give, by place. */
  readonly anchored: ReadonlyMap<number, string>
}

/** Whether the end of the chain was noted when this entry was sealed. */
const isHeaded = ({ hash, seal_digest }: AuditEntry, place: number, digests: Ground["digests"]): boolean =>
  seal_digest === digests.headedSeal(place, hash ?? "")

/** The fault of one entry by what only the service can make, once its place and its content are known to be right. */
const keyedFault = (row: AuditEntry, place: number, keyed: boolean, { anchored, digests }: Ground): AuditFault | undefined => {
  const hash = row.hash ?? ""
  // Once seals hold keyed digests, one without is none of the service's.
  if (row.chain_version === undefined) return keyed ? "forged" : undefined
  if (row.seal_digest !== digests.seal(place, hash) && !isHeaded(row, place, digests)) return "forged"
  const { ip, user_agent } = row.actor
  if ((ip !== null || user_agent !== null) && row.origin_digest !== digests.origin(row)) return "origin"
  return anchored.has(place) && anchored.get(place) !== hash ? "anchor" : undefined
}

interface Walk {
  readonly length: number
  readonly head: string | null
  readonly keyed: boolean
  /** With one of its entries the end of the chain was noted, so that there is a note. */
  readonly headed: boolean
}

/** Verifies the entries of consecutive places, of which the first is `place`. */
const verifyPart = (rows: ReadonlyArray<AuditEntry>, place: number, count: number, walk: Walk, ground: Ground): Walk | LogVerdict => {
  let { head, headed, keyed, length } = walk
  for (let offset = 0; offset < count; offset += 1) {
    const row = rows[offset]
    const at = { position: length, chain_index: place + offset, id: row?.id ?? null }
    if (row === undefined || row.chain_index !== place + offset) return broken("missing", { ...at, id: null })
    const verdict = verifyAuditChain([present(row, ground.environment)], head)
    if (!verdict.intact) return broken(verdict.fault, at)
    const fault = keyedFault(row, place + offset, keyed, ground)
    if (fault !== undefined) return broken(fault, at)
    keyed = keyed || row.chain_version !== undefined
    headed = headed || isHeaded(row, place + offset, ground.digests)
    head = row.hash
    length += 1
  }
  return { head, headed, keyed, length }
}

/** Whether entries before this place may be gone: a signed head that is older than they are kept had reached it. */
const wasOver = (anchors: ReadonlyArray<StoredAnchor>, first: number, at: string): boolean =>
  anchors.some(({ at: signed, chain_index }) => chain_index >= first - 1 && signed <= after(at, -auditLifetime + anchorsLag))

/** What the signed heads say of both ends of the chain. */
const verifyEnds = (anchors: ReadonlyArray<StoredAnchor>, first: number, last: number, at: string): LogVerdict | undefined => {
  const none = { position: 0, id: null }
  if (anchors.some(({ chain_index }) => chain_index > last)) return broken("cut", { ...none, chain_index: last + 1 })
  const first_index = anchors.at(-1)?.first_index ?? 0
  if (first > first_index && !wasOver(anchors, first, at)) return broken("beginning", { ...none, chain_index: first_index })
  return undefined
}

const verifyTenant = Effect.fnUntraced(function* (since: AuditAnchor | undefined) {
  const { environment } = yield* Tenant
  const anchors = yield* allAnchors
  const public_key = yield* organizationPublicKey
  const unsigned = anchors.find((anchor) => !anchorHolds(anchor, public_key))
  if (unsigned !== undefined) return broken("anchor", { position: 0, chain_index: unsigned.chain_index, id: unsigned.id })
  const digests = yield* chainDigests
  // Read before the end of the chain, which may go on meanwhile.
  const noted = yield* notedHead
  if (noted !== undefined && noted.digest !== digests.head(noted.chain_index, noted.hash))
    return broken("anchor", { position: 0, chain_index: noted.chain_index, id: null })
  const [[first], [last]] = yield* Effect.all([readChain([], "asc", 1), readChain([], "desc", 1)])
  const [beginning, end] = [first?.chain_index ?? 0, last?.chain_index ?? -1]
  const given = since === undefined ? anchors : [...anchors, { ...since, version: 1 }]
  const ends = verifyEnds(anchors, beginning, end, yield* now)
  if (ends !== undefined) return ends
  const reached = Math.max(noted?.chain_index ?? -1, since?.chain_index ?? -1)
  if (reached > end) return broken("cut", { position: 0, chain_index: end + 1, id: null })
  const signed = [...given, ...(noted === undefined ? [] : [noted])]
  const ground: Ground = { digests, environment, anchored: new Map(signed.map(({ chain_index, hash }) => [chain_index, hash])) }
  const start = Math.max(beginning, since?.chain_index ?? 0)
  const [before] = start === beginning ? [first] : yield* readChain([{ field: "chain_index", op: "eq", value: start }], "asc", 1)
  let walk: Walk = { length: 0, head: start === 0 ? null : (before?.prev_hash ?? null), keyed: false, headed: false }
  for (let place = start; place <= end; place += batchSize) {
    const part: ReadonlyArray<AuditCondition> = [
      { field: "chain_index", op: "gte", value: place },
      { field: "chain_index", op: "lt", value: place + batchSize }
    ]
    const next = verifyPart(yield* readChain(part, "asc", batchSize), place, Math.min(batchSize, end - place + 1), walk, ground)
    if ("intact" in next) return next
    const misfiled = yield* (yield* AuditLog).misfiled(part)
    if (misfiled !== undefined) {
      const chain_index = misfiled.chain_index ?? place
      return broken("filed", { position: walk.length + chain_index - place, chain_index, id: misfiled.id })
    }
    walk = next
  }
  const { head, headed, length } = walk
  if (headed && noted === undefined) return broken("cut", { position: length, chain_index: end + 1, id: null })
  const verdict: LogVerdict = { intact: true, length, head, first_index: first?.chain_index ?? null, last_index: last?.chain_index ?? null }
  return verdict
})

/**
 * Verifies the stored chain of the tenant at hand: whole, or from a signed head on that someone kept. After old entries were removed at the end of their
 * retention, the chain begins at the first one left, whose `prev_hash` is the anchor of what is gone.
 */
export const verifyAuditLog = Effect.fnUntraced(function* (since?: AuditAnchor) {
  const verdict = yield* verifyTenant(since)
  // Entries may be removed at the end of their retention while the chain is read: what is wrong is wrong a second time.
  return verdict.intact ? verdict : yield* verifyTenant(since)
})
