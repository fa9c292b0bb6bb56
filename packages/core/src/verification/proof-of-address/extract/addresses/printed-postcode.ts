import { type PrintedPostcode, postcodeIn } from "./postcode-shapes.ts"
import type { Segment } from "../printed-text.ts"

/** Several rules ask the same of a line: what was found stays with it, which lives as long as the page. */
const known = new WeakMap<Segment, PrintedPostcode | null>()

/** The postcode in a line, of whatever country. */
export const postcodeOf = (segment: Segment): PrintedPostcode | null => {
  const kept = known.get(segment)
  if (kept !== undefined) return kept
  const found = postcodeIn(segment.text)
  known.set(segment, found)
  return found
}
