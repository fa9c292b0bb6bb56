import { Effect } from "effect"
import { makeId } from "../../kernel/foundation/id.ts"
import { now } from "../../kernel/foundation/time.ts"
import { JobQueue } from "../../kernel/jobs/job.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"

/** Name of the job that plays a session through the draft that runs beside its version. */
export const shadowRunJob = "workflows.shadow"

/** Has a session whose run is over played through the draft that was chosen for it, by a job that commits with the decision: nothing waits for it. */
export const scheduleShadowRun = Effect.fnUntraced(function* ({
  id: session_id,
  shadow_version_id,
  workflow_run_id
}: Pick<StoredSession, "id" | "shadow_version_id" | "workflow_run_id">) {
  if (shadow_version_id === undefined || workflow_run_id === null) return
  yield* (yield* JobQueue).enqueue({
    id: yield* makeId("wfr"),
    name: shadowRunJob,
    payload: { session_id, workflow_run_id },
    due_at: yield* now
  })
})
