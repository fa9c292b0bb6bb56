import { Context, Schema } from "effect"
import { idSchema } from "../foundation/id.ts"
import { Timestamp } from "../foundation/text.ts"
import { type CollectionOf, shape } from "../storage/collection.ts"
import { EnvironmentName, SessionId } from "./model.ts"

const short = Schema.NullOr(Schema.String.check(Schema.isMaxLength(500)))

/** One try of a person or an integrator at a session, from its start to its submission (decisions 3.34). Members nothing measures yet are null. */
export const Attempt = Schema.Struct({
  id: idSchema("att"),
  object: Schema.Literal("attempt"),
  environment: EnvironmentName,
  session_id: SessionId,
  number: Schema.Int,
  started_at: Timestamp,
  ended_at: Schema.NullOr(Timestamp),
  ip: short.annotate({ "x-personal": true }),
  country: short,
  device: Schema.NullOr(Schema.Struct({ fingerprint: short, os: short, browser: short, sdk: short })),
  network: Schema.NullOr(
    Schema.Struct({
      vpn: Schema.NullOr(Schema.Boolean),
      proxy: Schema.NullOr(Schema.Boolean),
      tor: Schema.NullOr(Schema.Boolean),
      datacenter: Schema.NullOr(Schema.Boolean),
      asn: short
    })
  ),
  outcome: Schema.NullOr(Schema.Literals(["submitted", "expired", "approved", "declined", "in_review", "resubmission_required"])),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Attempt" })
export interface Attempt extends Schema.Schema.Type<typeof Attempt> {}
export interface StoredAttempt extends Omit<Attempt, "object"> {
  readonly version: number
  /** Session and number: an attempt is recorded once, however often its start is reported. */
  readonly attempt_key: string
}

export const attempts = shape<StoredAttempt>()({
  table: "attempts",
  columns: { session_id: { type: "text" }, number: { type: "number" }, attempt_key: { type: "text" }, created_at: { type: "text" } },
  unique: [["attempt_key"]]
})
export class AttemptStore extends Context.Service<AttemptStore, CollectionOf<typeof attempts>>()("@vouchkit/core/sessions/AttemptStore") {}
