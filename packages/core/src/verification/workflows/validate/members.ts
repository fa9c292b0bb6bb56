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
  /** It holds more than a graph may, so that nothing of it was looked at. */
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

/** More than this is not looked at, so that what any graph costs is bounded by what the largest one may hold. */
const tooMany = (given: unknown): ReadonlyArray<GraphProblem> => {
  const { edges, nodes } = isRecord(given) ? given : {}
  return [
    ...(isTooLarge(given) ? [broken("too_large", null, [])] : []),
    ...(isRecord(nodes) && Object.keys(nodes).length > graphLimits.nodes ? [broken("too_many_nodes", null, ["nodes"])] : []),
    ...(Array.isArray(edges) && edges.length > graphLimits.edges ? [broken("too_many_edges", null, ["edges"])] : [])
  ]
}

/** Reads a graph member by member, so that one that is wrong hides nothing of the others. It stops where more is wrong than is listed. */
export const sketch = (given: unknown): Sketch => {
  const crowded = tooMany(given)
  if (crowded.length > 0) return { start: undefined, nodes: new Map(), edges: [], problems: crowded, crowded: true }
  const outline = readOutline(given, null, [])
  const problems: Array<GraphProblem> = [...outline.problems]
  const whole = isRecord(given) ? given : {}
  const nodes = new Map<string, SketchedNode>()
  for (const [id, raw] of Object.entries(isRecord(whole.nodes) ? whole.nodes : {})) {
    const shown = shortened(id)
    if (problems.length > mostProblems) break
    const read = readNode(raw, shown, ["nodes", shown])
    problems.push(...readId(id, shown, ["nodes", shown]).problems, ...read.problems)
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
  return { start: whole.start, nodes, edges, problems, crowded: false }
}
