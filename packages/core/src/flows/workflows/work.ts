import type { JudgedCheck } from "../../resources/checks/conclusion.ts"
import { apart, heldToScore, unavailableCheck } from "../../resources/checks/conclusion.ts"
import type { CheckType, StoredCheck } from "../../resources/checks/model.ts"
import type { CheckFinding } from "../../resources/checks/record.ts"
import type { StoredIdentity } from "../../resources/identities/model.ts"
import type { RunNotification } from "../../resources/workflows/runs/model.ts"
import type { StoredGate } from "../../resources/workflows/runs/gates.ts"
import type { RunDecision, StoredRun } from "../../resources/workflows/runs/model.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { conclude, type Conclusion, type WeighedConclusion } from "../../verification/conclusion.ts"
import type { GraphNode } from "../../verification/workflows/graph.ts"
import type { LinkedGraph, LinkedNode } from "../../verification/workflows/links.ts"
import { waitsForPerson } from "../../resources/sessions/transitions.ts"
import type { SessionStep } from "../../verification/steps.ts"
import { finished, isActive, nodeOf, type RunState } from "../../verification/workflows/run-state.ts"
import type { MadeChecks, Traces } from "../check-runs/evidence.ts"
import type { RecordVerdict } from "../checks/record-verdict.ts"
import { keyOfRules, leastScoreOf, rulesOf } from "../../verification/workflows/node-rules.ts"
import { afterTry } from "../../verification/workflows/retries.ts"
import { step } from "../../verification/workflows/step.ts"
import { deciding, type Tried } from "../../verification/workflows/conditions.ts"
import { type FoundCheck, lookUpIn } from "./known.ts"

/** By which rules a check was made, and with which score it has to pass. */
interface Claim {
  readonly type: CheckType
  readonly key: string
  readonly least: number | undefined
  /** Tells the check apart from those that other nodes of the run make of the same by other rules. */
  readonly suffix: string
}

/** What a run has come to while one of its jobs works on it. */
export interface RunWork {
  /** Locked, once it is written. */
  readonly session: StoredSession
  /** Null where the session names none, or no condition asks about it. */
  readonly identity: StoredIdentity | null
  readonly state: RunState
  readonly gates: ReadonlyArray<StoredGate>
  /** Nodes whose time is over, so that nothing is tried for them any more. */
  readonly overdue: ReadonlySet<string>
  /** The event that this job was given; what came of it stands in the state. */
  readonly heard?: number
  /** The checks of the session, which nodes claim by their types, by the rules that they were made by; empty until one is made. */
  readonly made: ReadonlyMap<string, MadeChecks>
  /** By which rules the checks that nodes claimed were made: one for each type and rules. */
  readonly claimed: ReadonlyMap<string, Claim>
  /** Types of checks of the run before that stand, so that their nodes make none. */
  readonly kept: ReadonlySet<CheckType>
  /** Of nodes for which the session holds no evidence. */
  readonly absent: ReadonlyArray<JudgedCheck>
  /** Where supporting documents lead: no check looks into them. */
  readonly supporting: ReadonlyArray<Conclusion>
  /** Of records of the organization. */
  readonly records: ReadonlyArray<Pick<RecordVerdict, "conclusion" | "finding">>
  /** The overrides that were looked at in this turn or before; what came of them stands in the state. */
  readonly reconsidered?: StoredRun["reconsidered"]
  /** Why branches go the way that they do since then. */
  readonly redecided?: ReadonlyArray<RunDecision>
  /** What actions have to say. */
  readonly notices: ReadonlyArray<RunNotification>
  /** What jobs before this one recorded. */
  readonly earlier: { readonly checks: ReadonlyArray<StoredCheck>; readonly verdicts: ReadonlyArray<WeighedConclusion> }
}

/** The check that a node makes, and whether only where the session calls for it; null where it makes none. */
export const checkOf = (node: GraphNode): { readonly type: CheckType; readonly if_requested: boolean } | null => {
  switch (node.type) {
    case "check":
      return { type: node.config.type, if_requested: node.config.if_requested === true }
    case "screening":
      return { type: "aml_screening", if_requested: node.config.if_requested === true }
    case "list_lookup":
      return { type: "list_lookup", if_requested: true }
    default:
      return null
  }
}

/** The checks that were made for nodes of the run, in the order in which they were made. */
const checksIn = ({ absent, claimed, made }: RunWork): ReadonlyArray<JudgedCheck> => {
  const claims = [...claimed.values()]
  const madeBy = (key: string, check: JudgedCheck) =>
    claims
      .filter((claim) => claim.key === key && claim.type === check.finding.type)
      .map(({ least, suffix }) => apart(heldToScore(check, least), suffix))
  return [...[...made].flatMap(([key, { checks }]) => checks.flatMap((check) => madeBy(key, check))), ...absent]
}

/** What is to be recorded: checks of the session before records of the organization. */
export const findingsOf = (work: RunWork): ReadonlyArray<CheckFinding> => [
  ...checksIn(work).map(({ finding }) => finding),
  ...work.records.map(({ finding }) => finding)
]

/** All that is known, with what was recorded before. */
export const foundBy = (work: RunWork): ReadonlyArray<CheckFinding | StoredCheck> => [...work.earlier.checks, ...findingsOf(work)]

/** Names a check within its run. */
export const keyOfCheck = (type: CheckType, part: string): string => `${type}/${part}`

const named = ({ conclusion, finding }: Pick<RecordVerdict, "conclusion" | "finding">): WeighedConclusion => ({
  ...conclusion,
  of: keyOfCheck(finding.type, finding.part)
})

/** Where each check alone would lead. */
const verdictsOf = (work: RunWork): ReadonlyArray<WeighedConclusion> => [
  ...work.earlier.verdicts,
  ...checksIn(work).map(named),
  ...work.records.map((record): WeighedConclusion => ({ ...named(record), weight: "record" }))
]

/** What a run keeps of them: nothing once it is over and all of them approve. */
export const keptVerdicts = (work: RunWork): ReadonlyArray<WeighedConclusion> => {
  const verdicts = verdictsOf(work)
  return work.state.outcome !== null && verdicts.every(({ status }) => status === "approved") ? [] : verdicts
}

/** Where all that was found so far leads. */
export const conclusionOf = (work: RunWork): Conclusion => {
  const verdicts = verdictsOf(work)
  const checks = conclude([...verdicts.filter(({ weight }) => weight !== "record"), ...work.supporting])
  return conclude([checks, ...verdicts.filter(({ weight }) => weight === "record")])
}

/** Decides branches by what is known now. */
export const decideBy = (graph: LinkedGraph, work: RunWork) => {
  const checks: ReadonlyArray<FoundCheck> = foundBy(work)
  const { gates, identity, session } = work
  return deciding(graph, lookUpIn({ session, identity, checks, conclusion: conclusionOf(work), gates }))
}

/** What a capture asks for and the person has not submitted. What the session itself asks for was there when it was submitted. */
export const missingSteps = ({ node }: LinkedNode, { completed_steps }: StoredSession): ReadonlyArray<SessionStep> => {
  if (node.type !== "capture") return []
  const { required, steps } = node.config
  return steps === "session" || !required ? [] : steps.filter((one) => !completed_steps.includes(one))
}

/** Whether a capture has what it asks for. What a person is still at counts once it is submitted. */
const isCaptured = (linked: LinkedNode, { session }: RunWork): boolean =>
  linked.node.type === "capture" && !waitsForPerson(session.status) && missingSteps(linked, session).length === 0

/** The run as far as it goes by itself; `tried` are the conditions that were asked on the way. */
export const movedOn = (graph: LinkedGraph, begun: RunWork): { readonly work: RunWork; readonly tried: ReadonlyArray<Tried> } => {
  const tried: Array<Tried> = []
  let work = begun
  for (;;) {
    const asked = decideBy(graph, work)
    let { state } = step(graph, work.state, asked.decide)
    tried.push(...asked.tried)
    const captured = graph.filter((linked) => nodeOf(state, linked.id).state === "waiting" && isCaptured(linked, work))
    if (captured.length === 0) return { work: { ...work, state }, tried }
    for (const { id } of captured) state = finished(state, id, { state: "succeeded" })
    work = { ...work, state }
  }
}

const absentMessage = "The session holds nothing that this check is made of. A person has to review it."

/**
 * Tells the check of a node apart from those that others make of its type by other rules. Nodes with the same rules share one; where these are not those of
 * the first node of the type, it is named by the first that has them, whichever came first.
 */
export const suffixOf = (graph: LinkedGraph, state: RunState, linked: LinkedNode): string => {
  const type = checkOf(linked.node)?.type
  const makers = graph.filter(({ node }) => checkOf(node)?.type === type)
  if (makers.length < 2) return ""
  const ruled = (one: LinkedNode) => JSON.stringify([keyOfRules(rulesOf(one, state)), leastScoreOf(one.node) ?? null])
  const own = ruled(linked)
  const named = makers.find((one) => ruled(one) === own)
  return named === undefined || named === makers[0] ? "" : `/${named.id}`
}

/** The run with the result of a node whose check was made, or could not be. A check that errored is a node that failed. */
export const claim = (graph: LinkedGraph, work: RunWork, linked: LinkedNode): RunWork => {
  const { id, node } = linked
  const check = checkOf(node)
  if (check === null) return work
  const { if_requested, type } = check
  if (work.kept.has(type)) return { ...work, state: finished(work.state, id, { state: "succeeded" }) }
  const key = keyOfRules(rulesOf(linked, work.state))
  const suffix = suffixOf(graph, work.state, linked)
  const own = work.made.get(key)?.checks.filter(({ finding }) => finding.type === type) ?? []
  const absent = own.length === 0 && !if_requested ? [apart(unavailableCheck(type, work.session, { message: absentMessage }), suffix)] : []
  const failed = [...own, ...absent].some(({ finding }) => finding.status === "errored")
  const state = afterTry(work.state, linked, { state: failed ? "failed" : "succeeded" })
  // What is tried again is not recorded yet.
  if (isActive(state, id)) return { ...work, state }
  return {
    ...work,
    claimed: new Map([...work.claimed, [type + suffix, { type, key, least: leastScoreOf(node), suffix }]]),
    absent: [...work.absent, ...absent],
    state
  }
}

const unreachedMessage = "What makes this check could not be reached. A person has to review it."

/** The run with a node whose check could not be begun with: it is tried again, or could not be made. */
export const missed = (work: RunWork, linked: LinkedNode, type: CheckType): RunWork => {
  const failed = { state: "failed" } as const
  const state = work.overdue.has(linked.id) ? finished(work.state, linked.id, failed) : afterTry(work.state, linked, failed, true)
  if (isActive(state, linked.id)) return { ...work, state }
  return { ...work, state, absent: [...work.absent, unavailableCheck(type, work.session, { message: unreachedMessage })] }
}

/** Whether the checks that were made answer a node, now or by the run before. */
export const isMade = ({ kept, made }: Pick<RunWork, "kept" | "made">, type: CheckType): boolean =>
  kept.has(type) || made.get("")?.checks.some(({ finding }) => finding.type === type) === true

/** What was found beside the checks, so that later sessions find this one's document and face. */
export const tracesOf = ({ made }: Pick<RunWork, "made">): Traces => {
  const all = [...made.values()].map(({ traces }) => traces)
  return {
    document: all.find(({ document }) => document !== null)?.document ?? null,
    face: all.find(({ face }) => face !== null)?.face ?? null
  }
}
