import type { EventEnvelope } from "@vouchkit/core/kernel/events/announce"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { type StoredDelivery, type StoredEndpoint, webhookDeliveries } from "@vouchkit/core/resources/webhooks/model"
import {
  type DeliveryRounds,
  type DeliveryRun,
  type DueDelivery,
  SettledDeliveries
} from "@vouchkit/core/resources/webhooks/deliveries/settled-deliveries"
import type { QueuedJob } from "@vouchkit/core/kernel/jobs/job"
import { Effect, Layer } from "effect"
import { Database } from "../database.ts"
import { batchingIf } from "../statements/batching.ts"
import { goneWith } from "../jobs/table.ts"
import { documentTable } from "../statements/statement.ts"

interface Settlement {
  readonly tenant: Tenant["Service"]
  readonly delivery: StoredDelivery
  readonly settled: (written: boolean) => void
  readonly failed: (cause: unknown) => void
}
const limits = { size: 128, under_way: 2 }

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
const runLimits = { size: 256, under_way: 2 }

/** One record by its whole key and by itself: a planner that is free to join would go through all that a tenant has, while it has little. */
const one = (table: string, of: string, id: string, column = "data") =>
  `cross join lateral (select ${column} from ${table} where ${inTenant(table, of)} and id = ${id} collate "C" limit 1)`

const heldRows = "jsonb_array_elements($1::text::jsonb) with ordinality as row (v, place)"

/**
 * What the runs need in one go: a row for each, and one for each endpoint, which many of them share. Rows come in any order, since a sort would
 * carry their contents about. Each is looked up by its whole key, however many endpoints or events a tenant has.
 */
const readStatement = `with named as materialized (select place::int, v ->> 0 as organization, v ->> 1 as environment, v ->> 2 as id, v ->> 3 as endpoint_id from ${heldRows}) select place, delivery.data as delivery, event.data -> 'envelope' as envelope, null as endpoint_key, null::jsonb as endpoint from named ${one(table, "named", "named.id")} as delivery ${one("webhook_events", "named", "(delivery.data ->> 'event_id')")} as event union all select null, null, null, named.organization || '/' || named.environment || '/' || named.endpoint_id, endpoint.data from (select distinct organization, environment, endpoint_id from named) as named ${one("webhook_endpoints", "named", "named.endpoint_id")} as endpoint`

/**
 * As `statement`, and the job is gone with it: only with it, since a delivery that waits without a job would wait for ever. What changes of a
 * delivery is sent, not all of it; of its columns that is the status alone. Endpoints that several share are looked at once.
 */
const settleRuns = `with settled as materialized (select place::int, v ->> 0 as organization, v ->> 1 as environment, v ->> 2 as id, (v ->> 3)::int as replaced, v ->> 4 as job, v ->> 5 as lease, v ->> 6 as endpoint_id, v -> 7 as changes from ${heldRows}), sound as materialized (select named.organization, named.environment, named.endpoint_id from (select distinct organization, environment, endpoint_id from settled) as named ${one("webhook_endpoints", "named", "named.endpoint_id")} as endpoint where endpoint.data ->> 'failing_since' is null), ready as materialized (select settled.*, delivery.row from settled join sound using (organization, environment, endpoint_id) ${one(table, "settled", "settled.id", "ctid as row")} as delivery), written as (update ${table} as delivery set version = replaced + 1, data = delivery.data || changes, status = changes ->> 'status' from ready where delivery.ctid = ready.row and delivery.version = replaced returning place, ready.organization, ready.environment, job, lease), ${goneWith("written")} select place from written`

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

type ReadRow =
  | { readonly place: number; readonly delivery: StoredDelivery; readonly envelope: EventEnvelope | null; readonly endpoint: null }
  | { readonly place: null; readonly endpoint_key: string; readonly endpoint: StoredEndpoint }

const endpointKey = ({ environment, organization }: QueuedJob, endpoint_id: string) => `${organization}/${environment}/${endpoint_id}`

const dueDeliveriesOf = (runs: ReadonlyArray<DeliveryRun>, rows: ReadonlyArray<ReadRow>): ReadonlyArray<DueDelivery | undefined> => {
  const endpoints = new Map(rows.flatMap((row) => (row.place === null ? [[row.endpoint_key, row.endpoint] as const] : [])))
  const deliveries: Array<DueDelivery | undefined> = runs.map(() => undefined)
  for (const row of rows) {
    const run = row.place === null ? undefined : runs[row.place - 1]
    if (row.place === null || run === undefined || row.envelope === null) continue
    const endpoint = endpoints.get(endpointKey(run.queued, row.delivery.endpoint_id))
    if (endpoint !== undefined) deliveries[row.place - 1] = { delivery: row.delivery, endpoint, envelope: row.envelope }
  }
  return deliveries
}

const roundsOf = ({ keyed: sql, shared }: Database["Service"]): DeliveryRounds => {
  const settleBatched = batchingIf<RunSettlement>(shared, runLimits, async (members) => {
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
          const names = runs.map(({ delivery_id, endpoint_id, queued }) => [
            queued.organization,
            queued.environment,
            delivery_id,
            endpoint_id
          ])
          return dueDeliveriesOf(runs, await sql.unsafe<Array<ReadRow>>(readStatement, [JSON.stringify(names)], { prepare: true }))
        },
        catch: (cause) => new StorageUnavailable({ cause })
      }),
    settle: (run, delivery, written) => settleBatched({ run, delivery, written })
  }
}

/** Those that are settled at the same time share a statement. */
export const layer = Layer.effect(SettledDeliveries)(
  Effect.map(Database, (database) => {
    const { shared, sql } = database
    const settleBatched = batchingIf<Settlement>(shared, limits, async (members) => {
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
      rounds: roundsOf(database),
      settle: (delivery) =>
        Effect.flatMap(Tenant, (tenant) =>
          Effect.callback((resume) =>
            settleBatched({
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
