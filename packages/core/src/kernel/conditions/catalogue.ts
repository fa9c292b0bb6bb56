import type { Schema } from "effect"

/** What a field holds, which decides the operators that it takes. */
export type FieldType = "text" | "code" | "number" | "date_time" | "boolean" | "list" | "words" | "sealed" | "scalar"

/** A field that conditions may name. */
export interface CatalogueField {
  readonly type: FieldType
  /** What an operand of this field must be. */
  readonly operand: Schema.Codec<any, any>
}

/** The fields of one place that takes conditions, by their paths. */
export interface FieldCatalogue<Field extends CatalogueField = CatalogueField> {
  readonly fields: Readonly<Record<string, Field>>
  /** Fields whose names callers chose, such as those of custom fields: what a path names, if it is one. */
  readonly named?: (path: string) => Field | undefined
  /** Set where what is known is at hand and can be compared by how alike it is; a query of stored records cannot. */
  readonly fuzzy?: true
  /** What is wrong with a path that names no field; a list of the fields unless stated. */
  readonly unnamed?: (path: string) => { readonly code: string; readonly issue: string }
}

/** How many operands each operator takes behind its field. */
export const operators = {
  eq: 1,
  ne: 1,
  in: "list",
  nin: "list",
  gt: 1,
  gte: 1,
  lt: 1,
  lte: 1,
  between: 2,
  exists: "boolean",
  contains: 1,
  starts_with: 1,
  /** A name, and from which score on another one is alike. */
  fuzzy_match: "likeness"
} as const
export type Operator = keyof typeof operators

const compared = ["eq", "ne", "in", "nin", "gt", "gte", "lt", "lte", "between", "exists"] as const

/** The operators of each type. Sealed values are found by their digests, so by equality alone. Of a scalar no one knows whether it is text or a number. */
export const operatorsOf: { readonly [type in FieldType]: ReadonlyArray<Operator> } = {
  text: ["eq", "ne", "in", "nin", "starts_with", "exists"],
  code: ["eq", "ne", "in", "nin", "exists"],
  number: compared,
  date_time: compared,
  boolean: ["eq", "ne"],
  list: ["contains"],
  words: ["contains"],
  sealed: ["eq", "ne", "in", "nin"],
  scalar: [...compared, "contains", "starts_with"]
}

/** The operators of a field where values can be compared by how alike they are. */
export const fuzzyOperatorsOf = (type: FieldType): ReadonlyArray<Operator> =>
  type === "text" || type === "scalar" ? [...operatorsOf[type], "fuzzy_match"] : operatorsOf[type]
