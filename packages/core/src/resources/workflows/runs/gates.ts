import { Schema } from "effect"
import { Timestamp } from "../../../kernel/foundation/text.ts"
import { GateData, GateDecision } from "../../../verification/workflows/gate.ts"
import { GateSchema, NodeId } from "../../../verification/workflows/graph.ts"

const Decider = Schema.Struct({
  type: Schema.Literals(["api_key", "user", "system", "agent", "subject"]),
  id: Schema.String.check(Schema.isMaxCodePoints(64))
})

/** A gate that the run has come to: what it waits for, and what was decided. */
export const RunGate = Schema.Struct({
  key: NodeId,
  node_id: NodeId,
  requested_at: Timestamp,
  expires_at: Timestamp,
  schema: Schema.NullOr(GateSchema).annotate({ description: "What may be sent with the decision" }),
  decision: Schema.NullOr(GateDecision),
  decided_by: Schema.NullOr(Decider),
  decided_at: Schema.NullOr(Timestamp),
  data: Schema.NullOr(GateData).annotate({ "x-personal": true, description: "What was sent with the decision" })
}).annotate({ identifier: "WorkflowRunGate" })
export interface RunGate extends Schema.Schema.Type<typeof RunGate> {}

/** As it is stored: with what tells a repeated decision from another one. */
export interface StoredGate extends RunGate {
  readonly digest: string | null
}

export const presentGate = ({ digest: _digest, ...gate }: StoredGate): RunGate => gate
