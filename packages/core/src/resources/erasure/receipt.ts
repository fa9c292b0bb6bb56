import { createHash } from "node:crypto"
import { Effect, Schema } from "effect"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { digestWasSigned, signatureFields, signDigest } from "../../kernel/tenancy/organization-signing-key.ts"
import { canonicalJson } from "../../kernel/wire/canonical-json.ts"
import { ReceiptStore } from "./kept-receipts.ts"
import { scheduleLogging } from "./log-receipt.ts"

/** What can be erased, as records name it in `object`. */
const ErasureScope = Schema.Struct({
  type: Schema.Literals(["session", "identity", "document", "check", "screening_subject"]),
  id: Schema.String.check(Schema.isMaxCodePoints(64))
}).annotate({ identifier: "ErasureScope" })
type ErasureScope = typeof ErasureScope.Type

const countable = Schema.String.check(Schema.isPattern(/^[a-z_]{1,40}$/u))
const digits = (count: number) => Schema.String.check(Schema.isPattern(new RegExp(`^[0-9a-f]{${count}}$`, "u")), Schema.isMaxLength(count))

export const ErasureCounts = Schema.Record(countable, Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))).annotate({
  description: "How many records or files of each kind were erased"
})

/**
 * Proof that data was erased: what, how much of it and when, signed by the service. It names no person and holds nothing
 * of what was erased. `digest` is the SHA-256, in hexadecimal digits, of the RFC 8785 spelling of the members before it but `id` and
 * `object`; `signature` is the Ed25519 signature (RFC 8032) over `vouchkit/erasure-receipt/1`, a line feed and the digest.
 */
export const ErasureReceipt = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^rcp_[0-9a-f]{26}$/u), Schema.isMaxLength(30)).annotate({
    description: "Derived from the digest, so one erasure has one receipt"
  }),
  object: Schema.Literal("erasure_receipt"),
  organization_id: Schema.String.check(Schema.isMaxCodePoints(64)),
  environment: Schema.Literals(["sandbox", "live"]),
  scope: ErasureScope,
  counts: ErasureCounts,
  issued_at: Timestamp,
  digest: digits(64),
  ...signatureFields
}).annotate({ identifier: "ErasureReceipt" })
export interface ErasureReceipt extends Schema.Schema.Type<typeof ErasureReceipt> {}

/** How many records or files of each kind. */
export type Counts = ErasureReceipt["counts"]

/** Counts by kind, those of both together; kinds of which there was nothing are left out. */
export const addedUp = (one: Counts, other: Counts): Counts => {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)])
  const sums = [...kinds].map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)] as const)
  return Object.fromEntries(sums.filter(([, count]) => count > 0))
}

type Statement = Pick<ErasureReceipt, "organization_id" | "environment" | "scope" | "counts" | "issued_at">

const digestOf = ({ counts, environment, issued_at, organization_id, scope }: Statement): string =>
  createHash("sha256")
    .update(canonicalJson({ organization_id, environment, scope: { type: scope.type, id: scope.id }, counts: { ...counts }, issued_at }))
    .digest("hex")

const idOf = (digest: string): string => `rcp_${digest.slice(0, 26)}`

/** Signs what was erased for the tenant at hand, keeps the receipt, and has it logged outside of the database. `at` is the moment that the erased records bear. */
export const issueReceipt = Effect.fnUntraced(function* (erased: {
  readonly scope: ErasureScope
  readonly counts: ErasureReceipt["counts"]
  readonly at: string
  /** Of an identity whose sessions stay. */
  readonly keeps_sessions?: boolean
}) {
  const { environment, organization } = yield* Tenant
  const statement: Statement = {
    organization_id: organization,
    environment,
    scope: erased.scope,
    counts: erased.counts,
    issued_at: erased.at
  }
  const digest = digestOf(statement)
  const receipt: ErasureReceipt = {
    id: idOf(digest),
    object: "erasure_receipt",
    ...statement,
    digest,
    ...(yield* signDigest("erasure-receipt/1", digest))
  }
  const kept = { id: receipt.id, version: 1, scope_id: erased.scope.id, receipt, created_at: erased.at, updated_at: erased.at }
  yield* (yield* ReceiptStore).insertIfAbsent(kept)
  yield* scheduleLogging(receipt.id, erased.keeps_sessions ?? false)
  return receipt
})

/**
 * Whether a receipt says what was signed under this public key, given in base64url: for customers and auditors who verify a receipt that
 * they kept, and for programs that embed the service. `docs/decisions/erasure-receipts.md` has the steps in words. The key comes from
 * elsewhere than the receipt that is tried: one that brings its own key proves nothing.
 */
export const receiptHolds = (receipt: ErasureReceipt, public_key: string): boolean => {
  const digest = digestOf(receipt)
  if (receipt.digest !== digest || receipt.id !== idOf(digest) || receipt.public_key !== public_key) return false
  return digestWasSigned("erasure-receipt/1", digest, receipt.signature, public_key)
}
