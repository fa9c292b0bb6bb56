import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { operation, preparedOperation, scopes, settling } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { createStandalone, prepareStandalone } from "./create.ts"
import { StandaloneCheck, standaloneCheckFields } from "../../resources/checks/standalone-input.ts"
import { Check, CheckId, present } from "../../resources/checks/model.ts"
import { awaitChecks, isWaiting } from "../../resources/checks/check-wait.ts"
import { retryCheck } from "../check-runs/retry.ts"

/** How many checks one request may ask for. */
const mostChecks = 10

const CheckList = Schema.Struct({ data: Schema.Array(Check).check(Schema.isMaxLength(mostChecks)) }).annotate({ identifier: "CheckList" })

/** The check with its result, or as it was where that cannot be determined. */
const settled = (given: Check) => Effect.map(awaitChecks([given.id]), ([check]) => (check === undefined ? given : present(check)))

const oneStatus = { of: (check: Check) => (isWaiting(check) ? 202 : 200), all: [200, 202] }

const emits = [
  "check.created",
  "check.completed",
  "check.errored",
  "document.uploaded",
  "document.processed",
  "screening.completed",
  "screening.hit-found",
  "list-entry.matched",
  "blocklist.matched"
] as const

const create = settling(
  preparedOperation(
    {
      summary: "Create one standalone check",
      description:
        "Upload identity documents, proofs of address and selfies with `POST /documents` first. Inputs by type: `document_ids` for document_extraction, document_authenticity, age and duplicate; `document_id`, with `expected` as the reference, for proof_of_address; `portrait_document_id` and `selfie_document_id` for face_match; `selfie_document_id` for liveness, where a single picture always leads to review; `chip` or `document_id` for nfc_chip; `sources` for identity_cross_reference; `subject` for aml_screening; `values` for list_lookup, where a face is the id of a selfie or identity document that shows only that face. The request waits up to ten seconds for the result (200). A check that is still running is returned as pending (202); read it again with `GET /checks/{check_id}`. In the sandbox, `scenario` simulates the checks that read files.",
      method: "POST",
      path: "/checks",
      access: scopes("checks:write"),
      effect: "write",
      body: standaloneCheckFields,
      output: Check,
      status: oneStatus,
      invalid: ["check_type_not_available"],
      conflicts: ["subject_erased"],
      forbidden: ["forbidden", "sandbox_only"],
      emits,
      about: ({ id, session_id }) => session_id ?? id
    },
    (check) => prepareStandalone([{ check, loc: ["body"] }]),
    Effect.fnUntraced(function* (check, chips) {
      const [made] = yield* createStandalone([{ check, loc: ["body"] }], chips)
      if (made === undefined) return yield* Effect.die(new Error("a requested check was not recorded"))
      yield* note({ type: "check", id: made.id })
      return present(made)
    })
  ),
  settled
)

const located = ({ checks }: { readonly checks: ReadonlyArray<StandaloneCheck> }) =>
  checks.map((check, index) => ({ check, loc: ["body", "checks", index] }))

const createFull = settling(
  preparedOperation(
    {
      summary: "Create several standalone checks",
      description:
        "Up to ten checks with the inputs of `POST /checks`, in this order. All are recorded, or none. The request waits up to ten seconds: 200 with all results, otherwise 202, where the checks that are still running are pending.",
      method: "POST",
      path: "/checks/full",
      access: scopes("checks:write"),
      effect: "write",
      body: { checks: Schema.Array(StandaloneCheck).check(Schema.isBetweenLength(1, mostChecks)) },
      output: CheckList,
      status: { of: ({ data }: typeof CheckList.Type) => (data.some(isWaiting) ? 202 : 200), all: [200, 202] },
      invalid: ["check_type_not_available"],
      conflicts: ["subject_erased"],
      forbidden: ["forbidden", "sandbox_only"],
      quota: "heavy",
      emits,
      about: null
    },
    (input) => prepareStandalone(located(input)),
    Effect.fnUntraced(function* (input, chips) {
      const made = yield* createStandalone(located(input), chips)
      yield* Effect.forEach(made, ({ id }) => note({ type: "check", id }, [{ path: "checks", from: null, to: id }]))
      return { data: made.map(present) }
    })
  ),
  ({ data }) =>
    Effect.map(awaitChecks(data.map(({ id }) => id)), (checks) => ({
      data: data.map((given) => {
        const check = checks.find(({ id }) => id === given.id)
        return check === undefined ? given : present(check)
      })
    }))
)

const retry = settling(
  operation(
    {
      summary: "Retry a check that errored",
      description:
        "For a check that errored: up to three attempts in all, under the same id. If the session was in review only because this check errored, it moves on by the new result; otherwise its open case shows the result. Decisions of people stay. The answer has the form of `POST /checks`.",
      method: "POST",
      path: "/checks/{check_id}/retry",
      access: scopes("checks:write"),
      effect: "write",
      params: { check_id: CheckId },
      output: Check,
      status: oneStatus,
      conflicts: ["retry_not_allowed", "session_redacted"],
      emits: [
        "check.retried",
        "check.completed",
        "check.errored",
        "check.created",
        "case.updated",
        "session.updated",
        "session.approved",
        "session.declined",
        "session.resubmission-required"
      ],
      about: ({ id, session_id }) => session_id ?? id
    },
    Effect.fnUntraced(function* ({ check_id }) {
      const again = yield* retryCheck(check_id)
      yield* note({ type: "check", id: check_id }, [{ path: "attempt", from: again.attempt - 1, to: again.attempt }])
      return present(again)
    })
  ),
  settled
)

export const standaloneChecks = operations("checks", { create, createFull, retry })
