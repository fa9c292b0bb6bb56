import { Effect, Schema } from "effect"
import { InvalidInput, invalid, type Problem } from "../../../kernel/foundation/failure.ts"
import { TimestampInput } from "../../../kernel/foundation/text.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { GivenGraph, located, readGraph } from "../../../resources/workflows/given-graph.ts"
import { graphOf } from "../../../resources/workflows/graphs.ts"
import { WorkflowId, WorkflowVersionId } from "../../../resources/workflows/model.ts"
import { pinsOf } from "../../../resources/workflows/subworkflows.ts"
import { findVersion, findWorkflow } from "../../../resources/workflows/rows.ts"
import { SessionId } from "../../../resources/sessions/model.ts"
import { type Graph, graphLimits, NodeId } from "../../../verification/workflows/graph.ts"
import { linked } from "../../../verification/workflows/links.ts"
import { forPastSessions } from "./past-sessions.ts"
import { mostDifferences, type Rehearsed, rehearse, tallied } from "./rehearse.ts"

const mostSessions = 10_000
const usualSessions = 1_000

const Outcome = Schema.Literals(["approved", "declined", "review", "resubmission_required"])
const before = Outcome.annotate({ description: "Where the run of the session led" })
const after = Outcome.annotate({ description: "Where it would lead" })
const count = (description: string) => Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({ description })
const sessions = count("How many sessions")

/** What would have become of past sessions. */
const Simulation = Schema.Struct({
  object: Schema.Literal("workflow_simulation"),
  sessions: count("How many past sessions were played"),
  more: Schema.Boolean.annotate({
    description: "Whether there are, or may be, more past sessions: it stops at the limit, and after reading ten runs for each of them"
  }),
  lacking_checks: count("How many of them would need a check that was not made then: it counts as one that could not be made"),
  outcomes: Schema.Array(Schema.Struct({ before, after, sessions }))
    .check(Schema.isMaxLength(16))
    .annotate({ description: "Outcomes before and after, most frequent first" }),
  nodes: Schema.Array(Schema.Struct({ node_id: NodeId, sessions }))
    .check(Schema.isMaxLength(graphLimits.nodes))
    .annotate({ description: "How many sessions would come to each node" }),
  differing: count("How many sessions would take another path, or end otherwise"),
  differences: Schema.Array(
    Schema.Struct({
      session_id: SessionId,
      before,
      after,
      first_node: Schema.NullOr(NodeId).annotate({
        description: "The first node, in the order of the graph, that only one of both runs came to; null where there is none"
      })
    })
  )
    .check(Schema.isMaxLength(mostDifferences))
    .annotate({ description: `These sessions, newest first; at most ${mostDifferences}` })
}).annotate({ identifier: "WorkflowSimulation" })

/** A graph with its subworkflows as they are published now. */
const withSubworkflows = Effect.fnUntraced(function* (graph: Graph, workflow_id: string, loc: Problem["loc"]) {
  const { problems, whole } = yield* pinsOf(graph, workflow_id)
  if (whole === undefined) return yield* new InvalidInput({ code: "validation_error", problems: located(problems, loc) })
  return linked(whole.graph, whole.scopes)
})

const rehearsed = (given: unknown, workflow_id: string) =>
  Effect.flatMap(readGraph(given, ["body", "graph"]), (graph) => withSubworkflows(graph, workflow_id, ["body", "graph"]))

const rehearsedVersion = Effect.fnUntraced(function* (workflow_id: string, version_id: string) {
  const version = yield* findVersion(workflow_id, version_id)
  return yield* version.status === "draft" ? withSubworkflows(version.graph, workflow_id, ["graph"]) : graphOf(version_id)
})

const simulate = operation(
  {
    summary: "Play past sessions through a version of a workflow",
    description:
      "Shows what would have become of past sessions, by what was found in them: their checks, risk and lists, and what all verdicts led to. The identity is taken as it is now. Checks that were not made then, and gates or reviews that no one decided, send a session to a person. Nothing is executed or stored, and no one is told. Erased sessions are left out.",
    method: "POST",
    path: "/workflows/{workflow_id}/simulate",
    access: scopes("workflows:write"),
    effect: "read",
    quota: "heavy",
    params: { workflow_id: WorkflowId },
    body: {
      version_id: Schema.optionalKey(WorkflowVersionId).annotateKey({ description: "A version of this workflow" }),
      graph: Schema.optionalKey(GivenGraph),
      sessions_of: Schema.optionalKey(WorkflowId).annotateKey({
        description: "The workflow that the sessions went by; this one if absent"
      }),
      from: Schema.optionalKey(TimestampInput).annotateKey({ description: "Runs that began at this time or later" }),
      to: Schema.optionalKey(TimestampInput).annotateKey({ description: "Runs that began before this time" }),
      limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostSessions }))).annotateKey({
        description: `How many sessions to play at most, newest first; ${usualSessions} if absent`
      })
    },
    output: Simulation
  },
  Effect.fnUntraced(function* ({ from, graph: given, limit = usualSessions, sessions_of, to, version_id, workflow_id }) {
    yield* findWorkflow(workflow_id)
    if ((given === undefined) === (version_id === undefined)) {
      return yield* invalid(["body"], "graph_or_version", "must hold either `graph` or `version_id`")
    }
    const graph = version_id === undefined ? yield* rehearsed(given, workflow_id) : yield* rehearsedVersion(workflow_id, version_id)
    const all: Array<Rehearsed> = []
    const more = yield* forPastSessions({ workflow_id: sessions_of ?? workflow_id, from, to }, limit, (past) => {
      all.push(rehearse(graph, past))
    })
    return { object: "workflow_simulation" as const, ...tallied(graph, all), more }
  })
)

export const workflowRehearsal = operations("workflows", { simulate })
