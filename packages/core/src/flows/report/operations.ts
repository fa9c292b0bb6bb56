import { Effect, Schema } from "effect"
import { NotFound, StorageUnavailable } from "../../kernel/foundation/failure.ts"
import { type FileAnswer, operation, scopes } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import { SessionId, SessionStore } from "../../resources/sessions/model.ts"
import { buildReport } from "./build.ts"
import { picturesOf } from "./pictures.ts"
import { recordsOf } from "./records.ts"
import { ReportRenderer } from "./renderer.ts"

const ReportContent = Schema.declare(
  (input): input is FileAnswer => typeof input === "object" && input !== null && "bytes" in input
).annotate({ identifier: "ReportContent" })

const report = operation(
  {
    summary: "Get the verification report of a session as a PDF",
    description:
      "The report shows the decision, who made it and why: session, steps, every check with its reasons, documents by their hashes, screening with the editions of the watchlists, review cases and the history of decisions. It contains personal data; with `pictures`, also the pages on which values were read, each value in a box, with the portrait and the selfie.",
    method: "GET",
    path: "/sessions/{session_id}/report",
    access: scopes("verifications:read"),
    effect: "read",
    params: { session_id: SessionId },
    query: {
      pictures: Schema.optionalKey(
        Schema.Boolean.annotate({
          description: "Show the pages on which values were read, with the portrait and the selfie; false by default"
        })
      )
    },
    output: ReportContent,
    file: ["application/pdf"],
    quota: "heavy"
  },
  Effect.fnUntraced(function* ({ pictures, session_id }) {
    const session = yield* (yield* SessionStore).find(session_id)
    if (session === undefined) return yield* new NotFound()
    const records = yield* recordsOf(session)
    const bytes = yield* (yield* ReportRenderer)
      .render(buildReport(records, pictures === true && session.redacted_at === null ? yield* picturesOf(records) : []))
      .pipe(Effect.mapError((cause) => new StorageUnavailable({ cause })))
    return { bytes, mime_type: "application/pdf", filename: `verification-report-${session_id}.pdf` }
  })
)

export const sessionReport = operations("sessions", { report })
