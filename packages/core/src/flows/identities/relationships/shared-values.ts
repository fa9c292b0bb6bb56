import { Effect } from "effect"
import { DocumentStore } from "../../../resources/documents/model.ts"
import { IdentityStore, type StoredIdentity } from "../../../resources/identities/model.ts"
import type { RelationshipEvidence } from "../../../resources/identities/relationships/model.ts"
import { addressLine, detailDigest, openDetails } from "../../../resources/identities/sealed.ts"
import { AttemptStore } from "../../../resources/sessions/attempts.ts"
import { SessionStore, type StoredSession } from "../../../resources/sessions/model.ts"
import { likelyDistance } from "../../../verification/faces/bands.ts"
import { FaceIndex, faceSearchLimits } from "../../../verification/faces/face-index.ts"

/** What two identities share that may be one person, or know one another. */
export interface SharedValue {
  readonly type: "duplicate_of" | "shares_face" | "shares_address" | "shares_device"
  readonly confidence: number
  readonly identity_id: string
  readonly evidence: RelationshipEvidence
}

/** A value that more identities than these share, the one at hand included, says nothing about two of them. */
const mostSharing = 10

/** Records that are looked through for each value, the newest first. */
const mostRead = 200
/** Values of one kind that are looked for. */
const mostValues = 10
/** Ids that one piece of evidence names. */
const mostNamed = 20

/** Two devices of one kind in one network look alike, so that a shared one is less than certain. */
const deviceConfidence = 0.8

const newest = [{ field: "created_at", direction: "desc" }] as const
const named = (ids: Iterable<string | null | undefined>): ReadonlyArray<string> =>
  [...new Set(ids)].filter((id) => typeof id === "string").slice(0, mostNamed)

/** What was found of a value: in which session, and in which document. */
interface Found {
  readonly session_id: string | null
  readonly document_id?: string
  readonly confidence?: number
}

type Own = StoredSession & { readonly identity_id: string }

/** By other identities what approved sessions of theirs share with this one; nothing where too many share it. */
const byIdentity = Effect.fnUntraced(function* (own: Own, found: ReadonlyArray<Found>) {
  const ids = [...new Set(found.flatMap(({ session_id }) => (session_id === null || session_id === own.id ? [] : [session_id])))]
  if (ids.length === 0) return []
  const sessions = yield* (yield* SessionStore).list({ where: [{ field: "id", op: "in", values: ids }], limit: ids.length })
  const groups = new Map<string, Array<Found>>()
  for (const { id, identity_id, redacted_at, status } of sessions) {
    if (identity_id === null || identity_id === own.identity_id || status !== "approved" || redacted_at !== null) continue
    groups.set(identity_id, [...(groups.get(identity_id) ?? []), ...found.filter(({ session_id }) => session_id === id)])
  }
  return groups.size >= mostSharing ? [] : [...groups].map(([identity_id, theirs]) => ({ identity_id, theirs }))
})

const sharedDocuments = Effect.fnUntraced(function* (own: Own) {
  const store = yield* DocumentStore
  const documents = yield* store.list({ where: [{ field: "session_id", op: "eq", value: own.id }], order: newest, limit: mostRead })
  const fingerprints = named(documents.map(({ fingerprint }) => fingerprint)).slice(0, mostValues)
  const shared = yield* Effect.forEach(fingerprints, (fingerprint) =>
    Effect.gen(function* () {
      const same = yield* store.list({
        where: [
          { field: "fingerprint", op: "eq", value: fingerprint },
          { field: "status", op: "ne", value: "redacted" }
        ],
        order: newest,
        limit: mostRead
      })
      const found = same.map(({ id, session_id }): Found => ({ session_id, document_id: id }))
      const ours = found.filter(({ session_id }) => session_id === own.id)
      return (yield* byIdentity(own, found)).map(
        ({ identity_id, theirs }): SharedValue => ({
          type: "duplicate_of",
          confidence: 1,
          identity_id,
          evidence: {
            kind: "document",
            document_ids: named([...ours, ...theirs].map(({ document_id }) => document_id)),
            session_ids: named([own.id, ...theirs.map(({ session_id }) => session_id)])
          }
        })
      )
    })
  )
  return shared.flat()
})

const sharedFaces = Effect.fnUntraced(function* (own: Own) {
  const index = yield* FaceIndex
  const faces = (yield* index.of(own.id)).slice(0, mostValues)
  if (faces.length === 0) return []
  const where = [{ field: "identity_id", op: "eq", value: own.identity_id }] as const
  const ours = yield* (yield* SessionStore).list({ where, order: newest, limit: faceSearchLimits.most_excluded })
  const excluding = ours.map(({ id }) => id)
  const shared = yield* Effect.forEach(faces, ({ template }) =>
    Effect.gen(function* () {
      const { hits } = yield* index.search({ template, limit: faceSearchLimits.most_matches, within: likelyDistance, excluding })
      const found = hits.map(({ score, session_id }): Found => ({ session_id, confidence: score }))
      return (yield* byIdentity(own, found)).map(
        ({ identity_id, theirs }): SharedValue => ({
          type: "shares_face",
          confidence: Math.round(Math.max(...theirs.map(({ confidence = 0 }) => confidence)) * 1000) / 1000,
          identity_id,
          evidence: { kind: "face", document_ids: [], session_ids: named([own.id, ...theirs.map(({ session_id }) => session_id)]) }
        })
      )
    })
  )
  return shared.flat()
})

const sharedDevices = Effect.fnUntraced(function* (own: Own) {
  const store = yield* AttemptStore
  const attested = (field: "session_id" | "device_fingerprint", value: string) =>
    Effect.map(store.list({ where: [{ field, op: "eq", value }], order: newest, limit: mostRead }), (attempts) =>
      attempts.filter(({ attestation }) => attestation?.verdict === "verified")
    )
  const fingerprints = named((yield* attested("session_id", own.id)).map(({ device }) => device?.fingerprint)).slice(0, mostValues)
  const shared = yield* Effect.forEach(fingerprints, (fingerprint) =>
    Effect.gen(function* () {
      const found = yield* attested("device_fingerprint", fingerprint)
      return (yield* byIdentity(own, found)).map(
        ({ identity_id, theirs }): SharedValue => ({
          type: "shares_device",
          confidence: deviceConfidence,
          identity_id,
          evidence: { kind: "device", document_ids: [], session_ids: named([own.id, ...theirs.map(({ session_id }) => session_id)]) }
        })
      )
    })
  )
  return shared.flat()
})

/** The digests of the addresses of an identity with the sessions that verified them. A place without any number is where many live. */
const addressesOf = Effect.fnUntraced(function* (identity: StoredIdentity) {
  const { addresses } = yield* openDetails(identity)
  const lines = addresses.map((address) => ({ line: addressLine(address), session_id: address.source.session_id }))
  return yield* Effect.forEach(
    lines.filter(({ line }) => /\p{N}/u.test(line)),
    ({ line, session_id }) => Effect.map(detailDigest("address", line), (digest) => ({ digest, session_id }))
  )
})

const sharedAddresses = Effect.fnUntraced(function* (own: Own, identity: StoredIdentity) {
  const store = yield* IdentityStore
  const addresses = yield* addressesOf(identity)
  const shared = yield* Effect.forEach(named(addresses.map(({ digest }) => digest)), (digest) =>
    Effect.gen(function* () {
      const where = [{ field: "detail_digests", op: "overlaps", values: [digest] }] as const
      const { rows } = yield* store.page({ where, limit: mostSharing + 1 })
      if (rows.length > mostSharing) return []
      const others = rows.filter(({ id }) => id !== own.identity_id)
      return yield* Effect.forEach(others, (other) =>
        Effect.gen(function* () {
          const both = [...addresses, ...(yield* addressesOf(other))].filter((address) => address.digest === digest)
          const value: SharedValue = {
            type: "shares_address",
            confidence: 1,
            identity_id: other.id,
            evidence: { kind: "address", document_ids: [], session_ids: named(both.map(({ session_id }) => session_id)) }
          }
          return value
        })
      )
    })
  )
  return shared.flat()
})

/** What the identity of an approved session shares with others, of whatever kind. Every read is bounded. */
export const sharedValues = Effect.fnUntraced(function* (own: Own, identity: StoredIdentity) {
  return [
    ...(yield* sharedDocuments(own)),
    ...(yield* sharedFaces(own)),
    ...(yield* sharedAddresses(own, identity)),
    ...(yield* sharedDevices(own))
  ]
})
