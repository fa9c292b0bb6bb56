import { Effect } from "effect"
import { Tenant } from "../../kernel/access/caller.ts"
import { isCountryCode } from "../../kernel/foundation/country.ts"
import { isCalendarDate } from "../../kernel/foundation/moment.ts"
import { Vault } from "../../kernel/storage/vault.ts"
import { CheckStore, type StoredCheck } from "../../resources/checks/model.ts"
import { checksOfSession } from "../../resources/checks/session-runs.ts"
import { DocumentStore, type StoredDocument } from "../../resources/documents/model.ts"
import type { NumberType } from "../../resources/identities/details.ts"
import type { VerifiedPerson } from "../../resources/identities/verified.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { IdentityDocumentType } from "../../verification/identity-documents/document-type.ts"
import { documentFingerprint } from "../../verification/identity-documents/fingerprint.ts"
import { numberTypes } from "../known-person/known-person.ts"
import { type VerifiedFields, verifiedBy } from "../known-person/verified.ts"

type Verified = (typeof VerifiedFields)["Type"]

interface KnownDocument {
  readonly type: IdentityDocumentType
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
}

/** What a session knows of its person once it is decided. */
export interface SessionFacts {
  readonly checks: ReadonlyArray<StoredCheck>
  readonly documents: ReadonlyArray<StoredDocument>
  readonly verified: Verified
  /** The type of the verified document and who issued it; null where none was read, or no one knows its type. */
  readonly document: KnownDocument | null
  /** Keyed digest of the verified document; null where none was read. */
  readonly fingerprint: string | null
}

const mostRows = 100
const longestName = 255
const longestAddress = 1000

/** The newest documents of a session. */
export const documentsOf = (session_id: string) =>
  ({
    where: [{ field: "session_id", op: "eq", value: session_id }],
    order: [{ field: "created_at", direction: "desc" }],
    limit: mostRows
  }) as const

const knownDocument = (verified: Verified, checks: ReadonlyArray<StoredCheck>): KnownDocument | null => {
  const details = checks.find(({ type }) => type === "document_extraction")?.details ?? null
  if (verified.identity_document === undefined || details === null || !("missing_sides" in details)) return null
  return details.document_type === null ? null : { type: details.document_type, country: details.issuing_country }
}

/** Under the same key as duplicates of documents are found by. A sandbox session without a file has no document that another one could have. */
const fingerprintOf = Effect.fnUntraced(function* (
  document: KnownDocument | null,
  number: string | undefined,
  documents: ReadonlyArray<StoredDocument>
) {
  if (number === undefined || document === null || !documents.some(({ kind }) => kind === "identity" || kind === "nfc_data")) return null
  const { organization } = yield* Tenant
  const key = Buffer.from((yield* Vault).digest("document-fingerprint", organization), "hex")
  return documentFingerprint(key, { ...document, number })
})

/** What holds of a session with this status. */
export const sessionFacts = Effect.fnUntraced(function* (session: Pick<StoredSession, "id" | "status">) {
  const [checks, documents] = yield* Effect.all(
    [(yield* CheckStore).list(checksOfSession(session.id)), (yield* DocumentStore).list(documentsOf(session.id))],
    { concurrency: "unbounded" }
  )
  const verified = yield* verifiedBy(session, checks)
  const document = knownDocument(verified, checks)
  const fingerprint = yield* fingerprintOf(document, verified.identity_document?.document_number?.value, documents)
  const facts: SessionFacts = { checks, documents, verified, document, fingerprint }
  return facts
})

const oneLine = (text: string | null | undefined, most: number): string | undefined => {
  const line = (text ?? "").replace(/\s+/gu, " ").trim()
  return line === "" || [...line].length > most ? undefined : line
}
const country = (code: string | null | undefined): string | undefined =>
  typeof code === "string" && isCountryCode(code) ? code : undefined

const numbersOf = ({ document: known, verified }: Pick<SessionFacts, "document" | "verified">): VerifiedPerson["numbers"] => {
  const document = verified.identity_document
  const issuer = country(known?.country) ?? null
  const said = (of: NumberType, text: string | undefined) => {
    const value = oneLine(text, 128)
    return value === undefined ? [] : [{ type: of, country: issuer, value }]
  }
  return [
    ...said(known === null ? "other" : (numberTypes[known.type] ?? "other"), document?.document_number?.value),
    ...said("national_id", document?.personal_number?.value)
  ]
}

/**
 * What an approved session says of its person: what its documents verified, the names that its integrator expected where no document says any, and
 * the contact that came with it.
 */
export const verifiedPerson = (
  { contact, expected, id }: Pick<StoredSession, "contact" | "expected" | "id">,
  facts: Pick<SessionFacts, "document" | "verified">,
  at: string
): VerifiedPerson => {
  const { verified } = facts
  const document = verified.identity_document
  const named = document?.surname !== undefined || document?.given_names !== undefined
  const birth = document?.date_of_birth?.value
  const proven = oneLine(verified.address?.value.join(", "), longestAddress) ?? oneLine(document?.address?.value, longestAddress)
  return {
    source: { type: "session", session_id: id, at },
    values: {
      first_name: oneLine(named ? document?.given_names?.value : expected.first_name, longestName),
      last_name: oneLine(named ? document?.surname?.value : expected.last_name, longestName),
      date_of_birth: birth !== undefined && isCalendarDate(birth) ? birth : undefined,
      nationality: country(document?.nationality?.value),
      country_of_residence: verified.address === undefined ? undefined : country(verified.issuing_country?.value)
    },
    addresses: proven === undefined ? [] : [proven],
    numbers: numbersOf(facts),
    emails: [contact.email].filter((one) => typeof one === "string"),
    phones: [contact.phone].filter((one) => typeof one === "string")
  }
}
