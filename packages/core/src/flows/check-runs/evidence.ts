import { Effect } from "effect"
import type { SessionFace } from "../../verification/faces/template.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import type { JudgedCheck } from "../../resources/checks/conclusion.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { SessionEvidence } from "../check-kinds/kind.ts"
import { CheckRegistry, sessionJudges } from "../check-kinds/registry.ts"
import { type DocumentTrace, examineDocuments } from "../checks/identity-document.ts"
import { documentsOf, standing } from "../checks/session-documents.ts"

/** What is written beside the checks, so that later sessions find this one's document and face. */
export interface Traces {
  readonly document: DocumentTrace | null
  readonly face: SessionFace | null
}

/** The checks of a session, each with where it alone would lead. */
export interface MadeChecks {
  readonly checks: ReadonlyArray<JudgedCheck>
  readonly traces: Traces
}

/** Everything that a submitted session holds, before any of it is judged. */
const evidenceOf = Effect.fnUntraced(function* (session: StoredSession) {
  const today = (yield* tenantNow).slice(0, 10)
  const identity = standing(yield* documentsOf(session, "identity"))
  const selfies = yield* documentsOf(session, "selfie")
  const chips = yield* documentsOf(session, "nfc_data")
  const proofs = yield* documentsOf(session, "proof_of_address")
  const examination = yield* examineDocuments(session, identity, null)
  const evidence: SessionEvidence = {
    session,
    today,
    identity,
    selfies,
    chips,
    proofs,
    examination,
    chip: null,
    document: null,
    face: null
  }
  return evidence
})

/** Makes every check that a submitted session calls for. Reads files and engines; writes nothing but what reading a document keeps. */
export const judgeEvidence = Effect.fnUntraced(function* (session: StoredSession) {
  let evidence = yield* evidenceOf(session)
  const made: Array<JudgedCheck> = []
  for (const { judge } of sessionJudges(yield* CheckRegistry)) {
    const { checks, found } = yield* judge(evidence)
    made.push(...checks)
    evidence = { ...evidence, ...found }
  }
  const { document, face } = evidence
  return { checks: made, traces: { document, face } } satisfies MadeChecks
})
