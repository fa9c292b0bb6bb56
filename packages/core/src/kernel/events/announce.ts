import { Clock, Context, Effect, Schema } from "effect"
import { type Entropy, nextId } from "../foundation/id.ts"
import { writeMoment } from "../foundation/moment.ts"
import { Caller, Tenant } from "../access/caller.ts"
import type { StorageUnavailable } from "../foundation/failure.ts"
import { JobQueue } from "../jobs/job.ts"
import { nowIn, type SandboxClocks } from "../tenancy/tenant-clock.ts"
import type { EventType } from "./catalogue.ts"
import type { Announces } from "../foundation/announces.ts"
import { newest } from "../wire/versions.ts"

/** What every webhook body looks like, before versions, filters and casing of an endpoint are applied. */
export const EventEnvelope = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  api_version: Schema.String,
  timestamp: Schema.String,
  environment: Schema.Literals(["sandbox", "live"]),
  organization_id: Schema.String,
  /** Strictly increases per resource. */
  sequence: Schema.Int,
  resource: Schema.Struct({ type: Schema.String, id: Schema.String }),
  actor: Schema.Struct({ type: Schema.String, id: Schema.String }),
  data: Schema.Record(Schema.String, Schema.Unknown),
  request_id: Schema.String
}).annotate({ identifier: "EventEnvelope" })
export interface EventEnvelope extends Schema.Schema.Type<typeof EventEnvelope> {}

/** What each member of the envelope says, for those who write receivers. */
export const envelopeFacts = {
  id: "id of the event, the same on every attempt; use it to detect repeats",
  type: "one of the table above",
  api_version: "the version of `data`: that of the endpoint, or else the current one",
  timestamp: "when it happened",
  environment: "`sandbox` or `live`",
  organization_id: "whose it is",
  sequence: "grows with each event of the resource; an event with a lower number than one you have seen is stale",
  resource: "`type` and `id` of the resource",
  actor: "`type` (`api_key`, `user`, `system`, `agent`, `subject`) and `id` of who did it",
  data: "the resource at that time, without personal data, and what the event adds, such as `previous_status`; `personal`, where the organization asks for it; `omitted` names fields that were left out because the event was too long",
  request_id: "the request, or the job, that caused it"
} as const satisfies Record<keyof EventEnvelope, string>

/** Name of the job that hands an event to the endpoints that want it. */
export const dispatchJob = "webhooks.dispatch"

interface Announcement<Type extends EventType> {
  readonly type: Type
  readonly resource: { readonly type: string; readonly id: string }
  readonly sequence: number
  /** Snapshot of the resource without personal data, and what the event adds to it. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Writes the event to the outbox of the running transaction: it is delivered exactly when the change is committed. */
export const announce = <Type extends EventType>({
  data,
  resource,
  sequence,
  type
}: Announcement<Type>): Effect.Effect<void, StorageUnavailable, Caller | Tenant | JobQueue | Entropy | SandboxClocks | Announces<Type>> =>
  Effect.contextWith((context: Context.Context<Caller | Tenant | JobQueue | Entropy | SandboxClocks>) => {
    const { actor, request_id } = Context.get(context, Caller)
    const tenant = Context.get(context, Tenant)
    const { environment, organization } = tenant
    return Effect.flatMap(nowIn(tenant), (timestamp) => {
      const id = nextId(context, "evt")
      const envelope: EventEnvelope = {
        id,
        type,
        api_version: newest,
        timestamp,
        environment,
        organization_id: organization,
        sequence,
        resource,
        actor,
        data,
        request_id
      }
      const due_at = writeMoment(Context.get(context, Clock.Clock).currentTimeMillisUnsafe())
      return Context.get(context, JobQueue).enqueue({ id, name: dispatchJob, payload: envelope, due_at })
    })
  })
