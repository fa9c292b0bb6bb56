import type { SessionStep } from "../../verification/steps.ts"
import type { StoredSession } from "./model.ts"

const questionsMissing = {
  loc: ["body", "questions"],
  code: "missing",
  message: "are required for the step questionnaire"
}

const noSubjectToScreen = {
  loc: ["body", "screening"],
  code: "missing_name",
  message:
    "needs a name to search for: send expected.first_name or expected.last_name, or ask for the step document or proof_of_address, which read one"
}

/** Steps whose checks read a name. */
const namingSteps: ReadonlySet<SessionStep> = new Set<SessionStep>(["document", "proof_of_address"])

/** What is asked for and cannot be done with what was sent. */
export const stepFaults = (
  { expected, questions, screening }: Pick<StoredSession, "questions" | "screening"> & { readonly expected?: StoredSession["expected"] },
  required: ReadonlyArray<SessionStep>,
  asksLater: boolean
): ReadonlyArray<typeof questionsMissing | typeof noSubjectToScreen> => {
  const named = [expected?.first_name, expected?.last_name].some((name) => (name ?? "").trim() !== "")
  const readsName = asksLater || required.some((step) => namingSteps.has(step))
  return [
    ...(required.includes("questionnaire") && questions === undefined ? [questionsMissing] : []),
    ...(screening === true && !named && !readsName ? [noSubjectToScreen] : [])
  ]
}
