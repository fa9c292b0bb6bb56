import { Effect } from "effect"
import { CheckStore } from "../../resources/checks/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { IdentityFieldName } from "../../verification/identity-documents/field-value.ts"
import { judgeNames } from "../../verification/names/judge/judge.ts"
import type { NameStatement } from "../../verification/names/judge/reading.ts"
import { normalizedText } from "../../verification/names/text/normalized.ts"

/** Whom a session is about, as far as its document says, or else its integrator. */
export interface NamedPerson {
  readonly name: NameStatement | null
  /** YYYY-MM-DD, or the year and month, or the year. */
  readonly birth: string | null
}

interface ReadField {
  readonly field: IdentityFieldName
  readonly value: string
}

const normalized = (text: string | null | undefined): string => normalizedText(text ?? "").trim()

const named = (given_names: string | null | undefined, surname: string | null | undefined): NameStatement | null =>
  normalized(given_names) === "" && normalized(surname) === "" ? null : { given_names: given_names ?? "", surname: surname ?? "" }

/** The name and birth of a document where one was read, since what was typed may be anybody's; else those that the integrator expects. */
export const namedPerson = ({ expected }: Pick<StoredSession, "expected">, read: ReadonlyArray<ReadField>): NamedPerson => {
  const value = (name: IdentityFieldName): string | null => read.find(({ field }) => field === name)?.value ?? null
  const document = named(value("given_names"), value("surname"))
  return {
    name: document ?? named(expected.first_name, expected.last_name),
    birth: document === null ? (expected.date_of_birth ?? null) : value("date_of_birth")
  }
}

/** Whom another session is about, by the document that was read last in it. */
export const personOf = Effect.fnUntraced(function* (session: StoredSession) {
  const [check] = yield* (yield* CheckStore).list({
    where: [
      { field: "session_id", op: "eq", value: session.id },
      { field: "type", op: "eq", value: "document_extraction" }
    ],
    order: [{ field: "created_at", direction: "desc" }],
    limit: 1
  })
  const details = check?.details ?? null
  return namedPerson(session, details !== null && "missing_sides" in details ? details.fields : [])
})

const sameName = (one: NameStatement, other: NameStatement): boolean =>
  (normalized(one.given_names) === normalized(other.given_names) && normalized(one.surname) === normalized(other.surname)) ||
  judgeNames(one, other).outcome === "agrees"

/** Dates agree as far as both go: a zone may leave out the day or the month. */
const sameBirth = (one: string | null, other: string | null): boolean => {
  if (one === null || other === null) return true
  const length = Math.min(one.length, other.length)
  return one.slice(0, length) === other.slice(0, length)
}

/** Whether two sessions are about one person; `unknown` where one of them names no one. */
export const compared = (one: NamedPerson, other: NamedPerson): "same" | "someone_else" | "unknown" => {
  if (one.name === null || other.name === null) return "unknown"
  return sameName(one.name, other.name) && sameBirth(one.birth, other.birth) ? "same" : "someone_else"
}

/** Sessions of one identity, or with one reference of the integrator, are about one person. */
export const sameReference = (
  one: Pick<StoredSession, "external_reference" | "identity_id">,
  other: Pick<StoredSession, "external_reference" | "identity_id">
): boolean =>
  (one.identity_id !== null && one.identity_id === other.identity_id) ||
  (one.external_reference !== null && one.external_reference.normalize("NFC") === other.external_reference?.normalize("NFC"))
