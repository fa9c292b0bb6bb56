import { Context, Effect, Schema } from "effect"
import { idSchema, makeId } from "../../kernel/foundation/id.ts"
import { Timestamp } from "../../kernel/foundation/text.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { resource, type Stored } from "../../kernel/resource/resource.ts"
import type { CollectionOf } from "../../kernel/storage/collection.ts"
import { DeviceAttestation, presentAttestation, type StoredAttestation } from "./attestations.ts"
import { seenDevice } from "./device.ts"
import { SessionId, type StoredSession } from "./model.ts"
import { EnvironmentName } from "../../kernel/foundation/environment.ts"

const short = Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(500)))

const unmeasured = (why: string) => ({ description: `${why}, so it is always null` })

const Device = Schema.Struct({
  fingerprint: short.annotate({
    "x-personal": true,
    description:
      "Keyed digest of user agent, languages, client hints and network, the same for one device in one network; null where the address is not a public one. It tells nothing about the device and differs between organizations."
  }),
  os: short,
  browser: short,
  sdk: short.annotate(unmeasured("No app names its SDK in its requests"))
})

/** One try of a person or an integrator at a session, from its start to its submission. */
export const Attempt = Schema.Struct({
  id: idSchema("att"),
  object: Schema.Literal("attempt"),
  environment: EnvironmentName,
  session_id: SessionId,
  number: Schema.Int,
  started_at: Timestamp,
  ended_at: Schema.NullOr(Timestamp),
  ip: short.annotate({ "x-personal": true }),
  country: short.annotate(unmeasured("The service has no database of the countries of addresses")),
  device: Schema.NullOr(Device).annotate({
    description: "As the request of the person showed it; null where the server of the integrator began the attempt"
  }),
  network: Schema.NullOr(
    Schema.Struct({
      vpn: Schema.NullOr(Schema.Boolean),
      proxy: Schema.NullOr(Schema.Boolean),
      tor: Schema.NullOr(Schema.Boolean),
      datacenter: Schema.NullOr(Schema.Boolean),
      asn: short
    })
  ).annotate(unmeasured("The service has no database of networks")),
  attestation: Schema.NullOr(DeviceAttestation),
  outcome: Schema.NullOr(Schema.Literals(["submitted", "expired", "approved", "declined", "in_review", "resubmission_required"])),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Attempt" })
export interface Attempt extends Schema.Schema.Type<typeof Attempt> {}
export interface StoredAttempt extends Stored<Attempt, "attestation"> {
  /** Absent until the app hands one in. */
  readonly attestation?: StoredAttestation
  /** Session and number: an attempt is recorded once, however often its start is reported. */
  readonly attempt_key: string
  /** By which attempts from one network are found; null or absent where it is not known. */
  readonly network_digest?: string | null
}

export const attempts = resource<StoredAttempt>()({
  object: "attempt",
  schema: Attempt,
  table: "attempts",
  columns: {
    session_id: { type: "text" },
    number: { type: "number" },
    attempt_key: { type: "text" },
    device_fingerprint: { type: "text", path: ["device", "fingerprint"] },
    network_digest: { type: "text" },
    created_at: { type: "text" }
  },
  unique: [["attempt_key"]],
  derived: { attestation: ({ attestation }) => (attestation === undefined ? null : presentAttestation(attestation)) }
})
export class AttemptStore extends Context.Service<AttemptStore, CollectionOf<typeof attempts>>()("@vouchkit/core/sessions/AttemptStore") {}

/** The attempt of a session that began last; undefined before the first. */
export const latestAttempt = Effect.fnUntraced(function* (session_id: string) {
  const [found] = yield* (yield* AttemptStore).list({
    where: [{ field: "session_id", op: "eq", value: session_id }],
    order: [{ field: "number", direction: "desc" }],
    limit: 1
  })
  return found
})

/** Notes that a person or integrator begins to work on the session. */
export const beginAttempt = Effect.fnUntraced(function* (session: StoredSession) {
  const { address } = yield* Caller
  const instant = yield* tenantNow
  const { device, network_digest } = yield* seenDevice
  const number = ((yield* latestAttempt(session.id))?.number ?? 0) + 1
  yield* (yield* AttemptStore).insert({
    id: yield* makeId("att"),
    environment: session.environment,
    session_id: session.id,
    number,
    started_at: instant,
    ended_at: null,
    ip: address,
    country: null,
    device,
    network: null,
    network_digest,
    outcome: null,
    attempt_key: `${session.id}/${number}`,
    version: 1,
    created_at: instant,
    updated_at: instant
  })
})

/** Keeps an attestation with an attempt, in the place of an earlier one. */
export const keepAttestation = Effect.fnUntraced(function* (attempt: StoredAttempt, attestation: StoredAttestation) {
  yield* (yield* AttemptStore).save({ ...attempt, attestation, updated_at: attestation.received_at })
})

/** Closes the attempt in hand; a session that was never started has none. */
export const endAttempt = Effect.fnUntraced(function* (session: StoredSession, outcome: NonNullable<Attempt["outcome"]>) {
  const open = yield* latestAttempt(session.id)
  if (open === undefined || open.ended_at !== null) return
  const instant = yield* tenantNow
  yield* (yield* AttemptStore).save({ ...open, ended_at: instant, outcome, updated_at: instant })
})

export const presentAttempt = (stored: StoredAttempt): Attempt => {
  const { attestation, ...shown } = attempts.present(stored)
  return { ...shown, attestation }
}
