import { Effect, type Schema } from "effect"
import { customFieldRows } from "../../settings/custom-fields/model.ts"
import type { StoredIdentity } from "../model.ts"
import { assignments, missingFields } from "./given.ts"
import { FieldValueStore } from "./model.ts"
import { fieldsOf, noValues, withValue } from "./values.ts"

type Given = Readonly<Record<string, Schema.Json>>

/** The values that a new identity begins with, and everything that is wrong with them, missing ones included. */
export const firstValues = Effect.fnUntraced(function* ({ id, identity_type }: StoredIdentity, given: Given) {
  // Held, so that a field that is being switched to encryption is not written in clear once its values were encrypted.
  yield* customFieldRows.held(Object.keys(given))
  const fields = yield* fieldsOf(identity_type)
  const { assigned, problems } = yield* assignments(given, fields, yield* customFieldRows.inUse)
  const keep = Effect.gen(function* () {
    if (assigned.length === 0) return
    let row = yield* noValues(id)
    for (const { field, value } of assigned) row = yield* withValue(row, field, value)
    yield* (yield* FieldValueStore).insert(row)
  })
  return { problems: [...problems, ...missingFields(given, fields)], keep }
})
