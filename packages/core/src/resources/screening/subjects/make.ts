import { Effect, Schema } from "effect"
import type { StoredSession } from "../../sessions/model.ts"
import { Tenant } from "../../../kernel/access/caller.ts"
import { makeId } from "../../../kernel/foundation/id.ts"
import { Metadata } from "../../../kernel/foundation/metadata.ts"
import { Label } from "../../../kernel/foundation/text.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { chosenMonitoring, unmonitored } from "../monitoring/cadence.ts"
import { MonitoringChoice, type StoredSubject, subjectFields } from "./model.ts"

/** A subject as callers describe it; all but the name may be left out. */
export const newSubjectFields = {
  entity_type: Schema.optionalKey(subjectFields.entity_type),
  name: subjectFields.name,
  aliases: Schema.optionalKey(subjectFields.aliases),
  date_of_birth: Schema.optionalKey(subjectFields.date_of_birth),
  countries: Schema.optionalKey(subjectFields.countries),
  identifiers: Schema.optionalKey(subjectFields.identifiers),
  external_reference: Schema.optionalKey(Schema.NullOr(Label)),
  metadata: Schema.optionalKey(Metadata),
  monitoring: Schema.optionalKey(MonitoringChoice)
} as const
export const NewSubject = Schema.Struct(newSubjectFields).annotate({ identifier: "NewScreeningSubject" })

/** A subject as it begins. Runs no search. */
export const makeSubject = Effect.fnUntraced(function* (
  given: typeof NewSubject.Type,
  session: Pick<StoredSession, "id" | "identity_id"> | null = null
) {
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
