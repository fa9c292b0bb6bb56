/** What to load so that a stored version becomes the newest: the deltas in order, or the whole list again. */
type DeltaPlan =
  | { readonly action: "none" }
  | { readonly action: "apply"; readonly versions: ReadonlyArray<string> }
  | { readonly action: "reload" }

const maximumVersions = 5_000

/**
 * Reads the index of deltas `{versions: {id: url}}`. Version ids sort by time. A stored version that the index does not name may be older
 * than the oldest delta, and then what lies between is lost: the whole list is loaded again.
 */
export const deltaPlan = (versions: ReadonlyArray<string>, stored: string | null): DeltaPlan => {
  const ordered = [...new Set(versions)].sort()
  if (stored === null || ordered.length === 0 || ordered.length > maximumVersions) return { action: "reload" }
  const at = ordered.indexOf(stored)
  if (at === -1) return { action: "reload" }
  const later = ordered.slice(at + 1)
  return later.length === 0 ? { action: "none" } : { action: "apply", versions: later }
}
