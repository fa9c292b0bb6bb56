import { Effect } from "effect"
import { IdentityStore, type StoredIdentity } from "../../resources/identities/model.ts"
import { ListStore } from "../../resources/lists/model.ts"
import { relationshipTypeRows } from "../../resources/settings/relationship-types/model.ts"
import type { Graph, GraphNode } from "../../verification/workflows/graph.ts"
import type { GraphProblem } from "../../verification/workflows/validate/problem.ts"
import { typeNamed } from "../identities/relationships/given.ts"

/** Something that a node names. */
interface Reference {
  readonly node_id: string
  readonly kind: "list" | "identity" | "relationship_type"
  readonly named: string
  readonly loc: ReadonlyArray<string | number>
}

const referencesOfNode = (node_id: string, node: GraphNode): ReadonlyArray<Reference> => {
  const at = (kind: Reference["kind"], named: string, ...loc: Reference["loc"]): Reference => ({ node_id, kind, named, loc })
  if (node.type === "list_lookup") return (node.config.list_ids ?? []).map((id, index) => at("list", id, "list_ids", index))
  if (node.type !== "action") return []
  const { config } = node
  if (config.do === "add_to_list") return [at("list", config.list_id, "list_id")]
  if (config.do !== "create_relationship") return []
  return [at("relationship_type", config.relationship_type, "relationship_type"), at("identity", config.identity_id, "identity_id")]
}

type Found = ReadonlyMap<string, string | null>

/** The lists and identities among these by their ids, each with when it was archived. */
const found = (rows: ReadonlyArray<{ readonly id: string; readonly archived_at: string | null }>): Found =>
  new Map(rows.map(({ archived_at, id }) => [id, archived_at]))

const named = (references: ReadonlyArray<Reference>, kind: Reference["kind"]): ReadonlyArray<string> => [
  ...new Set(references.filter((one) => one.kind === kind).map((one) => one.named))
]

const nouns = { list: "list", identity: "identity", relationship_type: "relationship type" } as const

/** What is wrong with a reference; undefined where nothing is. */
const issueOf = ({ kind, named: id }: Reference, known: Found): { readonly code: string; readonly message: string } | undefined => {
  const archived_at = known.get(id)
  if (archived_at === undefined) return { code: `unknown_${kind}`, message: `names no ${nouns[kind]} of this organization and environment` }
  return archived_at === null ? undefined : { code: `archived_${kind}`, message: `names a ${nouns[kind]} that is archived` }
}

const identitiesOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  if (ids.length === 0) return []
  const rows: ReadonlyArray<StoredIdentity> = yield* (yield* IdentityStore).list({
    where: [{ field: "id", op: "in", values: ids }],
    limit: ids.length
  })
  return rows
})

const listsOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  return ids.length === 0 ? [] : yield* (yield* ListStore).list({ where: [{ field: "id", op: "in", values: ids }], limit: ids.length })
})

/** What a graph names that is not there, or is archived: a run could not do what such a node says. */
export const unknownReferences = Effect.fnUntraced(function* (graph: Graph) {
  const references = Object.entries(graph.nodes).flatMap(([id, node]) => referencesOfNode(id, node))
  if (references.length === 0) return []
  const lists = found(yield* listsOf(named(references, "list")))
  const identities = found(yield* identitiesOf(named(references, "identity")))
  const inUse = named(references, "relationship_type").length === 0 ? [] : yield* relationshipTypeRows.inUse
  const types: Found = new Map(
    named(references, "relationship_type").flatMap((key) => (typeNamed(inUse, key) === undefined ? [] : [[key, null]]))
  )
  const known = { list: lists, identity: identities, relationship_type: types }
  return references.flatMap((reference): ReadonlyArray<GraphProblem> => {
    const issue = issueOf(reference, known[reference.kind])
    const { loc, node_id } = reference
    return issue === undefined ? [] : [{ ...issue, node_id, loc: ["nodes", node_id, "config", ...loc] }]
  })
})
