import { Context, type Effect } from "effect"
import type { Tenant } from "../../../kernel/access/caller.ts"
import type { StorageUnavailable } from "../../../kernel/foundation/failure.ts"

/** A word that monitored subjects have in their names, once for all of them. */
export interface StoredWord {
  /** Digest of the word, by which it is distinguished from others. */
  readonly id: string
  /** As `KeptWord`. */
  readonly word: string
  readonly parts: ReadonlyArray<string>
  /** Digests of what like words share with it. */
  readonly keys: ReadonlyArray<number>
}

/** A word that was looked for, by its identifier. */
export interface FoundWord extends Omit<StoredWord, "keys"> {
  /** Those of its keys that were looked for: a long word has many hundreds. */
  readonly by: ReadonlyArray<number>
}

/** By what one monitored subject is found. */
export interface StoredKeys {
  readonly subject_id: string
  /** The rules and the state of the subject that the keys were made for. */
  readonly made_for: string
  /** Digests of its blocking keys. */
  readonly keys: ReadonlyArray<number>
  /** Digests of its words, and of the letters that may stand for them. */
  readonly parts: ReadonlyArray<string>
  /** The words themselves; those of the last time that are not among them are let go. */
  readonly words: ReadonlyArray<StoredWord>
}

/**
 * A word that no one has any more is kept so long, for the one who read it as one that stays and has yet to write by what it is found: far longer
 * than any transaction lasts, and no longer, since it may be the name of someone who was erased.
 */
export const idleWordTimeoutMs = 10 * 60 * 1000

/**
 * Monitored subjects by their blocking keys. Digests are 53 bits wide; no two tenants have any in common, and each sees its own alone. Keys are
 * written and removed as a part of the transaction that holds their subject.
 */
export class BlockingIndex extends Context.Service<
  BlockingIndex,
  {
    /** What the keys of a subject were made for; undefined for one without keys. */
    readonly madeFor: (subject_id: string) => Effect.Effect<string | undefined, StorageUnavailable, Tenant>
    /** Replaces the keys of a subject that is locked. */
    readonly put: (keys: StoredKeys, at: string) => Effect.Effect<void, StorageUnavailable, Tenant>
    /** Forgets by what a subject was found. Harmless when repeated. */
    readonly remove: (subject_id: string, at: string) => Effect.Effect<void, StorageUnavailable, Tenant>
    /** Every word that has one of the keys, of which there are at most 10,000, once each, in no order. */
    readonly words: (keys: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<FoundWord>, StorageUnavailable, Tenant>
    /** Every subject with one of the keys, of which there are at most 10,000, in no order. */
    readonly subjectsByKey: (keys: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable, Tenant>
    /** The same by its words, and by letters that may stand for them. */
    readonly subjectsByPart: (parts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable, Tenant>
    /** Forgets some of the words that no one has had for longer than `idleWordTimeoutMs`, of all tenants, and answers how many. */
    readonly forgetIdle: (at: string) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vouchkit/core/screening/BlockingIndex") {}
