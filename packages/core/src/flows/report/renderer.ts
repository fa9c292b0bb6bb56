import { Context, type Effect, Schema } from "effect"
import type { Outside } from "../../kernel/foundation/outside.ts"
import type { Report } from "./model.ts"

/** The report could not be set now: too many wait, it took too long, or the process that sets it ended. */
export class ReportUnavailable extends Schema.TaggedError<ReportUnavailable>()("ReportUnavailable", {
  reason: Schema.Literals(["timeout", "crashed", "overloaded"])
}) {}

/** Sets a report as a tagged PDF with its fonts in it. Equal reports become equal bytes. */
export class ReportRenderer extends Context.Service<
  ReportRenderer,
  { readonly render: (report: Report) => Effect.Effect<Uint8Array, ReportUnavailable> }
>()("@vouchkit/core/report/ReportRenderer") {
  declare readonly reaches: Outside
}
