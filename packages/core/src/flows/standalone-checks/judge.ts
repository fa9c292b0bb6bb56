import { Effect } from "effect"
import { judgeCrossReference } from "../../verification/cross-reference/judge.ts"
import { readDocument } from "../../resources/documents/read.ts"
import { JobFailed } from "../../kernel/jobs/job.ts"
import { simulatedCheck } from "../sandbox/standalone-check.ts"
import { lockSessionOf, routeAlerts } from "../screening/cases.ts"
import { lockSubject } from "../../resources/screening/change.ts"
import { recordScreening, searchFor } from "../../resources/screening/screen.ts"
import { SubjectStore } from "../../resources/screening/subjects/model.ts"
import { findingOfScreening } from "../checks/aml-screening.ts"
import { judgeSessionChip } from "../checks/chip.ts"
import type { CheckContext } from "../../resources/checks/context.ts"
import { judgeFaces } from "../checks/faces.ts"
import { portraitOf } from "../checks/portraits.ts"
import { examineDocuments, judgeIdentityDocument } from "../checks/identity-document.ts"
import { type JudgedCheck, judgedCheck, unavailableCheck } from "../../resources/checks/conclusion.ts"
import { facesAmong, judgeListLookUp } from "./faces.ts"
import { type StandaloneCheckType, type StandaloneInput, standaloneTypeOf } from "../../resources/checks/standalone-input.ts"
import { kindOf } from "../../resources/checks/kinds.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import { judgeStandaloneProof } from "../checks/proof-checks.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

const contextOf = ({ created_at, environment, id }: StoredCheck, input: StandaloneInput): CheckContext => ({
  id,
  environment,
  expected: input.expected ?? {},
  identity_id: null,
  external_reference: null,
  policy: input.proof_of_address_policy ?? null,
  ...(input.identity_policy === undefined ? {} : { identity_policy: input.identity_policy }),
  // No one is asked again: where a verdict would lead a session plays no part.
  resubmission_count: 0,
  max_resubmissions: 0,
  updated_at: created_at
})

const documentOf = Effect.fnUntraced(function* (id: string | undefined) {
  const document = id === undefined ? undefined : yield* readDocument(id)
  return document ?? (yield* new JobFailed({ reason: "a document of the check is missing" }))
})

const ofType = (checks: ReadonlyArray<JudgedCheck>, type: StoredCheck["type"], context: CheckContext): CheckFinding => {
  const made = checks.find(({ finding }) => finding.type === type)
  return (made ?? unavailableCheck(type, context, { message: "The evidence for this check is missing. A person has to review it." }))
    .finding
}

const ofIdentity = Effect.fnUntraced(function* (type: StandaloneCheckType, context: CheckContext, { document_ids = [] }: StandaloneInput) {
  const documents = yield* Effect.forEach(document_ids, documentOf)
  const examination = yield* examineDocuments(context, documents, null)
  const { checks } = yield* judgeIdentityDocument(context, documents, examination)
  return ofType(checks, type, context)
})

const ofFaces = Effect.fnUntraced(function* (type: StandaloneCheckType, context: CheckContext, input: StandaloneInput) {
  const selfie = yield* documentOf(input.selfie_document_id)
  const portrait = input.portrait_document_id === undefined ? null : yield* portraitOf([yield* documentOf(input.portrait_document_id)])
  const { checks } = yield* judgeFaces(context, [selfie], portrait)
  return ofType(checks, type, context)
})

const ofChip = Effect.fnUntraced(function* (context: CheckContext, { document_id }: StandaloneInput) {
  return (yield* judgeSessionChip(context, [yield* documentOf(document_id)], { mrz: null })).check.finding
})

const ofProof = Effect.fnUntraced(function* (context: CheckContext, { document_id }: StandaloneInput) {
  return ofType(yield* judgeStandaloneProof(context, yield* documentOf(document_id)), "proof_of_address", context)
})

const ofSources = (context: CheckContext, { sources = [] }: StandaloneInput): CheckFinding =>
  judgedCheck("identity_cross_reference", judgeCrossReference(sources), context, { documents: [] }).finding

/** Searches now, and records within the transaction that ends the check. */
const ofSubject = Effect.fnUntraced(function* (check: StoredCheck, { categories, subject_id, threshold }: StandaloneInput) {
  const subject = subject_id === null ? undefined : yield* (yield* SubjectStore).find(subject_id)
  const erased = unavailableCheck("aml_screening", check, {
    message: "The data of the subject was erased, so it cannot be screened."
  }).finding
  if (subject === undefined || subject.erased_at !== null) return Effect.succeed(erased)
  const searched = yield* searchFor(subject)
  return Effect.gen(function* () {
    yield* lockSessionOf(subject.id)
    const locked = yield* lockSubject(subject.id)
    if (locked.erased_at !== null) return erased
    const screened = yield* recordScreening(locked, searched, {
      trigger: "manual",
      session_id: locked.session_id,
      again: null,
      run_key: `check/${check.id}/${check.attempt}`,
      ...(categories === undefined ? {} : { categories }),
      ...(threshold === undefined ? {} : { threshold })
    })
    yield* routeAlerts(locked, screened.alerts)
    return findingOfScreening(screened)
  }).pipe(
    Effect.catchIf(
      (failure) => failure._tag === "Conflict" && failure.code === "stale_object",
      // The subject changed meanwhile: it is searched for again.
      () => Effect.fail(new JobFailed({ reason: "the subject changed during the screening" }))
    )
  )
})

const ofValues = Effect.fnUntraced(function* (check: StoredCheck, { values = [] }: StandaloneInput) {
  // The sandbox looks at no picture.
  const shown = isSimulated(check.environment) ? [] : facesAmong(values)
  return yield* judgeListLookUp(check, values, yield* Effect.forEach(shown, ({ id }) => documentOf(id)))
})

const judge = Effect.fnUntraced(function* (check: StoredCheck, type: StandaloneCheckType, input: StandaloneInput) {
  const context = contextOf(check, input)
  switch (type) {
    case "document_extraction":
    case "document_authenticity":
    case "age":
    case "duplicate":
      return Effect.succeed(yield* ofIdentity(type, context, input))
    case "face_match":
    case "liveness":
      return Effect.succeed(yield* ofFaces(type, context, input))
    case "proof_of_address":
      return Effect.succeed(yield* ofProof(context, input))
    case "nfc_chip":
      return Effect.succeed(yield* ofChip(context, input))
    case "identity_cross_reference":
      return Effect.succeed(ofSources(context, input))
    case "aml_screening":
      return yield* ofSubject(check, input)
    case "list_lookup":
      return yield* ofValues(check, input)
  }
})

/**
 * Makes a check that stands alone, outside of any transaction, by the rules of the same check in a session. Answers what has to run in the
 * transaction that ends it, for its result: counting a match and recording a screening stand or fall with the check.
 */
export const judgeStandalone = Effect.fnUntraced(function* (check: StoredCheck) {
  const { input } = check
  const type = standaloneTypeOf(check.type)
  if (input === undefined || type === null) return yield* new JobFailed({ reason: "the evidence of the check was erased" })
  if (isSimulated(check.environment) && (input.scenario !== null || kindOf(type).evidence === "file")) {
    return Effect.succeed(yield* simulatedCheck(check, contextOf(check, input), input))
  }
  return yield* judge(check, type, input)
})
