import { Effect, Schema } from "effect"
import { job } from "../../../kernel/jobs/job.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { SessionId, SessionStore } from "../../../resources/sessions/model.ts"
import { WorkflowRunId, WorkflowRunStore } from "../../../resources/workflows/runs/model.ts"
import { nameOfGraph, WorkflowVersionStore } from "../../../resources/workflows/versions/model.ts"
import { shadowRunJob } from "../schedule-shadow.ts"
import { graphOfVersion } from "./graphs.ts"
import { withFacts } from "./past-sessions.ts"
import { rehearse } from "./rehearse.ts"

/** The draft that a session is played through; undefined where none runs beside its workflow any more. */
const shadowing = Effect.fnUntraced(function* (version_id: string, workflow_id: string) {
  const draft = yield* (yield* WorkflowVersionStore).find(version_id)
  return draft?.status === "draft" && draft.workflow_id === workflow_id && draft.shadow_percentage !== undefined ? draft : undefined
})

const Payload = Schema.Struct({ session_id: SessionId, workflow_run_id: WorkflowRunId })

/** Keeps with a run where the draft would have led it. The locks keep an erasure and another run of this job away. */
const playShadow = Effect.fnUntraced(function* ({ session_id, workflow_run_id }: typeof Payload.Type) {
  const session = yield* (yield* SessionStore).lock(session_id)
  const store = yield* WorkflowRunStore
  const run = yield* store.lock(workflow_run_id)
  if (session?.shadow_version_id === undefined || run === undefined) return
  const draft = yield* shadowing(session.shadow_version_id, run.workflow_id)
  const [past] = draft === undefined ? [] : yield* withFacts([run])
  if (draft === undefined || past === undefined) return
  // What a subworkflow is now may keep the draft from being played; then it has nothing to say of this session.
  const graph = yield* Effect.catchTag(graphOfVersion(draft), "InvalidInput", () => Effect.succeed(undefined))
  if (graph === undefined) return
  const { after, first_node, lacks_check, nodes } = rehearse(graph, past)
  yield* store.save({ ...run, shadow: { graph: nameOfGraph(draft), after, first_node, lacks_check, nodes } })
})

export const jobs = [
  job({
    name: shadowRunJob,
    payload: Payload,
    retry_seconds: [30, 300, 1800],
    timeout_seconds: 60,
    // One at a time: what decides nothing takes little from what does.
    concurrency: 1,
    handle: (payload) => Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(playShadow(payload)))
  })
] as const
