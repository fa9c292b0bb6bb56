import { Effect, type Schema } from "effect"
import { Caller } from "../../../kernel/access/caller.ts"
import type { Problem } from "../../../kernel/foundation/failure.ts"
import type { StoredCustomField } from "../../settings/custom-fields/model.ts"
import { judgeValue } from "../../settings/custom-fields/values.ts"
import { IdentityStore } from "../model.ts"

type Given = Readonly<Record<string, Schema.Json>>

/** A field, and the value that it is to have: in the form in which it is stored, and null for none. */
interface Assignment {
  readonly field: StoredCustomField
  readonly value: Schema.Json
}

const exists = Effect.fnUntraced(function* (id: Schema.Json) {
  return typeof id === "string" && (yield* (yield* IdentityStore).find(id)) !== undefined
})

/** Fields without which an identity cannot begin: required, without a default, and without a value among those given. */
export const missingFields = (given: Given, known: ReadonlyArray<StoredCustomField>): ReadonlyArray<Problem> =>
  known
    .filter(({ default: standard, key, required }) => required && standard === null && !Object.hasOwn(given, key))
    .map(({ key }) => ({ loc: ["body", "custom_fields", key], code: "missing", message: "is required of identities of this type" }))

/**
 * What a caller wants of the custom fields of an identity, or everything that is wrong with it. `known` are the fields that its identity has, and
 * `all` those of every identity.
 */
export const assignments = Effect.fnUntraced(function* (
  given: Given,
  known: ReadonlyArray<StoredCustomField>,
  all: ReadonlyArray<StoredCustomField>
) {
  const { credential } = yield* Caller
  const writer = credential.type === "dashboard" ? "dashboard" : "api"
  const problems: Array<Problem> = []
  const assigned: Array<Assignment> = []
  for (const [key, value] of Object.entries(given)) {
    const refuse = (code: string, message: string) => problems.push({ loc: ["body", "custom_fields", key], code, message })
    const field = known.find((one) => one.key === key)
    if (field === undefined) {
      const other = all.some((one) => one.key === key)
      refuse(
        other ? "not_applicable" : "unknown_field",
        other ? "is not a field of identities of this type" : "names no custom field in use; GET /custom-field-schemas lists them"
      )
      continue
    }
    if (field.write_policy !== "both" && field.write_policy !== writer) refuse("not_writable", `is set by ${field.write_policy} alone`)
    else if (value === null) {
      if (field.required) refuse("required", "is required and cannot be cleared")
      else assigned.push({ field, value })
    } else {
      const judged = judgeValue(value, field)
      if ("problem" in judged) refuse("invalid", judged.problem)
      else if (field.type === "identity_reference" && !(yield* exists(judged.value))) refuse("invalid", "names no identity")
      else assigned.push({ field, value: judged.value })
    }
  }
  return { problems, assigned }
})
