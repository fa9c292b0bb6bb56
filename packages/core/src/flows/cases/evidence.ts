import { Effect, Schema } from "effect"
import { Caller } from "../../kernel/access/caller.ts"
import { Conflict, NotFound } from "../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { lookUps } from "../../kernel/resource/locks.ts"
import { Case, CaseId, CaseStore, cases, type StoredCase } from "../../resources/cases/model.ts"
import { Check, type StoredCheck } from "../../resources/checks/model.ts"
import { Document, DocumentStore } from "../../resources/documents/model.ts"
import { drawnPage, pageFieldsOfPreview, PreviewContent } from "../../resources/documents/drawn-page.ts"
import { SessionStore } from "../../resources/sessions/model.ts"
import { Expected } from "../../verification/subject.ts"
import { checksOfRun } from "../../resources/checks/session-runs.ts"

const { find } = lookUps(CaseStore, cases)
const access = scopes("verifications:read")

/** Documents and checks that a case shows. */
const most = 100

const EvidenceDocument = Schema.Struct({
  number: Schema.Int.annotate({ description: "By which its pages are fetched" }),
  kind: Document.fields.kind,
  document_type: Document.fields.document_type,
  side: Document.fields.side,
  page_count: Document.fields.page_count,
  issuing_country: Document.fields.issuing_country
}).annotate({ identifier: "CaseEvidenceDocument" })

const { outcome, score, status, threshold, type } = Check.fields
const EvidenceCheck = Schema.Struct({
  type,
  status,
  outcome: outcome.annotate({ description: "What the check itself found, also where someone overrode it" }),
  score,
  threshold,
  reasons: Schema.Array(
    Schema.Struct({
      code: Schema.String.check(Schema.isMaxCodePoints(64)),
      severity: Schema.Literals(["fail", "review", "info"]),
      message: Schema.String.check(Schema.isMaxCodePoints(1000))
    })
  ).check(Schema.isMaxLength(50))
}).annotate({ identifier: "CaseEvidenceCheck" })

/** What a case is judged by, without anything that was decided. */
const CaseEvidence = Schema.Struct({
  object: Schema.Literal("case_evidence"),
  case_id: Case.fields.id,
  expected: Expected,
  documents: Schema.Array(EvidenceDocument).check(Schema.isMaxLength(most)),
  checks: Schema.Array(EvidenceCheck).check(Schema.isMaxLength(most))
}).annotate({ identifier: "CaseEvidence" })

const unclaimed = new Conflict<"case_not_claimed">({
  code: "case_not_claimed",
  detail: "The evidence of a blind case is for who holds it. Claim the case first."
})

/**
 * The session of the case, or that whose decision a blind case looks at again; not found once its data was erased. Whoever sees the evidence of a blind case
 * is not shown its session meanwhile (resources/cases/blind-readers.ts).
 */
const sessionOf = Effect.fnUntraced(function* ({ erased_at, sample, session_id, status }: StoredCase) {
  if (sample !== undefined && status !== "closed" && sample.readers?.includes((yield* Caller).actor.id) !== true) return yield* unclaimed
  const id = sample?.session_id ?? session_id
  const session = id === null || erased_at !== null ? undefined : yield* (yield* SessionStore).find(id)
  if (session === undefined || session.redacted_at !== null) return yield* new NotFound()
  return { ...session, run: sample?.run ?? session.run }
})

const documentsOf = Effect.fnUntraced(function* (session_id: string) {
  return yield* (yield* DocumentStore).list({
    where: [{ field: "session_id", op: "eq", value: session_id }],
    order: [{ field: "created_at", direction: "asc" }],
    limit: most
  })
})

const shownCheck = ({ outcome, overridden, reasons, score, status, threshold, type }: StoredCheck): typeof EvidenceCheck.Type => ({
  type,
  status,
  outcome: overridden === null ? outcome : overridden.from,
  score,
  threshold,
  reasons: reasons.map(({ code, message, severity }) => ({ code, severity, message }))
})

const evidence = operation(
  {
    summary: "Get the evidence of a case",
    description:
      "What was expected, the documents by number, and what each check found by itself. It names no session and nothing that was decided, so it is how the cases of the queue `quality` are looked at, by who has claimed them. Not found for a case without a session.",
    method: "GET",
    path: "/cases/{case_id}/evidence",
    access,
    effect: "read",
    params: { case_id: CaseId },
    output: CaseEvidence,
    conflicts: ["case_not_claimed"]
  },
  Effect.fnUntraced(function* ({ case_id }) {
    const session = yield* sessionOf(yield* find(case_id))
    const documents = yield* documentsOf(session.id)
    return {
      object: "case_evidence" as const,
      case_id,
      expected: session.expected,
      documents: documents.flatMap(({ document_type, issuing_country, kind, page_count, side, status }, index) =>
        status === "redacted" ? [] : [{ number: index + 1, kind, document_type, side, page_count, issuing_country }]
      ),
      checks: (yield* checksOfRun(session)).map(shownCheck)
    }
  })
)

const page = operation(
  {
    summary: "Get a page of a document of a case as a PNG",
    description: "As the preview of a document.",
    method: "GET",
    path: "/cases/{case_id}/evidence/preview",
    access,
    effect: "read",
    params: { case_id: CaseId },
    query: {
      number: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: most }))
        .annotate({ default: 1, description: "Number of the document, as the evidence of the case gives it" })
        .pipe(Schema.withDecodingDefaultKey(Effect.succeed(1))),
      ...pageFieldsOfPreview
    },
    output: PreviewContent,
    file: ["image/png"],
    conflicts: ["document_not_available", "case_not_claimed"],
    invalid: ["validation_error"],
    quota: "heavy"
  },
  Effect.fnUntraced(function* ({ case_id, number, ...wanted }) {
    const session = yield* sessionOf(yield* find(case_id))
    const document = (yield* documentsOf(session.id))[number - 1]
    return yield* drawnPage(document, `${case_id}-${number}`, wanted)
  })
)

export const caseEvidence = operations("cases", { evidence, previewEvidence: page })
