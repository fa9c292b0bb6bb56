import { cpus } from "node:os"
import { evaluate, explain, type LookUp } from "../src/kernel/conditions/evaluate.ts"
import { readCondition } from "../src/kernel/conditions/read.ts"
import { judged } from "../src/resources/workflows/given-graph.ts"
import { defaultGraph } from "../src/verification/workflows/default-graph.ts"
import { fieldsBehind } from "../src/verification/workflows/fields.ts"
import { type Graph, type GraphEdge, type GraphNode, graphLimits } from "../src/verification/workflows/graph.ts"
import { linked } from "../src/verification/workflows/links.ts"
import { play } from "../src/verification/workflows/play.ts"

/** What graphs cost one core: conditions, validation, hostile graphs, and a run of the default graph without anything that it decides about. */
const seconds = Number(process.env.BENCH_SECONDS ?? 2)

const say = (what: string, figure: number, bar: number, met: boolean, more: object = {}) =>
  console.log(JSON.stringify({ benchmark: "workflows", what, figure: Math.round(figure * 100) / 100, bar, met, ...more }))

/** Milliseconds of a processor since the start of this process, in all of its threads. */
const processorMillis = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/** How often in a second of a processor, so that what others do on the machine does not count; the first tenth warms up. */
const perSecond = (once: (index: number) => void): number => {
  const lap = (millis: number): number => {
    const begun = processorMillis()
    let done = 0
    for (; processorMillis() - begun < millis; done += 256) for (let index = 0; index < 256; index += 1) once(done + index)
    return (done * 1000) / (processorMillis() - begun)
  }
  lap(seconds * 100)
  return lap(seconds * 1000)
}

/** Milliseconds of a processor in the median and at most: what others do on the machine meanwhile does not count. */
const millisOf = (once: () => void, times: number): { readonly median: number; readonly most: number } => {
  const laps = Array.from({ length: times }, () => {
    const begun = processorMillis()
    once()
    return processorMillis() - begun
  }).toSorted((one, other) => one - other)
  return { median: laps[Math.floor(times / 2)] ?? Number.NaN, most: laps.at(-1) ?? Number.NaN }
}

const facts: ReadonlyArray<Readonly<Record<string, string | number | ReadonlyArray<string>>>> = Array.from({ length: 100 }, (_, index) => ({
  "risk.score": index,
  "conclusion.status": index % 3 === 0 ? "in_review" : "approved",
  "session.tags": [`tag-${index % 7}`],
  ...(index % 5 === 0 ? {} : { "session.expected.country": index % 2 === 0 ? "DE" : "GB" }),
  "checks.face_match.score": index / 100
}))
const lookUps: ReadonlyArray<LookUp> = facts.map((known) => (path) => known[path])
const given = {
  and: [
    { gte: [{ var: "risk.score" }, 40] },
    { or: [{ eq: [{ var: "conclusion.status" }, "approved"] }, { contains: [{ var: "session.tags" }, "tag-3"] }] },
    { in: [{ var: "session.expected.country" }, ["DE", "FR", "GB"]] },
    { not: { lt: [{ var: "checks.face_match.score" }, 0.5] } }
  ]
}
const nodesOf = (graph: Graph) => Object.entries(graph.nodes).map(([id, node]) => ({ id, node }))
const read = readCondition(given, fieldsBehind(nodesOf(defaultGraph), nodesOf(defaultGraph)))
if (!("tree" in read)) throw new Error(`the condition is not valid: ${JSON.stringify(read.issues)}`)
const { tree } = read
const lookUpFor = (index: number): LookUp => lookUps[index % lookUps.length] ?? (() => undefined)
const plain = perSecond((index) => void evaluate(tree, lookUpFor(index)))
say("conditions of five comparisons a second, without traces", plain, 200_000, plain >= 200_000)
const traced = perSecond((index) => void explain(tree, lookUpFor(index)))
say("conditions of five comparisons a second, with traces", traced, 50_000, traced >= 50_000)

const layers = 10
const arms = 8
const ends = ["approved", "declined", "review", "resubmission_required"] as const
const condition = (index: number) => ({
  or: [{ gte: [{ var: "session.resubmission_count" }, index % 10] }, { contains: [{ var: "session.tags" }, `tag-${index}`] }]
})

/** A hundred nodes and 250 edges, most of them conditions. */
const largest = (): Graph => {
  const nodes: Record<string, GraphNode> = { start: { type: "start", config: {} } }
  const plainEdges: Array<readonly [string, string]> = []
  const begins = ["start", "c0", "c1", "c2", "c3", "c4"]
  for (const id of begins.slice(1)) nodes[id] = { type: "check", config: { type: "age" } }
  for (const [index, id] of begins.entries()) plainEdges.push([id, begins[index + 1] ?? "hub0"])
  for (const status of ends) nodes[status] = { type: "end", config: { status, reason_codes: [] } }
  for (let layer = 0; layer < layers; layer += 1) {
    const hub = `hub${layer}`
    const next = layer + 1 < layers ? `hub${layer + 1}` : "review"
    nodes[hub] = { type: "branch", config: {} }
    for (let arm = 0; arm < arms; arm += 1) {
      const id = `n${layer}_${arm}`
      nodes[id] = arm < 5 ? { type: "branch", config: {} } : { type: "check", config: { type: "age" } }
      if (arm < 5) plainEdges.push([id, "declined"])
      plainEdges.push([id, next], [hub, id])
    }
  }
  for (const status of ends) {
    for (let layer = 0; layer < layers; layer += 1) if (plainEdges.length < 250) plainEdges.push([`hub${layer}`, status])
  }
  const edges = plainEdges.map(([from, to], index): GraphEdge => {
    const isLast = !plainEdges.slice(index + 1).some((other) => other[0] === from)
    return nodes[from]?.type === "branch" && !isLast ? { from, to, when: condition(index), priority: index } : { from, to }
  })
  return { version: 1, start: "start", nodes, edges }
}
const graph = largest()
const size = { nodes: Object.keys(graph.nodes).length, edges: graph.edges.length }
const problemsOf = (hostile: unknown): ReadonlyArray<{ readonly code: string }> => {
  const found = judged(hostile)
  return "graph" in found ? [] : found.problems
}
if (problemsOf(graph).length > 0) throw new Error(`the largest graph is not valid: ${JSON.stringify(problemsOf(graph).slice(0, 3))}`)
const cold = millisOf(() => void judged(graph), 1)
const validation = millisOf(() => void judged(graph), 50)
say("milliseconds to validate the largest graph, in the median", validation.median, 20, validation.median <= 20, {
  ...size,
  first: Math.round(cold.median),
  most: Math.round(validation.most)
})

const nodes = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, graph.nodes.c0]))
const deep = (depth: number): object => (depth === 0 ? { gte: [{ var: "risk.score" }, 1] } : { and: [deep(depth - 1), { not: deep(0) }] })
/** The largest graph that is looked into. */
const mostBytes = graphLimits.bytes
/** With this condition on as many edges as a body has room for. */
const withConditions = (when: object): object => {
  let left = mostBytes - JSON.stringify(graph).length
  const bytes = JSON.stringify(when).length
  const edges = graph.edges.map((edge) => {
    if (edge.when === undefined || left < bytes) return edge
    left -= bytes
    return { ...edge, when }
  })
  return { ...graph, edges }
}
const huge = "x".repeat(20_000)
const hostile: Readonly<Record<string, object>> = {
  circles: {
    ...graph,
    edges: graph.edges.map(({ from, to, ...edge }, index) => (index % 3 === 0 ? { ...edge, from: to, to: from } : { ...edge, from, to }))
  },
  "200 nodes with two problems each, 500 edges": {
    ...graph,
    nodes: { ...graph.nodes, ...Object.fromEntries(Object.entries(graph.nodes).map(([id, node]) => [`${id}_two`, { ...node, a: 1 }])) },
    edges: [...graph.edges, ...graph.edges.map(({ from, to, ...edge }) => ({ ...edge, from: `${from}_two`, to: `${to}_two` }))]
  },
  "200 nodes, 500 edges": {
    ...graph,
    nodes: { ...graph.nodes, ...Object.fromEntries(Object.entries(graph.nodes).map(([id, node]) => [`${id}_two`, node])) },
    edges: [...graph.edges, ...graph.edges.map(({ from, to, ...edge }) => ({ ...edge, from: `${from}_two`, to: `${to}_two` }))]
  },
  "10,000 nodes": { ...graph, nodes: nodes(10_000) },
  "10,000 nodes, 30,000 edges": {
    ...graph,
    nodes: nodes(10_000),
    edges: Array.from({ length: 30_000 }, (_, index) => ({ from: `n${index % 9_999}`, to: `n${(index * 7) % 10_000}` }))
  },
  "deep conditions": withConditions(deep(1_000)),
  "wide conditions": withConditions({ or: Array.from({ length: 5_000 }, () => deep(0)) }),
  "fields of no ancestor": withConditions({ eq: [{ var: "gate.core.data.limit" }, 1] }),
  "huge constants": withConditions({ eq: [{ var: "session.external_reference" }, huge] }),
  "unknown members": {
    ...graph,
    nodes: Object.fromEntries(
      Object.entries(graph.nodes).map(([id, node]) => [id, { ...node, [huge.slice(0, 50)]: 1, config: { why: 1 } }])
    )
  },
  "names that are too long": {
    ...graph,
    edges: graph.edges.map((edge) => ({ ...edge, to: huge, label: huge })),
    nodes: Object.fromEntries(Object.entries(graph.nodes).map(([id, node]) => [`${id}${huge}`, node]))
  }
}
for (const [name, bad] of Object.entries(hostile)) {
  const problems = problemsOf(bad)
  const { median, most } = millisOf(() => void judged(bad), 15)
  say(`milliseconds to refuse a graph of ${name}`, median, 100, median < 100 && problems.length > 0, {
    most: Math.round(most),
    problems: problems.length,
    codes: [...new Set(problems.map(({ code }) => code))]
  })
}

const links = linked(defaultGraph)
const runs = perSecond((index) => void play(links, lookUpFor(index), () => ({ state: "succeeded" })))
say("runs of the default graph a second, the stepper and its conditions alone", runs, 500, runs >= 500, { cores: cpus().length })
