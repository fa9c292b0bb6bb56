import { Effect } from "effect"
import { type StartProblem, unavailable } from "../../settings/start-problem.ts"

const everyMillis = 200

/** Shows what is done now on one line of a terminal; elsewhere it is silent. Null ends the line. */
export const progress = () => {
  const { stderr } = process
  let shown = 0
  return (text: string | null): void => {
    if (!stderr.isTTY) return
    const at = performance.now()
    if (text === null) stderr.write("\r\u001b[K")
    else if (at - shown >= everyMillis) {
      shown = at
      stderr.write(`\r\u001b[K${text.slice(0, Math.max(20, stderr.columns - 1))}`)
    }
  }
}

const reasonOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : cause instanceof Error
      ? cause.message.slice(0, 200)
      : "unknown"

/** Runs a part of a backup; the problem names the code of the system or of the database, and no data. */
export const attempted = <A>(problem: string, work: () => Promise<A>): Effect.Effect<A, StartProblem> =>
  Effect.tryPromise({ try: work, catch: (cause) => unavailable(`${problem} (${reasonOf(cause)}).`) })
