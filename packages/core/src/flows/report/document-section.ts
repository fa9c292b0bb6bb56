import type { StoredDocument } from "../../resources/documents/model.ts"
import { poaTypes } from "../../verification/proof-of-address/types.ts"
import { type ReportBlock, type ReportSection, facts, leftOut, paragraph } from "./model.ts"
import { documentName, type ReportRecords } from "./records.ts"
import { grouped, listed, moment, tone, words, wordsOrNull } from "./words.ts"

/** What was declared, else what an identity document was found to be. */
const typeOf = ({ classification, document_type, kind, poa_document_type }: StoredDocument): string | null =>
  poa_document_type === null
    ? wordsOrNull(document_type ?? (kind === "identity" ? (classification?.type ?? null) : null))
    : poaTypes[poa_document_type].label

/** Kinds that have no types. */
const typeless: ReadonlySet<StoredDocument["kind"]> = new Set(["selfie", "nfc_data"])

const blocksOf = (records: ReportRecords, document: StoredDocument): ReadonlyArray<ReportBlock> => [
  {
    type: "subheading",
    text: `${documentName(records, document.id)}: ${words(document.kind).toLowerCase()}`,
    mark: words(document.status),
    tone: tone(document.status)
  },
  facts(
    ["Document", document.id],
    ...(typeless.has(document.kind) ? [] : [["Type", typeOf(document)] as const]),
    ...(document.side === null ? [] : [["Side", words(document.side)] as const]),
    ...(document.issuing_country === null ? [] : [["Issuing country", document.issuing_country] as const]),
    [
      "File",
      `${document.mime_type}, ${grouped(document.size_bytes)} bytes${document.page_count === null ? "" : `, pages: ${document.page_count}`}`
    ],
    ["SHA-256", document.simulated && document.size_bytes === 0 ? "Simulated, without a file" : document.sha256],
    ["Uploaded", `${moment(document.created_at)} (${words(document.uploaded_via)}), attempt ${document.attempt}`],
    ...(document.rejection === null ? [] : [["Rejected for", words(document.rejection.code)] as const]),
    ...(document.forensics === null
      ? []
      : [["Traces in the file", document.forensics.flags.length === 0 ? "None found" : listed(document.forensics.flags)] as const]),
    ...(document.duplicate_of.length === 0 ? [] : [["Same content as", document.duplicate_of.join(", ")] as const]),
    ...(document.redacted_at === null ? [] : [["Erased", moment(document.redacted_at)] as const])
  )
]

/** Which files were submitted, by the hashes of their content; the files themselves are not part of a report. */
export const documentSection = (records: ReportRecords): ReportSection => {
  const { rows, total } = records.documents
  return {
    heading: "Documents",
    blocks:
      rows.length === 0
        ? [paragraph("No document was submitted.")]
        : [...rows.flatMap((document) => blocksOf(records, document)), ...leftOut(rows.length, total, "documents")]
  }
}
