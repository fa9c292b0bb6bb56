import { Effect } from "effect"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { DocumentStore } from "../../resources/documents/model.ts"
import { readDocument } from "../../resources/documents/read.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { Conclusion } from "../../verification/conclusion.ts"
import { ageProblem } from "../../verification/supporting-documents/reading.ts"

type Asking = Pick<StoredSession, "id" | "scenario" | "submitted_at" | "supporting_documents">

/** How old the documents of each type may be, of those that say so. */
const limitsOf = ({ supporting_documents = [] }: Asking): ReadonlyMap<string, number> => {
  const types = supporting_documents.flatMap((request) => request.types)
  return new Map(types.flatMap(({ key, max_age_days = null }) => (max_age_days === null ? [] : [[key, max_age_days] as const])))
}

/** The supporting documents of the latest attempt at them. */
const latestOf = Effect.fnUntraced(function* (session_id: string) {
  const all = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: session_id },
      { field: "kind", op: "eq", value: "supporting" }
    ],
    order: [{ field: "created_at", direction: "asc" }],
    limit: 100
  })
  const latest = Math.max(0, ...all.map(({ attempt }) => attempt))
  return all.filter(({ attempt, status }) => attempt === latest && status !== "redacted")
})

/**
 * Reads the supporting documents whose age counts, for the run of their session. A person looks at all of them, so that one that no engine can read now
 * holds nothing up.
 */
export const readSupportingDocuments = Effect.fnUntraced(function* (session: Asking) {
  const limits = limitsOf(session)
  if (limits.size === 0 || session.scenario !== null) return
  for (const { document_subtype, id } of yield* latestOf(session.id)) {
    if (limits.has(document_subtype ?? "")) yield* Effect.catchTag(readDocument(id), "JobFailed", () => Effect.void)
  }
})

/** Where the supporting documents lead their session: always to a person, unless a script says how it ends, with what is wrong with their age. */
export const supportingConclusions = Effect.fnUntraced(function* (session: Asking) {
  const none: ReadonlyArray<Conclusion> = []
  if (session.supporting_documents === undefined || session.scenario !== null) return none
  const limits = limitsOf(session)
  const files = limits.size === 0 ? [] : yield* latestOf(session.id)
  // The same day whenever its run goes on.
  const today = (session.submitted_at ?? (yield* tenantNow)).slice(0, 10)
  const problems = [...limits].flatMap(([key, most]) => {
    const read = files.filter(({ document_subtype }) => document_subtype === key).flatMap(({ extraction }) => extraction ?? [])
    return read.length === 0 ? [] : (ageProblem(read, most, today) ?? [])
  })
  const conclusion: Conclusion = { status: "in_review", reason_codes: ["authenticity_not_assured", ...new Set(problems)] }
  return [conclusion] satisfies ReadonlyArray<Conclusion>
})
