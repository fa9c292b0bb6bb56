import type { Graph, GraphEdge, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import fc from "fast-check"
import { check, end, type Fate, graphOf, join, passing } from "./workflow-graphs.ts"

/** What a random graph is made of: `links` draws the nodes before each that lead to it. */
interface Drawn {
  readonly kind: "check" | "branch" | "parallel" | "wait" | "gate" | "review" | "action" | "all" | "any" | "n"
  readonly n: number
  readonly links: ReadonlyArray<number>
  readonly on_error: "review" | "continue" | "fail" | undefined
}
const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom("check", "check", "branch", "parallel", "wait", "gate", "review", "action", "all", "any", "n"),
  n: fc.integer({ min: 1, max: 4 }),
  links: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  on_error: fc.constantFrom(undefined, "review", "continue", "fail")
})

const nodeFor = ({ kind, n, on_error }: Drawn): GraphNode => {
  if (kind === "all" || kind === "any") return join(kind)
  if (kind === "n") return join(n)
  if (kind === "wait") return { type: "wait", config: { duration_s: 1 } }
  if (kind === "gate") return { type: "external_gate", config: { key: "core", expires_in_s: 60, on_timeout: "review" } }
  if (kind === "review") return { type: "review", config: { queue: "first" } }
  if (kind === "action") return { type: "action", config: { do: "tag", tag: "seen" } }
  return kind === "check" ? check(on_error === undefined ? {} : { on_error }) : passing[kind]
}
const ends = [end("approved"), end("review"), end("declined", ["document_forged"]), end("declined", ["document_expired"])]

/** A graph that keeps the rules: edges lead forward, each node is reached, and each but an end leads on, a branch with an else. */
const graphFrom = (parts: ReadonlyArray<Drawn>, last: ReadonlyArray<number>): Graph => {
  const nodes: Record<string, GraphNode> = {}
  const edges: Array<GraphEdge> = []
  const before = ["start"]
  const connect = (from: string, to: string) => {
    if (edges.some((edge) => edge.from === from && edge.to === to)) return
    edges.push({ from, to })
  }
  for (const [index, part] of parts.entries()) {
    const id = `n${index}`
    nodes[id] = nodeFor(part)
    for (const link of part.links) connect(before[link % before.length] ?? "start", id)
    before.push(id)
  }
  for (const [index, id] of before.entries()) {
    if (edges.some(({ from }) => from === id)) continue
    const place = last[index % last.length] ?? 0
    nodes[`end${place % ends.length}`] = ends[place % ends.length] ?? end("approved")
    connect(id, `end${place % ends.length}`)
  }
  // All edges of a branch but the last have a condition.
  const conditioned = edges.map((edge, place) => {
    const isBranch = nodes[edge.from]?.type === "branch"
    const isLast = !edges.slice(place + 1).some(({ from }) => from === edge.from)
    return isBranch && !isLast ? { ...edge, when: { exists: [{ var: "risk.score" }, true] } } : edge
  })
  // Those of a review have its labels; where it has more than two, several lead on from one of them.
  const seen = new Set<string>()
  const labelled = conditioned.map((edge): GraphEdge => {
    if (nodes[edge.from]?.type !== "review") return edge
    const label = seen.has(edge.from) ? "rejected" : "approved"
    seen.add(edge.from)
    return { ...edge, label }
  })
  return graphOf(nodes, labelled)
}
export const someGraph = fc
  .tuple(fc.array(drawn, { minLength: 1, maxLength: 18 }), fc.array(fc.nat(), { minLength: 1, maxLength: 8 }))
  .map(([parts, last]) => graphFrom(parts, last))
export const fatesOf = (graph: Graph, bits: ReadonlyArray<boolean>): Readonly<Record<string, Fate>> =>
  Object.fromEntries(Object.keys(graph.nodes).map((id, index) => [id, bits[index % bits.length] === true ? "failed" : "succeeded"]))
export const bits = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 })
export const answers = fc.array(fc.constantFrom(true, false, null), { minLength: 1, maxLength: 12 })
/** What reviewers say, by the place of their node. */
export const waysOf = (graph: Graph, words: ReadonlyArray<boolean>) => (id: string) =>
  words[Object.keys(graph.nodes).indexOf(id) % words.length] === true ? ("approved" as const) : ("rejected" as const)
export const orders = fc
  .infiniteStream(fc.nat())
  .map((stream) => (active: ReadonlyArray<string>) => active[(stream.next().value ?? 0) % active.length] ?? "")
