import { Context } from "effect"
import { checkTypes } from "../../verification/check-kinds.ts"
import type { CheckType } from "../../resources/checks/model.ts"
import { chipKind } from "./chip.ts"
import { crossReferenceKind } from "./cross-reference.ts"
import { documentKinds } from "./documents.ts"
import { faceKinds } from "./faces.ts"
import { type CheckEntry, type RecordJudge, type SessionJudge, unmadeEntry } from "./kind.ts"
import { listKind } from "./lists.ts"
import { proofKind } from "./proof-of-address.ts"
import { questionnaireKind } from "./questionnaire.ts"
import { screeningKind } from "./screening.ts"

export type CheckEntries = Readonly<Record<CheckType, CheckEntry>>

/** Every kind of check, in the order in which a session makes and records them. */
export const checkEntries: CheckEntries = {
  nfc_chip: chipKind,
  ...documentKinds,
  ...faceKinds,
  proof_of_address: proofKind,
  identity_cross_reference: crossReferenceKind,
  questionnaire: questionnaireKind,
  aml_screening: screeningKind,
  list_lookup: listKind,
  database: unmadeEntry,
  device_risk: unmadeEntry,
  phone: unmadeEntry,
  email: unmadeEntry
}

/** The kinds of checks that the flows make. */
export const CheckRegistry = Context.Reference<CheckEntries>("@vouchkit/core/flows/CheckRegistry", { defaultValue: () => checkEntries })

const typesOf = (entries: CheckEntries): ReadonlyArray<CheckType> =>
  Object.keys(entries).flatMap((name) => checkTypes.find((type) => type === name) ?? [])

/** The judges of a session, each once and behind those that it comes after; else in the order of the registry. */
export const sessionJudges = (entries: CheckEntries): ReadonlyArray<SessionJudge> => {
  const ordered = new Set<SessionJudge>()
  const begun = new Set<SessionJudge>()
  const add = (judge: SessionJudge | null) => {
    if (judge === null || begun.has(judge)) return
    begun.add(judge)
    for (const type of judge.after) add(entries[type].session)
    ordered.add(judge)
  }
  for (const type of typesOf(entries)) add(entries[type].session)
  return [...ordered]
}

interface TypedRecordJudge extends RecordJudge {
  readonly type: CheckType
}

/** The judges of records, in the order of the registry. */
export const recordJudges = (entries: CheckEntries): ReadonlyArray<TypedRecordJudge> =>
  typesOf(entries).flatMap((type) => {
    const { records } = entries[type]
    return records === null ? [] : [{ ...records, type }]
  })

/** The checks that a session of the sandbox calls for beside those of its steps. */
export const calledBesideSteps = (
  entries: CheckEntries,
  session: Parameters<NonNullable<NonNullable<CheckEntry["scripted"]>["called"]>>[0]
): ReadonlyArray<CheckType> => typesOf(entries).filter((type) => entries[type].scripted?.called?.(session) === true)
