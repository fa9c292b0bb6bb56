import type { IdentityExamination } from "../../verification/identity-documents/examine.ts"
import { evidenceOfAll, type ReadAt, stated } from "../../verification/evidence/evidence.ts"
import type { IdentityFieldName } from "../../verification/identity-documents/field-value.ts"
import type { IdentityField } from "../../verification/identity-documents/fields.ts"
import type { ComparedWith, ReferenceValue } from "../../verification/proof-of-address/judged-evidence.ts"
import type { Expected } from "../../verification/subject.ts"

/** What the identity document of a session says, as far as a proof of address is compared with it. */
export interface IdentityReference {
  readonly first_name: string | null
  readonly last_name: string | null
  readonly address: string | null
  /** ISO 3166-1 alpha-2 of the issuing state. */
  readonly country: string | null
  /** Where name and address were read. */
  readonly read_at?: Readonly<Record<"name" | "address", ReadAt | null>>
}

export const noIdentityReference: IdentityReference = { first_name: null, last_name: null, address: null, country: null }

/** From this confidence on, a reading that no second source confirms is compared with. */
const leastConfidence = 0.6

/**
 * A name that the document had no room for is left out, and one that is hardly legible too: what the integrator expects is compared with
 * instead.
 */
export const identityReference = ({ country, fields, mrz }: IdentityExamination): IdentityReference => {
  const reliable = fields.filter(
    ({ certain, confidence, standing }) =>
      certain || (confidence >= leastConfidence && standing !== "ambiguous" && standing !== "unconfirmed")
  )
  const value = (name: IdentityFieldName): string | null => reliable.find(({ field }) => field === name)?.value ?? null
  const [first_name, last_name] = [value("given_names"), value("surname")]
  const cut = mrz?.fields.names_truncated === true && reliable.some(({ field, source }) => field === "surname" && source === "mrz")
  const named = !cut && (first_name !== null || last_name !== null)
  const at = (...names: ReadonlyArray<IdentityFieldName>) => readAt(reliable.filter(({ field }) => names.includes(field)))
  return {
    ...(named ? { first_name, last_name } : { first_name: null, last_name: null }),
    address: value("address"),
    country,
    read_at: { name: named ? at("given_names", "surname") : null, address: at("address") }
  }
}

/** How the fields were read of which one value is made; null without any. */
export const readAt = (fields: ReadonlyArray<IdentityField>): ReadAt | null => {
  const [first] = fields
  if (first === undefined) return null
  return {
    source: first.source,
    confidence: Math.min(...fields.map(({ confidence }) => confidence)),
    evidence: evidenceOfAll(fields.map((field) => field.evidence))
  }
}

/** The values that a proof is compared with, each with where it was read; null where there is nothing to compare with. */
export const referenceValues = (
  { address, first_name, last_name }: Expected,
  from: ComparedWith,
  { read_at }: IdentityReference
): Readonly<Record<"name" | "address", ReferenceValue | null>> => {
  const one = (part: "name" | "address", value: string): ReferenceValue | null =>
    from[part] === null || value === "" ? null : { value, ...(from[part] === "identity_document" ? (read_at?.[part] ?? stated) : stated) }
  const lines = typeof address === "string" ? [address] : Object.values(address ?? {})
  return {
    name: one("name", [first_name, last_name].filter((part) => part !== null && part !== undefined && part !== "").join(" ")),
    address: one("address", lines.filter((line) => line !== undefined).join("\n"))
  }
}

/** What a proof of address is compared with: the identity document where it says so, else what the integrator expects. */
export const referenceOf = (
  expected: Expected,
  identity: IdentityReference
): { readonly reference: Expected; readonly from: ComparedWith } => {
  const { address, country, first_name, last_name } = expected
  const byDocument = identity.first_name !== null || identity.last_name !== null
  const expectsName = (first_name ?? "") !== "" || (last_name ?? "") !== ""
  const expectsAddress = address !== undefined && address !== null
  const name = byDocument
    ? { first_name: identity.first_name, last_name: identity.last_name }
    : { first_name: first_name ?? null, last_name: last_name ?? null }
  return {
    // People move, and few documents follow: an address that the integrator expects is newer than that of a document.
    reference: expectsAddress
      ? { ...name, address, country: country ?? null }
      : { ...name, address: identity.address, country: identity.address === null ? (country ?? null) : identity.country },
    from: {
      name: byDocument ? "identity_document" : expectsName ? "expected" : null,
      address: expectsAddress ? "expected" : identity.address === null ? null : "identity_document"
    }
  }
}
