import type { GraphEdge, GraphNode, NodeState } from "../graph.ts"
import type { LinkedNode } from "../links.ts"

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** Text as it may stand in XML, in an element or an attribute: characters that XML does not have are replaced. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"']/gu, (character) => named[character] ?? "")

/** Characters from here on are drawn about twice as wide. */
const wideFrom = 0x2e80
const unitsOf = (character: string): number => ((character.codePointAt(0) ?? 0) >= wideFrom ? 2 : 1)

/** How wide a text is drawn, in widths of a usual letter. */
export const unitsIn = (text: string): number => [...text].reduce((sum, character) => sum + unitsOf(character), 0)

/** The text, cut where it is wider than so many letters. */
export const shortened = (text: string, units: number): string => {
  if (unitsIn(text) <= units) return text
  let kept = ""
  let used = 1
  for (const character of text) {
    used += unitsOf(character)
    if (used > units) break
    kept += character
  }
  return `${kept}…`
}

/** What a node does, in a few words. */
export const purposeOf = (node: GraphNode): string => {
  switch (node.type) {
    case "capture":
      return `capture: ${node.config.steps === "session" ? "steps of the session" : node.config.steps.join(", ")}`
    case "check":
      return `check: ${node.config.type}`
    case "join":
      return `join: ${"n" in node.config ? node.config.n : node.config.mode}`
    case "external_gate":
      return `external gate: ${node.config.key}`
    case "review":
      return `review: ${node.config.queue}`
    case "wait":
      return "event" in node.config ? `wait for ${node.config.event}` : `wait ${node.config.duration_s} s`
    case "action":
      return `action: ${node.config.do}`
    case "end":
      return `end: ${node.config.status}`
    default:
      return node.type.replaceAll("_", " ")
  }
}

/** What stands at an edge: its label; for a branch without labels, in which order its ways are tried. */
export const labelOf = ({ node, out }: LinkedNode, edge: GraphEdge): string => {
  if (edge.label !== undefined) return edge.label
  if (node.type !== "branch") return ""
  return edge.when === undefined ? "otherwise" : `${out.findIndex((link) => link.edge === edge) + 1}`
}

/** States by a sign and a word: colour says nothing that these do not. */
export const stateTexts = {
  pending: "not reached",
  running: "▶ running",
  waiting: "… waiting",
  succeeded: "✓ succeeded",
  failed: "✗ failed",
  skipped: "↷ skipped",
  cancelled: "■ cancelled"
} as const satisfies Record<NodeState, string>
