import { createHash } from "node:crypto"
import { present as presentCase } from "../../resources/cases/model.ts"
import { present as presentCheck } from "../../resources/checks/model.ts"
import { present as presentDocument } from "../../resources/documents/model.ts"
import { presentHit } from "../../resources/screening/hits/model.ts"
import { presentScreening } from "../../resources/screening/screening-model.ts"
import { presentAttempt } from "../../resources/sessions/attempts.ts"
import { present as presentSession } from "../../resources/sessions/model.ts"
import { canonicalJson } from "../../kernel/wire/canonical-json.ts"
import { asJson } from "../../kernel/wire/record-json.ts"
import type { ReportRecords } from "./records.ts"

/**
 * SHA-256, in hexadecimal digits, of the RFC 8785 spelling of what the API shows of the records, by kind and oldest first (hits by risk and
 * match): who has them can tell whether a report was made of the same. The time at which it was made is not among them.
 */
export const digestOf = (records: ReportRecords): string =>
  createHash("sha256")
    .update(
      canonicalJson({
        session: asJson(presentSession(records.session)),
        attempts: records.attempts.rows.map((row) => asJson(presentAttempt(row))),
        documents: records.documents.rows.map((row) => asJson(presentDocument(row))),
        checks: records.checks.rows.map((row) => asJson(presentCheck(row))),
        screenings: records.screenings.map(({ screening }) => asJson(presentScreening(screening))),
        screening_hits: records.screenings.flatMap(({ hits }) => hits.rows.map((row) => asJson(presentHit(row)))),
        cases: records.cases.rows.map((row) => asJson(presentCase(row)))
      })
    )
    .digest("hex")
