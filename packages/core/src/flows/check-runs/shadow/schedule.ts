import { Effect } from "effect"
import { makeId } from "../../../kernel/foundation/id.ts"
import { now } from "../../../kernel/foundation/time.ts"
import { JobQueue } from "../../../kernel/jobs/job.ts"
import type { StoredSession } from "../../../resources/sessions/model.ts"
import { kindOf, type ShadowKind } from "../../../verification/check-kinds.ts"
import type { StoredCheck } from "../../../resources/checks/model.ts"
import { ShadowFaceMatcher, ShadowIdentityReader } from "./providers.ts"

/** Name of the job that lets a second provider look at what was decided. */
export const shadowJob = "checks.shadow"

/** A face match without a portrait has compared nothing that could be compared again. */
const isOf = (kind: ShadowKind, { outcome, shadow, simulated, status, type }: StoredCheck): boolean =>
  !simulated &&
  shadow === undefined &&
  status === "completed" &&
  kindOf(type).shadow === kind &&
  !(type === "face_match" && outcome === "not_applicable")

/**
 * Has what was decided looked at again where the operator set a second provider beside the first: by a job of its own that commits with the decision, so that
 * nothing waits for it. What the sandbox simulates is looked at by no one.
 */
export const scheduleShadows = Effect.fnUntraced(function* (session: StoredSession, checks: ReadonlyArray<StoredCheck>) {
  const present = { identity_documents: yield* ShadowIdentityReader, faces: yield* ShadowFaceMatcher }
  for (const kind of ["identity_documents", "faces"] as const) {
    const check_ids = checks.filter((check) => isOf(kind, check)).map(({ id }) => id)
    if (present[kind] === null || check_ids.length === 0) continue
    yield* (yield* JobQueue).enqueue({
      id: yield* makeId("wfr"),
      name: shadowJob,
      payload: { session_id: session.id, kind, check_ids },
      due_at: yield* now
    })
  }
})
