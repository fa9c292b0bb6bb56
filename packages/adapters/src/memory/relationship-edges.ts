import { edgeLimits, edgesRead, RelationshipEdges } from "@vouchkit/core/resources/identities/relationships/edges"
import { RelationshipStore } from "@vouchkit/core/resources/identities/relationships/model"
import { Effect, Layer } from "effect"

/** The relationships of each identity, side and named type, one list after the other. */
export const layer = Layer.effect(RelationshipEdges)(
  Effect.map(RelationshipStore, (store) => ({
    of: ({ arriving, identity_ids, leaving, statuses }) => {
      const sides = [
        { field: "from_id", types: leaving },
        { field: "to_id", types: arriving }
      ] as const
      const lists = sides.flatMap(({ field, types }) =>
        identity_ids.flatMap((value) => (types ?? [null]).map((type) => ({ field, value, type })))
      )
      const read = Effect.forEach(lists, ({ field, type, value }) =>
        store.list({
          where: [
            { field, op: "eq", value },
            { field: "status", op: "in", values: statuses },
            ...(type === null ? [] : [{ field: "type", op: "eq", value: type } as const])
          ],
          order: [
            { field: "type", direction: "asc" },
            { field: "created_at", direction: "asc" }
          ],
          limit: edgeLimits.of_one + 1
        })
      )
      return Effect.map(read, edgesRead)
    }
  }))
)
