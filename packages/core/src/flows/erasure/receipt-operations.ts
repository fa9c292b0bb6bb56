import { Effect, Schema } from "effect"
import { NotFound } from "../../kernel/foundation/failure.ts"
import { pageFields, pageOf } from "../../kernel/foundation/page.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { readPage } from "../../kernel/storage/pages.ts"
import { ReceiptStore } from "../../resources/erasure/kept-receipts.ts"
import { organizationPublicKey } from "../../kernel/tenancy/organization-signing-key.ts"
import { ErasureReceipt } from "../../resources/erasure/receipt.ts"

/** Whoever may erase may see what was erased; so may those who read the audit log. */
const access = scopes("redact:write", "audit_logs:read")

const ReceiptId = ErasureReceipt.fields.id

const list = operation(
  {
    summary: "List receipts of erasures, newest first",
    description:
      "A receipt names no person. `scope_id` selects those of one record: a session, identity, document, check or screening subject.",
    method: "GET",
    path: "/receipts",
    access,
    effect: "read",
    query: { ...pageFields(), scope_id: Schema.optionalKey(Schema.String.check(Schema.isBetweenCodePoints(1, 64))) },
    output: pageOf(ErasureReceipt)
  },
  Effect.fnUntraced(function* ({ scope_id, ...asked }) {
    const where = scope_id === undefined ? [] : [{ field: "scope_id", op: "eq", value: scope_id } as const]
    const { pagination, rows } = yield* readPage(yield* ReceiptStore, { where }, asked)
    return { data: rows.map(({ receipt }) => receipt), pagination }
  })
)

const get = operation(
  {
    summary: "Get a receipt of an erasure",
    method: "GET",
    path: "/receipts/{receipt_id}",
    access,
    effect: "read",
    params: { receipt_id: ReceiptId },
    output: ErasureReceipt
  },
  Effect.fnUntraced(function* ({ receipt_id }) {
    const found = yield* (yield* ReceiptStore).find(receipt_id)
    return found === undefined ? yield* new NotFound() : found.receipt
  })
)

const PublicKey = Schema.Struct({
  algorithm: Schema.Literal("Ed25519"),
  public_key: ErasureReceipt.fields.public_key
}).annotate({ identifier: "ReceiptPublicKey" })

const publicKey = operation(
  {
    summary: "Get the key that receipts of the organization are verified with",
    description: "Keep it apart from the receipts: one that brings its own key proves nothing.",
    method: "GET",
    path: "/receipts/public-key",
    access,
    effect: "read",
    output: PublicKey
  },
  Effect.fnUntraced(function* () {
    return { algorithm: "Ed25519" as const, public_key: yield* organizationPublicKey }
  })
)

export const erasureReceipts = operations("receipts", { list, publicKey, get })
