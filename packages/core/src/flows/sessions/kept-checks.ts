import { Effect } from "effect"
import { CheckStore, type CheckType, type StoredCheck } from "../../resources/checks/model.ts"
import { DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { kindOf } from "../../verification/check-kinds.ts"
import type { SessionStep } from "../../verification/steps.ts"
import { checksOfRun, movedTo } from "../../resources/checks/session-runs.ts"

/** What an identity is read from. */
const identity = ["document", "nfc"] as const satisfies ReadonlyArray<SessionStep>

/**
 * Steps whose evidence a check rests on, its own or what it is compared with. Words and records of the organization are not among them: they cost
 * nothing to look at, and are looked at again with every submission.
 */
export const restsOn: Partial<Record<CheckType, ReadonlyArray<SessionStep>>> = {
  document_extraction: identity,
  document_authenticity: identity,
  age: identity,
  // The face of the selfie is looked for among those of other sessions, too.
  duplicate: ["selfie", ...identity],
  nfc_chip: identity,
  liveness: ["selfie"],
  face_match: ["selfie", ...identity],
  proof_of_address: ["proof_of_address", ...identity],
  identity_cross_reference: ["proof_of_address", ...identity]
}

const stepOfKind: Partial<Record<StoredDocument["kind"], SessionStep>> = {
  identity: "document",
  selfie: "selfie",
  nfc_data: "nfc",
  proof_of_address: "proof_of_address"
}

/** Steps of which something came, or was erased, since the session was submitted last; and those of them of which something had been submitted. */
const changedSince = Effect.fnUntraced(function* ({ id, submitted_at }: StoredSession) {
  const documents = yield* (yield* DocumentStore).list({
    where: [{ field: "session_id", op: "eq", value: id }],
    order: [{ field: "created_at", direction: "desc" }],
    limit: 500
  })
  const isNew = ({ created_at }: StoredDocument): boolean => submitted_at === null || created_at > submitted_at
  const stepsOf = (some: ReadonlyArray<StoredDocument>) => some.flatMap(({ kind }) => stepOfKind[kind] ?? [])
  const submitted = new Set(stepsOf(documents.filter((document) => !isNew(document))))
  const changed = stepsOf(documents.filter((document) => isNew(document) || document.redacted_at !== null))
  return { changed, replaced: changed.filter((step) => submitted.has(step)) }
})

const fine = ({ outcome, redacted_at, status }: StoredCheck): boolean =>
  status === "completed" && redacted_at === undefined && (outcome === "passed" || outcome === "not_applicable")

/**
 * Takes over the checks of a session's last run that stand in the one that its submission begins, and answers their types: those that passed, and rest
 * on nothing that was asked for again or came since. All else is made again.
 */
export const keepChecks = Effect.fnUntraced(function* (before: StoredSession, after: StoredSession) {
  const { asked_again } = before
  if (asked_again === undefined || before.liveness_session !== undefined) return []
  const made = Map.groupBy(yield* checksOfRun(before), ({ type }) => type)
  const renewed = new Set<SessionStep>([...asked_again, ...(yield* changedSince(before)).changed])
  const stands = ([type, checks]: readonly [CheckType, ReadonlyArray<StoredCheck>]): boolean => {
    const steps = restsOn[type]
    return steps !== undefined && !steps.some((step) => renewed.has(step)) && checks.every(fine)
  }
  const kept = [...made].filter(stands)
  const store = yield* CheckStore
  for (const check of kept.flatMap(([, checks]) => checks)) yield* store.save({ ...check, run_key: movedTo(after, check) })
  return kept.map(([type]) => type)
})

/**
 * Whether all checks of a session's current run still stand when its person submits what the run asked for: nothing that one of them rests on was sent
 * again or erased since, nor is it compared with something else.
 */
export const allStand = Effect.fnUntraced(function* (session: StoredSession) {
  if (session.asked_again === undefined) return false
  const replaced = new Set((yield* changedSince(session)).replaced)
  if (replaced.size === 0) return true
  return (yield* checksOfRun(session)).every(({ type }) => restsOn[type]?.some((step) => replaced.has(step)) !== true)
})

/** The steps that a person has to do again because of their checks; undefined where it is not the checks of some steps alone that failed. */
export const stepsToRepeat = (checks: ReadonlyArray<StoredCheck>) => {
  const outcomes = Map.groupBy(checks, ({ type }) => type)
  const failed = [...outcomes].filter(
    ([, same]) => same.some(({ outcome }) => outcome === "failed") && !same.some(({ outcome }) => outcome === "passed")
  )
  const steps = failed.map(([type]) => kindOf(type).step?.[0] ?? null)
  const known = steps.flatMap((step) => step ?? [])
  return known.length === 0 || known.length < steps.length ? undefined : [...new Set(known)]
}
