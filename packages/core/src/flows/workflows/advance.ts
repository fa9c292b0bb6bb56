import { Effect } from "effect"
import { keyOfRules, RulesOfNode, rulesOf } from "../../verification/workflows/node-rules.ts"
import type { LinkedGraph, LinkedNode } from "../../verification/workflows/links.ts"
import { afterTry } from "../../verification/workflows/retries.ts"
import { finished, isActive, nodeOf } from "../../verification/workflows/run-state.ts"
import { CheckRegistry } from "../check-kinds/registry.ts"
import type { LookedUp } from "../check-runs/records.ts"
import { tagged } from "../checks/list-lookup.ts"
import { type CheckFinding, recordChecks } from "../../resources/checks/record.ts"
import type { RunDecision } from "../../resources/workflows/runs/model.ts"
import type { RunOutcome } from "../../verification/workflows/run-state.ts"
import type { Conclusion } from "../../verification/conclusion.ts"
import { anotherSubmission } from "../../verification/resubmission.ts"
import { riskOf } from "../check-runs/session-risk.ts"
import { asksAbout, type Tried } from "../../verification/workflows/conditions.ts"
import { act } from "./actions.ts"
import { type Prepared, runningActions, runningChecks } from "./prepare.ts"
import { claim, conclusionOf, findingsOf, foundBy, isMade, missed, movedOn, type RunWork, tracesOf } from "./work.ts"

/** The finding of a node, told apart from that of another node which looked up the same in this run. */
const ofNode = (work: RunWork, node_id: string, finding: CheckFinding): CheckFinding => {
  const others = foundBy(work).filter(({ type }) => type === finding.type)
  return others.length === 0 ? finding : { ...finding, part: `${finding.part}/${node_id}` }
}

/** Judges what was looked up, within the transaction: matches are counted, and the session takes the tags of its lists. */
const judge = Effect.fnUntraced(function* (work: RunWork, linked: LinkedNode, { end }: LookedUp) {
  const { id } = linked
  const rules = rulesOf(linked, work.state) ?? {}
  const { attempt: node_attempt } = nodeOf(work.state, id)
  const judging = end({ session: work.session, findings: foundBy(work), face: tracesOf(work).face, attempt: 1, node_attempt })
  const verdict = yield* Effect.provideService(judging, RulesOfNode, rules)
  const state = afterTry(work.state, linked, { state: verdict?.finding.status === "errored" ? "failed" : "succeeded" })
  // What is tried again is not recorded yet.
  if (verdict === undefined || isActive(state, id)) return { ...work, state } satisfies RunWork
  const records = [...work.records, { ...verdict, finding: ofNode(work, id, verdict.finding) }]
  const judged: RunWork = { ...work, state, records, session: yield* tagged(work.session, verdict.tags) }
  return judged
})

/** Whether what is prepared is of the attempt that a node is at. The first one takes whatever there is. */
const isForAttempt = (id: string, { state }: RunWork, { attempts }: Prepared): boolean => {
  const { attempt } = nodeOf(state, id)
  return attempt === 1 || attempts.get(id) === attempt
}

/** Does what is prepared of the nodes that are running; answers the same work where that is nothing. */
const execute = Effect.fnUntraced(function* (graph: LinkedGraph, begun: RunWork, prepared: Prepared) {
  const entries = yield* CheckRegistry
  let work = begun
  for (const action of runningActions(graph, begun)) {
    const { id } = action.linked
    work = work.overdue.has(id) ? { ...work, state: finished(work.state, id, { state: "failed" }) } : yield* act(work, action)
  }
  for (const { linked, type } of runningChecks(graph, begun)) {
    if (!isForAttempt(linked.id, work, prepared)) continue
    if (prepared.unreached.has(linked.id)) {
      work = missed(work, linked, type)
      continue
    }
    if (isMade(work, type) || (entries[type].records === null && work.made.has(keyOfRules(rulesOf(linked, work.state))))) {
      work = claim(graph, work, linked)
      continue
    }
    const found = prepared.looked.get(linked.id)
    if (found === undefined) continue
    work = found === null ? { ...work, state: finished(work.state, linked.id, { state: "succeeded" }) } : yield* judge(work, linked, found)
  }
  return work
})

/** Why branches went where they went, from the conditions that were tried. */
export const decisionsOf = (graph: LinkedGraph, tried: ReadonlyArray<Tried>, { state }: RunWork): ReadonlyArray<RunDecision> => {
  const branches = [...new Set(tried.map(({ from }) => from))]
  return branches.map((node_id) => {
    const out = graph.find(({ id }) => id === node_id)?.out ?? []
    const conditions = tried.filter(({ from }) => from === node_id).map(({ from: _, ...condition }) => condition)
    return { node_id, to: out.find(({ place }) => state.taken.includes(place))?.edge.to ?? null, conditions }
  })
}

/** The session with its risk as the checks so far leave it, for graphs that ask about it; they are recorded for that. */
const weighed = Effect.fnUntraced(function* (work: RunWork) {
  const recorded = yield* recordChecks(work.session, findingsOf(work))
  const risk = yield* riskOf(work.session, [...work.earlier.checks, ...recorded], conclusionOf(work).reason_codes)
  const known: RunWork = { ...work, session: { ...work.session, risk } }
  return known
})

/** What a run has come to in one turn. */
export interface Advanced {
  readonly work: RunWork
  readonly decisions: ReadonlyArray<RunDecision>
  /** To be recorded. */
  readonly findings: ReadonlyArray<CheckFinding>
}

/** Brings a run on as far as what is prepared reaches. Runs in the transaction that locks the session and its run. */
export const advance = Effect.fnUntraced(function* (graph: LinkedGraph, begun: RunWork, prepared: Prepared) {
  let work: RunWork = { ...begun, made: prepared.made }
  const decisions: Array<RunDecision> = []
  for (;;) {
    if (asksAbout(graph, "risk")) work = yield* weighed(work)
    const moved = movedOn(graph, work)
    const { tried } = moved
    work = moved.work
    decisions.push(...decisionsOf(graph, tried, work))
    const done: RunWork = yield* execute(graph, work, prepared)
    if (done === work) return { work, decisions, findings: findingsOf(work) } satisfies Advanced
    work = done
  }
})

/** The status of a session by where its run ends. */
export const conclusionStatuses = {
  approved: "approved",
  declined: "declined",
  review: "in_review",
  resubmission_required: "resubmission_required"
} as const satisfies Record<RunOutcome["status"], Conclusion["status"]>

/**
 * Where the end of a run leads its session. An end may ask for another submission whatever the checks say, but for no more of them than the session has
 * left. What a reviewer asked for is none of them.
 */
export const conclusionBy = (work: RunWork, { reason_codes, status, with_conclusion }: RunOutcome): Conclusion => {
  const { session } = work
  const codes = [...reason_codes, ...(with_conclusion ? conclusionOf(work).reason_codes : [])]
  const isAnother = status === "resubmission_required" && session.information_request === undefined
  const concluded = isAnother ? anotherSubmission(codes, session) : { status: conclusionStatuses[status], reason_codes: codes }
  return { ...concluded, reason_codes: [...new Set(concluded.reason_codes)].slice(0, 50) }
}
