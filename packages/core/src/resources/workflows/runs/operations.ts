import { Effect, Schema, Struct } from "effect"
import { pageFields, pageOf } from "../../../kernel/foundation/page.ts"
import { idSchema } from "../../../kernel/foundation/id.ts"
import { line } from "../../../kernel/foundation/text.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { lookUps } from "../../../kernel/resource/locks.ts"
import type { Condition } from "../../../kernel/storage/collection.ts"
import { readPage } from "../../../kernel/storage/pages.ts"
import { present, WorkflowRun, WorkflowRunId, WorkflowRunStatus, WorkflowRunStore, workflowRuns as stored } from "./model.ts"

const access = scopes("workflows:read")
const { find } = lookUps(WorkflowRunStore, stored)

/** A run in a list, without what it has come to node by node. */
const ListedRun = WorkflowRun.mapFields(Struct.omit(["nodes", "decisions"])).annotate({ identifier: "ListedWorkflowRun" })

const list = operation(
  {
    summary: "List workflow runs, newest first",
    description: "Without their nodes: get a run to see these.",
    method: "GET",
    path: "/workflow-runs",
    access,
    effect: "read",
    query: {
      ...pageFields(),
      session_id: Schema.optionalKey(idSchema("ses")),
      workflow_id: Schema.optionalKey(line(64)),
      status: Schema.optionalKey(Schema.Array(WorkflowRunStatus).check(Schema.isMaxLength(10)))
    },
    output: pageOf(ListedRun)
  },
  Effect.fnUntraced(function* ({ after, limit, offset, session_id, status, workflow_id }) {
    const where: Array<Condition<keyof typeof stored.columns>> = []
    if (session_id !== undefined) where.push({ field: "session_id", op: "eq", value: session_id })
    if (workflow_id !== undefined) where.push({ field: "workflow_id", op: "eq", value: workflow_id })
    if (status !== undefined) where.push({ field: "status", op: "in", values: status })
    const { pagination, rows } = yield* readPage(yield* WorkflowRunStore, { where }, { after, limit, offset })
    return { data: rows.map((row) => Struct.omit(present(row), ["nodes", "decisions"])), pagination }
  })
)

const get = operation(
  {
    summary: "Get a workflow run",
    description:
      "With every node that it has come to, and for each branch the conditions that were tried: what was expected, and what was known.",
    method: "GET",
    path: "/workflow-runs/{workflow_run_id}",
    access,
    effect: "read",
    params: { workflow_run_id: WorkflowRunId },
    output: WorkflowRun,
    tool: {
      name: "get_workflow_run",
      title: "Get a workflow run",
      toolset: "workflows",
      description:
        "Get a workflow run: its nodes, why branches went as they did, and gates that wait. Use it to explain a session's way or what holds it up. Not for the decision alone: get_session_result. get_session names the run. Next: get_case if it is in_review."
    }
  },
  ({ workflow_run_id }) => Effect.map(find(workflow_run_id), present)
)

export const workflowRuns = operations("workflow_runs", { list, get })
