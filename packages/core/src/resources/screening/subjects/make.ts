import { Effect, Schema } from "effect"
import type { StoredSession } from "../../sessions/model.ts"
import { Tenant } from "../../../kernel/access/caller.ts"
import { invalid } from "../../../kernel/foundation/failure.ts"
import { makeId } from "../../../kernel/foundation/id.ts"
import { Metadata } from "../../../kernel/foundation/metadata.ts"
import { Label } from "../../../kernel/foundation/text.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { chosenMonitoring, unmonitored } from "../monitoring/cadence.ts"
import { type EntityType, MonitoringChoice, type StoredSubject, subjectFields } from "./model.ts"

/** A subject as callers describe it; all but the name may be left out. */
export const newSubjectFields = {
  entity_type: Schema.optionalKey(subjectFields.entity_type),
  name: subjectFields.name,
  given_name: Schema.optionalKey(subjectFields.given_name),
  family_name: Schema.optionalKey(subjectFields.family_name),
  aliases: Schema.optionalKey(subjectFields.aliases),
  date_of_birth: Schema.optionalKey(subjectFields.date_of_birth),
  countries: Schema.optionalKey(subjectFields.countries),
  identifiers: Schema.optionalKey(subjectFields.identifiers),
  external_reference: Schema.optionalKey(Schema.NullOr(Label)),
  metadata: Schema.optionalKey(Metadata),
  monitoring: Schema.optionalKey(MonitoringChoice)
} as const
export const NewSubject = Schema.Struct(newSubjectFields).annotate({ identifier: "NewScreeningSubject" })

/** Given and family names belong to people. */
export const refuseParts = Effect.fnUntraced(function* (
  entity_type: EntityType,
  said: Pick<typeof NewSubject.Type, "family_name" | "given_name">,
  place: ReadonlyArray<string> = ["body"]
) {
  for (const part of ["given_name", "family_name"] as const) {
    if (entity_type !== "person" && (said[part] ?? null) !== null) {
      return yield* invalid([...place, part], "invalid", "must be left out unless the subject is a person")
    }
  }
})

/** A subject as it begins. Runs no search. `place` says where in the request it is described. */
export const makeSubject = Effect.fnUntraced(function* (
  given: typeof NewSubject.Type,
  session: Pick<StoredSession, "id" | "identity_id"> | null = null,
  place: ReadonlyArray<string> = ["body"]
) {
  yield* refuseParts(given.entity_type ?? "person", given, place)
  const at = yield* tenantNow
  const { environment } = yield* Tenant
  const id = yield* makeId("scs")
  const subject: StoredSubject = {
    id,
    environment,
    identity_id: session?.identity_id ?? null,
    session_id: session?.id ?? null,
    external_reference: given.external_reference ?? null,
    entity_type: given.entity_type ?? "person",
    name: given.name,
    ...(given.given_name === undefined ? {} : { given_name: given.given_name }),
    ...(given.family_name === undefined ? {} : { family_name: given.family_name }),
    aliases: given.aliases ?? [],
    date_of_birth: given.date_of_birth ?? null,
    countries: given.countries ?? [],
    identifiers: given.identifiers ?? [],
    metadata: given.metadata ?? {},
    monitoring: given.monitoring === undefined ? unmonitored : chosenMonitoring(id, unmonitored, given.monitoring, at),
    monitored_lists: [],
    last_screening_id: null,
    last_screened_at: null,
    erased_at: null,
    sequence: 0,
    version: 1,
    created_at: at,
    updated_at: at
  }
  return subject
})
