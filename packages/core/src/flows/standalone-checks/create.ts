import { Effect } from "effect"
import { DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import type { StoredFile } from "../../resources/documents/upload.ts"
import { makeId } from "../../kernel/foundation/id.ts"
import { serversOnly } from "../../resources/lists/servers-only.ts"
import { Tenant } from "../../kernel/access/caller.ts"
import { InvalidInput, type Problem } from "../../kernel/foundation/failure.ts"
import { policyProblems } from "../../verification/proof-of-address/policy.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { lockWritableSubject } from "../../resources/screening/change.ts"
import { watchOver } from "../../resources/screening/monitoring/register.ts"
import { SubjectStore } from "../../resources/screening/subjects/model.ts"
import { scenarioOf } from "../../resources/sessions/scenario.ts"
import { effectivePolicy } from "../../resources/settings/proof-of-address.ts"
import { addStatedChip, storeStatedChip } from "./chip.ts"
import { facesAmong } from "../checks/list-values.ts"
import type { StandaloneCheck, StandaloneInput } from "../../resources/checks/standalone-input.ts"
import { standaloneProblems } from "./problems.ts"
import { CheckStore, type StoredCheck } from "../../resources/checks/model.ts"
import { announceCheck, unmade } from "../../resources/checks/record.ts"
import { scheduleCheck } from "../../resources/checks/schedule.ts"
import { makeSubject } from "../../resources/screening/subjects/make.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

/** A check that is asked for, and where it stands in the request. */
interface Asked {
  readonly check: StandaloneCheck
  readonly loc: Problem["loc"]
}

const proofPolicyProblems = Effect.fnUntraced(function* ({ check, loc }: Asked) {
  const { proof_of_address_policy: layer } = check
  if (layer === undefined) return []
  const effective = yield* effectivePolicy({ session: layer })
  return policyProblems(effective).map((problem) => ({ ...problem, loc: [...loc, "proof_of_address_policy", ...problem.loc] }))
})

/** What is looked at and put away before the transaction: the files of each chip that was sent, in the order of the checks. */
export const prepareStandalone = Effect.fnUntraced(function* (asked: ReadonlyArray<Asked>) {
  yield* serversOnly
  const misfit = standaloneProblems(asked)
  if (misfit !== undefined) return yield* misfit
  const problems = (yield* Effect.forEach(asked, proofPolicyProblems)).flat()
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems: problems.slice(0, 100) })
  return yield* Effect.forEach(asked, ({ check: { chip } }) => (chip === undefined ? Effect.succeed(null) : storeStatedChip(chip)))
})

interface Named {
  readonly id: string
  /** Any of these. */
  readonly kinds: ReadonlyArray<StoredDocument["kind"]>
  readonly loc: Problem["loc"]
}

/** The documents that a check names, each with the kinds of which it has to be one. */
const namedBy = ({ check, loc }: Asked): ReadonlyArray<Named> => {
  const { document_id, document_ids = [], portrait_document_id, selfie_document_id, type, values = [] } = check
  const one = (id: string | undefined, kind: Named["kinds"][number], member: string): ReadonlyArray<Named> =>
    id === undefined ? [] : [{ id, kinds: [kind], loc: [...loc, member] }]
  return [
    ...document_ids.map((id, index): Named => ({ id, kinds: ["identity"], loc: [...loc, "document_ids", index] })),
    ...facesAmong(values).map(({ id, index }): Named => ({ id, kinds: ["selfie", "identity"], loc: [...loc, "values", index, "value"] })),
    ...one(document_id, type === "nfc_chip" ? "nfc_data" : "proof_of_address", "document_id"),
    ...one(portrait_document_id, "identity", "portrait_document_id"),
    ...one(selfie_document_id, "selfie", "selfie_document_id")
  ]
}

const documentProblem = (document: StoredDocument | undefined, { kinds, loc }: Named): ReadonlyArray<Problem> => {
  if (document === undefined || document.status === "redacted") {
    return [{ loc, code: "unknown_document", message: "names no usable document of this organization and environment" }]
  }
  if (document.session_id !== null) {
    return [
      {
        loc,
        code: "document_of_session",
        message: "belongs to a session; upload the file with POST /documents, or use the checks of the session"
      }
    ]
  }
  if (kinds.includes(document.kind)) return []
  const message = `is of the kind ${document.kind}, but this check needs the kind ${kinds.join(" or ")}`
  return [{ loc, code: "document_kind", message }]
}

/** Locks the documents, in one order for all, so that none is erased before the checks that it belongs to are found by it. */
const requireDocuments = Effect.fnUntraced(function* (named: ReadonlyArray<Named>) {
  const store = yield* DocumentStore
  const found = new Map<string, StoredDocument | undefined>()
  for (const id of [...new Set(named.map(({ id }) => id))].sort()) found.set(id, yield* store.lock(id))
  const problems = named.flatMap((one) => documentProblem(found.get(one.id), one))
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems: problems.slice(0, 100) })
})

/** A new subject is stored with its check; a stored one has to be there. */
const subjectOf = Effect.fnUntraced(function* ({ subject }: StandaloneCheck) {
  if (subject === undefined) return null
  if (typeof subject === "string") return (yield* lockWritableSubject(subject)).id
  const made = yield* makeSubject(subject, null, ["body", "subject"])
  yield* (yield* SubjectStore).insertIfAbsent(made)
  yield* watchOver(made)
  return made.id
})

const create = Effect.fnUntraced(function* (asked: Asked, chip: StoredFile | null) {
  const { environment } = yield* Tenant
  const { check } = asked
  const { chip: _chip, scenario: named, subject: _subject, tags = [], type, ...kept } = check
  const scenario = yield* scenarioOf(environment, named, kept.expected)
  const subject_id = yield* subjectOf(check)
  const input: StandaloneInput = {
    ...kept,
    ...(chip === null ? {} : { document_id: (yield* addStatedChip(chip)).id }),
    subject_id,
    scenario
  }
  const at = yield* tenantNow
  const fresh: StoredCheck = {
    id: yield* makeId("chk"),
    environment,
    session_id: null,
    subject: subject_id,
    type,
    ...unmade,
    status: "pending",
    provider_label: type,
    attempt: 1,
    max_attempts: 3,
    overridden: null,
    input_document_ids: documentsOf(input),
    node_id: null,
    simulated: isSimulated(environment),
    tags,
    run_key: null,
    input,
    sequence: 0,
    version: 1,
    created_at: at,
    updated_at: at
  }
  const reported = yield* announceCheck(fresh, "check.created", {})
  yield* (yield* CheckStore).insert(reported)
  yield* scheduleCheck(reported)
  return reported
})

const documentsOf = (input: StandaloneInput): ReadonlyArray<string> => {
  const { document_id, document_ids = [], portrait_document_id, selfie_document_id, values = [] } = input
  const others = [portrait_document_id, selfie_document_id, document_id].filter((id) => id !== undefined)
  return [...new Set([...document_ids, ...others, ...facesAmong(values).map(({ id }) => id)])]
}

/** Records the checks, each with its job, within the transaction. */
export const createStandalone = Effect.fnUntraced(function* (asked: ReadonlyArray<Asked>, chips: ReadonlyArray<StoredFile | null>) {
  yield* requireDocuments(asked.flatMap(namedBy))
  return yield* Effect.forEach(asked, (one, index) => create(one, chips[index] ?? null))
})
