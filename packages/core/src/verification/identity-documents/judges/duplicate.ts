import { type CheckVerdict, outcomeOfReasons } from "../../verdict.ts"
import type { DuplicateDetails } from "../details.ts"
import type { DocumentSide } from "../document-type.ts"
import { pictureDistance, pictureLikeness } from "../fingerprint.ts"
import { Findings, findingsReportedToSession } from "../findings.ts"
import type { IdentityDocumentPolicy } from "../policy.ts"

/** A document or picture of an earlier session that a search found. */
export interface EarlierDocument {
  readonly session_id: string
  /** The session is about the same person, who may use their document again. */
  readonly same_person: boolean
  /** Someone declined its session because the document is forged. */
  readonly forged: boolean
  readonly fingerprint: string | null
  /** 64 hexadecimal digits. */
  readonly perceptual_hash: string | null
}

export interface DuplicateEvidence {
  readonly fingerprint: string | null
  readonly pictures: ReadonlyArray<{
    readonly document_id: string
    readonly side: DocumentSide | null
    readonly perceptual_hash: string | null
  }>
  readonly earlier: ReadonlyArray<EarlierDocument>
  /** What the organization's register of documents says of this one. */
  readonly registered?: ReadonlySet<"known_forgery" | "stolen" | "watch">
  readonly policy: Pick<IdentityDocumentPolicy, "weights">
}

const most = { earlier: 200, pictures: 12, reported: 20 } as const

type Match = DuplicateDetails["matches"][number]

const matchOf = ({ fingerprint, pictures }: DuplicateEvidence, earlier: EarlierDocument): Match | null => {
  const { perceptual_hash, same_person, session_id } = earlier
  const own = pictures.slice(0, most.pictures)
  const distances = own.flatMap((picture) => pictureDistance(picture.perceptual_hash, perceptual_hash) ?? [])
  const distance = distances.length === 0 ? null : Math.min(...distances)
  const likenesses = own.map((picture) => pictureLikeness(picture.perceptual_hash, perceptual_hash))
  const same_document = fingerprint !== null && fingerprint === earlier.fingerprint
  const picture = likenesses.includes("same") ? "same" : likenesses.includes("similar") ? "similar" : null
  return same_document || picture !== null ? { session_id, same_person, same_document, picture, distance } : null
}

/** Two documents known to be different ones look alike because one issuer made both. */
const knownApart = ({ fingerprint }: DuplicateEvidence, earlier: EarlierDocument | undefined): boolean =>
  fingerprint !== null && earlier?.fingerprint != null && fingerprint !== earlier.fingerprint

const ruleOnEarlier = (evidence: DuplicateEvidence, found: Findings): ReadonlyArray<Match> =>
  evidence.earlier.slice(0, most.earlier).flatMap((earlier) => {
    const match = matchOf(evidence, earlier)
    if (match === null) return []
    // A forgery may carry the number of a genuine document, whose holder is not to suffer: only its picture counts.
    found.when(earlier.forged && match.picture === "same", "document_forged")
    if (!match.same_person) {
      if (match.same_document || match.picture === "same") found.add("duplicate_document")
      else found.when(!knownApart(evidence, earlier), "similar_picture")
    }
    return [match]
  })

/** One picture submitted as both sides leaves a side unseen. */
const repeatsItself = ({ pictures }: DuplicateEvidence): boolean => {
  const own = pictures.slice(0, most.pictures)
  return own.some((one, index) =>
    own
      .slice(index + 1)
      .some(
        (other) =>
          one.document_id !== other.document_id &&
          one.side !== other.side &&
          pictureLikeness(one.perceptual_hash, other.perceptual_hash) === "same"
      )
  )
}

/** Whether the document was seen before with someone else or declined as a forgery, or one side of it twice (check `duplicate`). */
export const judgeDuplicate = (evidence: DuplicateEvidence): CheckVerdict<DuplicateDetails> => {
  const found = new Findings(evidence.policy.weights)
  const matches = ruleOnEarlier(evidence, found)
  found.when(repeatsItself(evidence), "same_picture_twice")
  found.when(evidence.registered?.has("known_forgery") === true, "document_forged")
  found.when(evidence.registered?.has("stolen") === true, "blocklist_match")
  found.when(evidence.registered?.has("watch") === true, "duplicate_document")
  const reasons = found.sorted()
  const comparable = evidence.fingerprint !== null || evidence.pictures.some(({ perceptual_hash }) => perceptual_hash !== null)
  return {
    // Without a number and without a picture nothing could be looked for.
    outcome: comparable ? outcomeOfReasons(reasons) : "not_applicable",
    score: null,
    confidence: null,
    threshold: null,
    reasons,
    details: { fingerprint: evidence.fingerprint, matches: matches.slice(0, most.reported), matches_total: matches.length },
    ...findingsReportedToSession(reasons)
  }
}
