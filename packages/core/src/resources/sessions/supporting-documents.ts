import { Effect, Schema } from "effect"
import type { Problem } from "../../kernel/foundation/failure.ts"
import { Label } from "../../kernel/foundation/text.ts"
import { RowKey, unknownKeys } from "../../kernel/resource/keyed/records.ts"
import { documentGroupRows } from "../settings/document-groups/model.ts"
import { Countries, documentTypeRows, ExtractFields, MaxAgeDays, Sides, type StoredDocumentType } from "../settings/document-types/model.ts"

const mostOfEach = 10
const Keys = Schema.Array(RowKey).check(Schema.isMaxLength(mostOfEach), Schema.isUnique())

/** What the creator of a session asks for. */
export const SupportingDocuments = Schema.Struct({
  document_types: Schema.optionalKey(Keys.annotate({ description: "Keys of types of supporting documents; each is wanted" })),
  document_groups: Schema.optionalKey(Keys.annotate({ description: "Keys of document groups; of each, some of its types are wanted" }))
})

const SupportingType = Schema.Struct({
  key: RowKey,
  label: Label,
  sides: Sides,
  countries: Countries,
  extract_fields: Schema.optionalKey(ExtractFields),
  max_age_days: Schema.optionalKey(MaxAgeDays)
}).annotate({ identifier: "SupportingDocumentType" })

/** One type or group as it was when the session was created: a later change of it does not change what the person is asked for. */
export const SupportingRequest = Schema.Struct({
  kind: Schema.Literals(["document_type", "document_group"]),
  key: RowKey,
  label: Label,
  min_required: Schema.Int.annotate({ description: "How many of the types are wanted" }),
  types: Schema.Array(SupportingType).check(Schema.isMaxLength(20)),
  completed: Schema.Boolean
}).annotate({ identifier: "SupportingRequest" })
export type SupportingRequest = typeof SupportingRequest.Type

export const SupportingRequests = Schema.Array(SupportingRequest).check(Schema.isMaxLength(2 * mostOfEach))

type Type = typeof SupportingType.Type
const frozen = ({ countries, extract_fields = [], key, label, max_age_days = null, sides }: StoredDocumentType): Type => ({
  key,
  label,
  sides,
  countries,
  extract_fields,
  max_age_days
})

/** What a session asks for, or everything that is wrong with it. */
export const supportingRequests = Effect.fnUntraced(function* (asked: typeof SupportingDocuments.Type | undefined, asksStep: boolean) {
  const { document_groups = [], document_types = [] } = asked ?? {}
  const loc = ["body", "supporting_documents"]
  if (document_groups.length + document_types.length === 0) {
    const nothing = { loc, code: "missing", message: "must name at least one document type or group" }
    return { requests: [], problems: asked === undefined && !asksStep ? [] : [nothing] }
  }
  const groups = yield* documentGroupRows.usable(document_groups)
  const keys = new Set([...document_types, ...groups.flatMap(({ document_type_keys }) => document_type_keys)])
  const types = (yield* documentTypeRows.usable([...keys])).filter(({ kind }) => kind === "supporting")
  const typesOf = (wanted: ReadonlyArray<string>) => wanted.flatMap((key) => types.filter((type) => type.key === key)).map(frozen)
  const problems: ReadonlyArray<Problem> = [
    ...unknownKeys([...loc, "document_types"], "type of supporting documents", document_types, types),
    ...unknownKeys([...loc, "document_groups"], "document group", document_groups, groups)
  ]
  const ofTypes = typesOf(document_types).map(
    (type): SupportingRequest => ({
      kind: "document_type",
      key: type.key,
      label: type.label,
      min_required: 1,
      types: [type],
      completed: false
    })
  )
  const ofGroups = document_groups
    .flatMap((name) => groups.filter(({ key }) => key === name))
    .map(
      ({ document_type_keys, key, label, min_required }): SupportingRequest => ({
        kind: "document_group",
        key,
        label,
        min_required,
        types: typesOf(document_type_keys),
        completed: false
      })
    )
  return { requests: [...ofTypes, ...ofGroups], problems }
})

/** What is known of a file that was submitted. */
interface Submitted {
  readonly document_subtype: string | null
  readonly side: "front" | "back" | "spread" | "single" | null
}

const isCovered = ({ key, sides }: Type, files: ReadonlyArray<Submitted>): boolean => {
  const own = files.filter(({ document_subtype }) => document_subtype === key)
  const both = own.some(({ side }) => side === "spread")
  return own.length > 0 && sides.every((wanted) => both || own.some(({ side }) => side === wanted))
}

/** Whether files of enough types are there, each with the sides that its type wants. */
export const isFulfilled = ({ min_required, types }: SupportingRequest, files: ReadonlyArray<Submitted>): boolean =>
  types.filter((type) => isCovered(type, files)).length >= min_required

/** The keys that are still to come, for messages. */
export const missingSupporting = (requests: ReadonlyArray<SupportingRequest>): ReadonlyArray<string> =>
  requests
    .filter(({ completed }) => !completed)
    .map(({ key, kind, min_required }) => (kind === "document_type" ? key : `the group ${key} (${min_required} of its types)`))

/** The same requests with nothing, or everything, submitted. */
export const allSupporting = (requests: ReadonlyArray<SupportingRequest>, completed: boolean): ReadonlyArray<SupportingRequest> =>
  requests.map((request) => ({ ...request, completed }))
