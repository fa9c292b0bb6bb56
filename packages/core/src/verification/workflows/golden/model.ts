import { Schema } from "effect"
import { GivenReasonCode } from "../../../kernel/foundation/reason-codes.ts"
import { Label, line } from "../../../kernel/foundation/text.ts"
import { graphLimits, NodeId } from "../graph.ts"

/** Bounds of the tests of one version. */
export const goldenLimits = { tests: 100, facts: 100, values: 50 } as const

const Fact = Schema.Union([line(255), Schema.Finite, Schema.Boolean])

/** What a session is like, by the paths that conditions name. What is left out is not known. */
export const Facts = Schema.Record(
  Schema.String.check(Schema.isMaxCodePoints(200)),
  Schema.Union([Fact, Schema.Array(Fact).check(Schema.isMaxLength(goldenLimits.values))])
)
  .check(Schema.isMaxProperties(goldenLimits.facts))
  .annotate({
    // Its keys are paths of fields: they never change their case.
    "x-free-form": true,
    description: "What the session is like, by the paths of `GET /workflows/fields`; what is left out is not known",
    examples: [{ "session.expected.country": "DE", "checks.document_authenticity.outcome": "passed" }]
  })
export type Facts = typeof Facts.Type

const nodes = Schema.Array(NodeId).check(Schema.isMaxLength(graphLimits.nodes), Schema.isUnique())

/** What a node comes to in a test. */
const NodeFate = Schema.Struct({
  state: Schema.Literals(["succeeded", "failed"]),
  way: Schema.optionalKey(line(64).annotate({ description: "The label of the edges that a review goes on over" }))
})

/** A session that is made up, and where a version has to lead it. */
export const GoldenTest = Schema.Struct({
  name: Label,
  facts: Facts,
  nodes: Schema.optionalKey(
    Schema.Record(NodeId, NodeFate)
      .check(Schema.isMaxProperties(graphLimits.nodes))
      .annotate({ description: "What nodes come to; those that are left out succeed, and a review is approved" })
  ),
  expected: Schema.Struct({
    outcome: Schema.Literals(["approved", "declined", "review", "resubmission_required"]),
    reason_codes: Schema.optionalKey(Schema.Array(GivenReasonCode).check(Schema.isMaxLength(50)).annotate({ description: "All of them" })),
    path: Schema.optionalKey(nodes.annotate({ description: "Nodes that the run has to come to" })),
    skipped: Schema.optionalKey(nodes.annotate({ description: "Nodes that it must not come to" }))
  })
}).annotate({ identifier: "WorkflowGoldenTest" })
export interface GoldenTest extends Schema.Schema.Type<typeof GoldenTest> {}

export const GoldenTests = Schema.Array(GoldenTest)
  .check(Schema.isMaxLength(goldenLimits.tests))
  .annotate({ description: "Made-up sessions, and where the version has to lead them; a version is not published while one of them fails" })
export type GoldenTests = typeof GoldenTests.Type
