import type { GraphNode, Retry } from "./graph.ts"
import type { LinkedNode } from "./links.ts"
import { finished, type NodeResult, nodeOf, type RunState, withNode } from "./run-state.ts"

const standardWaits = [2, 10, 60] as const
const once = { attempts: 1 } as const satisfies Retry
/** Of a node that cannot reach what it needs, where its graph says what follows and not how often it is tried. */
const standard = { attempts: 4 } as const satisfies Retry

/** How long a node waits after a try that failed, in seconds; null where it was the last one. A result is final unless the graph says otherwise. */
export const retrySeconds = ({ retry: stated }: GraphNode, attempt: number, unreached: boolean): number | null => {
  const retry = stated ?? (unreached ? standard : once)
  const { attempts, waits_s = standardWaits }: Retry = retry
  return attempt >= attempts ? null : (waits_s[Math.min(attempt, waits_s.length) - 1] ?? null)
}

/**
 * Whether the graph says what to do where a node cannot reach what it needs. Where it does not, the job that works on the run is tried again as a whole,
 * and a person looks at the session after the last time.
 */
export const isProvidedFor = ({ on_error, retry, timeout_s }: GraphNode): boolean =>
  retry !== undefined || on_error !== undefined || timeout_s !== undefined

/** The run after a try of a node that is being executed: with its result, or with the node waiting for the next try. */
export const afterTry = (state: RunState, { id, node }: LinkedNode, result: NodeResult, unreached = false): RunState => {
  const now = nodeOf(state, id)
  if (state.outcome !== null || now.state !== "running") return state
  const wait = result.state === "failed" ? retrySeconds(node, now.attempt, unreached) : null
  return wait === null ? finished(state, id, result) : withNode(state, id, { ...now, ...result, state: "waiting" })
}

/** The run with the next try of a node that waited for it. */
export const triedAgain = (state: RunState, id: string): RunState => {
  const now = nodeOf(state, id)
  return state.outcome !== null || now.state !== "waiting" ? state : withNode(state, id, { state: "running", attempt: now.attempt + 1 })
}
