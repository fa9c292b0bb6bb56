import { Worker } from "node:worker_threads"
import type { IndexReply, IndexRequest, NumberedReply, NumberedRequest } from "./index-protocol.ts"

/** The thread is gone, is asked too much at once, or could not do what it was asked. */
export class IndexLost extends Error {
  override readonly name = "IndexLost"
}

/** Requests that may wait for one thread; more are refused at once. */
const mostWaiting = 1_000

/**
 * A thread that holds indexes. An index is built and searched in one and the same thread: to move it, its words and tables would be copied
 * on the thread that answers requests. What a thread held is given back to the system when it ends.
 */
export class IndexThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, (reply: IndexReply | null) => void>()
  #asked = 0
  #alive = true

  constructor() {
    // It needs nothing of the environment, which holds secrets of the service.
    this.#worker = new Worker(new URL("./thread-entry.ts", import.meta.url), { env: {} })
    this.#worker.unref()
    this.#worker.on("message", ({ number, reply }: NumberedReply) => {
      const waiting = this.#waiting.get(number)
      this.#waiting.delete(number)
      waiting?.(reply)
    })
    this.#worker.on("error", () => this.#lost())
    this.#worker.on("exit", () => this.#lost())
  }

  get alive(): boolean {
    return this.#alive
  }

  #lost(): void {
    this.#alive = false
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const each of waiting) each(null)
  }

  /** Asks at once, so that what is asked in one turn of the event loop is answered in that order. Fails with `IndexLost`. */
  ask(request: IndexRequest): Promise<IndexReply> {
    return new Promise((resolve, reject) => {
      if (!this.#alive || this.#waiting.size >= mostWaiting) return reject(new IndexLost())
      this.#asked += 1
      const number = this.#asked
      this.#waiting.set(number, (reply) => (reply === null ? reject(new IndexLost()) : resolve(reply)))
      const numbered: NumberedRequest = { number, request }
      this.#worker.postMessage(numbered)
    })
  }

  /** Ends the thread with whatever it does. */
  end(): void {
    this.#lost()
    void this.#worker.terminate()
  }
}
