import type { StoredCheck } from "../../resources/checks/model.ts"
import { partOf } from "../../resources/checks/session-runs.ts"
import type { StoredSession } from "../../resources/sessions/model.ts"
import type { OverriddenCheck } from "../../resources/workflows/runs/queue.ts"
import { type CheckType, kindOf } from "../../verification/check-kinds.ts"
import { approved, type Conclusion, conclusionOf, type WeighedConclusion } from "../../verification/conclusion.ts"
import type { LinkedGraph } from "../../verification/workflows/links.ts"
import { reconsidered } from "../../verification/workflows/reconsider.ts"
import { nodeOf } from "../../verification/workflows/run-state.ts"
import { restsOn } from "../sessions/kept-checks.ts"
import { decisionsOf } from "./advance.ts"
import type { OpenRun } from "./runs.ts"
import { checkOf, decideBy, keyOfCheck, type RunWork, suffixOf } from "./work.ts"

/** The nodes of a run that a check is of. Of several that made the same by different rules, each check but the first names its node. */
export const makersOf = (graph: LinkedGraph, { state }: Pick<RunWork, "state">, check: StoredCheck): ReadonlySet<string> => {
  const makers = graph.filter(({ node }) => checkOf(node)?.type === check.type)
  const done = makers.filter(({ id }) => nodeOf(state, id).state === "succeeded" || nodeOf(state, id).state === "failed")
  const isNamed = ({ id }: { readonly id: string }): boolean => partOf(check).endsWith(`/${id}`)
  const name = makers.find(isNamed)?.id
  const suffix = name === undefined ? "" : `/${name}`
  // Each node looks at records by itself; other checks may be shared.
  const own = restsOn[check.type] === undefined ? done.filter(isNamed) : done.filter((one) => suffixOf(graph, state, one) === suffix)
  return new Set((own.length > 0 ? own : done).map(({ id }) => id))
}

/** What a run has come to once a person gave the outcome of one of its checks: the ways behind its node are decided by that. */
export const overruled = ({ graph, run }: OpenRun, work: RunWork, cause: OverriddenCheck | undefined): RunWork => {
  if (cause === undefined || cause.sequence <= (run.reconsidered?.[cause.check_id] ?? -1)) return work
  const check = work.earlier.checks.find(({ id }) => id === cause.check_id)
  if (check === undefined) return work
  const asked = decideBy(graph, work)
  const state = reconsidered(graph, work.state, makersOf(graph, work, check), asked.decide)
  return {
    ...work,
    state,
    reconsidered: { ...run.reconsidered, [check.id]: cause.sequence },
    redecided: decisionsOf(graph, asked.tried, { ...work, state })
  }
}

const failureOf = (type: CheckType) => kindOf(type).failure ?? "poa_failed"

/** Where a check leads whose outcome a person gave: for the reasons that it had, where it led there before. */
export const ledByPerson = ({ outcome, type }: StoredCheck, session: StoredSession, was: Conclusion): Conclusion => {
  if (outcome === "review") {
    return was.status === "in_review" ? was : { status: "in_review", reason_codes: [kindOf(type).doubt ?? failureOf(type)] }
  }
  if (outcome !== "failed") return approved
  const stands = was.status === "declined" || was.status === "resubmission_required"
  return stands ? was : conclusionOf({ outcome, session_reasons: [failureOf(type)] }, session)
}

/** Where each check alone would lead, with what people said of them. */
export const withOverrides = (
  verdicts: ReadonlyArray<WeighedConclusion>,
  checks: ReadonlyArray<StoredCheck>,
  session: StoredSession
): ReadonlyArray<WeighedConclusion> => {
  const given = new Map(
    checks.filter(({ overridden }) => overridden !== null).map((check) => [keyOfCheck(check.type, partOf(check)), check])
  )
  if (given.size === 0) return verdicts
  const known = new Set(verdicts.map(({ of }) => of))
  const others = [...given].filter(([key]) => !known.has(key))
  return [
    ...verdicts.map((verdict) => {
      const check = given.get(verdict.of ?? "")
      return check === undefined ? verdict : { ...verdict, ...ledByPerson(check, session, verdict) }
    }),
    // Of checks that an earlier run made.
    ...others.map(([of, check]) => ({ ...ledByPerson(check, session, approved), of }))
  ]
}
