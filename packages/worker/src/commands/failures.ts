import type { Failure } from "@vouchkit/core/kernel/foundation/failure"
import { exitCodes, StartProblem } from "../settings/start-problem.ts"

/** A failure of an operation in words for the person at the keyboard. */
export const reportedFailure = (failure: Failure): StartProblem => {
  switch (failure._tag) {
    case "InvalidInput":
      return new StartProblem({
        message: failure.problems.map(({ loc, message }) => `${loc.join(".") || "The input"} ${message}`).join("\n"),
        exit_code: exitCodes.usage
      })
    case "StorageUnavailable":
      return new StartProblem({
        message: "The database does not answer. Check that it runs, then try again.",
        exit_code: exitCodes.unavailable
      })
    default:
      return new StartProblem({ message: failure.message, exit_code: exitCodes.unavailable })
  }
}
