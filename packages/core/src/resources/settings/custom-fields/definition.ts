import type { Problem } from "../../../kernel/foundation/failure.ts"
import type { CustomFieldType, StoredCustomField } from "./model.ts"
import { patternProblem } from "./pattern.ts"
import { judgeValue } from "./values.ts"

type Definition = Pick<
  StoredCustomField,
  "type" | "encrypted" | "indexed" | "required" | "options" | "min" | "max" | "max_length" | "pattern" | "default" | "redaction"
>

const chosen: ReadonlySet<CustomFieldType> = new Set(["enum", "multi_enum"])
const counted: ReadonlySet<CustomFieldType> = new Set(["integer", "number"])
const written: ReadonlySet<CustomFieldType> = new Set(["string", "text"])
/** Values of so few kinds that an index of them would tell which identities share which value. */
const unindexed: ReadonlySet<CustomFieldType> = new Set(["boolean", "enum", "multi_enum", "json"])
const partly: ReadonlySet<CustomFieldType> = new Set(["string", "text", "email", "phone", "url", "identity_reference"])

const problem = (member: keyof Definition, code: string, message: string): Problem => ({ loc: ["body", member], code, message })

const onlyFor = (
  definition: Definition,
  member: "options" | "min" | "max" | "max_length" | "pattern",
  types: ReadonlySet<CustomFieldType>
) => {
  const value = definition[member]
  const given = Array.isArray(value) ? value.length > 0 : value !== null
  return given && !types.has(definition.type)
    ? [problem(member, "not_applicable", `is only for fields of the type ${[...types].join(" or ")}`)]
    : []
}

const indexProblems = ({ indexed, type }: Definition): ReadonlyArray<Problem> => {
  if (indexed === "none") return []
  if (unindexed.has(type)) return [problem("indexed", "not_applicable", `must be none for fields of the type ${type}`)]
  return indexed !== "exact" && !partly.has(type)
    ? [problem("indexed", "not_applicable", `must be none or exact for fields of the type ${type}`)]
    : []
}

/** Everything that contradicts itself in a definition. */
export const definitionProblems = (definition: Definition): ReadonlyArray<Problem> => {
  const { encrypted, max, min, options, pattern, type } = definition
  const refused = pattern === null ? undefined : patternProblem(pattern)
  const value = definition.default === null ? undefined : judgeValue(definition.default, definition)
  return [
    ...onlyFor(definition, "options", chosen),
    ...(chosen.has(type) && options.length === 0 ? [problem("options", "missing", `are required for fields of the type ${type}`)] : []),
    ...onlyFor(definition, "min", counted),
    ...onlyFor(definition, "max", counted),
    ...(min !== null && max !== null && min > max ? [problem("min", "too_big", "must not be greater than max")] : []),
    ...onlyFor(definition, "max_length", written),
    ...onlyFor(definition, "pattern", new Set<CustomFieldType>(["string"])),
    ...(refused === undefined ? [] : [problem("pattern", "pattern_refused", refused)]),
    ...indexProblems(definition),
    ...(encrypted && definition.default !== null
      ? [problem("default", "not_applicable", "must be null for encrypted fields: it would stand in clear")]
      : []),
    ...(encrypted && definition.redaction === "keep"
      ? [problem("redaction", "not_applicable", "must be erase for encrypted fields: the key of the identity is erased with it")]
      : []),
    ...(value !== undefined && "problem" in value && refused === undefined ? [problem("default", "invalid", value.problem)] : [])
  ]
}
