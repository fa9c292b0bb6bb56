import { Effect } from "effect"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { allCategories } from "../../../verification/screening/category.ts"
import { type ScreeningError, ScreeningStore, type StoredScreening } from "../screening-model.ts"
import { standardThreshold } from "../standard-threshold.ts"
import type { StoredSubject } from "../subjects/model.ts"
import { tally } from "./judge.ts"
import { HitStore, type StoredHit } from "./model.ts"
import { hitsOf } from "./of-screening.ts"

/** Waiting hits of one subject that end with one screening; what is beyond them ends with the next. */
const mostSuperseded = 1_000

/** What keeps a screening from finding again all that earlier ones found. */
const gaps: ReadonlySet<ScreeningError> = new Set<ScreeningError>([
  "no_list_loaded",
  "list_not_loaded",
  "name_not_searchable",
  "too_many_hits"
])

/** Whether what a screening did not find again is gone, and not merely left out. */
export const searchesEverything = ({
  categories,
  error_codes,
  lists,
  threshold,
  whole = categories.length === allCategories.length && lists.length > 0
}: Pick<StoredScreening, "categories" | "error_codes" | "lists" | "threshold" | "whole">): boolean =>
  whole && threshold <= standardThreshold && !error_codes.some((code) => gaps.has(code))

/**
 * Ends the hits of a locked subject that wait for a person, before those of a screening of everything are stored: who is still listed is
 * found by it again, and no one is asked twice about one entry. What was judged stays judged.
 */
export const supersedeWaiting = Effect.fnUntraced(function* (subject_id: string) {
  const store = yield* HitStore
  const at = yield* tenantNow
  const waiting = yield* store.list({
    where: [
      { field: "subject_id", op: "eq", value: subject_id },
      { field: "review_status", op: "eq", value: "unreviewed" }
    ],
    limit: mostSuperseded
  })
  for (const hit of waiting) yield* store.save({ ...hit, review_status: "superseded", updated_at: at })
  for (const screening_id of new Set(waiting.map((hit) => hit.screening_id))) yield* tally(screening_id, yield* hitsOf(screening_id))
})

/** Narrower screenings that are looked through for the one that searched everything. */
const mostNarrower = 20

/**
 * What is known of a subject by its screenings, back to the last one of everything: of each entry the hit of the newest screening that found
 * it. A narrower screening that left an entry out says nothing of it.
 */
export const standingHits = Effect.fnUntraced(function* ({ last_screening_id }: Pick<StoredSubject, "last_screening_id">) {
  const store = yield* ScreeningStore
  const found = new Map<string, StoredHit>()
  let id = last_screening_id
  for (let looked = 0; id !== null && looked < mostNarrower; looked += 1) {
    const screening: StoredScreening | undefined = yield* store.find(id)
    if (screening === undefined) break
    for (const hit of yield* hitsOf(id)) {
      const entry = JSON.stringify([hit.list_key, hit.list_entry_id])
      if (!found.has(entry)) found.set(entry, hit)
    }
    id = searchesEverything(screening) ? null : screening.previous_screening_id
  }
  return [...found.values()]
})
