import { Effect } from "effect"
import { now } from "../foundation/time.ts"
import { MonitorStore, type StoredMonitor, monitorId } from "./monitor-model.ts"
import type { Monitoring, StoredSubject } from "./subject-model.ts"

/** Sees to it that somebody looks for new editions on behalf of a subject that is monitored. */
export const watchOver = Effect.fnUntraced(function* ({ environment, monitoring }: Pick<StoredSubject, "environment" | "monitoring">) {
  if (monitoring.status !== "active") return
  const store = yield* MonitorStore
  if ((yield* store.find(monitorId)) !== undefined) return
  const at = yield* now
  const made: StoredMonitor = {
    id: monitorId,
    version: 1,
    environment,
    seen: "",
    next_look_at: at,
    marks: null,
    walk: null,
    created_at: at,
    updated_at: at
  }
  yield* store.insertIfAbsent(made)
})

/** What changed of a monitoring, for the audit log; reasons are prose of people, and may say anything. */
export const monitoringChanges = (before: Monitoring, after: Monitoring) =>
  (["status", "cadence", "resume_at"] as const)
    .filter((member) => before[member] !== after[member])
    .map((member) => ({ path: `monitoring.${member}`, from: before[member], to: after[member] }))
