import type { MrzCell } from "@vouchkit/core/verification/identity-documents/mrz/resolve"
import { modelClasses, nothing, softened, zoneCharacters } from "./character-model.ts"
import { type Lens, type LineGeometry, frameAt, type Zoom } from "./zone-lattice.ts"

/** A place is looked at five times, a little beside itself, because one look depends on where the edges of strokes fall between pixels. */
const looks = [
  [0, 0],
  [-0.7, 0],
  [0.7, 0],
  [0, -0.7],
  [0, 0.7]
] as const
/** Candidates less likely than this are no one's reading. */
const leastLikelihood = 0.0005

/** What each place of a line may hold, with likelihoods. */
export const cellsOf = (lens: Lens, line: LineGeometry, zoom: Zoom): ReadonlyArray<MrzCell> =>
  Array.from({ length: line.columns }, (_, index) => {
    const sums = new Float32Array(modelClasses)
    for (const [along, across] of looks) {
      const scores = lens.look(frameAt(line, zoom, index, along, across))
      for (let kind = 0; kind < modelClasses; kind++) sums[kind] = (sums[kind] ?? 0) + (scores[kind] ?? 0) / looks.length
    }
    // An empty place within a line is a filler that faded, if anything.
    sums[nothing] = Number.NEGATIVE_INFINITY
    softened(sums)
    return [...zoneCharacters]
      .map((character, kind) => ({ character, likelihood: sums[kind] ?? 0 }))
      .filter(({ likelihood }) => likelihood >= leastLikelihood)
  })
