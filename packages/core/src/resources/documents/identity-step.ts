import { Effect } from "effect"
import { examineIdentity } from "../../verification/identity-documents/examine.ts"
import type { IdentityDocumentPolicy } from "../../verification/identity-documents/policy.ts"
import { submitted } from "../../verification/identity-documents/submitted.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { StoredSession } from "../sessions/model.ts"
import { withStep } from "../sessions/progress.ts"
import { effectiveIdentityPolicy } from "../settings/identity-verification.ts"
import { whileCapturing } from "../workflows/capture-rules.ts"
import { DocumentStore, type StoredDocument } from "./model.ts"

type Side = "front" | "back"

/** Whether anything can still come of a document. */
export const stands = ({ status }: Pick<StoredDocument, "status">): boolean =>
  status !== "rejected" && status !== "failed" && status !== "redacted"

/**
 * The sides of one identity document that are asked for and not there, by what was read in its files and, of those that no one has read yet, by
 * what was said of them. Such a file of which nothing was said may show everything, so that nothing is missing until it is read.
 */
const sidesMissing = (documents: ReadonlyArray<StoredDocument>, policy: IdentityDocumentPolicy, today: string): ReadonlyArray<Side> => {
  const { missing_sides } = examineIdentity({ documents: documents.map(submitted), policy, today, chip: null })
  const unread = documents.filter(({ identity_reading }) => identity_reading === undefined)
  if (unread.some(({ side }) => side !== "front" && side !== "back")) return []
  return missing_sides.filter((missing) => !unread.some(({ side }) => side === missing))
}

/**
 * The session with its step `document` as its files leave it: done once every side is there that the document's type asks for. `latest` is a
 * document of it in the state that counts, whatever is stored.
 */
export const withDocumentStep = Effect.fnUntraced(function* (session: StoredSession, latest: StoredDocument) {
  if (!session.required_steps.includes("document")) return session
  const all = yield* (yield* DocumentStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "kind", op: "eq", value: "identity" }
    ],
    order: [{ field: "created_at", direction: "asc" }],
    limit: 100
  })
  const documents = [...all.filter(({ id }) => id !== latest.id), latest].filter((one) => one.attempt === latest.attempt && stands(one))
  const policy = yield* whileCapturing(session, effectiveIdentityPolicy(session.identity_policy ?? null))
  const missing = sidesMissing(documents, policy, (yield* tenantNow).slice(0, 10))
  const { missing_sides: _before, ...bare } = withStep(session, "document", documents.length > 0 && missing.length === 0)
  const next: StoredSession = missing.length === 0 ? bare : { ...bare, missing_sides: missing }
  return next
})
