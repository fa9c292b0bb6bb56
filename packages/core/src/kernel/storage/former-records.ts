import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../foundation/failure.ts"

/** How far the records of one table are that were written before some of their members were encrypted. */
interface Encryption {
  readonly table: string
  /** Members that are encrypted. */
  readonly members: ReadonlyArray<string>
  /** Records that were looked at, and those of them that were encrypted. */
  readonly looked: number
  readonly encrypted: number
  /** When the last one was looked at; null while more are left. */
  readonly done_at: string | null
}

/** Records that lie as an earlier version of the service wrote them, of all tenants. */
export class FormerRecords extends Context.Service<
  FormerRecords,
  {
    /**
     * Looks at some records behind those that were looked at, and encrypts the members of each that has to be; null when none are left in any table. May be
     * killed anywhere, and run in many processes: a record that another one changes meanwhile is looked at again.
     */
    readonly encryptSome: Effect.Effect<{ readonly table: string; readonly encrypted: number } | null, StorageUnavailable>
    /** Of every table with members that are encrypted. */
    readonly progress: Effect.Effect<ReadonlyArray<Encryption>, StorageUnavailable>
    /** Begins with the first record of every table again. */
    readonly beginAgain: Effect.Effect<void, StorageUnavailable>
  }
>()("@vouchkit/core/storage/FormerRecords") {}
