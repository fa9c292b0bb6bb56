import { Result, Schema } from "effect"
import { formatIssues, inputParseOptions } from "../../../kernel/wire/schema-issues.ts"
import { isRecord } from "../../../kernel/schema/shape.ts"
import { GraphEdge, GraphNode, graphLimits, NodeId, type NodeType, nodeTypes } from "../graph.ts"
import { broken, type GraphProblem, mostProblems } from "./problem.ts"

/** A node as far as it can be read: its place in the graph counts even where its configuration is wrong. */
export interface SketchedNode {
  readonly type: NodeType | undefined
  /** Undefined where it is not valid. */
  readonly node: GraphNode | undefined
}

export interface SketchedEdge {
  /** Its place in the list. */
  readonly index: number
  readonly from: string
  readonly to: string
  readonly conditional: boolean
  /** Undefined where it is not valid. */
  readonly edge: GraphEdge | undefined
}

/** What can be read of a graph, and what is wrong with its members. */
export interface Sketch {
  readonly start: unknown
  readonly nodes: ReadonlyMap<string, SketchedNode>
  readonly edges: ReadonlyArray<SketchedEdge>
  readonly problems: ReadonlyArray<GraphProblem>
  /** Names of nodes that are there and could not be read. */
  readonly unread: ReadonlySet<string>
  /** It holds far more than a graph may, so that nothing of it was looked at. */
  readonly crowded: boolean
}

type Place = GraphProblem["loc"]

const reader = <A>(schema: Schema.Codec<A, any>) => {
  const decode = Schema.decodeUnknownResult(schema, inputParseOptions)
  return (given: unknown, node_id: string | null, at: Place): { readonly value?: A; readonly problems: ReadonlyArray<GraphProblem> } => {
    const read = decode(given)
    if (Result.isSuccess(read)) return { value: read.success, problems: [] }
    // The first segment of a problem names where the input came from; here that is `at`.
    const problems = formatIssues(read.failure.issue, "body").map(({ loc, ...rest }) => ({
      ...rest,
      node_id,
      loc: [...at, ...loc.slice(1)]
    }))
    return { problems }
  }
}

const readOutline = reader(
  Schema.Struct({
    version: Schema.Literal(1),
    start: NodeId,
    nodes: Schema.Record(Schema.String, Schema.Unknown),
    edges: Schema.Array(Schema.Unknown)
  })
)
const readId = reader(NodeId)
const readNode = reader(GraphNode)
const readEdge = reader(GraphEdge)

const isNodeType = (given: unknown): given is NodeType => nodeTypes.some((type) => type === given)
const shortened = (id: string): string => id.slice(0, 64).toWellFormed()

/** Whether more bytes of JSON stand here than a graph may have, of which even a valid one would have too many. */
const isTooLarge = (given: unknown): boolean => Buffer.byteLength(JSON.stringify(given) ?? "") > graphLimits.bytes

/** Up to how many times as many nodes and edges as it may have a graph is looked at, so that what any graph costs is bounded. */
const mostTimes = 2

/** What a graph holds too much of, and whether that is too much to look at. */
const tooMany = (given: unknown): { readonly problems: ReadonlyArray<GraphProblem>; readonly crowded: boolean } => {
  const { edges, nodes } = isRecord(given) ? given : {}
  const count = { nodes: isRecord(nodes) ? Object.keys(nodes).length : 0, edges: Array.isArray(edges) ? edges.length : 0 }
  const large = isTooLarge(given)
  const crowded = large || count.nodes > mostTimes * graphLimits.nodes || count.edges > mostTimes * graphLimits.edges
  const problems = [
    ...(large ? [broken("too_large", null, [])] : []),
    ...(count.nodes > graphLimits.nodes ? [broken("too_many_nodes", null, ["nodes"])] : []),
    ...(count.edges > graphLimits.edges ? [broken("too_many_edges", null, ["edges"])] : [])
  ]
  const unseen = "; nothing else of the graph was looked at"
  return { problems: crowded ? problems.map((one) => ({ ...one, message: one.message + unseen })) : problems, crowded }
}

/** Reads a graph member by member, so that one that is wrong hides nothing of the others. It stops where more is wrong than is listed. */
export const sketch = (given: unknown): Sketch => {
  const excess = tooMany(given)
  if (excess.crowded) {
    return { start: undefined, nodes: new Map(), edges: [], problems: excess.problems, unread: new Set(), crowded: true }
  }
  const outline = readOutline(given, null, [])
  const problems: Array<GraphProblem> = [...excess.problems, ...outline.problems]
  const whole = isRecord(given) ? given : {}
  const nodes = new Map<string, SketchedNode>()
  const givenNodes = isRecord(whole.nodes) ? whole.nodes : {}
  const unread = new Set(Object.keys(givenNodes))
  for (const [id, raw] of Object.entries(givenNodes)) {
    const shown = shortened(id)
    if (problems.length > mostProblems) break
    const read = readNode(raw, shown, ["nodes", shown])
    const named = readId(id, shown, ["nodes", shown])
    problems.push(...named.problems, ...read.problems)
    if (named.value !== undefined && read.value !== undefined) unread.delete(id)
    nodes.set(id, { type: isRecord(raw) && isNodeType(raw.type) ? raw.type : undefined, node: read.value })
  }
  const edges = (Array.isArray(whole.edges) ? whole.edges : []).flatMap((raw: unknown, index): ReadonlyArray<SketchedEdge> => {
    if (problems.length > mostProblems) return []
    const { from, to, when } = isRecord(raw) ? raw : {}
    const read = readEdge(raw, typeof from === "string" ? shortened(from) : null, ["edges", index])
    problems.push(...read.problems)
    if (typeof from !== "string" || typeof to !== "string") return []
    return [{ index, from, to, conditional: when !== undefined, edge: read.value }]
  })
  return { start: whole.start, nodes, edges, problems, unread, crowded: false }
}
