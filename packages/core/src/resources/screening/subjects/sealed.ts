import { Effect, Schema } from "effect"
import { Tenant } from "../../../kernel/access/caller.ts"
import { StorageUnavailable } from "../../../kernel/foundation/failure.ts"
import { Vault } from "../../../kernel/storage/vault.ts"
import { canonical } from "../../watchlists/editions/edition.ts"
import type { SubjectFacts } from "../fingerprint.ts"
import { presentSubject, type StoredSubject, subjectFields } from "./model.ts"

/** What the numbers of a subject that follows an identity are sealed for, and digested for. */
const purpose = "subject-identifiers"

const Plain = Schema.fromJsonString(subjectFields.identifiers)
const encodePlain = Schema.encodeSync(Plain)
const decodePlain = Schema.decodeUnknownEffect(Plain)

/** Identifying data of a subject as it is searched for, with what it takes to open its numbers where they are sealed. */
export interface SealedFacts extends SubjectFacts {
  readonly id?: string
  readonly sealed_identifiers?: string
}

/** The subject with these facts, the numbers sealed. What is sealed already stays where it says the same. */
export const withSealedFacts = Effect.fnUntraced(function* (subject: StoredSubject, { identifiers, ...facts }: SubjectFacts) {
  const { environment, organization } = yield* Tenant
  const vault = yield* Vault
  const text = [organization, environment, canonical(identifiers)].join("\u001f")
  const identifiers_print = vault.digest(purpose, text).slice(0, 32)
  const sealed_identifiers =
    subject.sealed_identifiers !== undefined && subject.identifiers_print === identifiers_print
      ? subject.sealed_identifiers
      : yield* vault.seal(purpose, subject.id, encodePlain(identifiers))
  const sealed: StoredSubject = { ...subject, ...facts, identifiers: [], identifiers_print, sealed_identifiers }
  return sealed
})

/** The facts with their numbers in clear, to search with. They are never stored so. */
export const openedFacts = Effect.fnUntraced(function* <Facts extends SealedFacts>(facts: Facts) {
  const { id, sealed_identifiers } = facts
  if (id === undefined || sealed_identifiers === undefined) return facts
  const plain = yield* (yield* Vault).open(purpose, id, sealed_identifiers)
  const identifiers = yield* decodePlain(plain).pipe(
    Effect.mapError(() => new StorageUnavailable({ cause: new Error("sealed identifiers of a subject are malformed") }))
  )
  return { ...facts, identifiers }
})

/** The subject as the API shows it. */
export const shownSubject = (subject: StoredSubject) => Effect.map(openedFacts(subject), presentSubject)
