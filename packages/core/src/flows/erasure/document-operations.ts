import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { ErasureReceipt } from "../../resources/erasure/receipt.ts"
import { permitErasure } from "../../resources/erasure/permission.ts"
import { erasureReason } from "../../resources/erasure/reason.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { eraseDocument } from "./documents.ts"
import { DocumentId } from "../../resources/documents/model.ts"

const RedactedDocument = Schema.Struct({
  id: DocumentId,
  object: Schema.Literal("document"),
  status: Schema.Literal("redacted"),
  redacted_at: Schema.NullOr(Timestamp),
  receipt: Schema.NullOr(ErasureReceipt).annotate({ description: "Null for a document that was erased together with its session or check" })
}).annotate({ identifier: "RedactedDocument" })

const redact = operation(
  {
    summary: "Erase a document",
    description:
      "Permanently erases the file, what was read in it and what checks found in it. Its kind, its times and the hash of its content stay as evidence. The file is deleted within moments, unless another document of the organization has the same content. Running checks of the session start again. Erasing again changes nothing and returns the same receipt.",
    method: "DELETE",
    path: "/documents/{document_id}",
    access: scopes("redact:write", "documents:write"),
    effect: "destructive",
    params: { document_id: DocumentId },
    query: { reason: erasureReason },
    output: RedactedDocument,
    conflicts: ["legal_hold"],
    forbidden: ["forbidden"],
    emits: ["document.redacted", "check.redacted", "workflow-run.cancelled"]
  },
  Effect.fnUntraced(function* ({ document_id, reason }) {
    yield* permitErasure
    const { receipt, redacted_at } = yield* eraseDocument(document_id)
    yield* because(reason)
    yield* note({ type: "document", id: document_id })
    return { id: document_id, object: "document" as const, status: "redacted" as const, redacted_at, receipt: receipt ?? null }
  })
)

export const documentErasure = operations("documents", { redact })
