import { Effect } from "effect"
import type { VerdictReason } from "../../../verification/verdict.ts"
import type { FaceTemplate } from "../../../verification/faces/analysis.ts"
import { templateSimilarity } from "../../../verification/faces/bands.ts"
import { openFace } from "../../../verification/faces/template.ts"
import { Conflict } from "../../../kernel/foundation/failure.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import type { Condition } from "../../../kernel/storage/collection.ts"
import { stands } from "../entries.ts"
import { modelKey } from "./face-keys.ts"
import { type ListMatch, listsInUse, matchesBy } from "./look-up.ts"
import { ListEntryStore, type listEntries, type StoredEntry, type StoredList } from "../model.ts"

/**
 * Entries of faces that an environment keeps and a look-up compares, and the scores from which two faces are likely, and possibly, one
 * person's. Every entry is opened for every look-up: nothing that is stored tells which faces are near.
 */
export const faceListLimits = { entries: 5_000, likely: 0.9, possible: 0.8 } as const

type Where = ReadonlyArray<Condition<keyof typeof listEntries.columns>>

const kept: Where = [
  { field: "face_model", op: "not_null" },
  { field: "archived_at", op: "is_null" }
]
const onBlocklist = { field: "list_id", op: "is_null" } as const

/** Of the blocklist and of the lists in use: what a list that was archived holds is compared with nothing. */
const inUse = (lists: ReadonlyArray<StoredList>): Where => {
  const values = lists.filter(({ entry_type }) => entry_type === "face").map(({ id }) => id)
  return [...kept, { op: "any", of: [onBlocklist, { field: "list_id", op: "in", values }] }]
}

/** How much the face of an entry is like the most similar of some; null where none is of the entry's model. */
const likeness = Effect.fnUntraced(function* ({ face_model, id, sealed }: StoredEntry, templates: ReadonlyArray<FaceTemplate>) {
  const comparable = templates.filter(({ model }) => modelKey(model) === face_model)
  if (sealed === null || comparable.length === 0) return null
  const { template } = yield* openFace(id, sealed)
  const scores = comparable.flatMap((one) => templateSimilarity(one, template)?.score ?? [])
  return scores.length === 0 ? null : Math.max(...scores)
})

/** What a face that is only possibly the same leads to: a review where its list stops anybody, and nothing where it allows or tags. */
const possibly = (match: ListMatch): ReadonlyArray<ListMatch> =>
  match.action === "decline" || match.action === "review" ? [{ ...match, action: "review", possible: true }] : []

/** What became of the comparison of one person's faces with the entries of faces. */
interface FaceComparison {
  readonly matches: ReadonlyArray<ListMatch>
  /** Entries that were compared with at least one of the faces. */
  readonly compared: number
  /** What the lists say of entries that no face could be compared with, theirs being of another model. */
  readonly not_comparable: ReadonlyArray<ListMatch>
  /** False when there were more entries than are compared: the oldest were left out. */
  readonly complete: boolean
}

/** Compares the faces of one person with the entries of faces that stand, the newest 5,000 of them. */
export const compareFaces = Effect.fnUntraced(function* (templates: ReadonlyArray<FaceTemplate>, lists: ReadonlyArray<StoredList>) {
  const at = yield* tenantNow
  const found = yield* (yield* ListEntryStore).list({
    where: inUse(lists),
    order: [{ field: "created_at", direction: "desc" }],
    limit: faceListLimits.entries + 1
  })
  const said = matchesBy(lists)
  const matches: Array<ListMatch> = []
  const not_comparable: Array<ListMatch> = []
  let compared = 0
  for (const entry of found.slice(0, faceListLimits.entries)) {
    if (!stands(entry, at)) continue
    const score = yield* likeness(entry, templates)
    if (score === null) {
      not_comparable.push(...said(entry))
      continue
    }
    compared += 1
    if (score >= faceListLimits.possible)
      matches.push(...said(entry).flatMap((match) => (score >= faceListLimits.likely ? [match] : possibly(match))))
  }
  const comparison: FaceComparison = { matches, compared, not_comparable, complete: found.length <= faceListLimits.entries }
  return comparison
})

const stops = ({ action }: ListMatch): boolean => action === "decline" || action === "review"

/**
 * What the comparison leaves open, given all matches that stand: a reason to review where an entry that was not compared could have stopped the
 * person, which an allowed face rules out, and a remark elsewhere.
 */
export const doubtsAbout = (
  { complete, not_comparable }: Pick<FaceComparison, "complete" | "not_comparable">,
  matches: ReadonlyArray<ListMatch>
): ReadonlyArray<VerdictReason> => {
  const allowed = matches.some(({ entry_type, kind, possible }) => entry_type === "face" && kind === "allow" && !possible)
  const severity = (could: boolean) => (could && !allowed ? "review" : "info")
  const doubts: Array<VerdictReason> = []
  if (not_comparable.length > 0) {
    doubts.push({
      code: "face_not_comparable",
      severity: severity(not_comparable.some(stops)),
      message: `${not_comparable.length} listed faces were not comparable: their templates are of another model, or this face has no template`
    })
  }
  if (!complete) {
    doubts.push({
      code: "face_entries_left_out",
      severity: severity(true),
      message: `More than ${faceListLimits.entries} faces are listed; the oldest ones were not compared`
    })
  }
  return doubts
}

/**
 * Fails where a face cannot join a list, null being the blocklist: because it is likely on it already, by whichever picture, or because no
 * more faces are kept.
 */
export const requireCapacityForFace = Effect.fnUntraced(function* (template: FaceTemplate, list: StoredList | null) {
  const store = yield* ListEntryStore
  const at = yield* tenantNow
  const here = list === null ? onBlocklist : ({ field: "list_id", op: "eq", value: list.id } as const)
  for (const entry of yield* store.list({ where: [...kept, here], limit: faceListLimits.entries })) {
    if (!stands(entry, at) || ((yield* likeness(entry, [template])) ?? 0) < faceListLimits.likely) continue
    return yield* new Conflict({
      code: "entry_exists",
      detail: list === null ? "The blocklist already has this face." : "The list already has this face.",
      context: { entry_id: entry.id }
    })
  }
  if ((yield* store.count(inUse(yield* listsInUse))) < faceListLimits.entries) return
  return yield* new Conflict({
    code: "entry_limit_reached",
    detail: `Lists and blocklist together have at most ${faceListLimits.entries} faces, including expired ones. Remove faces that you no longer need.`
  })
})
