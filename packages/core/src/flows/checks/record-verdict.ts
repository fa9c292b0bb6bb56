import type { CheckFinding } from "../../resources/checks/record.ts"
import type { Conclusion } from "../../verification/conclusion.ts"

/** What records of the organization, such as a screening or a list, say of a session. */
export interface RecordVerdict {
  readonly finding: CheckFinding
  readonly conclusion: Conclusion
  /** With which the session is marked. */
  readonly tags: ReadonlyArray<string>
}
