import { Effect, Schema } from "effect"
import { note } from "../../kernel/audit/log.ts"
import { because } from "../../kernel/audit/reason.ts"
import { ErasureReceipt } from "../../resources/erasure/receipt.ts"
import { refuseHeld } from "../../resources/erasure/holds.ts"
import { permitErasure } from "../../resources/erasure/permission.ts"
import { erasureReason } from "../../resources/erasure/reason.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { eraseCheckAlone, lockCheck } from "./checks.ts"
import { CheckId } from "../../resources/checks/model.ts"

const RedactedCheck = Schema.Struct({
  id: CheckId,
  object: Schema.Literal("check"),
  redacted: Schema.Literal(true),
  redacted_at: Timestamp,
  receipt: ErasureReceipt
}).annotate({ identifier: "RedactedCheck" })

const redact = operation(
  {
    summary: "Erase the personal data of a check",
    description:
      "Permanently erases what the check found and what people wrote about it. Type, outcome, scores, reason codes and times stay as evidence. Erasing again changes nothing and returns the same receipt.",
    method: "POST",
    path: "/checks/{check_id}/redact",
    access: scopes("redact:write", "checks:write", "screening:write"),
    effect: "destructive",
    params: { check_id: CheckId },
    body: { reason: erasureReason },
    output: RedactedCheck,
    conflicts: ["legal_hold"],
    forbidden: ["forbidden"],
    emits: ["check.redacted"],
    about: ({ id }) => id
  },
  Effect.fnUntraced(function* ({ check_id, reason }) {
    yield* permitErasure
    const check = yield* lockCheck(check_id)
    yield* because(reason)
    yield* note({ type: "check", id: check_id })
    const done = { id: check_id, object: "check" as const, redacted: true as const }
    if (check.receipt !== undefined) return { ...done, redacted_at: check.receipt.issued_at, receipt: check.receipt }
    yield* refuseHeld([check.session_id])
    const receipt = yield* eraseCheckAlone(check)
    return { ...done, redacted_at: receipt.issued_at, receipt }
  })
)

export const checkErasure = operations("checks", { redact })
