import type { SubmittedDocument } from "../../../../packages/core/src/verification/identity-documents/examined-picture.ts"
import { judgeAuthenticity } from "../../../../packages/core/src/verification/identity-documents/judges/authenticity.ts"
import { judgeExtraction } from "../../../../packages/core/src/verification/identity-documents/judges/extraction.ts"
import type { IdentityDocumentPolicy } from "../../../../packages/core/src/verification/identity-documents/policy.ts"
import { aamvaPayload, californian, cardLines, codes, document, examine, lenientPolicy, picture, printed, zone } from "./documents.ts"
type Policy = Partial<IdentityDocumentPolicy>
export const withPolicy = (policy: Policy = {}) => ({ policy: { ...lenientPolicy, ...policy } })
export const extraction = (documents: ReadonlyArray<SubmittedDocument>, policy?: Policy) =>
  judgeExtraction(examine(documents, withPolicy(policy)))
export const authenticity = (documents: ReadonlyArray<SubmittedDocument>, policy?: Policy) =>
  judgeAuthenticity(examine(documents, withPolicy(policy)))
export const told = (verdict: ReturnType<typeof authenticity>) => [verdict.outcome, codes(verdict), verdict.session_reasons]

export const licenceFront = (...changed: ReadonlyArray<readonly [string, string]>) => {
  const rows = [
    "California DRIVER LICENSE",
    "DL D7719034",
    "EXP 07/04/2030",
    "LN OKAFOR",
    "FN RUTH IVY",
    "DOB 07/04/1988",
    "SEX F   HAIR BRN",
    "ISS 03/15/2022"
  ]
  return document([picture({ lines: printed(rows.map((row) => changed.reduce((text, [from, to]) => text.replace(from, to), row))) })], {
    document_id: "doc_front"
  })
}
export const licenceBack = (of: Partial<typeof californian> = {}) =>
  document([picture({ barcodes: [{ format: "PDF417", bytes: aamvaPayload({ ...californian, ...of }) }] })], { document_id: "doc_back" })
export const cardFront = document(
  [
    picture({
      lines: printed([
        "CARTE NATIONALE D'IDENTITÉ   RÉPUBLIQUE FRANÇAISE",
        "NOM / Surname",
        "MOREAU",
        "Prénoms / Given names",
        "Camille, Anne",
        "DATE DE NAISS. / Date of birth",
        "13 07 1990"
      ])
    })
  ],
  { document_id: "doc_front" }
)
export const cardBack = document([picture({ mrz: zone(cardLines()) })], { document_id: "doc_back" })
