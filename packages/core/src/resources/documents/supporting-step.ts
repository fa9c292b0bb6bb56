import { Effect } from "effect"
import { InvalidInput, type Problem } from "../../kernel/foundation/failure.ts"
import { SessionStore, type StoredSession } from "../sessions/model.ts"
import { withStep } from "../sessions/progress.ts"
import { isFulfilled } from "../sessions/supporting-documents.ts"
import { documentTypeRows } from "../settings/document-types/model.ts"
import { stands } from "./identity-step.ts"
import { DocumentStore, type StoredDocument } from "./model.ts"

/** What an upload says of a supporting document. */
interface Declared {
  readonly kind: StoredDocument["kind"]
  readonly document_subtype: string | undefined
  readonly issuing_country: string | undefined
}

const problem = (member: string, code: string, message: string): Problem => ({ loc: ["body", member], code, message })

/**
 * Fails with what is wrong with the type that an upload names. A session goes by the types as they were when it was created, anything else by
 * those that are in use.
 */
export const checkSubtype = Effect.fnUntraced(function* (
  { document_subtype, issuing_country, kind }: Declared,
  wanted: StoredSession["supporting_documents"] = []
) {
  if (document_subtype === undefined) return
  const asked = wanted.flatMap(({ types }) => types).find(({ key }) => key === document_subtype)
  const [known] = asked === undefined ? yield* documentTypeRows.usable([document_subtype]) : []
  const type = asked ?? (known?.kind === "supporting" ? known : undefined)
  const problems: Array<Problem> = []
  if (kind !== "supporting") problems.push(problem("document_subtype", "invalid", "is only for documents of the kind supporting"))
  else if (type === undefined) problems.push(problem("document_subtype", "unknown_key", "names no type of supporting documents in use"))
  else if (type.countries.length > 0 && !type.countries.some((country) => country === issuing_country)) {
    problems.push(
      issuing_country === undefined
        ? problem("issuing_country", "missing", "is required for documents of this type")
        : problem("issuing_country", "country_not_accepted", "is not a country whose documents of this type are accepted")
    )
  }
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
})

/**
 * What is read in a supporting document: as its session asked for it, or by its type where it came by itself. Null where its type says nothing, or is
 * not in use any more.
 */
export const readingRulesOf = Effect.fnUntraced(function* ({ document_subtype, session_id }: StoredDocument) {
  if (document_subtype === null) return null
  const session = session_id === null ? undefined : yield* (yield* SessionStore).find(session_id)
  const asked = session?.supporting_documents?.flatMap(({ types }) => types).find(({ key }) => key === document_subtype)
  const [type] = asked === undefined ? yield* documentTypeRows.usable([document_subtype]) : [asked]
  return type === undefined ? null : { extract_fields: type.extract_fields ?? [], max_age_days: type.max_age_days ?? null }
})

/**
 * The session with what it asks for of supporting documents as its files leave it. Only requests for the type of `latest` can change by it; a
 * request that was fulfilled in an earlier attempt stays so unless the person was asked again.
 */
export const withSupportingStep = Effect.fnUntraced(function* (session: StoredSession, latest: StoredDocument) {
  const { supporting_documents: requests = [] } = session
  if (!requests.some(({ types }) => types.some(({ key }) => key === latest.document_subtype))) return session
  const all = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "kind", op: "eq", value: "supporting" }
    ],
    order: [{ field: "created_at", direction: "asc" }],
    limit: 100
  })
  const files = [...all.filter(({ id }) => id !== latest.id), latest].filter((one) => one.attempt === latest.attempt && stands(one))
  const next = requests.map((request) =>
    request.types.some(({ key }) => key === latest.document_subtype) ? { ...request, completed: isFulfilled(request, files) } : request
  )
  return withStep(
    { ...session, supporting_documents: next },
    "supporting_documents",
    next.every(({ completed }) => completed)
  )
})
