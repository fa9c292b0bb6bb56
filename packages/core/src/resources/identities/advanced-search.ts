import { Effect, Schema } from "effect"
import type { CatalogueField, FieldCatalogue } from "../../kernel/conditions/catalogue.ts"
import { type Comparison, conditionLimits, type ConditionTree, readCondition } from "../../kernel/conditions/read.ts"
import { type ColumnField, columnCondition, storedCondition } from "../../kernel/conditions/stored.ts"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { InvalidInput, invalid, type Problem } from "../../kernel/foundation/failure.ts"
import { Label, line, Tag, TimestampInput } from "../../kernel/foundation/text.ts"
import type { Condition } from "../../kernel/storage/collection.ts"
import { MonitoringStatus } from "../../verification/screening/cadence.ts"
import { customFieldRows } from "../settings/custom-fields/model.ts"
import { AssuranceLevel } from "./assurance.ts"
import { fieldValues } from "./custom-fields/model.ts"
import { presenceToken, searchToken } from "./custom-fields/tokens.ts"
import { type identities, IdentityStatus, IdentityTypeKey } from "./model.ts"
import { type DetailKind, detailDigest } from "./sealed.ts"
import { openCases } from "./search.ts"

type Column = keyof typeof identities.columns

interface SealedField extends CatalogueField {
  readonly type: "sealed"
  readonly kind: DetailKind
}
interface OpenCaseField extends CatalogueField {
  readonly type: "boolean"
}
interface CustomField extends CatalogueField {
  readonly type: "sealed"
  readonly key: string
}
type IdentityField = ColumnField<Column> | SealedField | OpenCaseField | CustomField

const score = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
const whole = line(255)
const column = (type: ColumnField<Column>["type"], name: Column, operand: CatalogueField["operand"]): ColumnField<Column> => ({
  type,
  column: name,
  operand
})
const sealed = (kind: DetailKind): SealedField => ({ type: "sealed", kind, operand: whole })

const fields: Readonly<Record<string, IdentityField>> = {
  "identity.status": column("code", "status", IdentityStatus),
  "identity.identity_type": column("code", "identity_type", IdentityTypeKey),
  "identity.external_reference": column("text", "external_reference", Label),
  "identity.words": column("words", "search_text", whole),
  "identity.tags": column("list", "tags", Tag),
  "identity.country_of_residence": column("code", "country_of_residence", CountryCode),
  "identity.nationality": column("code", "nationality", CountryCode),
  "identity.assurance.level": column("code", "assurance_level", AssuranceLevel),
  "identity.monitoring.status": column("code", "monitoring_status", MonitoringStatus),
  "identity.risk.score": column("number", "risk_score", score),
  "identity.last_verified_at": column("date_time", "last_verified_at", TimestampInput),
  "identity.created_at": column("date_time", "created_at", TimestampInput),
  "identity.updated_at": column("date_time", "updated_at", TimestampInput),
  "identity.has_open_case": { type: "boolean", operand: Schema.Boolean },
  "identity.identification_number": sealed("number"),
  "identity.email": sealed("email"),
  "identity.phone": sealed("phone"),
  "identity.address": sealed("address")
}

const customPrefix = "identity.custom_fields."
const CustomValue = Schema.Union([Schema.String.check(Schema.isMaxCodePoints(4_000)), Schema.Finite])

/** The fields of advanced search. Those below `identity.custom_fields` are the ones with an index. */
const catalogue: FieldCatalogue<IdentityField> = {
  fields,
  named: (path) =>
    path.startsWith(customPrefix) ? { type: "sealed", key: path.slice(customPrefix.length), operand: CustomValue } : undefined
}

/** `where` of advanced search. */
export const IdentityCondition = Schema.Record(Schema.String, Schema.Json)
  // Its keys are operators, and its values paths of fields: neither changes its case.
  .annotate({ "x-free-form": true, "x-personal": true, message: "must be an object with one operator" })
  .check(
    Schema.makeFilter(
      (where: Readonly<Record<string, Schema.Json>>): Schema.FilterOutput => {
        const read = readCondition(where, catalogue)
        return "issues" in read ? read.issues.map(({ issue, path }) => ({ path, issue })) : undefined
      },
      { toJsonSchema: () => ({ minProperties: 1, maxProperties: 1 }) }
    )
  )
  .annotate({
    identifier: "IdentityCondition",
    description: `A condition in a subset of JSON Logic: and, or, not, and operators over a field and values; at most ${conditionLimits.nodes} conditions, ${conditionLimits.depth} deep. Fields: ${Object.keys(fields).join(", ")}, and ${customPrefix}KEY of an indexed custom field. Encrypted values are found by equality alone.`,
    examples: [{ and: [{ eq: [{ var: "identity.nationality" }, "PT"] }, { not: { gte: [{ var: "identity.risk.score" }, 70] } }] }]
  })

type Answers = ReadonlyMap<string, string>
const answerKey = (path: string, operand: unknown) => JSON.stringify([path, operand])

const comparisons = (tree: ConditionTree<IdentityField>): ReadonlyArray<Comparison<IdentityField>> => {
  if (tree.op === "compare") return [tree]
  return tree.op === "not" ? comparisons(tree.of) : tree.of.flatMap(comparisons)
}

/** The digests and tokens by which sealed values are found, or what is wrong with those of custom fields. */
const digestsFor = Effect.fnUntraced(function* (tree: ConditionTree<IdentityField>) {
  const problems: Array<Problem> = []
  const found = new Map<string, string>()
  const compared = comparisons(tree)
  const defined = compared.some(({ field }) => "key" in field) ? yield* customFieldRows.inUse : []
  for (const { field, operands, path } of compared) {
    for (const operand of operands) {
      if ("kind" in field) found.set(answerKey(path, operand), yield* detailDigest(field.kind, String(operand)))
      if (!("key" in field)) continue
      const custom = defined.find(({ key }) => key === field.key)
      const wanted =
        custom === undefined ? ({ problem: "names no custom field in use" } as const) : yield* searchToken(custom, "exact", operand)
      if ("problem" in wanted) problems.push({ loc: ["body", "where"], code: "invalid", message: `${path} ${wanted.problem}` })
      else found.set(answerKey(path, operand), wanted.token)
    }
  }
  return { found: found as Answers, problems }
})

const withToken = (...values: ReadonlyArray<string>): Condition<Column> => ({
  op: "related",
  some: true,
  by: { to: fieldValues, naming: "id", where: [{ field: "tokens", op: "overlaps", values }] }
})

/** An identity without a value of a custom field is in neither case found: what is not known is no other value. */
const sealedCondition = ({ field, operands, path }: Comparison<IdentityField>, found: Answers, contrary: boolean): Condition<Column> => {
  const values = operands.flatMap((operand) => found.get(answerKey(path, operand)) ?? [])
  const custom = "key" in field
  const holds: Condition<Column> = custom ? withToken(...values) : { field: "detail_digests", op: "overlaps", values }
  if (!contrary) return holds
  const other: Condition<Column> = { op: "not", of: holds }
  return custom ? { op: "all", of: [withToken(presenceToken(field.key)), other] } : other
}

const asked =
  (found: Answers) =>
  (comparison: Comparison<IdentityField>, negated: boolean): Condition<Column> => {
    const { field, operands, operator } = comparison
    if ("column" in field) return columnCondition({ ...comparison, field }, negated)
    const contrary = (operator === "ne" || operator === "nin") !== negated
    if (field.type === "boolean") return { op: "related", some: (operands[0] === true) !== contrary, by: openCases }
    return sealedCondition(comparison, found, contrary)
  }

/** What has to hold together, each by itself: a store finds what it keeps words and elements of among the conditions of a query, and not below others. */
const apart = (condition: Condition<Column>): ReadonlyArray<Condition<Column>> =>
  "of" in condition && condition.op === "all" ? condition.of.flatMap(apart) : [condition]

/** A condition over the fields of identities as those of the query; a 422 that names each custom field that cannot answer it. */
export const identityCondition = Effect.fnUntraced(function* (where: typeof IdentityCondition.Type) {
  const read = readCondition(where, catalogue)
  if ("issues" in read) return yield* invalid(["body", "where"], "invalid", "is no condition")
  const { found, problems } = yield* digestsFor(read.tree)
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error" as const, problems })
  return apart(storedCondition(read.tree, asked(found)))
})
