import { Effect, Schema } from "effect"
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
import { documentGroupRows } from "../document-groups/model.ts"
import { Countries, DocumentType, documentTypeRows as rows, ExtractFields, MaxAgeDays, Sides } from "./model.ts"

const path = "/document-types"
const { noun } = rows.kind
const writing = ["settings:write"] as const
const traits = {
  sides: Schema.optionalKey(Sides),
  countries: Schema.optionalKey(Countries),
  extract_fields: Schema.optionalKey(ExtractFields),
  max_age_days: Schema.optionalKey(MaxAgeDays)
}

const create = operation(
  {
    ...creation(path, noun, writing),
    description: "A type of supporting documents, which sessions can ask for with `supporting_documents`.",
    body: {
      ...createdWith,
      kind: Schema.optionalKey(Schema.Literal("supporting").annotate({ description: "Types of the other kinds are built in" })),
      ...traits
    },
    output: DocumentType
  },
  Effect.fnUntraced(function* ({ countries = [], extract_fields = [], key, kind = "supporting", label, max_age_days = null, sides = [] }) {
    return yield* created(rows, { ...(yield* newRow("dty", { key, label })), kind, sides, countries, extract_fields, max_age_days })
  })
)

const update = operation(
  {
    ...change(path, noun, writing),
    description: "Sessions that exist keep asking for the type as it was when they were created.",
    body: { ...changedWith, ...traits },
    output: DocumentType
  },
  Effect.fnUntraced(function* ({ id_or_key, version, ...changes }) {
    const before = yield* rows.lockAsRead(id_or_key, version)
    return yield* changed(rows, before, { ...before, ...changes })
  })
)

export const documentTypes = operations("document_types", {
  create,
  ...keyedOperations({
    rows,
    path,
    plural: "document types",
    schema: DocumentType,
    writing,
    neededBy: Effect.fnUntraced(function* ({ key }) {
      const group = (yield* documentGroupRows.inUse).find(({ document_type_keys }) => document_type_keys.includes(key))
      return group === undefined ? undefined : `the document group ${group.key}`
    })
  }),
  update
})
