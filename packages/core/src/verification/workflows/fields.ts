import { Schema } from "effect"
import type { CatalogueField, FieldCatalogue, FieldType } from "../../kernel/conditions/catalogue.ts"
import { CountryCode } from "../../kernel/foundation/country.ts"
import { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { line, Tag } from "../../kernel/foundation/text.ts"
import { madeCheckTypes } from "../check-kinds.ts"
import { Category } from "../screening/category.ts"
import { SessionStep } from "../steps.ts"
import type { GateSchema, GraphNode } from "./graph.ts"

/** A field that conditions of workflows may name. */
export interface WorkflowField extends CatalogueField {
  readonly type: Exclude<FieldType, "words" | "sealed">
  /** The only values it takes, where it takes few. */
  readonly values?: ReadonlyArray<string>
}

const code = <const Values extends ReadonlyArray<string>>(values: Values): WorkflowField => ({
  type: "code",
  operand: Schema.Literals(values),
  values
})
const number = (minimum: number, maximum: number): WorkflowField => ({
  type: "number",
  operand: Schema.Finite.check(Schema.isBetween({ minimum, maximum }))
})
const list = (operand: CatalogueField["operand"], values?: ReadonlyArray<string>): WorkflowField => ({
  type: "list",
  operand,
  ...(values === undefined ? {} : { values })
})
const text: WorkflowField = { type: "text", operand: line(255) }
const scalar: WorkflowField = { type: "scalar", operand: Schema.Union([line(255), Schema.Finite, Schema.Boolean]) }
const boolean: WorkflowField = { type: "boolean", operand: Schema.Boolean }
const country: WorkflowField = { type: "code", operand: CountryCode }

const outcome = code(["passed", "review", "failed", "not_applicable"])
const reasons = list(line(64))
const count = number(0, 1_000_000)
const percent = number(0, 100)

/** What is known of the session and its identity from the start. */
const known = {
  "session.status": { type: "code", operand: line(64) },
  "session.external_reference": text,
  "session.tags": list(Tag),
  "session.required_steps": list(SessionStep, SessionStep.literals),
  "session.completed_steps": list(SessionStep, SessionStep.literals),
  "session.expected.country": country,
  "session.resubmission_count": number(0, 9),
  "identity.status": code(["active", "flagged", "blocked", "archived"]),
  "identity.identity_type": text,
  "identity.assurance.level": code(["none", "basic", "standard", "enhanced"]),
  "identity.risk.score": percent,
  "identity.tags": list(Tag)
} as const satisfies Readonly<Record<string, WorkflowField>>

const fieldsOfCheck = (type: string): ReadonlyArray<readonly [string, WorkflowField]> => [
  [`checks.${type}.outcome`, outcome],
  [`checks.${type}.score`, number(0, 1)],
  [`checks.${type}.reasons`, reasons]
]

/** What nodes bring about, by what brings it. */
const brought: ReadonlyMap<string, ReadonlyArray<readonly [string, WorkflowField]>> = new Map([
  ...madeCheckTypes.map((type) => [`checks.${type}`, fieldsOfCheck(type)] as const),
  [
    "screening",
    [
      ["screening.outcome", outcome],
      ["screening.hit_count", count],
      ["screening.risk_score", percent],
      ["screening.categories", list(Category, Category.literals)]
    ]
  ],
  [
    "lists",
    [
      ["lists.outcome", outcome],
      ["lists.match_count", count],
      ["lists.kinds", list(Schema.Literals(["allow", "block", "flag"]), ["allow", "block", "flag"])],
      ["lists.list_ids", list(line(64))]
    ]
  ],
  [
    "risk",
    [
      ["risk.score", percent],
      ["risk.level", code(["low", "medium", "high", "critical"])]
    ]
  ],
  [
    "conclusion",
    [
      ["conclusion.status", code(["approved", "declined", "in_review", "resubmission_required"])],
      ["conclusion.reasons", list(ReasonCode)]
    ]
  ]
])

const verdicts = ["conclusion", "risk"] as const
const broughtByCheck = (type: string): ReadonlyArray<string> => {
  const own = [`checks.${type}`, ...verdicts]
  if (type === "aml_screening") return [...own, "screening"]
  return type === "list_lookup" ? [...own, "lists"] : own
}

/** What a node leaves behind that conditions can read. */
const broughtBy = (node: GraphNode): ReadonlyArray<string> => {
  switch (node.type) {
    case "check":
      return broughtByCheck(node.config.type)
    case "screening":
      return broughtByCheck("aml_screening")
    case "list_lookup":
      return broughtByCheck("list_lookup")
    case "action":
      return node.config.do === "set_risk" ? ["risk"] : []
    case "subworkflow":
      return [...brought.keys()]
    default:
      return []
  }
}

/** Where a subworkflow led. */
const led = code(["approved", "declined", "review", "resubmission_required"])

const fieldOfGate = (property: GateSchema["properties"][string]): WorkflowField => {
  if (property.type === "boolean") return boolean
  if (property.type !== "string") return { type: "number", operand: Schema.Finite }
  return property.enum === undefined ? text : code(property.enum)
}

const fieldsOfGate = (node: GraphNode): ReadonlyArray<readonly [string, WorkflowField]> =>
  node.type !== "external_gate"
    ? []
    : Object.entries(node.config.schema?.properties ?? {}).map(([name, property]) => [
        `gate.${node.config.key}.data.${name}`,
        fieldOfGate(property)
      ])

/** A node of a graph with its name. */
interface NamedNode {
  readonly id: string
  readonly node: GraphNode
}

/** The fields that a node brings about under its own name. */
const ownFields = ({ id, node }: NamedNode): ReadonlyArray<readonly [string, WorkflowField]> =>
  node.type === "subworkflow" ? [[`subworkflow.${id}.outcome`, led]] : fieldsOfGate(node)

const metadataPrefix = "session.metadata."
const named = (path: string): WorkflowField | undefined =>
  path.startsWith(metadataPrefix) && path.length > metadataPrefix.length ? scalar : undefined

/** Fields whose names callers chose, as the catalogue lists them. */
export const namedFields: Readonly<Record<string, WorkflowField>> = { [`${metadataPrefix}*`]: scalar }

/** Every field that does not depend on a name in the graph. */
const everywhere: Readonly<Record<string, WorkflowField>> = { ...known, ...Object.fromEntries([...brought.values()].flat()) }

/** The fields that conditions may name at a place behind `nodes`; `elsewhere` are all nodes of the graph. */
export const fieldsBehind = (
  nodes: ReadonlyArray<NamedNode>,
  elsewhere: ReadonlyArray<NamedNode>
): FieldCatalogue<WorkflowField> & { readonly fields: Readonly<Record<string, WorkflowField>> } => {
  const kinds = new Set(nodes.flatMap(({ node }) => broughtBy(node)))
  const fields: Readonly<Record<string, WorkflowField>> = {
    ...known,
    ...Object.fromEntries([...brought].flatMap(([kind, rows]) => (kinds.has(kind) ? rows : []))),
    ...Object.fromEntries(nodes.flatMap(ownFields))
  }
  const later = new Set(elsewhere.flatMap(ownFields).map(([path]) => path))
  return {
    fields,
    named,
    fuzzy: true,
    unnamed: (path) =>
      Object.hasOwn(everywhere, path) || later.has(path)
        ? { code: "not_settled", issue: "is not settled at this place: no node that is always finished before brings it" }
        : { code: "unknown_field", issue: "names no field; GET /workflows/fields lists them" }
  }
}

/**
 * Fields that say nothing of one person, and whose values neither people nor the integrator write, as a pattern of their paths. What conditions ask of the
 * others may name a person, or repeat what someone said.
 */
export const impersonalFields = [
  "^(?:session\\.(?:status|required_steps|completed_steps|resubmission_count)",
  "identity\\.(?:status|identity_type|assurance\\.level|risk\\.score)",
  "(?:checks\\.[a-z0-9_]+|subworkflow\\.[a-z0-9_]+|screening|lists|risk|conclusion)\\.[a-z_]+)$"
].join("|")

/** Every field of any workflow, for those who have no place in mind. */
export const allFields: Readonly<Record<string, WorkflowField>> = everywhere
