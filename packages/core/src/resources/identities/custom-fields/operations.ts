import { Effect, Schema } from "effect"
import { note } from "../../../kernel/audit/log.ts"
import { InvalidInput, invalid, NotFound } from "../../../kernel/foundation/failure.ts"
import { pageFields, pageOf } from "../../../kernel/foundation/page.ts"
import { operation, preparedOperation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { IdOrKey } from "../../../kernel/resource/keyed/records.ts"
import { readPage } from "../../../kernel/storage/pages.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { customFieldRows, type StoredCustomField } from "../../settings/custom-fields/model.ts"
import { announceIdentity, findIdentity, findStandingIdentity, lockWritableIdentity } from "../change.ts"
import { IdentityId, IdentityReference, IdentityStore } from "../model.ts"
import { assignments } from "./given.ts"
import { FieldValueStore, GivenCustomFields } from "./model.ts"
import { searchToken } from "./tokens.ts"
import { fieldsOf, findValues, noValues, openedValues, withValue } from "./values.ts"

const path = "/identities/{identity_id}/custom-fields"
const params = { identity_id: IdentityReference }
const personal = { "x-personal": true } as const

const Values = Schema.Record(Schema.String, Schema.Json)
  .annotate({ "x-free-form": true, ...personal, description: "Values by the keys of their fields. Keys keep their casing" })
  .check(Schema.isMaxProperties(200))

const IdentityCustomFields = Schema.Struct({ identity_id: IdentityId, custom_fields: Values }).annotate({
  identifier: "IdentityCustomFields"
})

/** With what identities have that no one gave a value. */
const shown = (fields: ReadonlyArray<StoredCustomField>, values: Readonly<Record<string, Schema.Json>>) =>
  Object.fromEntries(
    fields.flatMap(({ default: standard, key }) => {
      const value = values[key] ?? standard
      return value === null ? [] : [[key, value]]
    })
  )

const get = operation(
  {
    summary: "Get the custom field values of an identity",
    description: "Fields without a value show their default. Encrypted values are shown here and in no event, and never to agents.",
    method: "GET",
    path,
    access: scopes("identities:read"),
    effect: "read",
    params,
    output: IdentityCustomFields,
    conflicts: ["value_damaged"],
    moved: true
  },
  Effect.fnUntraced(function* ({ identity_id }) {
    const identity = yield* findIdentity(identity_id)
    const fields = yield* fieldsOf(identity.identity_type)
    const row = yield* findValues(identity.id)
    const values = row === undefined ? {} : yield* openedValues(row, fields, "audited")
    return { identity_id: identity.id, custom_fields: shown(fields, values) }
  })
)

const update = preparedOperation(
  {
    summary: "Set custom field values of an identity",
    description: "Values that you send replace the stored ones, and null clears a field. Returns all values.",
    method: "PATCH",
    path,
    access: scopes("identities:write"),
    effect: "write",
    params,
    body: { custom_fields: GivenCustomFields },
    output: IdentityCustomFields,
    conflicts: ["identity_archived", "identity_merged", "value_damaged"],
    emits: ["identity.updated"]
  },
  // A value that does not open is refused before the transaction, so that the audit entry of it stays. Those that are set again need not open.
  Effect.fnUntraced(function* ({ custom_fields, identity_id }) {
    const identity = yield* findStandingIdentity(identity_id)
    const row = yield* findValues(identity.id)
    const others = (yield* fieldsOf(identity.identity_type)).filter(({ key }) => !Object.hasOwn(custom_fields, key))
    if (row !== undefined) yield* openedValues(row, others, "audited")
  }),
  Effect.fnUntraced(function* ({ custom_fields, identity_id }) {
    const identity = yield* lockWritableIdentity(identity_id)
    // Held, so that a field that is being switched to encryption is not written in clear once its values were encrypted.
    yield* customFieldRows.held(Object.keys(custom_fields))
    const fields = yield* fieldsOf(identity.identity_type)
    const { assigned, problems } = yield* assignments(custom_fields, fields, yield* customFieldRows.inUse)
    if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
    const store = yield* FieldValueStore
    const stored = yield* store.lock(identity.id)
    const before = stored ?? (yield* noValues(identity.id))
    let after = before
    for (const { field, value } of assigned) after = yield* withValue(after, field, value)
    const at = yield* tenantNow
    // Names what was set, and no value: any of them may be personal.
    yield* note(
      { type: "identity", id: identity.id },
      assigned.map(({ field: { key } }) => ({ path: `custom_fields.${key}`, from: null, to: null }))
    )
    if (assigned.length > 0) {
      yield* stored === undefined ? store.insert(after) : store.save({ ...after, updated_at: at })
      yield* (yield* IdentityStore).save(
        yield* announceIdentity({ ...identity, updated_at: at }, "identity.updated", { changed: ["custom_fields"] })
      )
    }
    return { identity_id: identity.id, custom_fields: shown(fields, yield* openedValues(after, fields, "plain")) }
  })
)

const Found = Schema.Struct({ identity_id: IdentityId }).annotate({ identifier: "FoundIdentity" })

const search = operation(
  {
    summary: "Find identities by the value of a custom field",
    description:
      "Only for fields with an index. `last4` finds values by their last four letters or digits, `prefix` by their first 3 to 12 characters. The value is part of the body, so that no log holds it.",
    method: "POST",
    path: "/custom-field-schemas/{id_or_key}/search",
    access: scopes("identities:read"),
    effect: "read",
    params: { id_or_key: IdOrKey },
    body: {
      value: Schema.Json.annotate(personal),
      match: Schema.optionalKey(Schema.Literals(["exact", "last4", "prefix"]).annotate({ description: "Default: exact" })),
      ...pageFields()
    },
    output: pageOf(Found)
  },
  Effect.fnUntraced(function* ({ after, id_or_key, limit, match = "exact", offset, value }) {
    const field = yield* customFieldRows.find(id_or_key)
    if (field.archived_at !== null) return yield* new NotFound()
    const wanted = yield* searchToken(field, match, value)
    if ("problem" in wanted) return yield* invalid(["body", match === "exact" ? "match" : "value"], "invalid", wanted.problem)
    const where = [{ field: "tokens", op: "overlaps", values: [wanted.token] }] as const
    const { pagination, rows } = yield* readPage(yield* FieldValueStore, { where }, { after, limit, offset }, "body")
    return { data: rows.map(({ id }) => ({ identity_id: id })), pagination }
  })
)

export const identityCustomFields = operations("identities", { getCustomFields: get, updateCustomFields: update })
export const customFieldSearch = operations("custom_field_schemas", { search })
