import { Effect } from "effect"
import { checksOfRun } from "../../resources/checks/session-runs.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import { graphOf } from "../../resources/workflows/graphs.ts"
import { WorkflowRunStore } from "../../resources/workflows/runs/model.ts"
import { restsOn } from "../sessions/kept-checks.ts"
import type { StandingChecks } from "../sessions/reprocess.ts"
import { isWhole, refuseUnmade, verdictsOf } from "./from-node.ts"
import { checkOf } from "./work.ts"

/**
 * What stands of the last run of a locked session for one that goes through the whole of a version: the checks that were made and that the version
 * makes, but those that are forced. Records of the organization are always looked at again.
 */
export const standingBeside = Effect.fnUntraced(function* (
  session: StoredSession,
  { force, version_id }: { readonly version_id: string; readonly force: ReadonlyArray<string> }
) {
  const graph = yield* graphOf(version_id)
  const made = new Set<string>(graph.flatMap(({ node }) => checkOf(node)?.type ?? []))
  yield* refuseUnmade(force, made, "no node of the workflow makes")
  const run = session.workflow_run_id === null ? undefined : yield* (yield* WorkflowRunStore).find(session.workflow_run_id)
  const types = Map.groupBy(yield* checksOfRun(session), ({ type }) => type)
  const kept = [...types].filter(
    ([type, all]) => restsOn[type] !== undefined && made.has(type) && !force.includes(type) && all.every(isWhole)
  )
  const checks = kept.flatMap(([, all]) => all)
  const standing: StandingChecks = {
    checks,
    kept: kept.map(([type]) => type),
    begun: { nodes: [], taken: [], decisions: [], verdicts: verdictsOf(run, checks, session) }
  }
  return standing
})
