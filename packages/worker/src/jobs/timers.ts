import { apiKeys } from "@vouchkit/core/kernel/authentication/api-keys"
import { announceExpiring, expiringAt } from "@vouchkit/core/resources/access/key-expiry"
import { foundAtOnce, sealAuditLogs } from "@vouchkit/core/resources/audit/seal"
import { auditDecisions } from "@vouchkit/core/flows/quality/audit"
import { endedCounts, qualityCounts, removeCount } from "@vouchkit/core/resources/audit-findings/counts"
import { decisionRecords } from "@vouchkit/core/resources/audit-findings/decisions"
import { endedDecisions, endedFindings, removeDecision, removeFinding } from "@vouchkit/core/resources/audit-findings/end"
import { auditFindings } from "@vouchkit/core/resources/audit-findings/model"
import { auditAnchors } from "@vouchkit/core/resources/audit/anchor"
import { endedAnchors, removeAnchor } from "@vouchkit/core/resources/audit/watch"
import { cases } from "@vouchkit/core/resources/cases/model"
import { markOverdue, overdueConditions } from "@vouchkit/core/resources/cases/overdue"
import { now } from "@vouchkit/core/kernel/foundation/time"
import { Housekeeping } from "@vouchkit/core/kernel/storage/housekeeping"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { forgetApproval, forgottenApprovals, undecidedApprovals } from "@vouchkit/core/resources/approvals/end"
import { approvals } from "@vouchkit/core/resources/approvals/model"
import { expireApproval } from "@vouchkit/core/resources/approvals/stage"
import { expiredExports, expireExport, forgetExport, forgottenExports } from "@vouchkit/core/resources/exports/end"
import { dataExports } from "@vouchkit/core/resources/exports/model"
import { fetchDueLists } from "@vouchkit/core/resources/watchlists/fetching/fetch-lists"
import { tenantNow } from "@vouchkit/core/kernel/tenancy/tenant-clock"
import { endedSnapshots, forgetSnapshot } from "@vouchkit/core/flows/identities/merging/forget"
import { identityMerges } from "@vouchkit/core/resources/identities/merging/model"
import { sweepHistory, sweepShortLived } from "@vouchkit/core/flows/housekeeping"
import { makeSubjectIfMissing, withoutSubject } from "@vouchkit/core/flows/identities/monitoring/missing-subjects"
import { resumeMonitoringIfDue } from "@vouchkit/core/flows/identities/monitoring/resume"
import { announceReverificationIfDue, dueForReverification } from "@vouchkit/core/flows/identities/reverification"
import { identities } from "@vouchkit/core/resources/identities/model"
import { followUpIfDue, followUpsDue } from "@vouchkit/core/flows/sessions/follow-up"
import { SessionStore, sessions } from "@vouchkit/core/resources/sessions/model"
import type { SessionStatus } from "@vouchkit/core/resources/sessions/status"
import { BlockingIndex } from "@vouchkit/core/resources/screening/blocking/blocking-index"
import { screeningMonitors } from "@vouchkit/core/resources/screening/monitoring/model"
import { dueForLook, dueForRescreening, dueForResumption, lookAtEditions, rescreenIfDue } from "@vouchkit/core/flows/screening/monitoring"
import { screeningSubjects } from "@vouchkit/core/resources/screening/subjects/model"
import { removeAbandoned } from "@vouchkit/core/resources/documents/stored-files"
import { editionsSeen } from "@vouchkit/core/resources/screening/tenant-editions"
import { eraseArchivedEntries } from "@vouchkit/core/resources/watchlists/retention"
import { eraseBody, expiredBodies } from "@vouchkit/core/resources/webhooks/deliveries/retention"
import { webhookEvents } from "@vouchkit/core/resources/webhooks/model"
import { workflowRuns } from "@vouchkit/core/resources/workflows/runs/model"
import { bringOn, runsDue } from "@vouchkit/core/flows/workflows/due"
import { Effect } from "effect"
import { watchChains } from "./audit-watch.ts"
import { encryptWhatLiesOpen } from "./former-records.ts"
import { eraseWhatIsOver } from "./retention.ts"
import { moreIf, sweeping } from "./schedule.ts"
import { expireSession } from "@vouchkit/core/flows/sessions/lifecycle"

const everyFewSeconds = 5
const everyTick = 15
const everyMinute = 60
const everyFewMinutes = 300
const everyHour = 3600

/** Statuses in which a session waits for someone outside, and so may run out of time. */
const waiting: ReadonlyArray<SessionStatus> = ["created", "in_progress", "resubmission_required", "awaiting_external_decision"]

const expireIfDue = Effect.fnUntraced(function* (id: string) {
  const session = yield* (yield* SessionStore).lock(id)
  if (session === undefined || !waiting.includes(session.status)) return
  if (session.expires_at === null || session.expires_at > (yield* tenantNow)) return
  yield* expireSession(session, "timer")
})

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(effect))

/** Everything that happens because time passes. */
export const timers = [
  sweeping({
    name: "sessions.expire",
    every_seconds: everyTick,
    shape: sessions,
    clock: "tenant",
    due: (instant) => [
      { field: "status", op: "in", values: waiting },
      { field: "expires_at", op: "lte", value: instant }
    ],
    handle: ({ id }) => inTransaction(expireIfDue(id))
  }),
  sweeping({
    name: "workflows.due",
    // One wait often follows another: each would begin with a look, and end most of the time between two looks too late.
    every_seconds: everyFewSeconds,
    shape: workflowRuns,
    clock: "tenant",
    due: runsDue,
    handle: ({ id }) => inTransaction(bringOn(id))
  }),
  sweeping({
    name: "sessions.follow_up",
    every_seconds: everyMinute,
    shape: sessions,
    clock: "tenant",
    due: followUpsDue,
    handle: ({ id }) => followUpIfDue(id)
  }),
  sweeping({
    name: "identities.make_subjects",
    every_seconds: everyMinute,
    shape: identities,
    clock: "real",
    due: () => withoutSubject,
    handle: ({ id }) => inTransaction(makeSubjectIfMissing(id))
  }),
  sweeping({
    name: "identities.reverification",
    every_seconds: everyMinute,
    shape: identities,
    clock: "tenant",
    due: dueForReverification,
    handle: ({ id }) => inTransaction(announceReverificationIfDue(id))
  }),
  sweeping({ name: "cases.overdue", every_seconds: everyTick, shape: cases, clock: "tenant", due: overdueConditions, handle: markOverdue }),
  sweeping({
    name: "api_keys.expiring",
    every_seconds: everyTick,
    shape: apiKeys,
    clock: "real",
    due: expiringAt,
    handle: announceExpiring
  }),
  sweeping({
    name: "webhooks.erase_bodies",
    every_seconds: everyFewMinutes,
    shape: webhookEvents,
    clock: "tenant",
    due: expiredBodies,
    handle: ({ id }) => inTransaction(eraseBody(id))
  }),
  sweeping({
    name: "exports.expire",
    every_seconds: everyMinute,
    shape: dataExports,
    clock: "real",
    due: expiredExports,
    handle: ({ id }) => inTransaction(expireExport(id))
  }),
  sweeping({
    name: "exports.forget",
    every_seconds: everyFewMinutes,
    shape: dataExports,
    clock: "real",
    due: forgottenExports,
    handle: ({ id }) => inTransaction(forgetExport(id))
  }),
  sweeping({
    name: "approvals.expire",
    every_seconds: everyMinute,
    shape: approvals,
    clock: "real",
    due: undecidedApprovals,
    handle: ({ id }) => inTransaction(expireApproval(id))
  }),
  sweeping({
    name: "approvals.forget",
    every_seconds: everyFewMinutes,
    shape: approvals,
    clock: "real",
    due: forgottenApprovals,
    handle: ({ id }) => inTransaction(forgetApproval(id))
  }),
  sweeping({
    name: "identities.forget_merges",
    every_seconds: everyFewMinutes,
    shape: identityMerges,
    clock: "tenant",
    due: endedSnapshots,
    handle: ({ id }) => inTransaction(forgetSnapshot(id))
  }),
  { name: "screening.fetch_lists", every_seconds: everyMinute, run: fetchDueLists },
  sweeping({
    name: "screening.rescreen",
    every_seconds: everyTick,
    shape: screeningSubjects,
    clock: "tenant",
    due: dueForRescreening,
    handle: ({ id }) => inTransaction(rescreenIfDue(id))
  }),
  sweeping({
    name: "screening.resume",
    every_seconds: everyTick,
    shape: screeningSubjects,
    clock: "tenant",
    due: dueForResumption,
    handle: ({ id }) => inTransaction(resumeMonitoringIfDue(id))
  }),
  { name: "watchlists.erase_archived", every_seconds: everyFewMinutes, run: eraseArchivedEntries },
  {
    name: "screening.forget_words",
    every_seconds: everyFewMinutes,
    run: Effect.gen(function* () {
      return yield* (yield* BlockingIndex).forgetIdle(yield* now)
    })
  },
  {
    name: "screening.follow_lists",
    every_seconds: everyTick,
    run: Effect.flatMap(
      editionsSeen,
      (seen) =>
        sweeping({
          name: "screening.follow_lists",
          every_seconds: everyTick,
          shape: screeningMonitors,
          clock: "real",
          due: (instant) => dueForLook(seen, instant),
          handle: () => inTransaction(lookAtEditions(seen))
        }).run
    )
  },
  { name: "audit.seal", every_seconds: everyTick, run: moreIf(Effect.map(sealAuditLogs, (sealed) => sealed >= foundAtOnce)) },
  { name: "audit.verify", every_seconds: everyFewMinutes, run: watchChains },
  sweeping({
    name: "audit.forget_anchors",
    every_seconds: everyHour,
    shape: auditAnchors,
    clock: "real",
    due: endedAnchors,
    handle: ({ id }) => inTransaction(removeAnchor(id))
  }),
  { name: "audit_findings.find", every_seconds: everyHour, run: auditDecisions },
  sweeping({
    name: "audit_findings.forget_decisions",
    every_seconds: everyHour,
    shape: decisionRecords,
    clock: "real",
    due: endedDecisions,
    handle: ({ id }) => inTransaction(removeDecision(id))
  }),
  sweeping({
    name: "audit_findings.forget_counts",
    every_seconds: everyHour,
    shape: qualityCounts,
    clock: "real",
    due: endedCounts,
    handle: ({ id }) => inTransaction(removeCount(id))
  }),
  sweeping({
    name: "audit_findings.forget",
    every_seconds: everyHour,
    shape: auditFindings,
    clock: "real",
    due: endedFindings,
    handle: ({ id }) => inTransaction(removeFinding(id))
  }),
  { name: "retention.erase", every_seconds: everyHour, run: moreIf(eraseWhatIsOver) },
  { name: "records.encrypt", every_seconds: everyFewMinutes, run: moreIf(encryptWhatLiesOpen) },
  { name: "jobs.reclaim", every_seconds: everyFewSeconds, run: Effect.flatMap(Housekeeping, ({ reclaimJobs }) => reclaimJobs) },
  { name: "storage.housekeeping", every_seconds: everyTick, run: moreIf(sweepShortLived) },
  { name: "storage.abandoned_files", every_seconds: everyMinute, run: moreIf(removeAbandoned) },
  { name: "storage.history", every_seconds: everyFewMinutes, run: moreIf(sweepHistory) }
] as const
