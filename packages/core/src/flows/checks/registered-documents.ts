import { Effect } from "effect"
import { isSimulated } from "../../kernel/foundation/environment.ts"
import { countMatches } from "../../resources/document-fingerprints/look-up.ts"
import { DocumentStore } from "../../resources/documents/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"

/** Counts what the register knows of the documents that a run has judged, once the fingerprints of these are kept. The sandbox knows no document. */
export const countRegistered = Effect.fnUntraced(function* ({ environment, id }: StoredSession) {
  if (isSimulated(environment)) return
  const documents = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: id },
      { field: "kind", op: "in", values: ["identity", "proof_of_address"] }
    ],
    order: [{ field: "created_at", direction: "desc" }],
    limit: 100
  })
  const latest = (kind: string) => Math.max(0, ...documents.filter((one) => one.kind === kind).map(({ attempt }) => attempt))
  const judged = documents.filter(({ attempt, kind, status }) => status !== "redacted" && attempt === latest(kind))
  yield* countMatches(judged)
})
