import { Effect, Equal, type Schema } from "effect"
import { customFieldRows, type StoredCustomField } from "../../settings/custom-fields/model.ts"
import { fieldsOf, noValues, openedValues, sealedAfterAll, withValue } from "../custom-fields/values.ts"
import { isTokenOf } from "../custom-fields/tokens.ts"
import type { StoredFieldValues } from "../custom-fields/model.ts"
import type { StoredIdentity } from "../model.ts"
import { chosen, customRuleOf, type FieldPolicy } from "./policy.ts"
import type { FieldConflict } from "./merged-record.ts"

interface Owner {
  readonly row: Pick<StoredIdentity, "id" | "identity_type">
  readonly values: StoredFieldValues | undefined
}

/** What a merge changes of the custom fields of its target. */
export interface MergedValues {
  readonly assigned: ReadonlyArray<{ readonly field: StoredCustomField; readonly value: Schema.Json }>
  readonly conflicts: ReadonlyArray<FieldConflict<Schema.Json>>
  /** Everything that the target has then, by key. */
  readonly shown: Readonly<Record<string, Schema.Json>>
}

/** The custom values of the target with those that its sources bring; only fields that its type has. Fails where a value does not open. */
export const mergedValues = Effect.fnUntraced(function* (owners: readonly [Owner, ...ReadonlyArray<Owner>], policy: FieldPolicy) {
  const fields = yield* fieldsOf(owners[0].row.identity_type)
  const opened = yield* Effect.forEach(owners, ({ row, values }) =>
    Effect.map(values === undefined ? Effect.succeed({}) : openedValues(values, fields, "plain"), (all) => ({
      identity_id: row.id,
      at: values?.updated_at ?? null,
      all: new Map<string, Schema.Json>(Object.entries(all))
    }))
  )
  const merged = { assigned: new Map<StoredCustomField, Schema.Json>(), shown: new Map<string, Schema.Json>() }
  const conflicts: Array<FieldConflict<Schema.Json>> = []
  for (const field of fields) {
    const held = opened.map(({ all, at, identity_id }) => ({ identity_id, at, value: all.get(field.key) ?? null }))
    const taken = chosen<Schema.Json, (typeof held)[number]>(customRuleOf(policy, field.key), held)
    const value = taken?.value ?? null
    if (value !== null) merged.shown.set(field.key, value)
    if (taken?.identity_id !== owners[0].row.id && held[0]?.value !== value) merged.assigned.set(field, value)
    const having = held.flatMap(({ identity_id, value: one }) => (one === null ? [] : [{ identity_id, value: one }]))
    if (new Set(having.map((one) => JSON.stringify(one.value))).size > 1) {
      conflicts.push({ field: `custom_fields.${field.key}`, values: having, taken_from: taken?.identity_id ?? null })
    }
  }
  const result: MergedValues = {
    assigned: [...merged.assigned].map(([field, value]) => ({ field, value })),
    conflicts,
    shown: Object.fromEntries(merged.shown)
  }
  return result
})

/** The record of custom values with what a merge assigns. */
export const withMerged = Effect.fnUntraced(function* (
  id: string,
  before: StoredFieldValues | undefined,
  assigned: MergedValues["assigned"],
  at: string
) {
  let row = before ?? (yield* noValues(id))
  for (const { field, value } of assigned) row = yield* withValue(row, field, value)
  return { ...row, updated_at: at }
})

/** The record with the value of one field as another record of the same identity has it, or without one. */
const withMemberOf = (row: StoredFieldValues, other: StoredFieldValues | null, key: string): StoredFieldValues => {
  const others = <Value>(members: Readonly<Record<string, Value>>, from: Readonly<Record<string, Value>>) => {
    const next = new Map(Object.entries(members))
    const value = new Map(Object.entries(from)).get(key)
    if (value === undefined) next.delete(key)
    else next.set(key, value)
    return Object.fromEntries(next)
  }
  return {
    ...row,
    values: others(row.values, other?.values ?? {}),
    sealed: others(row.sealed, other?.sealed ?? {}),
    plain_fields: [...row.plain_fields.filter((name) => name !== key), ...(other?.plain_fields ?? []).filter((name) => name === key)],
    tokens: [...row.tokens.filter((token) => !isTokenOf(key, token)), ...(other?.tokens ?? []).filter((token) => isTokenOf(key, token))]
  }
}

const memberOf = (row: StoredFieldValues | null, key: string) => [
  new Map(Object.entries(row?.values ?? {})).get(key),
  new Map(Object.entries(row?.sealed ?? {})).get(key)
]

const keysOf = (...rows: ReadonlyArray<StoredFieldValues | null>): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => [...Object.keys(row?.values ?? {}), ...Object.keys(row?.sealed ?? {})]))

/** Values that were stored in clear before their field was encrypted are encrypted as they come back. */
const sealedAgain = Effect.fnUntraced(function* (row: StoredFieldValues) {
  let next = row
  const fields = yield* customFieldRows.inUse
  for (const field of fields.filter(({ encrypted, key }) => encrypted && row.plain_fields.includes(key)))
    next = yield* sealedAfterAll(next, field)
  return next
})

interface Turn {
  readonly before: StoredFieldValues | null
  readonly after: StoredFieldValues | null
}

/** The custom values without what a merge brought, and the fields that were changed since and so stay; null where there are none left. */
export const undoneValues = Effect.fnUntraced(function* (current: StoredFieldValues, { after, before }: Turn) {
  const kept: Array<string> = []
  const finish = (row: StoredFieldValues | null) =>
    Effect.map(row === null ? Effect.succeed(null) : sealedAgain(row), (value) => ({ row: value, changed: kept }))
  if (after !== null && current.version === after.version)
    return yield* finish(before === null ? null : { ...before, version: current.version })
  let row = current
  for (const key of keysOf(before, after)) {
    if (Equal.equals(memberOf(before, key), memberOf(after, key))) continue
    if (Equal.equals(memberOf(current, key), memberOf(after, key))) row = withMemberOf(row, before, key)
    else kept.push(`custom_fields.${key}`)
  }
  return yield* finish(before === null && keysOf(row).size === 0 ? null : row)
})
