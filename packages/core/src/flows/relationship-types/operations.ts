import { Effect, Schema } from "effect"
import { InvalidInput, type Problem } from "../../kernel/foundation/failure.ts"
import { Label } from "../../kernel/foundation/text.ts"
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
import { RowKey, unknownKeys } from "../../kernel/resource/keyed/records.ts"
import { identityTypeRows } from "../../resources/settings/identity-types/model.ts"
import {
  fromTypes,
  MaxPerSource,
  RelationshipType,
  relationshipTypeRows as rows,
  toTypes
} from "../../resources/settings/relationship-types/model.ts"
import { RelationshipStore } from "../../resources/identities/relationships/model.ts"
import { liveStatuses } from "../../resources/identities/relationships/status.ts"
import { workflowRelatingBy } from "./published-graphs.ts"

const path = "/relationship-types"
const { noun } = rows.kind
const writing = ["settings:write", "identities:write"] as const
const ends = {
  from_types: Schema.optionalKey(fromTypes),
  to_types: Schema.optionalKey(toTypes),
  max_per_source: Schema.optionalKey(MaxPerSource)
}

/** Problems of the identity types at both ends, which are held so that none is archived meanwhile. */
const endProblems = Effect.fnUntraced(function* ({ from_types, to_types }: Pick<RelationshipType, "from_types" | "to_types">) {
  const types = yield* identityTypeRows.held([...from_types, ...to_types])
  return [
    ...unknownKeys(["body", "from_types"], "identity type", from_types, types),
    ...unknownKeys(["body", "to_types"], "identity type", to_types, types)
  ]
})

/** A relationship is read by one name in each direction, so that a name is given to one direction of one type. */
const nameProblems = Effect.fnUntraced(function* (key: string, inverse_key: string) {
  const taken = (yield* rows.inUse).flatMap((row) => [row.key, row.inverse_key])
  const problem = (member: string): Problem => ({
    loc: ["body", member],
    code: "key_taken",
    message: "is the name of another relationship already; choose another one"
  })
  return [
    ...(taken.includes(key) ? [problem("key")] : []),
    ...(inverse_key !== key && taken.includes(inverse_key) ? [problem("inverse_key")] : [])
  ]
})

interface Inverse {
  readonly key: string
  readonly inverse_key: string | undefined
  readonly inverse_label: string | undefined
  readonly symmetric: boolean | undefined
}

const inverseProblems = ({ inverse_key, inverse_label, key, symmetric }: Inverse): ReadonlyArray<Problem> => {
  if (inverse_key === undefined) {
    const why = inverse_label === undefined ? "is required where the relationship is not symmetric" : "is required beside inverse_label"
    return inverse_label === undefined && symmetric !== false ? [] : [{ loc: ["body", "inverse_key"], code: "missing", message: why }]
  }
  if (symmetric === undefined || symmetric === (inverse_key === key)) return []
  const message = symmetric ? "goes without inverse_key: it reads the same from both sides" : "needs an inverse_key of its own"
  return [{ loc: ["body", "symmetric"], code: "not_applicable", message }]
}

/** How a key reads: `mentored_by` is "Mentored by". */
const labelOf = (key: string): string => {
  const words = key.replaceAll("_", " ").trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const refuse = (problems: ReadonlyArray<Problem>) =>
  problems.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ code: "validation_error" as const, problems }))

const create = operation(
  {
    ...creation(path, noun, writing),
    description: "Without `inverse_key` the relationship is symmetric: it reads the same from both sides.",
    body: {
      ...createdWith,
      inverse_key: Schema.optionalKey(RowKey),
      inverse_label: Schema.optionalKey(Label.annotate({ description: "Default: the words of `inverse_key`" })),
      symmetric: Schema.optionalKey(Schema.Boolean.annotate({ description: "Has to agree with `inverse_key`" })),
      ...ends
    },
    output: RelationshipType
  },
  Effect.fnUntraced(function* ({
    from_types = [],
    inverse_key,
    inverse_label,
    key,
    label,
    max_per_source = null,
    symmetric,
    to_types = []
  }) {
    const archived = rows.find(key).pipe(
      Effect.as(true),
      Effect.catchTag("NotFound", () => Effect.succeed(false))
    )
    // A key that was given before is a conflict, whatever else is wrong with the request.
    const names = (yield* archived) ? [] : yield* nameProblems(key, inverse_key ?? key)
    const inverse = inverseProblems({ key, inverse_key, inverse_label, symmetric })
    yield* refuse([...inverse, ...names, ...(yield* endProblems({ from_types, to_types }))])
    const alike = inverse_key === undefined || inverse_key === key
    return yield* created(rows, {
      ...(yield* newRow("rlt", { key, label })),
      inverse_key: inverse_key ?? key,
      inverse_label: inverse_label ?? (alike ? label : labelOf(inverse_key)),
      symmetric: alike,
      from_types,
      to_types,
      max_per_source
    })
  })
)

const update = operation(
  {
    ...change(path, noun, writing),
    body: { ...changedWith, inverse_label: Schema.optionalKey(Label), ...ends },
    output: RelationshipType
  },
  Effect.fnUntraced(function* ({ id_or_key, version, ...changes }) {
    const before = yield* rows.lockAsRead(id_or_key, version)
    const merged = { ...before, ...changes }
    const after = before.symmetric ? { ...merged, inverse_label: merged.label } : merged
    yield* refuse(yield* endProblems(after))
    return yield* changed(rows, before, after)
  })
)

export const relationshipTypes = operations("relationship_types", {
  create,
  ...keyedOperations({
    rows,
    path,
    plural: "relationship types",
    schema: RelationshipType,
    writing,
    neededBy: Effect.fnUntraced(function* ({ inverse_key, key }) {
      const [relationship] = yield* (yield* RelationshipStore).list({
        where: [
          { field: "type", op: "eq", value: key },
          { field: "status", op: "in", values: liveStatuses }
        ],
        limit: 1
      })
      if (relationship !== undefined) return `the relationship ${relationship.id}`
      const workflow_id = yield* workflowRelatingBy([key, inverse_key])
      return workflow_id === undefined ? undefined : `the workflow ${workflow_id}`
    })
  }),
  update
})
