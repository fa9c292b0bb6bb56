import { Effect } from "effect"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { drawnPage, pageFieldsOfPreview, PreviewContent } from "./drawn-page.ts"
import { DocumentId, DocumentStore } from "./model.ts"

const preview = operation(
  {
    summary: "Get a page of a document as a PNG",
    description:
      "The service draws the page, so only pixels of the file reach a browser: no scripts, links or metadata. Pictures are upright. A very long page is drawn narrower than requested.",
    method: "GET",
    path: "/documents/{document_id}/preview",
    access: scopes("verifications:read"),
    effect: "read",
    params: { document_id: DocumentId },
    query: pageFieldsOfPreview,
    output: PreviewContent,
    file: ["image/png"],
    conflicts: ["document_not_available"],
    invalid: ["validation_error"],
    quota: "heavy"
  },
  Effect.fnUntraced(function* ({ document_id, ...wanted }) {
    return yield* drawnPage(yield* (yield* DocumentStore).find(document_id), document_id, wanted)
  })
)

export const documentPreview = operations("documents", { preview })
