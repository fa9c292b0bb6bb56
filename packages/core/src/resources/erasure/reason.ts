import { Schema } from "effect"
import { line } from "../../kernel/foundation/text.ts"

/** Why data is erased, as a field of a body or query. It is kept in the audit log, which outlives what was erased. */
export const erasureReason = Schema.optionalKey(
  line(255, {
    description: "Kept in the audit log: a ground or ticket, such as `gdpr_article_17`. Never name the person here.",
    examples: ["gdpr_article_17"]
  })
)
