import { Effect, Schema } from "effect"
import { InvalidInput, type Problem } from "../../../kernel/foundation/failure.ts"
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
import { documentTypeRows } from "../document-types/model.ts"
import { DocumentGroup, documentGroupRows as rows, DocumentTypeKeys, MinRequired } from "./model.ts"

const path = "/document-groups"
const { noun } = rows.kind
const writing = ["settings:write"] as const

/** Fails with everything that is wrong with the types of a group. The types are held, so that none is archived meanwhile. */
const checkTypes = Effect.fnUntraced(function* ({
  document_type_keys,
  min_required
}: Pick<DocumentGroup, "document_type_keys" | "min_required">) {
  const types = yield* documentTypeRows.held(document_type_keys)
  const supporting = types.filter(({ kind }) => kind === "supporting")
  const problems: ReadonlyArray<Problem> = [
    ...unknownKeys(["body", "document_type_keys"], "type of supporting documents", document_type_keys, supporting),
    ...(min_required > document_type_keys.length
      ? [{ loc: ["body", "min_required"], code: "too_big", message: "must not be greater than the number of types in the group" }]
      : [])
  ]
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
})

const create = operation(
  {
    ...creation(path, noun, writing),
    description: "Sessions that ask for the group want documents of `min_required` of its types.",
    body: {
      ...createdWith,
      document_type_keys: DocumentTypeKeys,
      min_required: Schema.optionalKey(MinRequired.annotate({ description: "How many of the types are wanted; default 1" }))
    },
    output: DocumentGroup
  },
  Effect.fnUntraced(function* ({ document_type_keys, key, label, min_required = 1 }) {
    yield* checkTypes({ document_type_keys, min_required })
    return yield* created(rows, { ...(yield* newRow("dgr", { key, label })), document_type_keys, min_required })
  })
)

const update = operation(
  {
    ...change(path, noun, writing),
    description: "Sessions that exist keep asking for the group as it was when they were created.",
    body: {
      ...changedWith,
      document_type_keys: Schema.optionalKey(DocumentTypeKeys),
      min_required: Schema.optionalKey(MinRequired)
    },
    output: DocumentGroup
  },
  Effect.fnUntraced(function* ({ id_or_key, version, ...changes }) {
    const before = yield* rows.lockAsRead(id_or_key, version)
    const after = { ...before, ...changes }
    yield* checkTypes(after)
    return yield* changed(rows, before, after)
  })
)

export const documentGroups = operations("document_groups", {
  create,
  ...keyedOperations({
    rows,
    path,
    plural: "document groups",
    schema: DocumentGroup,
    writing,
    neededBy: () => Effect.succeed(undefined)
  }),
  update
})
