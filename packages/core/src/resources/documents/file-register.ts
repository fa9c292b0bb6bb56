import { Context, type Effect } from "effect"
import type { Tenant } from "../../kernel/access/caller.ts"
import type { StorageUnavailable } from "../../kernel/foundation/failure.ts"
import type { Found } from "../../kernel/storage/sweep.ts"

/** One storing of a file: its own id, and the name that the file has in the object store. */
export interface FileEntry {
  readonly id: string
  readonly name: string
}

/** A removal of a file; `holder` names the one who is about to do it and no other. */
interface FileRemoval {
  readonly name: string
  readonly holder: string
}

/**
 * Files that are being stored and that nothing holds yet. An entry is committed before its file is written, and goes in the transaction that uses
 * the file: what stays was left by a process that was killed in between. Entries end by the clock of the database, which all processes share.
 */
export class FileRegister extends Context.Service<
  FileRegister,
  {
    /** Enters a file for so many milliseconds, at once and whatever transaction may follow. */
    readonly enter: (entry: FileEntry, lasts_ms: number) => Effect.Effect<void, StorageUnavailable, Tenant>
    /** Strikes entries off within the open transaction, and answers how many there were: one that ended may have lost its file. */
    readonly strike: (ids: ReadonlyArray<string>) => Effect.Effect<number, StorageUnavailable, Tenant>
    /**
     * Says, at once, that the file of this name is about to be removed, and forgets entries of it that ended. False while another is about to remove it.
     * A removal whose process was killed ends by itself, and another begins it again.
     */
    readonly beginRemoval: (removal: FileRemoval, lasts_ms: number) => Effect.Effect<boolean, StorageUnavailable, Tenant>
    readonly endRemoval: (removal: FileRemoval) => Effect.Effect<void, StorageUnavailable, Tenant>
    readonly isBeingRemoved: (name: string) => Effect.Effect<boolean, StorageUnavailable, Tenant>
    /** Whether an entry of this name has not ended. */
    readonly isPending: (name: string) => Effect.Effect<boolean, StorageUnavailable, Tenant>
    /** Names with entries or removals of any tenant that ended. */
    readonly ended: (limit: number) => Effect.Effect<ReadonlyArray<Omit<Found, "id"> & { readonly name: string }>, StorageUnavailable>
  }
>()("@vouchkit/core/documents/FileRegister") {}
