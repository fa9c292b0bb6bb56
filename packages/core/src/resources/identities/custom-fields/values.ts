import { Effect, Schema } from "effect"
import { record } from "../../../kernel/audit/log.ts"
import { Conflict } from "../../../kernel/foundation/failure.ts"
import { Entropy } from "../../../kernel/foundation/id.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { Vault } from "../../../kernel/storage/vault.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { customFieldRows, type StoredCustomField } from "../../settings/custom-fields/model.ts"
import { FieldValueStore, type StoredFieldValues } from "./model.ts"
import { isTokenOf, tokensOf } from "./tokens.ts"

const purpose = "custom-fields"
const saltBytes = 32
const Plain = Schema.fromJsonString(Schema.Json)
const encodePlain = Schema.encodeSync(Plain)
const decodePlain = Schema.decodeUnknownSync(Plain)

/** A value opens for its identity and its field alone. */
const contextOf = (identity_id: string, field: string): string => `${identity_id}\n${field}`

/** The record of an identity without values, under a key of its own. */
export const noValues = Effect.fnUntraced(function* (id: string) {
  const at = yield* tenantNow
  const salt = Buffer.from((yield* Entropy).bytes(saltBytes)).toString("base64")
  const row: StoredFieldValues = {
    id,
    version: 1,
    salt,
    values: {},
    sealed: {},
    plain_fields: [],
    tokens: [],
    created_at: at,
    updated_at: at
  }
  return row
})

const without = <Value>(members: Readonly<Record<string, Value>>, field: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name !== field))

/** The record with another value of a field, or without one. */
export const withValue = Effect.fnUntraced(function* (
  row: StoredFieldValues,
  field: Pick<StoredCustomField, "key" | "type" | "indexed" | "encrypted">,
  value: Schema.Json
) {
  const { key } = field
  const others: StoredFieldValues = {
    ...row,
    values: without(row.values, key),
    sealed: without(row.sealed, key),
    plain_fields: row.plain_fields.filter((name) => name !== key),
    tokens: row.tokens.filter((token) => !isTokenOf(key, token))
  }
  if (value === null) return others
  const tokens = [...others.tokens, ...(yield* tokensOf(field, value))]
  if (!field.encrypted)
    return { ...others, tokens, values: { ...others.values, [key]: value }, plain_fields: [...others.plain_fields, key] }
  const sealed = yield* (yield* Vault).sealUnder(purpose, row.salt, contextOf(row.id, key), encodePlain(value))
  return { ...others, tokens, sealed: { ...others.sealed, [key]: sealed } }
})

/** The record with the value of a field encrypted that stood in clear. */
export const sealedAfterAll = Effect.fnUntraced(function* (row: StoredFieldValues, field: StoredCustomField) {
  const value = row.values[field.key]
  return value === undefined ? row : yield* withValue(row, { ...field, encrypted: true }, value)
})

/**
 * Refuses what does not open, and writes so into the audit log in a transaction of its own: it was changed outside of the service. Not to be
 * called within a transaction, whose end would take the entry along.
 */
const refuse = Effect.fnUntraced(function* (identity_id: string, field: string) {
  const { transaction } = yield* UnitOfWork
  yield* Effect.logError("an encrypted custom value of an identity does not open", { identity_id, field })
  yield* transaction(
    record({
      action: "custom_fields.damaged_value_refused",
      target: { type: "identity", id: identity_id },
      changes: [{ path: `custom_fields.${field}`, from: null, to: null }],
      outcome: "failed"
    })
  )
  return yield* damaged(field)
})

const damaged = (field: string) =>
  new Conflict({
    code: "value_damaged" as const,
    detail: `The stored value of the custom field ${field} was changed outside of the service and does not open. Set the field again, or clear it with null.`,
    context: { field }
  })

/** A sealed value in clear; fails with `SealBroken`. */
const openValue = Effect.fnUntraced(function* (row: StoredFieldValues, field: string, sealed: string) {
  return decodePlain(yield* (yield* Vault).openUnder(purpose, row.salt, contextOf(row.id, field), sealed))
})

/** The values of these fields in clear. `audited` outside of a transaction alone, see `refuse`. */
export const openedValues = Effect.fnUntraced(function* (
  row: StoredFieldValues,
  fields: ReadonlyArray<Pick<StoredCustomField, "key">>,
  how: "audited" | "plain"
) {
  const opened: Record<string, Schema.Json> = {}
  for (const { key } of fields) {
    const sealed = row.sealed[key]
    const value =
      sealed === undefined
        ? row.values[key]
        : yield* openValue(row, key, sealed).pipe(
            Effect.catchTag("SealBroken", () => (how === "audited" ? refuse(row.id, key) : Effect.fail(damaged(key))))
          )
    if (value !== undefined) opened[key] = value
  }
  return opened
})

/** The fields that an identity of this type has, by their places. */
export const fieldsOf = (identity_type: string) =>
  Effect.map(customFieldRows.inUse, (rows) =>
    rows
      .filter(({ identity_types }) => identity_types.length === 0 || identity_types.includes(identity_type))
      .toSorted((one, other) => one.position - other.position || (one.key < other.key ? -1 : 1))
  )

export const findValues = (id: string) => Effect.flatMap(FieldValueStore, (store) => store.find(id))
