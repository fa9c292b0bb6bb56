import { Effect, Schema } from "effect"
import { InvalidInput, type Problem } from "../../../kernel/foundation/failure.ts"
import { operation, scopes } from "../../../kernel/operation/operation.ts"
import { operations } from "../../../kernel/operation/record.ts"
import { RowKey } from "../../../kernel/resource/keyed/records.ts"
import { followIdentity } from "../../../resources/identities/change.ts"
import { AssuranceLevel } from "../../../resources/identities/assurance.ts"
import { Identity, IdentityReference, IdentityStore, type StoredIdentity } from "../../../resources/identities/model.ts"
import { edgeLimits } from "../../../resources/identities/relationships/edges.ts"
import { Relationship, type StoredRelationship } from "../../../resources/identities/relationships/model.ts"
import { liveStatuses } from "../../../resources/identities/relationships/status.ts"
import { relationshipTypeRows } from "../../../resources/settings/relationship-types/model.ts"
import { typeNamed } from "./given.ts"
import { mostEdges, walk } from "./walk.ts"

const limits = { starts: 10, types: 20, depth: 4, nodes: 500 } as const
const usual = { depth: 2, nodes: 100 } as const

const { display_name, id: identity_id, identity_type, status: identity_status } = Identity.fields
const GraphNode = Schema.Struct({
  id: identity_id,
  identity_type,
  status: identity_status,
  display_name,
  assurance_level: AssuranceLevel,
  risk_score: Schema.NullOr(Schema.Int),
  depth: Schema.Int.annotate({ description: "Over how many relationships it was reached; 0 where the graph begins" })
}).annotate({ identifier: "IdentityGraphNode" })

const { confidence, from_id, id, inverse_type, percent, source, status, to_id, type } = Relationship.fields
const GraphEdge = Schema.Struct({ id, type, inverse_type, from_id, to_id, status, source, confidence, percent }).annotate({
  identifier: "IdentityGraphEdge"
})

const IdentityGraph = Schema.Struct({
  nodes: Schema.Array(GraphNode).check(Schema.isMaxLength(limits.nodes)),
  edges: Schema.Array(GraphEdge).check(Schema.isMaxLength(mostEdges)),
  truncated: Schema.Boolean.annotate({
    description: `Something within the depth may be missing: the graph has \`max_nodes\` identities or ${mostEdges} relationships, or an identity has more than ${edgeLimits.of_one} on one side`
  })
}).annotate({ identifier: "IdentityGraph" })

const shownNode = (row: StoredIdentity, depth: number): typeof GraphNode.Type => ({
  id: row.id,
  identity_type: row.identity_type,
  status: row.status,
  display_name: row.display_name,
  assurance_level: row.assurance.level,
  risk_score: row.risk?.score ?? null,
  depth
})

const shownEdge = (row: StoredRelationship): typeof GraphEdge.Type => ({
  id: row.id,
  type: row.type,
  inverse_type: row.inverse_type,
  from_id: row.from_id,
  to_id: row.to_id,
  status: row.status,
  source: row.source,
  confidence: row.confidence,
  percent: row.percent
})

/** The identities in which a graph begins, each once, and a problem for each name of none. */
const startsOf = Effect.fnUntraced(function* (references: ReadonlyArray<string>) {
  const found = yield* Effect.forEach(references, (reference) =>
    followIdentity(reference).pipe(Effect.catchTag("NotFound", () => Effect.succeed(undefined)))
  )
  return {
    ids: [...new Set(found.flatMap((row) => (row === undefined ? [] : [row.id])))],
    problems: found.flatMap(
      (row, index): ReadonlyArray<Problem> =>
        row === undefined ? [{ loc: ["body", "start_ids", index], code: "unknown_identity", message: "names no identity" }] : []
    )
  }
})

type Direction = "both" | "outgoing" | "incoming"

/** The types that are followed on each side. A relationship that reads alike from both ends has no direction. */
const sidesOf = Effect.fnUntraced(function* (names: ReadonlyArray<string>, direction: Direction) {
  const everyType = names.length === 0
  if (everyType && direction === "both") return { leaving: null, arriving: null, problems: [] }
  const inUse = yield* relationshipTypeRows.inUse
  const named = names.map((name) => typeNamed(inUse, name)?.type)
  const types = everyType ? inUse : named.filter((row) => row !== undefined)
  const alike = types.filter(({ symmetric }) => symmetric).map(({ key }) => key)
  const all = everyType ? null : [...new Set(types.map(({ key }) => key))]
  return {
    leaving: direction === "incoming" ? alike : all,
    arriving: direction === "outgoing" ? alike : all,
    problems: named.flatMap(
      (row, index): ReadonlyArray<Problem> =>
        row === undefined ? [{ loc: ["body", "types", index], code: "unknown_key", message: "names no relationship type in use" }] : []
    )
  }
})

const graph = operation(
  {
    summary: "Get the relationships around identities as a graph",
    description:
      "Follows relationships breadth first. What was dismissed is left out. Relationships that read alike from both ends are followed in every direction.",
    method: "POST",
    path: "/identities/graph",
    access: scopes("identities:read"),
    effect: "read",
    quota: "search",
    body: {
      start_ids: Schema.Array(IdentityReference)
        .check(Schema.isMinLength(1), Schema.isMaxLength(limits.starts))
        .annotate({ description: "Ids or external references of the identities in which the graph begins" }),
      types: Schema.optionalKey(
        Schema.Array(RowKey)
          .check(Schema.isMaxLength(limits.types))
          .annotate({ description: "Relationship types to follow, by key or inverse key; all unless stated" })
      ),
      direction: Schema.optionalKey(
        Schema.Literals(["both", "outgoing", "incoming"]).annotate({
          description: "`outgoing` leads from `from_id` to `to_id`. Default: both"
        })
      ),
      depth: Schema.optionalKey(
        Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.depth })).annotate({
          description: `Over how many relationships identities are reached. Default: ${usual.depth}`
        })
      ),
      max_nodes: Schema.optionalKey(
        Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.nodes })).annotate({
          description: `Most identities of the graph, those in which it begins included. Default: ${usual.nodes}`
        })
      ),
      include_system: Schema.optionalKey(
        Schema.Boolean.annotate({ description: "False leaves out what the service proposed and no one confirmed. Default: true" })
      )
    },
    output: IdentityGraph,
    tool: {
      name: "get_identity_graph",
      title: "Get the relationships of an identity",
      toolset: "identities",
      description:
        "Get the identities related to one, up to three steps away. Use it to look for shared documents, devices or owners. Not as proof: a proposed edge is no fact. Next: get_identity."
    }
  },
  Effect.fnUntraced(function* ({
    depth = usual.depth,
    direction = "both",
    include_system = true,
    max_nodes = usual.nodes,
    start_ids,
    types = []
  }) {
    const starts = yield* startsOf(start_ids)
    const { arriving, leaving, problems } = yield* sidesOf(types, direction)
    if (starts.problems.length + problems.length > 0) {
      return yield* new InvalidInput({ code: "validation_error", problems: [...starts.problems, ...problems] })
    }
    const statuses = include_system ? liveStatuses : (["confirmed"] as const)
    const { depths, edges, truncated } = yield* walk({ start_ids: starts.ids, depth, max_nodes, leaving, arriving, statuses })
    const ids = [...depths.keys()]
    const rows = yield* (yield* IdentityStore).list({ where: [{ field: "id", op: "in", values: ids }], limit: ids.length })
    const known = new Map(rows.map((row) => [row.id, row]))
    return {
      nodes: ids.flatMap((id) => {
        const row = known.get(id)
        return row === undefined ? [] : [shownNode(row, depths.get(id) ?? 0)]
      }),
      edges: edges.map(shownEdge),
      truncated
    }
  })
)

export const identityGraph = operations("identities", { graph })
