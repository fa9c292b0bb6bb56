import { Data, Effect, Schema } from "effect"

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const digest = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))
/** A name of PostgreSQL that needs no quotes. */
const name = Schema.String.check(Schema.isPattern(/^[a-z_][a-z0-9_]{0,62}$/u))

const Table = Schema.Struct({
  name,
  columns: Schema.Array(name).check(Schema.isMaxLength(1_600)),
  rows: count,
  /** Of the file `tables/<name>.jsonl.gz`. */
  sha256: digest
})
export interface Table extends Schema.Schema.Type<typeof Table> {}

/**
 * What a backup holds, in `manifest.json`, which is written last: a folder without it is no backup. `tables` stand in an order in which every row finds
 * what it refers to; `objects` counts the lines of `objects.jsonl.gz`, one for each file of the object store and of the log of erasures.
 */
export const Manifest = Schema.Struct({
  format: Schema.Literal("vouchkit-backup/1"),
  created_at: Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}T[0-9:.]{8,12}Z$/u)),
  /** Numbers of the migrations that the schema was made by. */
  migrations: Schema.Array(count).check(Schema.isMaxLength(10_000)),
  /** Digests of the master keys that open what is encrypted in it. */
  master_keys: Schema.Array(Schema.String.check(Schema.isMaxLength(128))).check(Schema.isMaxLength(100)),
  tables: Schema.Array(Table).check(Schema.isMaxLength(1_000)),
  sequences: Schema.Array(Schema.Struct({ name, last_value: Schema.String.check(Schema.isPattern(/^\d{1,19}$/u)) })).check(
    Schema.isMaxLength(1_000)
  ),
  objects: Schema.Struct({ count, bytes: count, sha256: digest })
})
export interface Manifest extends Schema.Schema.Type<typeof Manifest> {}

/** Why a backup cannot be made, verified or restored, in words for the operator. */
class BackupProblem extends Data.TaggedError("BackupProblem")<{ readonly message: string }> {}

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Manifest))

export const readManifest = (text: string): Effect.Effect<Manifest, BackupProblem> =>
  Effect.mapError(decode(text), () => new BackupProblem({ message: "manifest.json is not that of a backup of this format." }))
