import { type EndedRows, Housekeeping } from "@vouchkit/core/kernel/storage/housekeeping"
import { auditEntries, type AuditEntry } from "@vouchkit/core/kernel/audit/log"
import { nfcChallenges, type StoredChallenge } from "@vouchkit/core/resources/nfc/challenge"
import { type StoredDelivery, type StoredEvent, webhookDeliveries, webhookEvents } from "@vouchkit/core/resources/webhooks/model"
import { after, days } from "@vouchkit/core/kernel/foundation/time"
import { organizationSettings, type StoredOrganizationSettings } from "@vouchkit/core/resources/settings/organization"
import { leastAuditDays } from "@vouchkit/core/resources/settings/retention-policy"
import { Effect, Layer } from "effect"
import { jobTable, type StoredJob } from "./job-queue.ts"
import { State } from "./state.ts"

interface Place {
  readonly table: string
  readonly key: string
}
type Rows = State["Service"]["rows"]

/** The keys of the rows of a table that are over. */
const placesOf = (rows: Rows, table: string, isOver: (row: unknown) => boolean): ReadonlyArray<Place> =>
  [...rows(table)].flatMap(([key, row]) => (isOver(row) ? [{ table, key }] : []))
const expiring = (rows: Rows, table: string, until: string) =>
  placesOf(rows, table, (row) => (row as { readonly expires_at: string }).expires_at <= until)

/** Events whose content was erased, with their deliveries. */
const webhookHistory = (rows: Rows, until: string): ReadonlyArray<Place> => {
  const events = placesOf(rows, webhookEvents.table, (row) => {
    const { erased_at } = row as StoredEvent
    return erased_at !== null && erased_at <= until
  })
  const gone = new Set(events.map(({ key }) => key))
  const deliveries = [...rows(webhookDeliveries.table)].flatMap(([key, row]) => {
    const tenant = key.slice(0, key.lastIndexOf("/"))
    return gone.has(`${tenant}/${(row as StoredDelivery).event_id}`) ? [{ table: webhookDeliveries.table, key }] : []
  })
  return [...events, ...deliveries]
}

/** How much longer than seven years an organization keeps audit entries, in milliseconds. */
const keptLonger = (rows: Rows, tenant: string): number => {
  const settings = rows(organizationSettings.table).get(`${tenant}/organization`) as StoredOrganizationSettings | undefined
  return days(Math.max(0, (settings?.policy.retention?.audit ?? 0) - leastAuditDays))
}

/** The beginning of every chain, as far as it is over; never its last entry, on which the next is sealed. */
const oldEntries = (rows: Rows, until: string): ReadonlyArray<Place> => {
  const sealed = [...rows(auditEntries.table)]
    .map(([key, row]) => ({ key, tenant: key.slice(0, key.lastIndexOf("/")), entry: row as AuditEntry }))
    .filter(({ entry }) => entry.chain_index !== null)
    .sort((one, other) => (one.entry.chain_index ?? 0) - (other.entry.chain_index ?? 0))
  return [...Map.groupBy(sealed, ({ tenant }) => tenant)].flatMap(([tenant, chain]) => {
    const over = after(until, -keptLonger(rows, tenant))
    const stays = chain.findIndex(({ entry }) => entry.created_at > over)
    return chain.slice(0, stays < 0 ? -1 : stays).map(({ key }) => ({ table: auditEntries.table, key }))
  })
}

const overAt = {
  idempotency_answers: (rows, until) => expiring(rows, "idempotency_keys", until),
  idempotency_reservations: (rows, until) => expiring(rows, "idempotency_reservations", until),
  // What is counted stands beside the state, and is forgotten with the next that counts.
  quota_windows: () => [],
  quota_moments: () => [],
  nfc_challenges: (rows, until) => placesOf(rows, nfcChallenges.table, (row) => (row as StoredChallenge).expires_at <= until),
  failed_jobs: (rows, until) =>
    placesOf(rows, jobTable, (row) => (row as StoredJob).state === "failed" && (row as StoredJob).created_at <= until),
  webhook_history: webhookHistory,
  audit_entries: oldEntries,
  // Tags are counted when they are asked for.
  empty_counts: () => []
} as const satisfies Record<EndedRows, (rows: Rows, until: string) => ReadonlyArray<Place>>

/** All that is over goes at once: no one waits for the memory of a process. */
export const layer = Layer.effect(Housekeeping)(
  Effect.map(State, (state) => ({
    reclaimJobs: Effect.succeed(false),
    removeSome: (kind, until) =>
      state.transaction(
        Effect.suspend(() => {
          const over = overAt[kind](state.rows, until)
          return Effect.as(
            Effect.forEach(over, ({ key, table }) => state.write(table, key, undefined), { discard: true }),
            { removed: over.length, next: null }
          )
        })
      )
  }))
)
