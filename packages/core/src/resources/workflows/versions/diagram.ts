import { Effect, Schema } from "effect"
import { invalid } from "../../../kernel/foundation/failure.ts"
import { type FileAnswer, operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { drawn, type ShownRun } from "../../../verification/workflows/diagram/svg.ts"
import { linked } from "../../../verification/workflows/links.ts"
import { WorkflowId, WorkflowVersionId } from "../model.ts"
import { findVersion, findWorkflow } from "../rows.ts"
import { type StoredRun, WorkflowRunId, WorkflowRunStore } from "../runs/model.ts"

const Diagram = Schema.declare((input): input is FileAnswer => typeof input === "object" && input !== null && "bytes" in input).annotate({
  identifier: "WorkflowDiagram"
})

const shown = ({ nodes, taken }: StoredRun): ShownRun => ({
  states: new Map(nodes.map(({ id, state }) => [id, state])),
  taken: new Set(taken)
})

/** A run of this version. */
const runOf = Effect.fnUntraced(function* (id: string, version_id: string) {
  const run = yield* (yield* WorkflowRunStore).find(id)
  if (run?.workflow_version_id !== version_id) return yield* invalid(["query", "run"], "unknown_run", "names no run of this version")
  return run
})

const diagram = operation(
  {
    summary: "Get a picture of a version of a workflow",
    description:
      "As SVG, without scripts and style sheets. With `run`, it shows what that run came to: the state of each node, and the ways that were taken.",
    method: "GET",
    path: "/workflows/{workflow_id}/versions/{version_id}/diagram",
    access: scopes("workflows:read"),
    effect: "read",
    params: { workflow_id: WorkflowId, version_id: WorkflowVersionId },
    query: { run: Schema.optionalKey(WorkflowRunId.annotate({ description: "A run of this version" })) },
    output: Diagram,
    file: ["image/svg+xml"],
    quota: "heavy"
  },
  Effect.fnUntraced(function* ({ run: run_id, version_id, workflow_id }) {
    const workflow = yield* findWorkflow(workflow_id)
    const { graph, number } = yield* findVersion(workflow_id, version_id)
    const run = run_id === undefined ? null : yield* runOf(run_id, version_id)
    const title = `${workflow.name}, version ${number}${run === null ? "" : `: ${run.status.replaceAll("_", " ")}`}`
    const bytes = new TextEncoder().encode(drawn(linked(graph), title, run === null ? null : shown(run)))
    return { bytes, mime_type: "image/svg+xml", filename: `${version_id}.svg`, disposition: "inline" as const }
  })
)

export const workflowDiagram = operations("workflow_versions", { diagram })
