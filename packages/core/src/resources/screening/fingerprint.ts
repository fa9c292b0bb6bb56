import { createHash } from "node:crypto"
import { canonical, identifyingFields } from "../watchlists/editions/edition.ts"
import type { ListRecord } from "../../verification/screening/record.ts"
import type { StoredSubject } from "./subjects/model.ts"
import { partsSayMore } from "./subjects/query.ts"

type EntryField = (typeof identifyingFields)[number]
const subjectIdentifyingFields = ["entity_type", "name", "aliases", "date_of_birth", "countries", "identifiers"] as const
type SubjectField = (typeof subjectIdentifyingFields)[number]
const nameParts = ["given_name", "family_name"] as const
type NamePart = (typeof nameParts)[number]

/** Digest of each field by which an entry is distinguished from others; what the source's order changes changes no digest. */
export type EntryPrint = Readonly<Record<EntryField, string>>
/** The same of a subject. */
export type SubjectPrint = Readonly<Record<SubjectField, string>> & Readonly<Partial<Record<NamePart, string>>>

/** 128 bits of SHA-256: enough to tell a change, and half as much to store. */
const digest = (value: unknown): string => createHash("sha256").update(canonical(value)).digest("hex").slice(0, 32)

const printOf = <Field extends string>(fields: ReadonlyArray<Field>, values: Readonly<Record<Field, unknown>>): Record<Field, string> =>
  Object.fromEntries(fields.map((field) => [field, digest(values[field])])) as Record<Field, string>

export const entryPrint = (record: ListRecord): EntryPrint => printOf(identifyingFields, record)

/** Identifying data of a subject, without who keeps it and when it was written. */
export type SubjectFacts = Pick<StoredSubject, NamePart | SubjectField | "identifiers_print">

/**
 * Parts that only say which word of the whole name is which are no news about who it is, so that what was decided holds. Those that say more
 * are digested.
 */
const partsPrint = (subject: SubjectFacts): Readonly<Partial<Record<NamePart, string>>> => {
  if (!partsSayMore(subject)) return {}
  return Object.fromEntries(nameParts.flatMap((part) => ((subject[part] ?? null) === null ? [] : [[part, digest(subject[part])]])))
}

export const subjectPrint = (subject: SubjectFacts): SubjectPrint => {
  const print = { ...printOf(subjectIdentifyingFields, subject), ...partsPrint(subject) }
  // Of sealed numbers only their keyed digest tells a change.
  return subject.identifiers_print === undefined ? print : { ...print, identifiers: subject.identifiers_print }
}

/** The identifying fields in which two states of a subject differ. */
export const changedSubjectFields = (before: SubjectPrint, after: SubjectPrint): ReadonlyArray<string> =>
  [...subjectIdentifyingFields, ...nameParts].filter((field) => before[field] !== after[field])

/** The parts of a name in which two states of a subject differ, whether or not they say more than the name. */
export const changedNameParts = (before: SubjectFacts, after: SubjectFacts): ReadonlyArray<string> =>
  nameParts.filter((part) => (before[part] ?? null) !== (after[part] ?? null))

/** The same of an entry. */
export const changedEntryFields = (before: EntryPrint, after: EntryPrint): ReadonlyArray<string> =>
  identifyingFields.filter((field) => before[field] !== after[field])
