import { Context, type Effect } from "effect"
import type { Vault } from "../../kernel/storage/vault.ts"
import type { Tenant } from "../../kernel/access/caller.ts"
import type { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import type { FaceTemplate } from "./analysis.ts"
import { scoreOfDistance, templateDistance } from "./bands.ts"
import type { SessionFace } from "./template.ts"

/** Bounds of a search. */
export const faceSearchLimits = { most_matches: 50, most_excluded: 1_000, most_scanned: 250_000 } as const

export interface FaceSearch {
  readonly template: FaceTemplate
  /** Matches at most, up to 50. */
  readonly limit: number
  /** Euclidean distance up to which a face is a match. */
  readonly within: number
  /** Sessions that are no matches, up to 1,000: the asking one, and those of the same identity. */
  readonly excluding: ReadonlyArray<string>
}

export interface FaceHit {
  readonly session_id: string
  readonly distance: number
  /** By the scale of `bands.ts`: 0.90 is likely, 0.80 possibly the same person. */
  readonly score: number
  /** Of all its live captures. */
  readonly frame_hashes: ReadonlyArray<string>
}

/** Whose face was added, and when. */
export interface AddedFace {
  readonly session_id: string
  readonly added_at: string
}

interface FaceSearchResult {
  /** The nearest first. */
  readonly hits: ReadonlyArray<FaceHit>
  /** False when there were more faces than a search looks at: the oldest were left out. */
  readonly complete: boolean
}

/**
 * The faces of an organization's sessions in one environment, one for each session and model. Only faces of the model that is searched for can be
 * found. Faces are sealed where they are stored. Everything happens within the tenant and the open transaction.
 */
export class FaceIndex extends Context.Service<
  FaceIndex,
  {
    /** Adds the face of a session, or replaces it. */
    readonly add: (session_id: string, face: SessionFace, at: string) => Effect.Effect<void, StorageUnavailable, Tenant | Vault>
    readonly search: (search: FaceSearch) => Effect.Effect<FaceSearchResult, StorageUnavailable, Tenant | Vault>
    /** The faces of a session, one for each model, the oldest first. */
    readonly of: (session_id: string) => Effect.Effect<ReadonlyArray<SessionFace>, StorageUnavailable, Tenant | Vault>
    /** Erases all faces of a session and answers how many there were. */
    readonly remove: (session_id: string) => Effect.Effect<number, StorageUnavailable, Tenant>
    readonly count: Effect.Effect<number, StorageUnavailable, Tenant>
    /** Faces that were added at a moment or before it, the oldest first, behind one of them. */
    readonly addedUntil: (
      until: string,
      behind: AddedFace | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<AddedFace>, StorageUnavailable, Tenant>
    /** How many there are of those, counted up to a bound. */
    readonly countUntil: (until: string, most: number) => Effect.Effect<number, StorageUnavailable, Tenant>
  }
>()("@vouchkit/core/faces/FaceIndex") {}

/** Gathers the nearest faces of any number that are shown to it one after the other. */
export const nearestFaces = ({ excluding, limit, template, within }: FaceSearch) => {
  const most = Math.min(Math.max(1, Math.trunc(limit)), faceSearchLimits.most_matches)
  const excluded = new Set(excluding)
  const hits: Array<FaceHit> = []
  return {
    hits,
    wants: (session_id: string): boolean => !excluded.has(session_id),
    show: (session_id: string, face: SessionFace): void => {
      const distance = templateDistance(template, face.template)
      if (distance === null || !(distance <= within)) return
      const last = hits.at(-1)
      if (hits.length >= most && last !== undefined && last.distance <= distance) return
      // Of equal distances the first stays in front.
      const place = hits.findIndex((hit) => hit.distance > distance)
      hits.splice(place < 0 ? hits.length : place, 0, {
        session_id,
        distance,
        score: scoreOfDistance(distance),
        frame_hashes: face.captures.flatMap(({ frame_hashes }) => frame_hashes)
      })
      hits.length = Math.min(hits.length, most)
    }
  }
}
