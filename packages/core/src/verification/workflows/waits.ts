import type { GraphNode } from "./graph.ts"
import { nodeWork } from "./node-work.ts"
import { retrySeconds } from "./retries.ts"

/** How long a run takes at most, in seconds; then a person looks at its session. */
export const mostRunSeconds = 30 * 24 * 60 * 60

/** After how many seconds a node that waits comes to an end by itself, or to its next try; null where it waits for as long as its run may take. */
export const waitSeconds = (node: GraphNode, attempt: number): number | null => {
  const { timeout_s = null } = node
  switch (node.type) {
    case "external_gate":
      return Math.min(node.config.expires_in_s, timeout_s ?? node.config.expires_in_s)
    case "wait": {
      const own = "duration_s" in node.config ? node.config.duration_s : node.config.timeout_s
      return Math.min(own, timeout_s ?? own)
    }
    case "capture":
    case "review":
      return timeout_s
    default:
      // One that says nothing of retries waits only where it could not reach what it needs.
      return nodeWork[node.type] === "execute" ? retrySeconds(node, attempt, true) : null
  }
}

/**
 * How long a node that works takes at most, over all of its tries, in seconds; null where it may take as long as it likes. The time of a subworkflow is that
 * of all of its nodes.
 */
export const limitSeconds = ({ timeout_s, type }: GraphNode): number | null => (nodeWork[type] === "execute" ? (timeout_s ?? null) : null)
