import type { EventEnvelope } from "@vouchkit/core/events/announce"
import { Tenant } from "@vouchkit/core/operation/caller"
import { StorageUnavailable } from "@vouchkit/core/operation/failure"
import { type StoredDelivery, type StoredEndpoint, webhookDeliveries } from "@vouchkit/core/webhooks/model"
import { type DeliveryRounds, type DeliveryRun, type Parcel, SettledDeliveries } from "@vouchkit/core/webhooks/settled-deliveries"
import { Effect, Layer } from "effect"
import { Database } from "./database.ts"
import { gathering } from "./gathering.ts"
import { goneWith } from "./job-table.ts"
import { documentTable } from "./statement.ts"

interface Settlement {
  readonly tenant: Tenant["Service"]
  readonly delivery: StoredDelivery
  readonly settled: (written: boolean) => void
  readonly failed: (cause: unknown) => void
}
const limits = { together: 128, under_way: 2 }

const { assigned, table } = documentTable(webhookDeliveries)
const inTenant = (one: string, other: string) =>
  `${one}.organization = ${other}.organization collate "C" and ${one}.environment = ${other}.environment collate "C"`

/** Each row by its own key and version, and only while its endpoint has a clean record. */
const statement = `update ${table} as written set version = replaced + 1, data = d${assigned} from (select place::int, v ->> 0 as organization, v ->> 1 as environment, v ->> 2 as id, (v ->> 3)::int as replaced, v -> 4 as d from jsonb_array_elements($1::text::jsonb) with ordinality as row (v, place)) as settled join webhook_endpoints as endpoint on ${inTenant("endpoint", "settled")} and endpoint.id = (d ->> 'endpoint_id') collate "C" and endpoint.data ->> 'failing_since' is null where ${inTenant("written", "settled")} and written.id = settled.id collate "C" and written.version = replaced returning settled.place`

interface RunSettlement {
  readonly run: DeliveryRun
  readonly delivery: StoredDelivery
  readonly written: Parameters<DeliveryRounds["settle"]>[2]
}
const runLimits = { together: 256, under_way: 2 }

const heldRows = "jsonb_array_elements($1::text::jsonb) with ordinality as row (v, place)"

/** What the runs need in one go, in their order; an endpoint stands in the first row that needs it. */
const readStatement = `with named as materialized (select place::int, v ->> 0 as organization, v ->> 1 as environment, v ->> 2 as id from ${heldRows}), found as materialized (select named.place, delivery.organization, delivery.environment, delivery.version, delivery.endpoint_id, delivery.event_id, delivery.data from named join ${table} as delivery on ${inTenant("delivery", "named")} and delivery.id = named.id collate "C") select found.place, found.version, found.data as delivery, event.data -> 'envelope' as envelope, found.organization || '/' || found.environment || '/' || endpoint.id as endpoint_key, case when row_number() over (partition by endpoint.organization, endpoint.environment, endpoint.id order by found.place) = 1 then endpoint.data end as endpoint from found join webhook_events as event on ${inTenant("event", "found")} and event.id = found.event_id join webhook_endpoints as endpoint on ${inTenant("endpoint", "found")} and endpoint.id = found.endpoint_id order by found.place`

/**
 * As `statement`, and the job is gone with it: only with it, since a delivery that waits without a job would wait for ever. What changes of a
 * delivery is sent, not all of it; of its columns that is the status alone. Endpoints that several share are looked at once.
 */
const settleRuns = `with settled as materialized (select place::int, v ->> 0 as organization, v ->> 1 as environment, v ->> 2 as id, (v ->> 3)::int as replaced, v ->> 4 as job, v ->> 5 as lease, v ->> 6 as endpoint_id, v -> 7 as changes from ${heldRows}), sound as materialized (select endpoint.organization, endpoint.environment, endpoint.id from (select distinct organization, environment, endpoint_id from settled) as named join webhook_endpoints as endpoint on ${inTenant("endpoint", "named")} and endpoint.id = named.endpoint_id collate "C" where endpoint.data ->> 'failing_since' is null), written as (update ${table} as delivery set version = replaced + 1, data = delivery.data || changes, status = changes ->> 'status' from settled join sound on ${inTenant("sound", "settled")} and sound.id = settled.endpoint_id collate "C" where ${inTenant("delivery", "settled")} and delivery.id = settled.id collate "C" and delivery.version = replaced and delivery.endpoint_id = sound.id returning place, settled.organization, settled.environment, job, lease), ${goneWith("written")} select place from written`

/** What an attempt changes of a delivery. */
const changing = [
  "attempts",
  "attempts_left",
  "attempts_made",
  "first_attempted_at",
  "manual",
  "next_attempt_at",
  "skip_reason",
  "status",
  "succeeded_at",
  "updated_at"
] as const satisfies ReadonlyArray<keyof StoredDelivery>

const changesOf = (delivery: StoredDelivery) => {
  const changes: Record<string, unknown> = { version: delivery.version + 1 }
  for (const name of changing) changes[name] = delivery[name]
  return changes
}

interface ReadRow {
  readonly place: number
  readonly version: number
  readonly delivery: StoredDelivery
  readonly envelope: EventEnvelope | null
  readonly endpoint_key: string
  readonly endpoint: StoredEndpoint | null
}

const parcelsOf = (runs: ReadonlyArray<DeliveryRun>, rows: ReadonlyArray<ReadRow>): ReadonlyArray<Parcel | undefined> => {
  const endpoints = new Map<string, StoredEndpoint>()
  const parcels: Array<Parcel | undefined> = runs.map(() => undefined)
  for (const { delivery, endpoint, endpoint_key, envelope, place } of rows) {
    if (endpoint !== null) endpoints.set(endpoint_key, endpoint)
    const known = endpoints.get(endpoint_key)
    if (known !== undefined && envelope !== null) parcels[place - 1] = { delivery, endpoint: known, envelope }
  }
  return parcels
}

const roundsOf = (sql: Database["Service"]["keyed"]): DeliveryRounds => {
  const settleTogether = gathering<RunSettlement>(runLimits, async (members) => {
    try {
      const rows = members.map(({ delivery, run: { queued } }) => [
        queued.organization,
        queued.environment,
        delivery.id,
        delivery.version,
        queued.id,
        queued.lease,
        delivery.endpoint_id,
        changesOf(delivery)
      ])
      const written = await sql.unsafe(settleRuns, [JSON.stringify(rows)], { prepare: true })
      const places = new Set(written.map(({ place }) => place))
      for (const [index, member] of members.entries()) member.written(places.has(index + 1) ? "settled" : "changed")
    } catch {
      for (const member of members) member.written("unavailable")
    }
  })
  return {
    read: (runs) =>
      Effect.tryPromise({
        try: async () => {
          const names = runs.map(({ delivery_id, queued }) => [queued.organization, queued.environment, delivery_id])
          return parcelsOf(runs, await sql.unsafe<Array<ReadRow>>(readStatement, [JSON.stringify(names)], { prepare: true }))
        },
        catch: (cause) => new StorageUnavailable({ cause })
      }),
    settle: (run, delivery, written) => settleTogether({ run, delivery, written })
  }
}

/** Those that are settled at the same time share a statement. */
export const layer = Layer.effect(SettledDeliveries)(
  Effect.map(Database, ({ keyed, sql }) => {
    const settleTogether = gathering<Settlement>(limits, async (members) => {
      try {
        const rows = members.map(({ delivery, tenant: { environment, organization } }) => [
          organization,
          environment,
          delivery.id,
          delivery.version,
          { ...delivery, version: delivery.version + 1 }
        ])
        const written = await sql.unsafe(statement, [JSON.stringify(rows)], { prepare: true })
        const places = new Set(written.map(({ place }) => place))
        for (const [index, { settled }] of members.entries()) settled(places.has(index + 1))
      } catch (cause) {
        for (const { failed } of members) failed(cause)
      }
    })
    return {
      rounds: roundsOf(keyed),
      settle: (delivery) =>
        Effect.flatMap(Tenant, (tenant) =>
          Effect.callback((resume) =>
            settleTogether({
              tenant,
              delivery,
              settled: (written) => resume(Effect.succeed(written)),
              failed: (cause) => resume(Effect.fail(new StorageUnavailable({ cause })))
            })
          )
        )
    }
  })
)
