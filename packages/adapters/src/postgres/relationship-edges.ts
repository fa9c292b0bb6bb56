import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { edgeLimits, type EdgeQuery, edgesRead, RelationshipEdges } from "@vouchkit/core/resources/identities/relationships/edges"
import type { StoredRelationship } from "@vouchkit/core/resources/identities/relationships/model"
import { liveStatuses } from "@vouchkit/core/resources/identities/relationships/status"
import { Effect, Layer } from "effect"
import { Database } from "./database.ts"
import { tenantClause } from "./statements/conditions.ts"
import type { Parameters } from "./statements/statement.ts"

/** Both sides may show one relationship, so that twice as many rows are as many relationships at least. */
const mostRows = 2 * edgeLimits.at_once + 2

const listOf = (values: ReadonlyArray<string>): string => values.map((value) => `'${value}'`).join(", ")

/** The relationships of each identity on one side, each identity and named type a range of an index (0063_identity_relationships.sql). */
const sideOf = (
  side: "from_id" | "to_id",
  types: ReadonlyArray<string> | null,
  { identity_ids, statuses }: EdgeQuery,
  tenant: Tenant["Service"],
  parameters: Parameters
): ReadonlyArray<string> => {
  if (types?.length === 0) return []
  const [from, list, where] =
    types === null
      ? ["", "''", ""]
      : [` cross join unnest(${parameters.add([...types])}::text[]) as wanted (type)`, "wanted.type", " and r.type = wanted.type"]
  // The statuses are constants, so that the plan knows the rows of its indexes.
  const live = `status in (${listOf(liveStatuses)})${statuses.length < liveStatuses.length ? ` and status in (${listOf(statuses)})` : ""}`
  const read = `select data from identity_relationships as r where ${tenantClause(tenant, parameters)} and r.${side} = node.id${where} and ${live} order by type, created_at, id limit ${edgeLimits.of_one + 1}`
  return [
    `select '${side}' as side, node.id as node, ${list} as type, found.data from unnest(${parameters.add([...identity_ids])}::text[]) as node (id)${from} cross join lateral (${read}) as found`
  ]
}

export const layer = Layer.effect(RelationshipEdges)(
  Effect.map(Database, ({ query }) => ({
    of: Effect.fnUntraced(function* (asked: EdgeQuery) {
      const tenant = yield* Tenant
      if (asked.identity_ids.length === 0 || asked.statuses.length === 0) return edgesRead([])
      if (asked.leaving?.length === 0 && asked.arriving?.length === 0) return edgesRead([])
      const rows = yield* query((parameters) => {
        const sides = [
          ...sideOf("from_id", asked.leaving, asked, tenant, parameters),
          ...sideOf("to_id", asked.arriving, asked, tenant, parameters)
        ]
        return `${sides.join(" union all ")} limit ${mostRows}`
      })
      const lists = new Map<string, Array<StoredRelationship>>()
      for (const { data, node, side, type } of rows) {
        const list = `${side}/${node}/${type}`
        lists.set(list, [...(lists.get(list) ?? []), data])
      }
      return edgesRead([...lists.values()])
    })
  }))
)
