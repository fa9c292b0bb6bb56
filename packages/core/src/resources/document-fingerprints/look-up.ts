import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { registerDigest } from "./digests.ts"
import { FingerprintStore, type StoredFingerprint } from "./model.ts"

/** What files of one document are known by; null where nothing was read. */
interface KnownBy {
  readonly fingerprint?: string | null | undefined
  readonly sha256: string | null
  readonly perceptual_hash: string | null
}

/** A run looks for no more than so many: a session has fifty documents. */
const mostDigests = 300

const stands = ({ expires_at }: StoredFingerprint, at: string): boolean => expires_at === null || expires_at > at

/** The rows of the register that these files match and that stand at this moment. */
const registered = Effect.fnUntraced(function* (files: ReadonlyArray<KnownBy>) {
  const digests: Array<string> = []
  for (const { fingerprint, perceptual_hash, sha256 } of files) {
    if (fingerprint != null) digests.push(yield* registerDigest("number", fingerprint))
    if (sha256 !== null) digests.push(yield* registerDigest("file", sha256))
    if (perceptual_hash !== null) digests.push(yield* registerDigest("perceptual", perceptual_hash))
  }
  const values = [...new Set(digests)].slice(0, mostDigests)
  if (values.length === 0) return []
  const at = yield* tenantNow
  const rows = yield* (yield* FingerprintStore).list({ where: [{ field: "active_digest", op: "in", values }], limit: values.length })
  return rows.filter((row) => stands(row, at))
})

/** What the register says of these files. */
export const verdictsOf = (files: ReadonlyArray<KnownBy>) =>
  Effect.map(registered(files), (rows): ReadonlySet<StoredFingerprint["verdict"]> => new Set(rows.map(({ verdict }) => verdict)))

/** Counts a match with each row, in the order of their ids so that no two wait for one another. Within the transaction that ends a run. */
export const countMatches = Effect.fnUntraced(function* (files: ReadonlyArray<KnownBy>) {
  const store = yield* FingerprintStore
  const at = yield* tenantNow
  const found = (yield* registered(files)).toSorted(({ id: one }, { id: other }) => (one < other ? -1 : 1))
  for (const { id } of found) {
    const row = yield* store.lock(id)
    if (row === undefined || row.archived_at !== null) continue
    yield* store.save({ ...row, match_count: row.match_count + 1, last_matched_at: at, updated_at: at })
  }
})
