import { Effect } from "effect"
import { now } from "../../../kernel/foundation/time.ts"
import { keepKeys, keyRules } from "../blocking/keep.ts"
import { MonitorStore, type StoredMonitor, monitorId } from "./model.ts"
import type { Monitoring, StoredSubject } from "../subjects/model.ts"

/**
 * Sees to it that a subject that is monitored is found when a list changes, and one that is not no longer; part of the transaction that saves
 * it, after each change of what identifies it or of its monitoring.
 */
export const watchOver = Effect.fnUntraced(function* (subject: StoredSubject) {
  const { environment, monitoring } = subject
  yield* keepKeys(subject)
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
    keyed: yield* keyRules,
    created_at: at,
    updated_at: at
  }
  yield* store.insertIfAbsent(made)
})

/** Has everybody who is monitored screened again within minutes, since the rules changed by which they were; part of the transaction that changes them. */
export const screenEverybody = Effect.gen(function* () {
  const store = yield* MonitorStore
  const monitor = yield* store.lock(monitorId)
  if (monitor === undefined) return
  const at = yield* now
  yield* store.save({ ...monitor, everybody: true, next_look_at: at, updated_at: at })
})

/** What changed of a monitoring, for the audit log; reasons are prose of people, and may say anything. */
export const monitoringChanges = (before: Monitoring, after: Monitoring) =>
  (["status", "cadence", "resume_at"] as const)
    .filter((member) => before[member] !== after[member])
    .map((member) => ({ path: `monitoring.${member}`, from: before[member], to: after[member] }))
