import { Effect } from "effect"
import { DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import { readDocument } from "../../resources/documents/read.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"

/** Statuses of documents that nothing can be seen in any more. */
const gone: ReadonlyArray<StoredDocument["status"]> = ["redacted"]

/**
 * What the person submitted of one kind, in the latest attempt at it, each read by the one who comes first. Those of earlier attempts were judged
 * then. Oldest first, at most a hundred.
 */
export const documentsOf = Effect.fnUntraced(function* (session: Pick<StoredSession, "id">, kind: StoredDocument["kind"]) {
  const all = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "kind", op: "eq", value: kind }
    ],
    order: [{ field: "created_at", direction: "asc" }],
    limit: 100
  })
  const latest = Math.max(0, ...all.map(({ attempt }) => attempt))
  const documents: Array<StoredDocument> = []
  for (const document of all) {
    if (document.attempt !== latest || gone.includes(document.status)) continue
    documents.push((yield* readDocument(document.id)) ?? document)
  }
  return documents
})

/** What a portrait stands on: documents that show a person, and chips. */
const withPortrait: ReadonlyArray<StoredDocument["kind"]> = ["identity", "nfc_data"]

/** Whether a session has to do with anything that holds a portrait: asked for, or submitted by anyone, even if it was erased since. */
export const asksForPortrait = Effect.fnUntraced(function* ({ id, required_steps }: Pick<StoredSession, "id" | "required_steps">) {
  if (required_steps.includes("document") || required_steps.includes("nfc")) return true
  const [any] = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: id },
      { field: "kind", op: "in", values: withPortrait }
    ],
    limit: 1
  })
  return any !== undefined
})

/** Those that could be read, unless none could: a file that was rejected gives way to the one that came in its place. */
export const standing = (documents: ReadonlyArray<StoredDocument>): ReadonlyArray<StoredDocument> => {
  const read = documents.filter(({ status }) => status !== "rejected")
  return read.length === 0 ? documents : read
}
