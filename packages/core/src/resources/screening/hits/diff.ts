import type { StoredHit } from "./model.ts"
import { changedEntryFields } from "../fingerprint.ts"

/** What of a hit says whether it is the same one as before. */
export type Compared = Pick<
  StoredHit,
  | "id"
  | "list_key"
  | "entry_ids"
  | "entry_print"
  | "match_score"
  | "risk_score"
  | "category"
  | "review_status"
  | "sanction_programs"
  | "pep_level"
> & {
  /** Why a judgement of before no longer holds; absent or empty where it does, or where there was none. */
  readonly reopened_by?: StoredHit["reopened_by"]
}

/** Hits below the review threshold alert no one, so that they are no part of a comparison. */
const compared = (hits: ReadonlyArray<Compared>): ReadonlyArray<Compared> =>
  hits.filter(({ review_status }) => review_status !== "auto_dismissed")

/** An entry keeps its place in a comparison under whichever of its identifiers. */
const sameEntry = (one: Compared, other: Compared): boolean =>
  one.list_key === other.list_key && one.entry_ids.some((id) => other.entry_ids.includes(id))

/**
 * Least change of a match score that counts. How common a word is, is counted again with every build of an index, which moves the scores of
 * entries that no one touched by a point.
 */
const materialChange = 3

/** Whether a hit differs in what a reviewer would judge: who the entry is, how well it matches, what it weighs. */
const differs = (before: Compared, after: Compared): boolean =>
  Math.abs(before.match_score - after.match_score) >= materialChange ||
  before.risk_score !== after.risk_score ||
  before.category !== after.category ||
  before.pep_level !== after.pep_level ||
  before.sanction_programs.join("\n") !== after.sanction_programs.join("\n") ||
  changedEntryFields(before.entry_print, after.entry_print).length > 0

interface HitDiff {
  /** Of the later screening. */
  readonly new: ReadonlyArray<string>
  readonly changed: ReadonlyArray<string>
  /** Of the earlier screening. */
  readonly removed: ReadonlyArray<string>
}

/** A judgement that no longer holds, by a change of the subject or of its time, changes what a reviewer has to do, whatever the entry says. */
const isReopened = (before: Compared, after: Compared): boolean =>
  (after.reopened_by ?? []).length > 0 && before.review_status !== "unreviewed"

/** What became of a subject's hits between two screenings. Each hit of either side is new, changed, removed, or the same. */
export const diffOf = (before: ReadonlyArray<Compared>, after: ReadonlyArray<Compared>): HitDiff => {
  const [old, current] = [compared(before), compared(after)]
  return {
    new: current.filter((hit) => !old.some((known) => sameEntry(known, hit))).map(({ id }) => id),
    changed: current
      .filter(
        (hit) =>
          old.some((known) => sameEntry(known, hit)) &&
          !old.some((known) => sameEntry(known, hit) && !differs(known, hit) && !isReopened(known, hit))
      )
      .map(({ id }) => id),
    removed: old.filter((hit) => !current.some((known) => sameEntry(known, hit))).map(({ id }) => id)
  }
}

/**
 * Hits of the later screening that someone has to hear of now: those not yet judged that are new, that changed, or whose earlier "not a
 * match" no longer holds. Of the last kind those that wait already are not told again.
 */
export const alertsOf = (
  before: ReadonlyArray<Compared>,
  after: ReadonlyArray<Compared & Pick<StoredHit, "reopened_by">>,
  diff: HitDiff | null
): ReadonlyArray<string> => {
  const fresh = new Set(diff === null ? after.map(({ id }) => id) : [...diff.new, ...diff.changed])
  const waiting = (hit: Compared): boolean => before.some((known) => known.review_status === "unreviewed" && sameEntry(known, hit))
  return after
    .filter((hit) => hit.review_status === "unreviewed" && (fresh.has(hit.id) || (hit.reopened_by.length > 0 && !waiting(hit))))
    .map(({ id }) => id)
}
