import type { Graph, GraphEdge, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { linked, type Scopes } from "@vouchkit/core/verification/workflows/links"
import { finished, isActive, type RunState, unbegun } from "@vouchkit/core/verification/workflows/run-state"
import { step } from "@vouchkit/core/verification/workflows/step"

export const check = (more: object = {}): GraphNode => ({ type: "check", config: { type: "age" }, ...more })
export const end = (
  status: "approved" | "declined" | "review",
  reason_codes: ReadonlyArray<"document_forged" | "document_expired"> = []
): GraphNode => ({
  type: "end",
  config: { status, reason_codes: [...reason_codes] }
})
export const join = (mode: "all" | "any" | number): GraphNode => ({
  type: "join",
  config: typeof mode === "number" ? { mode: "n", n: mode } : { mode }
})
export const passing = {
  start: { type: "start", config: {} },
  branch: { type: "branch", config: {} },
  parallel: { type: "parallel", config: {} }
} as const

export const graphOf = (nodes: Record<string, GraphNode>, edges: ReadonlyArray<GraphEdge | readonly [string, string]>): Graph => ({
  version: 1,
  start: "start",
  nodes: { start: passing.start, ...nodes },
  edges: edges.map((edge) => ("from" in edge ? edge : { from: edge[0], to: edge[1] }))
})

export type Fate = "succeeded" | "failed"
/** Runs a graph to its end. `order` picks the active node that finishes next, `holds` says which edges have a condition that holds, `ways` what reviewers say. */
export const run = (
  graph: Graph,
  {
    fates = {},
    holds = () => true,
    ways = () => "approved",
    order = (active) => active[0] ?? "",
    scopes
  }: {
    readonly fates?: Readonly<Record<string, Fate>>
    readonly holds?: (place: number) => boolean | null
    readonly ways?: (id: string) => "approved" | "rejected"
    readonly scopes?: Scopes
    readonly order?: (active: ReadonlyArray<string>, state: RunState) => string
  } = {}
): { readonly state: RunState; readonly steps: number } => {
  const links = linked(graph, scopes)
  let state = step(links, unbegun, ({ place }) => holds(place)).state
  let steps = 1
  while (state.outcome === null) {
    const now = state
    const active = links.filter(({ id }) => isActive(now, id)).map(({ id }) => id)
    if (active.length === 0) throw new Error("the run stands still")
    const id = order(active, now)
    const fate = fates[id] ?? "succeeded"
    const reviewed = fate === "succeeded" && graph.nodes[id]?.type === "review"
    const result = reviewed ? { state: "succeeded" as const, way: ways(id) } : { state: fate }
    state = step(links, finished(state, id, result), ({ place }) => holds(place)).state
    steps += 1
  }
  return { state, steps }
}
