import { Schema } from "effect"
import type { Problem } from "../../kernel/foundation/failure.ts"
import { metadataLimits, metadataProblems } from "../../kernel/foundation/metadata.ts"
import type { GateSchema, NodeOf } from "./graph.ts"
import type { RunOutcome } from "./run-state.ts"

export const GateDecision = Schema.Literals(["approve", "decline", "review", "continue"]).annotate({
  identifier: "WorkflowGateDecision",
  description: "`continue` lets the run go on; each of the others ends it"
})
export type GateDecision = typeof GateDecision.Type

/** What is sent with a decision: any object, or, where the graph says which members it takes, one with these alone. */
export const GateData = Schema.Record(Schema.String, Schema.Json.annotate({ description: "Any JSON value" }))
  .annotate({ identifier: "WorkflowGateData", "x-free-form": true, "x-personal": true })
  .check(
    Schema.makeFilter((data: Readonly<Record<string, unknown>>) => metadataProblems(data), {
      expected: "an object of at most 16 KB",
      description: `At most 16 KB as JSON, ${metadataLimits.depth} levels deep; only the members of the gate's schema where it has one. Conditions read those`,
      toJsonSchema: () => ({ propertyNames: { maxLength: metadataLimits.key_characters } })
    })
  )
export type GateData = typeof GateData.Type

type Property = GateSchema["properties"][string]

/** What is wrong with one value; undefined where nothing is. */
const issueOf = (property: Property, value: GateData[string]): string | undefined => {
  switch (property.type) {
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false"
    case "string": {
      if (typeof value !== "string") return "must be a text"
      const { enum: values, maxLength } = property
      if (values !== undefined && !values.includes(value)) return `must be one of ${values.join(", ")}`
      return maxLength !== undefined && [...value].length > maxLength ? `must have at most ${maxLength} characters` : undefined
    }
    case "integer":
    case "number": {
      if (typeof value !== "number") return "must be a number"
      if (property.type === "integer" && !Number.isSafeInteger(value)) return "must be a whole number"
      const { maximum, minimum } = property
      if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`
      return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : undefined
    }
  }
}

/** Everything wrong with the data of a decision. What the gate requires has to be there where the run goes on with it. */
export const gateProblems = (
  schema: GateSchema | undefined,
  data: GateData | undefined,
  decision: GateDecision
): ReadonlyArray<Problem> => {
  if (schema === undefined) return []
  const { properties, required = [] } = schema
  const given = data ?? {}
  const missing = decision === "continue" ? required.filter((name) => !Object.hasOwn(given, name)) : []
  return [
    ...missing.map((name) => ({ loc: ["body", "data", name], code: "missing", message: "is required by the gate" })),
    ...Object.entries(given).flatMap(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      const issue = property === undefined ? "is not among the properties of the gate" : issueOf(property, value)
      return issue === undefined ? [] : [{ loc: ["body", "data", name.slice(0, 64)], code: "invalid", message: issue }]
    })
  ]
}

const outcome = { with_conclusion: false, node_ids: [], failed: false, reason_codes: [] } as const

/** Where a decision at a gate leads that ends the run. A person who is to look at the session sees what the checks found. */
export const endOfDecision = {
  approve: { ...outcome, status: "approved" },
  decline: { ...outcome, status: "declined", reason_codes: ["external_decision_declined"] },
  review: { ...outcome, status: "review", with_conclusion: true }
} as const satisfies Record<Exclude<GateDecision, "continue">, RunOutcome>

/** Where a gate leads at which no one decided in time. */
export const endOfSilence = {
  ...endOfDecision,
  review: { ...outcome, status: "review", reason_codes: ["check_unavailable"] }
} as const satisfies Record<NodeOf<"external_gate">["config"]["on_timeout"], RunOutcome>
