import { Effect } from "effect"
import { maximumHits } from "../screening-model.ts"
import { HitStore } from "./model.ts"

/** The hits of a screening, the best match first. */
export const hitsOf = Effect.fnUntraced(function* (screening_id: string) {
  return yield* (yield* HitStore).list({
    where: [{ field: "screening_id", op: "eq", value: screening_id }],
    order: [{ field: "match_score", direction: "desc" }],
    limit: maximumHits
  })
})
