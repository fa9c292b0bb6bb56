import { IndexThread } from "./index-thread.ts"
import type { IndexReply, IndexRequest } from "./index-protocol.ts"

/**
 * Indexes of up to this many records share one thread: the others wait while one is built, some hundredths of a second. A larger one has
 * a thread of its own.
 */
export const sharedUpTo = 2_000

/** A place where one index is built once, searched and given up. */
export interface IndexPlace {
  readonly alive: () => boolean
  readonly ask: (request: IndexRequest) => Promise<IndexReply>
  /** Gives the place up, after what was asked before is answered. */
  readonly leave: () => void
}

/** The threads of one process. */
export class IndexThreads {
  readonly #all = new Set<IndexThread>()
  #shared: IndexThread | null = null

  #started(): IndexThread {
    const thread = new IndexThread()
    this.#all.add(thread)
    return thread
  }
  #end(thread: IndexThread): void {
    this.#all.delete(thread)
    thread.end()
  }

  #sharedThread(): IndexThread {
    if (this.#shared?.alive === true) return this.#shared
    if (this.#shared !== null) this.#end(this.#shared)
    this.#shared = this.#started()
    return this.#shared
  }

  /** A place for an index of so many records. */
  placeFor(records: number, index_name: string): IndexPlace {
    const own = records > sharedUpTo
    const thread = own ? this.#started() : this.#sharedThread()
    return {
      alive: () => thread.alive,
      ask: (request) => thread.ask(request),
      leave: () => {
        const left = thread.ask({ ask: "forget", index_name }).catch(() => undefined)
        if (own) void left.then(() => this.#end(thread))
      }
    }
  }

  end(): void {
    for (const thread of this.#all) this.#end(thread)
  }
}
