import { caseSection } from "./case-section.ts"
import { checkSection } from "./check-section.ts"
import { digestOf } from "./digest.ts"
import { documentSection } from "./document-section.ts"
import { type Report, type ReportSection, facts, paragraph } from "./model.ts"
import type { ReportRecords } from "./records.ts"
import { screeningSection } from "./screening-section.ts"
import { personSection, sessionSection, stepsSection } from "./session-section.ts"
import { trailSection } from "./trail-section.ts"
import { moment } from "./words.ts"
import { isSimulated } from "../../kernel/foundation/environment.ts"

const aboutSection = (records: ReportRecords, digest: string): ReportSection => ({
  heading: "About this report",
  blocks: [
    facts(
      ["Generated", moment(records.generated_at)],
      ["Organization", `${records.organization.name} (${records.organization.id})`],
      ["Digest of the data", digest]
    ),
    paragraph(
      "All times are in Coordinated Universal Time (UTC). The digest is the SHA-256 of the records that this report was made of, as the interface of the service shows them, in the spelling of RFC 8785: a report of the same data has the same digest, whenever it is made."
    ),
    paragraph(
      "Text in square brackets beside or instead of a value is its reading in Latin letters, made by a table. It helps to read and proves nothing; the value as it was written is in the records."
    )
  ]
})

/** What a report of these records says, as a pure function of them. */
export const buildReport = (records: ReportRecords): Report => {
  const digest = digestOf(records)
  return {
    title: "Identity verification report",
    language: "en",
    organization: records.organization.name,
    accent: null,
    reference: records.session.id,
    warning: isSimulated(records.session.environment) ? "Sandbox: results are simulated and prove nothing" : null,
    generated_at: records.generated_at,
    digest,
    sections: [
      sessionSection(records),
      personSection(records),
      stepsSection(records),
      checkSection(records),
      documentSection(records),
      screeningSection(records),
      caseSection(records),
      trailSection(records),
      aboutSection(records, digest)
    ]
  }
}
