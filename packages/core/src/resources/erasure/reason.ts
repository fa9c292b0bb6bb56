import { Schema } from "effect"
import { line } from "../../kernel/foundation/text.ts"

/** Why something is destroyed: kept sealed in the audit entry, which outlives what was erased. */
export const requiredReason = line(2000, {
  description:
    "Stored encrypted in the audit log: a ground or ticket, such as `gdpr_article_17`. It outlives what is erased, so do not name the person.",
  examples: ["gdpr_article_17"],
  "x-personal": true
})

/** The same, where it may be left out. */
export const erasureReason = Schema.optionalKey(requiredReason)
