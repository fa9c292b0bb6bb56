import { Data } from "effect"

/** Exit codes of sysexits.h that callers may branch on; anything else that goes wrong is 1. */
export const exitCodes = { usage: 64, unavailable: 1, configuration: 78 } as const

/** Why a command cannot do its work, in words for the person at the keyboard. */
export class StartProblem extends Data.TaggedError("StartProblem")<{ readonly message: string; readonly exit_code: number }> {}

export const unavailable = (message: string): StartProblem => new StartProblem({ message, exit_code: exitCodes.unavailable })
export const misconfigured = (message: string): StartProblem => new StartProblem({ message, exit_code: exitCodes.configuration })
