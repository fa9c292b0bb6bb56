import { Effect, Schema } from "effect"
import { CheckStore, proofDetails } from "../checks/model.ts"
import { CalendarDate, line } from "../../kernel/foundation/text.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Conflict, InvalidInput, NotFound, invalid } from "../../kernel/foundation/failure.ts"
import { type PoaCheckDetails, detailLimits } from "../../verification/proof-of-address/details.ts"
import { PoaDocumentType } from "../../verification/proof-of-address/types.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { announceCase, lockWithSubject } from "./change.ts"
import { CaseStore } from "./model.ts"
import { correctionRefusal } from "./permission.ts"
import { transitionOf } from "./transitions.ts"

/** Text as the details of a check hold it. */
const text = (most: number) => line(most, { "x-personal": true })

/** What a person may correct of a proof of address; a member that is sent replaces what was read, null says that it is not there. */
export const correctionFields = {
  issuer: Schema.optionalKey(Schema.NullOr(text(detailLimits.issuer))),
  holder_names: Schema.optionalKey(
    Schema.NullOr(Schema.Array(text(detailLimits.name)).check(Schema.isMaxLength(detailLimits.names))).annotate({ "x-personal": true })
  ),
  extracted_address: Schema.optionalKey(
    Schema.NullOr(Schema.Array(text(detailLimits.address_line)).check(Schema.isMaxLength(detailLimits.address_lines))).annotate({
      "x-personal": true
    })
  ),
  period_start: Schema.optionalKey(Schema.NullOr(CalendarDate)),
  period_end: Schema.optionalKey(Schema.NullOr(CalendarDate)),
  document_type_detected: Schema.optionalKey(Schema.NullOr(PoaDocumentType))
}
const Correction = Schema.Struct(correctionFields)
export type Correction = typeof Correction.Type

type Details = PoaCheckDetails

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** The names of the members that the correction would change. */
const changedFields = (details: Details, correction: Correction): ReadonlyArray<string> =>
  Object.entries(correction).flatMap(([field, value]) => (same(Reflect.get(details, field), value) ? [] : [field]))

const periodProblem = ({ period_end, period_start }: Details) =>
  period_start !== null && period_end !== null && period_start > period_end
    ? invalid(["body", "period_end"], "period_reversed", "must not be before period_start")
    : undefined

const nothingSent = new InvalidInput({
  code: "validation_error",
  problems: [{ loc: ["body"], code: "missing", message: `Send at least one of ${Object.keys(correctionFields).join(", ")}.` }]
})

/**
 * Corrects what was read from a proof of address while its case is under review. The values of the check's details are replaced and marked;
 * the outcome stays that of the check, since deciding is the reviewer's part. Answers the check and the names of what changed.
 */
export const correctResult = Effect.fnUntraced(function* (ids: { readonly case_id: string; readonly check_id: string }, given: Correction) {
  if (Object.keys(given).length === 0) return yield* nothingSent
  const { row, session } = yield* lockWithSubject(ids.case_id)
  const store = yield* CheckStore
  const check = yield* store.lock(ids.check_id)
  if (check === undefined || session === null || check.session_id !== session.id) return yield* new NotFound()
  // What may be corrected is what may still be decided.
  const transition = transitionOf(row.status, "approve")
  if (transition instanceof Conflict) return yield* transition
  const caller = yield* Caller
  const refusal = correctionRefusal(caller, row)
  if (refusal !== undefined) return yield* refusal
  const read = proofDetails(check)
  if (read === null) {
    return yield* new Conflict({ code: "conflict", detail: "This check has no extracted data to correct." })
  }
  const fields = changedFields(read, given)
  if (fields.length === 0) return { check, fields }
  const at = yield* tenantNow
  const details: Details = {
    ...read,
    ...given,
    corrected: { fields: [...new Set([...(read.corrected?.fields ?? []), ...fields])], by: caller.actor.id, at }
  }
  const problem = periodProblem(details)
  if (problem !== undefined) return yield* problem
  const corrected = yield* store.save({ ...check, details, updated_at: at })
  const announced = yield* announceCase({ ...row, updated_at: at }, "case.updated", {
    changed: fields.map((field) => `results.${check.id}.${field}`)
  })
  yield* (yield* CaseStore).save(announced)
  return { check: corrected, fields }
})
