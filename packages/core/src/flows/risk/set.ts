import type { StoredSession } from "../../resources/sessions/model.ts"
import { riskLevelOf } from "./assess.ts"

/** What stands among the signals of a risk that a workflow set. */
const setByWorkflow = "set_by_workflow"

/** The score that an action of the workflow set in the current run of the session; undefined where none did. */
export const setScore = ({ risk_set, run }: Pick<StoredSession, "risk_set" | "run">): number | undefined =>
  risk_set?.run === run ? risk_set.score : undefined

/** The members of a session that carry a risk which its workflow sets. */
export const riskSetTo = ({ risk, run }: StoredSession, score: number): Pick<StoredSession, "risk" | "risk_set"> => {
  const signals = (risk?.signals ?? []).filter((signal) => signal !== setByWorkflow)
  return { risk_set: { score, run }, risk: { score, level: riskLevelOf(score), signals: [setByWorkflow, ...signals].slice(0, 50) } }
}
