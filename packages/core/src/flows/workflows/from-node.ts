import { Effect } from "effect"
import { invalid } from "../../kernel/foundation/failure.ts"
import type { StoredCheck } from "../../resources/checks/model.ts"
import { checksOfRun, partOf } from "../../resources/checks/session-runs.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { graphOf } from "../../resources/workflows/graphs.ts"
import { type StoredRun, WorkflowRunStore } from "../../resources/workflows/runs/model.ts"
import { stateOf } from "../../resources/workflows/runs/state.ts"
import { approved, type WeighedConclusion } from "../../verification/conclusion.ts"
import type { LinkedGraph } from "../../verification/workflows/links.ts"
import { behind, setBack } from "../../verification/workflows/reconsider.ts"
import { nodeOf, type RunState } from "../../verification/workflows/run-state.ts"
import { restsOn } from "../sessions/kept-checks.ts"
import type { StandingChecks } from "../sessions/reprocess.ts"
import { ledByPerson, makersOf } from "./reconsider.ts"
import { checkOf, keyOfCheck } from "./work.ts"

/** Where a workflow is to go on from in the place of its start. */
interface From {
  readonly workflow_id: string
  readonly node_id: string
  /** Types of checks that are made again, whatever they came to. */
  readonly force: ReadonlyArray<string>
}

/** The last run of the session, if it went by this workflow and came to the node. */
const runThrough = Effect.fnUntraced(function* ({ workflow_run_id }: StoredSession, { node_id, workflow_id }: From) {
  const run = workflow_run_id === null ? undefined : yield* (yield* WorkflowRunStore).find(workflow_run_id)
  if (run === undefined || run.workflow_id !== workflow_id) {
    return yield* invalid(["body", "mode"], "other_workflow", "must be `full`: the last run of the session went by another workflow")
  }
  const node = run.nodes.find(({ id }) => id === node_id)
  if (node === undefined || node.state === "skipped" || node.attempts === 0) {
    return yield* invalid(["body", "node_id"], "node_not_reached", "names no node that the last run of the session came to")
  }
  return run
})

/** The nodes that are gone through again: this one, those that something from outside of the graph kept from their ends, and all behind them. */
const goneThroughAgain = (graph: LinkedGraph, { ending }: StoredRun, state: RunState, node_id: string): ReadonlySet<string> => {
  const endedByGraph = ending !== null && ending.node_ids.length > 0
  const broken = endedByGraph ? [] : graph.filter(({ id }) => nodeOf(state, id).state === "cancelled").map(({ id }) => id)
  const begun = new Set([node_id, ...broken])
  return new Set([...begun, ...behind(graph, begun)])
}

/** Whether a check came to its end and what it found is still there. */
export const isWhole = ({ redacted_at, status }: StoredCheck): boolean => status === "completed" && redacted_at === undefined

/** Which checks of the last run stand: those of nodes that are not gone through again, and what they came to else, but for records and what is forced. */
const standing = (
  graph: LinkedGraph,
  state: RunState,
  {
    again,
    checks,
    force
  }: { readonly again: ReadonlySet<string>; readonly checks: ReadonlyArray<StoredCheck>; readonly force: From["force"] }
) => {
  const isAgain = (check: StoredCheck): boolean => [...makersOf(graph, { state }, check)].some((id) => again.has(id))
  const types = Map.groupBy(checks, ({ type }) => type)
  const stands = (check: StoredCheck): boolean => {
    const all = types.get(check.type) ?? []
    if (restsOn[check.type] === undefined) return !isAgain(check)
    return !all.some(isAgain) || (!force.includes(check.type) && all.every(isWhole))
  }
  return checks.filter(stands)
}

/** Where each of these checks alone leads, also where the run that made it did not keep that. */
export const verdictsOf = (run: StoredRun | undefined, checks: ReadonlyArray<StoredCheck>, session: StoredSession) => {
  const known = new Map(run?.verdicts.map((verdict) => [verdict.of, verdict]))
  const passed = new Set(checks.filter(({ outcome }) => outcome === "passed").map(({ type }) => type))
  return checks.flatMap((check): ReadonlyArray<WeighedConclusion> => {
    const of = keyOfCheck(check.type, partOf(check))
    const verdict = known.get(of)
    if (verdict !== undefined) return [verdict]
    if (passed.has(check.type) || check.outcome === "not_applicable") return []
    const weight = restsOn[check.type] === undefined ? ({ weight: "record" } as const) : {}
    return [{ ...ledByPerson({ ...check, outcome: check.outcome ?? "review" }, session, approved), of, ...weight }]
  })
}

/** Refuses to force a check that is not among those that are made. */
export const refuseUnmade = Effect.fnUntraced(function* (force: From["force"], made: ReadonlySet<string>, which: string) {
  const unmade = force.find((type) => !made.has(type))
  if (unmade !== undefined) return yield* invalid(["body", "force"], "not_made_again", `names ${unmade}, which ${which}`)
})

/**
 * What stands of the last run of a locked session for one that goes through its graph again from a node on: all that does not lie behind the node, and
 * the checks that were made, but those that are forced. Records of the organization are always looked at again.
 */
export const standingBefore = Effect.fnUntraced(function* (session: StoredSession, from: From) {
  const run = yield* runThrough(session, from)
  const graph = yield* graphOf(run.workflow_version_id)
  const state = stateOf(run)
  const again = goneThroughAgain(graph, run, state, from.node_id)
  const made = new Set<string>(graph.flatMap(({ id, node }) => (again.has(id) ? (checkOf(node)?.type ?? []) : [])))
  yield* refuseUnmade(from.force, made, "no node makes from this one on")
  const checks = standing(graph, state, { again, checks: yield* checksOfRun(session), force: from.force })
  const left = setBack(graph, state, new Set(), again)
  const kept: StandingChecks = {
    checks,
    kept: [...new Set(checks.map(({ type }) => type))].filter((type) => restsOn[type] !== undefined),
    begun: {
      nodes: run.nodes.filter(({ id }) => !again.has(id)),
      taken: left.taken,
      decisions: run.decisions.filter(({ node_id }) => !again.has(node_id)),
      verdicts: verdictsOf(run, checks, session),
      ...(run.gates === undefined ? {} : { gates: run.gates.filter(({ node_id }) => !again.has(node_id)) })
    }
  }
  return kept
})
