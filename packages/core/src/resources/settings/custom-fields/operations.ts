import { Effect, Schema } from "effect"
import { InvalidInput, invalid } from "../../../kernel/foundation/failure.ts"
import { operation } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import {
  change,
  changed,
  changedWith,
  created,
  createdWith,
  creation,
  keyedOperations,
  newRow
} from "../../../kernel/resource/keyed/operations.ts"
import { unknownKeys } from "../../../kernel/resource/keyed/records.ts"
import { identityTypeRows } from "../identity-types/model.ts"
import { definitionProblems } from "./definition.ts"
import { changeable, CustomFieldSchema, customFieldRows as rows, CustomFieldType, FieldIndex, type StoredCustomField } from "./model.ts"
import { scheduleSealing } from "./sealing.ts"

const path = "/custom-field-schemas"
const { noun } = rows.kind
const writing = ["settings:write", "identities:write"] as const

const {
  default: standard,
  description,
  identity_types,
  max,
  max_length,
  min,
  options,
  pattern,
  position,
  redaction,
  required,
  write_policy
} = changeable
const optional = {
  description: Schema.optionalKey(description),
  required: Schema.optionalKey(required),
  options: Schema.optionalKey(options),
  min: Schema.optionalKey(min),
  max: Schema.optionalKey(max),
  max_length: Schema.optionalKey(max_length),
  pattern: Schema.optionalKey(pattern),
  identity_types: Schema.optionalKey(identity_types),
  write_policy: Schema.optionalKey(write_policy),
  default: Schema.optionalKey(standard),
  redaction: Schema.optionalKey(redaction),
  position: Schema.optionalKey(position)
}

/** Fails with everything that is wrong with a definition. The identity types that it names are held, so that none is archived meanwhile. */
const checkDefinition = Effect.fnUntraced(function* (definition: StoredCustomField) {
  const types = yield* identityTypeRows.held(definition.identity_types)
  const problems = [
    ...definitionProblems(definition),
    ...unknownKeys(["body", "identity_types"], "identity type", definition.identity_types, types)
  ]
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
})

const blank = {
  description: "",
  required: false,
  options: [],
  min: null,
  max: null,
  max_length: null,
  pattern: null,
  identity_types: [],
  write_policy: "both",
  default: null,
  redaction: "erase",
  position: 0
} as const

const create = operation(
  {
    ...creation(path, noun, writing),
    description: "Type and index of a field cannot change later. Encrypted values are shown over REST alone.",
    body: {
      ...createdWith,
      type: CustomFieldType,
      encrypted: Schema.optionalKey(Schema.Boolean),
      indexed: Schema.optionalKey(FieldIndex),
      ...optional
    },
    output: CustomFieldSchema
  },
  Effect.fnUntraced(function* ({ encrypted = false, indexed = "none", key, label, type, ...given }) {
    const row: StoredCustomField = { ...(yield* newRow("cfs", { key, label })), type, encrypted, indexed, ...blank, ...given }
    yield* checkDefinition(row)
    return yield* created(rows, row)
  })
)

const update = operation(
  {
    ...change(path, noun, writing),
    description:
      "Values that are stored stay as they are: new rules hold for values that are set from then on. Switching `encrypted` on encrypts the stored values in the background; it cannot be switched off.",
    body: { ...changedWith, encrypted: Schema.optionalKey(Schema.Boolean), ...optional },
    output: CustomFieldSchema
  },
  Effect.fnUntraced(function* ({ id_or_key, version, ...changes }) {
    const before = yield* rows.lockAsRead(id_or_key, version)
    const after = { ...before, ...changes }
    if (before.encrypted && !after.encrypted) {
      return yield* invalid(["body", "encrypted"], "not_applicable", "cannot be switched off: create another field")
    }
    yield* checkDefinition(after)
    if (after.encrypted && !before.encrypted) yield* scheduleSealing(before.key)
    return yield* changed(rows, before, after)
  })
)

export const customFieldSchemas = operations("custom_field_schemas", {
  create,
  ...keyedOperations({
    rows,
    path,
    plural: "custom fields",
    schema: CustomFieldSchema,
    writing,
    neededBy: () => Effect.succeed(undefined)
  }),
  update
})
