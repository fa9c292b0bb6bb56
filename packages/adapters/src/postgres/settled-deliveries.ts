import { Tenant } from "@vouchkit/core/operation/caller"
import { StorageUnavailable } from "@vouchkit/core/operation/failure"
import { type StoredDelivery, webhookDeliveries } from "@vouchkit/core/webhooks/model"
import { SettledDeliveries } from "@vouchkit/core/webhooks/settled-deliveries"
import { Effect, Layer } from "effect"
import { Database } from "./database.ts"
import { gathering } from "./gathering.ts"
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

/** Those that are settled at the same time share a statement. */
export const layer = Layer.effect(SettledDeliveries)(
  Effect.map(Database, ({ sql }) => {
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
