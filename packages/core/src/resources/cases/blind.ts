import type { Actor } from "../../kernel/access/caller.ts"
import { Forbidden } from "../../kernel/foundation/failure.ts"
import type { CheckType } from "../checks/model.ts"

/** The queue of blind cases. */
export const qualityQueue = "quality"

/** The decision that a blind case looks at again. Whoever works on the case is shown none of it. */
export interface BlindSample {
  readonly decision_id: string
  readonly session_id: string
  readonly decision: "approved" | "declined"
  readonly decided_by: Pick<Actor, "type" | "id">
  readonly decided_at: string
  readonly automatic: boolean
  readonly workflow_version_id: string | null
  readonly run: number
  readonly check_types: ReadonlyArray<CheckType>
  /** Who has held the case: they alone see its evidence while it is open, and nothing else of its session. Absent before anyone has. */
  readonly readers?: ReadonlyArray<string>
}

/** Why this person or key may not work on the case: no one judges their own decision again. */
export const blindRefusal = (
  actor_id: string,
  { sample }: { readonly sample?: BlindSample | undefined }
): Forbidden<"forbidden"> | undefined =>
  sample !== undefined && sample.decided_by.id === actor_id
    ? new Forbidden({ code: "forbidden", detail: "This case is a blind review of a decision of yours. Someone else has to do it." })
    : undefined
