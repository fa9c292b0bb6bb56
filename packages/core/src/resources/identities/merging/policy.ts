import { Schema } from "effect"
import type { Problem } from "../../../kernel/foundation/failure.ts"
import { IdentityId } from "../model.ts"

/** The fields of which an identity has one value, so that a merge has to choose. */
export const chosenFields = [
  "display_name",
  "first_name",
  "middle_name",
  "last_name",
  "native_name",
  "date_of_birth",
  "nationality",
  "country_of_residence"
] as const
export type ChosenField = (typeof chosenFields)[number]

const General = Schema.Literals(["target_wins", "newest"])
const Rule = Schema.Union([General, IdentityId]).annotate({
  identifier: "MergeRule",
  description:
    "`target_wins`: the value of the target or, where it has none, of the first source that has one; `newest`: the value that was set last; the id of one of the identities: its value, even if it has none"
})
type Rule = typeof Rule.Type
const rule = Schema.optionalKey(Rule)

const Fields = Schema.Struct({
  display_name: rule,
  first_name: rule,
  middle_name: rule,
  last_name: rule,
  native_name: rule,
  date_of_birth: rule,
  nationality: rule,
  country_of_residence: rule
})

/** Which of several values an identity has after a merge. */
export const FieldPolicy = Schema.Union([
  General,
  Schema.Struct({
    default: Schema.optionalKey(General),
    fields: Schema.optionalKey(Fields),
    custom_fields: Schema.optionalKey(
      Schema.Record(Schema.String.check(Schema.isMaxCodePoints(64)), Rule)
        .check(Schema.isMaxProperties(100))
        .annotate({ "x-free-form": true, description: "Rules by the keys of custom fields" })
    )
  })
]).annotate({
  identifier: "MergeFieldPolicy",
  description: "Default: `target_wins` for all fields. Lists, tags and metadata are joined whatever it says"
})
export type FieldPolicy = typeof FieldPolicy.Type

const partsOf = (policy: FieldPolicy) => (typeof policy === "string" ? { default: policy } : policy)

export const ruleOf = (policy: FieldPolicy, field: ChosenField): Rule => {
  const { default: general = "target_wins", fields = {} } = partsOf(policy)
  return fields[field] ?? general
}
export const customRuleOf = (policy: FieldPolicy, key: string): Rule => {
  const { custom_fields = {}, default: general = "target_wins" } = partsOf(policy)
  return (Object.hasOwn(custom_fields, key) ? custom_fields[key] : undefined) ?? general
}

/** Identities that a policy names and that have no part in the merge. */
export const policyProblems = (policy: FieldPolicy, ids: ReadonlyArray<string>): ReadonlyArray<Problem> => {
  const { custom_fields = {}, fields = {} } = partsOf(policy)
  return [
    ...Object.entries(fields).map(([field, named]) => ({ within: "fields", field, named })),
    ...Object.entries(custom_fields).map(([field, named]) => ({ within: "custom_fields", field, named }))
  ]
    .filter(({ named }) => named.startsWith("idn_") && !ids.includes(named))
    .map(({ field, within }) => ({
      loc: ["body", "field_policy", within, field],
      code: "not_merged",
      message: "must be the id of the target or of one of the sources"
    }))
}

interface Held<Value> {
  readonly identity_id: string
  /** Null where it has none. */
  readonly value: Value | null
  /** When it was set, if that is known. */
  readonly at: string | null
}

/** Which of the values holds, in the order of target and sources; null where none does. */
export const chosen = <Value, One extends Held<Value>>(rule: Rule, held: ReadonlyArray<One>): One | null => {
  const having = held.filter(({ value }) => value !== null)
  const [first, ...others] = having
  if (rule !== "target_wins" && rule !== "newest") return having.find(({ identity_id }) => identity_id === rule) ?? null
  if (first === undefined) return null
  return rule === "target_wins" ? first : others.reduce((newest, one) => ((one.at ?? "") > (newest.at ?? "") ? one : newest), first)
}
