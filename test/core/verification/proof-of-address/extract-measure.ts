import { extractProofOfAddress } from "@vouchkit/core/verification/proof-of-address/extract/extract"
import type { ProofOfAddressExtraction } from "@vouchkit/core/verification/proof-of-address/types"
import type { InventedDocument } from "./extract-documents.ts"

export const readOn = "2026-10-20"

export const fields = [
  "type",
  "country",
  "language",
  "issuer",
  "issue_date",
  "period",
  "valid_until",
  "holders",
  "address",
  "postal_code"
] as const
export type Field = (typeof fields)[number]

export const extracted = ({ lines, source }: InventedDocument, declaredCountry: string | null = null): ProofOfAddressExtraction =>
  extractProofOfAddress({ lines, source, page_count: 1 }, { declared_type: null, declared_country: declaredCountry, today: readOn })

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
const same = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) => letters(one.join("")) === letters(other.join(""))

/** The fields of a document that were read as a person would read them. */
export const correctFields = ({ expected }: InventedDocument, found: ProofOfAddressExtraction): Record<Field, boolean> => ({
  type: found.document_type_detected === expected.type,
  country: found.issuing_country === expected.country,
  language: found.language === expected.language,
  issuer: expected.issuer === "" || letters(found.issuer ?? "").includes(letters(expected.issuer)),
  issue_date: found.issue_date === expected.issue_date,
  period: found.period_start === expected.period[0] && found.period_end === expected.period[1],
  valid_until: found.valid_until === (expected.valid_until ?? null),
  holders: same([...found.holder_names].sort(), [...expected.holders].sort()),
  address: same(found.extracted_address, expected.address),
  postal_code: letters(found.address?.postal_code ?? "") === letters(expected.postal_code ?? "")
})
