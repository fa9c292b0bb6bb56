import { caseSection } from "./case-section.ts"
import { checkSection } from "./check-section.ts"
import { comparedSection } from "./compared-section.ts"
import { digestOf } from "./digest.ts"
import { documentSection } from "./document-section.ts"
import { type Report, type ReportPicture, type ReportSection, facts, paragraph } from "./model.ts"
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
      "All times are in Coordinated Universal Time (UTC). The digest is the SHA-256 of the records in this report, as the API shows them, in canonical JSON (RFC 8785). Reports of the same data have the same digest. Text in square brackets is a transliteration into Latin letters, made with a table. It helps to read and is not evidence; the records hold the original value."
    )
  ]
})

const pictureSection = (pictures: ReadonlyArray<ReportPicture>): ReadonlyArray<ReportSection> =>
  pictures.length === 0
    ? []
    : [
        {
          heading: "Pictures",
          blocks: [
            paragraph("The pages on which values were read, with a box around each value, and the selfie that was compared."),
            { type: "pictures", pictures }
          ]
        }
      ]

/** What a report of these records says, as a pure function of them and of the pages that it shows. */
export const buildReport = (records: ReportRecords, pictures: ReadonlyArray<ReportPicture> = []): Report => {
  const digest = digestOf(records)
  return {
    title: "Identity verification report",
    language: "en",
    organization: records.organization.name,
    accent: null,
    reference: records.session.id,
    warning: isSimulated(records.session.environment) ? "Sandbox: results are simulated and are not evidence" : null,
    generated_at: records.generated_at,
    digest,
    sections: [
      sessionSection(records),
      personSection(records),
      stepsSection(records),
      comparedSection(records),
      ...pictureSection(pictures),
      checkSection(records),
      documentSection(records),
      screeningSection(records),
      caseSection(records),
      trailSection(records),
      aboutSection(records, digest)
    ]
  }
}
