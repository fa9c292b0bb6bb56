import { Context, Effect } from "effect"
import { type Actor, Caller } from "../../kernel/access/caller.ts"
import { type CollectionOf, shape } from "../../kernel/storage/collection.ts"

/** That something was decided, written in the transaction that decides. The quality audit reads each once; none holds anything of a person who is verified. */
export interface StoredDecision {
  readonly id: string
  readonly version: number
  readonly about: "session" | "case" | "check"
  /** The session, case or check. */
  readonly object_id: string
  readonly session_id: string | null
  /** What it was decided as: a status of a session, a decision of a case, an outcome of a check. */
  readonly decision: string
  /** What it was decided as before, where this decision replaces another one. */
  readonly replaces: string | null
  /** By checks alone, without a person. */
  readonly automatic: boolean
  /** Whoever decided had to say why. */
  readonly reasoned: boolean
  readonly decided_by: Pick<Actor, "type" | "id">
  readonly workflow_version_id: string | null
  /** The run of the session whose checks it rests on; null for what is about no session. */
  readonly run: number | null
  readonly decided_at: string
  /** Null until the quality audit has read it. */
  readonly audited_at: string | null
  readonly created_at: string
  readonly updated_at: string
}

export const decisionRecords = shape<StoredDecision>()({
  table: "decision_records",
  columns: { object_id: { type: "text" }, audited_at: { type: "text" }, created_at: { type: "text" } }
})
export class DecisionRecordStore extends Context.Service<DecisionRecordStore, CollectionOf<typeof decisionRecords>>()(
  "@vouchkit/core/audit-findings/DecisionRecordStore"
) {}

type Decided = Omit<StoredDecision, "id" | "version" | "decided_by" | "audited_at" | "created_at" | "updated_at">

/** `sequence` counts the events of what is decided, so that no two decisions about it have the same id. */
export const recordDecision = Effect.fnUntraced(function* ({ sequence, ...decided }: Decided & { readonly sequence: number }) {
  const { actor } = yield* Caller
  const at = decided.decided_at
  yield* (yield* DecisionRecordStore).insert({
    id: `${decided.object_id}:${String(sequence).padStart(8, "0")}`,
    version: 1,
    ...decided,
    decided_by: { type: actor.type, id: actor.id },
    audited_at: null,
    created_at: at,
    updated_at: at
  })
})
