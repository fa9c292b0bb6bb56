import { Effect, Schema } from "effect"
import { invalid } from "../../../kernel/foundation/failure.ts"
import { TimestampInput } from "../../../kernel/foundation/text.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { GivenGraph } from "../../../resources/workflows/given-graph.ts"
import { WorkflowId, WorkflowVersionId } from "../../../resources/workflows/model.ts"
import { findWorkflow } from "../../../resources/workflows/rows.ts"
import { comparison, mostSessions, usualSessions } from "./comparison.ts"
import { rehearsedGraph, rehearsedVersion } from "./graphs.ts"
import { forPastSessions } from "./past-sessions.ts"
import { type Rehearsed, rehearse, tallied } from "./rehearse.ts"

/** What would have become of past sessions. */
const Simulation = Schema.Struct({ object: Schema.Literal("workflow_simulation"), ...comparison }).annotate({
  identifier: "WorkflowSimulation"
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
      version: Schema.optionalKey(WorkflowVersionId).annotateKey({ description: "The same as `version_id`" }),
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
  Effect.fnUntraced(function* ({ from, graph: given, limit = usualSessions, sessions_of, to, version, version_id = version, workflow_id }) {
    yield* findWorkflow(workflow_id)
    if (sessions_of !== undefined) yield* findWorkflow(sessions_of)
    if (version !== undefined && version !== version_id) {
      return yield* invalid(["body", "version"], "other_version", "must be the same as `version_id`, or be left out")
    }
    if ((given === undefined) === (version_id === undefined)) {
      return yield* invalid(["body"], "graph_or_version", "must hold either `graph` or `version_id`")
    }
    const graph = version_id === undefined ? yield* rehearsedGraph(given, workflow_id) : yield* rehearsedVersion(workflow_id, version_id)
    const all: Array<Rehearsed> = []
    const more = yield* forPastSessions({ workflow_id: sessions_of ?? workflow_id, from, to }, limit, (past) => {
      all.push(rehearse(graph, past))
    })
    return { object: "workflow_simulation" as const, ...tallied(graph, all), more }
  })
)

export const workflowRehearsal = operations("workflows", { simulate })
