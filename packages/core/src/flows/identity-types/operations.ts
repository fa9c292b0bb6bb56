import { Effect, Schema } from "effect"
import { invalid } from "../../kernel/foundation/failure.ts"
import { operation } from "../../kernel/operation/operation.ts"
import { operations } from "../../kernel/operation/record.ts"
import {
  change,
  changed,
  changedWith,
  created,
  createdWith,
  creation,
  keyedOperations,
  newRow
} from "../../kernel/resource/keyed/operations.ts"
import { IdentityStore } from "../../resources/identities/model.ts"
import { customFieldRows } from "../../resources/settings/custom-fields/model.ts"
import { relationshipTypeRows } from "../../resources/settings/relationship-types/model.ts"
import { isPublished } from "../../resources/workflows/choice.ts"
import { IdentityKind, IdentityType, identityTypeRows as rows, RequiredFields } from "../../resources/settings/identity-types/model.ts"

const path = "/identity-types"
const { noun } = rows.kind
const writing = ["settings:write", "identities:write"] as const

const DefaultWorkflow = IdentityType.fields.default_workflow_id

const permitWorkflow = Effect.fnUntraced(function* (workflow_id: string | null | undefined) {
  if (workflow_id === null || workflow_id === undefined || (yield* isPublished(workflow_id))) return
  return yield* invalid(["body", "default_workflow_id"], "unknown_workflow", "names no published workflow of this organization")
})

const create = operation(
  {
    ...creation(path, noun, writing),
    body: {
      ...createdWith,
      kind: Schema.optionalKey(IdentityKind.annotate({ description: "Default: individual" })),
      required_fields: Schema.optionalKey(RequiredFields),
      default_workflow_id: Schema.optionalKey(DefaultWorkflow)
    },
    output: IdentityType
  },
  Effect.fnUntraced(function* ({ default_workflow_id = null, key, kind = "individual", label, required_fields = [] }) {
    yield* permitWorkflow(default_workflow_id)
    return yield* created(rows, { ...(yield* newRow("idt", { key, label })), kind, required_fields, default_workflow_id })
  })
)

const update = operation(
  {
    ...change(path, noun, writing),
    body: {
      ...changedWith,
      required_fields: Schema.optionalKey(RequiredFields),
      default_workflow_id: Schema.optionalKey(DefaultWorkflow)
    },
    output: IdentityType
  },
  Effect.fnUntraced(function* ({ id_or_key, version, ...changes }) {
    const before = yield* rows.lockAsRead(id_or_key, version)
    yield* permitWorkflow(changes.default_workflow_id)
    return yield* changed(rows, before, { ...before, ...changes })
  })
)

export const identityTypes = operations("identity_types", {
  create,
  ...keyedOperations({
    rows,
    path,
    plural: "identity types",
    schema: IdentityType,
    writing,
    neededBy: Effect.fnUntraced(function* ({ key }) {
      const [identity] = yield* (yield* IdentityStore).list({
        where: [
          { field: "identity_type", op: "eq", value: key },
          { field: "status", op: "ne", value: "archived" }
        ],
        limit: 1
      })
      if (identity !== undefined) return `the identity ${identity.id}`
      const named = (yield* relationshipTypeRows.inUse).find(({ from_types, to_types }) => [...from_types, ...to_types].includes(key))
      if (named !== undefined) return `the relationship type ${named.key}`
      const field = (yield* customFieldRows.inUse).find(({ identity_types }) => identity_types.includes(key))
      return field === undefined ? undefined : `the custom field ${field.key}`
    })
  }),
  update
})
