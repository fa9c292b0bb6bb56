import { Effect } from "effect"
import { isId } from "../../kernel/foundation/id.ts"
import { CaseStore } from "../../resources/cases/model.ts"
import { CheckStore } from "../../resources/checks/model.ts"
import { IdentityStore, type StoredIdentity } from "../../resources/identities/model.ts"
import { openDetails } from "../../resources/identities/sealed.ts"
import { type StoredSubject, SubjectStore } from "../../resources/screening/subjects/model.ts"
import { SessionStore, type StoredSession } from "../../resources/sessions/model.ts"
import { knownPerson } from "./known-person.ts"

/** What is said of a person: for a name, each of its words may name them. */
export interface PersonalText {
  readonly text: string
  readonly name: boolean
}

/** The longest answer names this many records, as the nodes of a graph. */
const mostRecords = 500
const mostChecks = 2_000

const isText = (value: unknown): value is string => typeof value === "string" && value !== ""
const named = (values: ReadonlyArray<unknown>): ReadonlyArray<PersonalText> => values.filter(isText).map((text) => ({ text, name: true }))
const stated = (values: ReadonlyArray<unknown>): ReadonlyArray<PersonalText> => values.filter(isText).map((text) => ({ text, name: false }))

const among = <Field extends string>(field: Field, values: ReadonlyArray<string>) =>
  ({ where: [{ field, op: "in", values: values.slice(0, mostRecords) }], limit: mostRecords }) as const

/** What was expected, what came with the session, and what its checks read, in the sandbox too. */
const ofSessions = Effect.fnUntraced(function* (sessions: ReadonlyArray<StoredSession>) {
  if (sessions.length === 0) return []
  const ids = sessions.map(({ id }) => id)
  const checks = yield* (yield* CheckStore).list({
    where: [
      { field: "session_id", op: "in", values: ids },
      { field: "type", op: "in", values: ["document_extraction", "proof_of_address"] }
    ],
    order: [{ field: "created_at", direction: "desc" }],
    limit: mostChecks
  })
  const read = Map.groupBy(checks, ({ session_id }) => session_id)
  return sessions.flatMap((session) => {
    const findings = (read.get(session.id) ?? []).map(({ details, status }) => ({ details, status, simulated: false }))
    const { addresses, births, emails, names, numbers, phones } = knownPerson(session, findings)
    const { address } = session.expected
    return [
      ...named(names.map(({ value }) => value)),
      ...stated([...births, ...numbers, ...addresses, ...emails, ...phones].map(({ value }) => value)),
      ...stated(typeof address === "object" && address !== null ? Object.values(address) : [])
    ]
  })
})

const ofIdentity = Effect.fnUntraced(function* (identity: StoredIdentity) {
  const { aliases, date_of_birth, display_name, first_name, last_name, middle_name, native_name } = identity
  const { addresses, emails, identification_numbers, phones } = yield* openDetails(identity)
  return [
    ...named([display_name, first_name, middle_name, last_name, native_name, ...aliases]),
    ...stated([date_of_birth, ...emails, ...phones, ...identification_numbers.map(({ value }) => value)]),
    ...stated(addresses.flatMap(({ source: _source, ...parts }) => Object.values(parts)))
  ]
})

const ofSubject = ({ aliases, date_of_birth, identifiers, name }: StoredSubject) => [
  ...named([name, ...aliases]),
  ...stated([date_of_birth, ...identifiers.map(({ value }) => value)])
]

/**
 * What is known of the persons of these sessions, identities, cases and screening subjects, whatever an answer shows of them: an integrator may repeat
 * it in a tag or a reference of any record of theirs.
 */
export const personalTexts = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const [sessions, identities, subjects] = [yield* SessionStore, yield* IdentityStore, yield* SubjectStore]
  const of = (prefix: Parameters<typeof isId>[0]) => ids.filter((id) => isId(prefix, id))
  const cases = of("rvc").length === 0 ? [] : yield* (yield* CaseStore).list(among("id", of("rvc")))
  const present = (more: ReadonlyArray<string | null>, own: ReadonlyArray<string>) => [...new Set([...own, ...more.filter(isText)])]
  const session_ids = present(
    cases.map(({ session_id }) => session_id),
    of("ses")
  )
  const identity_ids = present(
    cases.map(({ identity_id }) => identity_id),
    of("idn")
  )
  const subject_ids = present(
    cases.map(({ subject_id }) => subject_id),
    of("scs")
  )
  const own = session_ids.length === 0 ? [] : yield* sessions.list(among("id", session_ids))
  const linked = identity_ids.length === 0 ? [] : yield* sessions.list(among("identity_id", identity_ids))
  const all = [...new Map([...own, ...linked].map((session) => [session.id, session])).values()]
  const persons = identity_ids.length === 0 ? [] : yield* identities.list(among("id", identity_ids))
  const screened = subject_ids.length === 0 ? [] : yield* subjects.list(among("id", subject_ids))
  const texts: ReadonlyArray<PersonalText> = [
    ...(yield* ofSessions(all)),
    ...(yield* Effect.forEach(persons, ofIdentity)).flat(),
    ...screened.flatMap(ofSubject)
  ]
  return texts
})
