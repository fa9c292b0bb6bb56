import { Effect } from "effect"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { HitStore, type StoredHit } from "./model.ts"
import { SubjectStore } from "../subjects/model.ts"

/** A hit of a subject's last screening that points to an entry of a list. */
export interface Pointing {
  readonly hit_id: string
  readonly subject_id: string
  readonly list_entry_id: string
  readonly monitored: boolean
}

const batch = 500
/** Hits of one page of entries that are looked through at most. */
const mostBatches = 2_000

/** The hits that point to these entries of a list, of last screenings alone: what was found before is history. */
export const pointingTo = Effect.fnUntraced(function* (list_key: string, uids: ReadonlyArray<string>) {
  const found: Array<Pointing> = []
  if (uids.length === 0) return found
  const store = yield* HitStore
  const subjects = yield* SubjectStore
  const last = new Map<string, { readonly screening: string | null; readonly monitored: boolean }>()
  let after: string | null = null
  for (let count = 0; count < mostBatches; count += 1) {
    const hits: ReadonlyArray<StoredHit> = yield* store.list({
      where: [
        { field: "list_key", op: "eq", value: list_key },
        { field: "list_entry_id", op: "in", values: uids },
        { field: "review_status", op: "ne", value: "auto_dismissed" },
        ...(after === null ? [] : [{ field: "id", op: "gt", value: after } as const])
      ],
      order: [{ field: "id", direction: "asc" }],
      limit: batch
    })
    for (const { id, list_entry_id, screening_id, subject_id } of hits) {
      const known = last.get(subject_id)
      const subject = known === undefined ? yield* subjects.find(subject_id) : undefined
      const facts = known ?? { screening: subject?.last_screening_id ?? null, monitored: subject?.monitoring.status === "active" }
      last.set(subject_id, facts)
      if (facts.screening === screening_id) found.push({ hit_id: id, subject_id, list_entry_id, monitored: facts.monitored })
    }
    after = hits.at(-1)?.id ?? null
    if (hits.length < batch) break
  }
  return found
})

/** Dates on hits that their entry was taken off its list. */
export const markDelisted = Effect.fnUntraced(function* (gone: ReadonlyArray<Pointing>) {
  const store = yield* HitStore
  const at = yield* tenantNow
  for (const { hit_id } of gone.toSorted((one, other) => (one.hit_id < other.hit_id ? -1 : 1))) {
    const hit = yield* store.lock(hit_id)
    if (hit === undefined || hit.delisted_at !== null || hit.list_entry_id === "") continue
    yield* store.save({ ...hit, delisted_at: at.slice(0, 10), updated_at: at })
  }
})
