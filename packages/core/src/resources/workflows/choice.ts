import { createHash } from "node:crypto"
import { Effect } from "effect"
import { defaultWorkflow } from "./built-in.ts"
import { type StoredWorkflow, WorkflowStore } from "./model.ts"

/** A workflow and the version of it that a session goes by, as the session keeps them. */
interface PinnedWorkflow {
  readonly workflow_id: string
  readonly workflow_version_id: string
  /** The draft that the session is played through, too, once it is decided; absent where there is none. */
  readonly shadow_version_id?: string
}

const wholeNumbers = 2 ** 32

/** Where a session stands among all others, from 0 up to 100: always at the same place, and as likely at one as at any other. */
const placeOf = (session_id: string): number => (createHash("sha256").update(session_id).digest().readUInt32BE(0) / wholeNumbers) * 100

/** The version that a session goes by; undefined where none is published. A session that is in a rollout stays in it as it grows. */
export const chosenVersion = (
  { published_version_id, rollout }: Pick<StoredWorkflow, "published_version_id" | "rollout">,
  session_id: string
): string | undefined =>
  rollout !== null && placeOf(session_id) < rollout.percentage ? rollout.version_id : (published_version_id ?? undefined)

/** The draft that runs beside the version of a session, for as many of 100 sessions as it says. */
const shadowOf = ({ shadow = null }: Pick<StoredWorkflow, "shadow">, session_id: string): Pick<PinnedWorkflow, "shadow_version_id"> =>
  shadow !== null && placeOf(session_id) < shadow.percentage ? { shadow_version_id: shadow.version_id } : {}

/** What a new session with this workflow is pinned to; undefined where the organization has no such workflow that is published and in use. */
export const versionFor = Effect.fnUntraced(function* (workflow_id: string, session_id: string) {
  if (workflow_id === defaultWorkflow.id) {
    return { workflow_id, workflow_version_id: defaultWorkflow.version_id } satisfies PinnedWorkflow
  }
  const workflow = yield* (yield* WorkflowStore).find(workflow_id)
  if (workflow === undefined || workflow.archived_at !== null) return undefined
  const workflow_version_id = chosenVersion(workflow, session_id)
  if (workflow_version_id === undefined) return undefined
  const pinned: PinnedWorkflow = { workflow_id, workflow_version_id, ...shadowOf(workflow, session_id) }
  return pinned
})

/** Whether sessions can go by a workflow from now on. It is locked until the end of the transaction, so that no one archives it meanwhile. */
export const isPublished = Effect.fnUntraced(function* (workflow_id: string) {
  if (workflow_id === defaultWorkflow.id) return true
  const workflow = yield* (yield* WorkflowStore).lock(workflow_id)
  return workflow !== undefined && workflow.archived_at === null && workflow.published_version_id !== null
})
