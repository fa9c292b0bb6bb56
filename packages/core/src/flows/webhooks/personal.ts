import { Effect, Schema } from "effect"
import type { EventEnvelope } from "../../kernel/events/announce.ts"
import { CalendarDate } from "../../kernel/foundation/text.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { IdentityStore } from "../../resources/identities/model.ts"
import { openDetails } from "../../resources/identities/sealed.ts"
import { SessionStore } from "../../resources/sessions/model.ts"
import { effectiveOrganization } from "../../resources/settings/organization.ts"
import { sessionFacts, verifiedPerson } from "../identities/session-facts.ts"

const text = Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(255)))
/** What events say of a person where their organization asks for it. */
export const Personal = Schema.Struct({
  first_name: text,
  last_name: text,
  date_of_birth: Schema.NullOr(CalendarDate),
  document_number_last4: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(4))).annotate({
    description: "The last four characters of the number of the identity document; null where it has no more than four"
  })
}).annotate({ identifier: "EventPersonal", description: "Who an event is about" })
interface Personal extends Schema.Schema.Type<typeof Personal> {}

/** The last four characters of a number that has more of them: a shorter one would be told whole. */
const last4 = (number: string | null | undefined): string | null => {
  const characters = [...(number ?? "")]
  return characters.length > 4 ? characters.slice(-4).join("") : null
}

/** What the documents of the session say, and before they were read what its integrator expected. */
const ofSession = Effect.fnUntraced(function* (id: string) {
  const session = yield* (yield* SessionStore).find(id)
  if (session === undefined || session.erasure !== undefined) return undefined
  const facts = yield* sessionFacts(session)
  const { numbers, values } = verifiedPerson(session, facts, yield* tenantNow)
  const { expected } = session
  const wasRead = facts.verified.identity_document !== undefined
  const personal: Personal = {
    first_name: values.first_name ?? null,
    last_name: values.last_name ?? null,
    date_of_birth: values.date_of_birth ?? (wasRead ? null : (expected.date_of_birth ?? null)),
    document_number_last4: last4(wasRead ? numbers[0]?.value : expected.document_number)
  }
  return personal
})

const ofIdentity = Effect.fnUntraced(function* (id: string) {
  const identity = yield* (yield* IdentityStore).find(id)
  if (identity === undefined || identity.erasure !== undefined) return undefined
  const { identification_numbers } = yield* openDetails(identity)
  const { date_of_birth, first_name, last_name } = identity
  const personal: Personal = { first_name, last_name, date_of_birth, document_number_last4: last4(identification_numbers[0]?.value) }
  return personal
})

/** The resources of whose person events may speak, by the names of their objects. */
export const personOf = { session: ofSession, identity: ofIdentity } as const
const isPersonal = (type: string): type is keyof typeof personOf => Object.hasOwn(personOf, type)

/**
 * The event of a session or an identity with `data.personal`, where the organization asks for it. It is read when the event is dispatched and not when it
 * happened, so that no queued job holds it and an erasure that came between leaves nothing of it.
 */
export const withPersonal = Effect.fnUntraced(function* (envelope: EventEnvelope) {
  const { resource } = envelope
  if (!isPersonal(resource.type) || !(yield* effectiveOrganization).include_pii) return envelope
  const personal = yield* personOf[resource.type](resource.id)
  const completed: EventEnvelope = personal === undefined ? envelope : { ...envelope, data: { ...envelope.data, personal } }
  return completed
})
