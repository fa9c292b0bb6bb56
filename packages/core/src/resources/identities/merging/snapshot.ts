import { Effect, Schema } from "effect"
import { StorageUnavailable } from "../../../kernel/foundation/failure.ts"
import { DamagedRecord, Vault } from "../../../kernel/storage/vault.ts"
import type { StoredFieldValues } from "../custom-fields/model.ts"
import type { StoredIdentity } from "../model.ts"

const purpose = "identity-merge"

/** Kinds of records that name an identity and go with it. */
export const movedKinds = [
  "session",
  "document",
  "case",
  "screening_subject",
  "screening_record",
  "screening_hit",
  "blocklist_entry"
] as const
export type MovedKind = (typeof movedKinds)[number]

/** A record that a merge moved: where it was, where it began, and when it was last changed. Moves are no changes of what it says. */
export interface MovedRow {
  readonly kind: MovedKind
  readonly id: string
  readonly from: string
  readonly origin: string | null
  readonly updated_at: string
}

/** Records as they were stored. They are ours, and what opens is as we sealed it: nothing more is checked than that it is there. */
const recordOf = <Row>() => Schema.declare((value): value is Row => typeof value === "object" && value !== null)
const Values = Schema.NullOr(recordOf<StoredFieldValues>())

const Snapshot = Schema.Struct({
  target: Schema.Struct({ before: recordOf<StoredIdentity>(), after: recordOf<StoredIdentity>() }),
  sources: Schema.Array(recordOf<StoredIdentity>()),
  values: Schema.Struct({ before: Values, after: Values }),
  rows: Schema.Array(
    Schema.Struct({
      kind: Schema.Literals(movedKinds),
      id: Schema.String,
      from: Schema.String,
      origin: Schema.NullOr(Schema.String),
      updated_at: Schema.String
    })
  )
})
/** Everything that undoing a merge needs. */
export interface Snapshot extends Schema.Schema.Type<typeof Snapshot> {}
const decode = Schema.decodeUnknownEffect(Snapshot)

/** Encrypts a snapshot; it opens for the merge with this id alone. */
export const sealSnapshot = Effect.fnUntraced(function* (id: string, snapshot: Snapshot) {
  return yield* (yield* Vault).seal(purpose, id, JSON.stringify(snapshot))
})

export const openSnapshot = Effect.fnUntraced(function* (id: string, sealed: string) {
  const damaged = () =>
    new StorageUnavailable({
      cause: new DamagedRecord({ action: "identities.damaged_value_refused", target: { type: "identity_merge", id } })
    })
  const plain = yield* Effect.mapError((yield* Vault).open(purpose, id, sealed), damaged)
  return yield* Effect.mapError(
    Effect.flatMap(Effect.try({ try: (): unknown => JSON.parse(plain), catch: (cause) => cause }), (value) => decode(value)),
    damaged
  )
})
