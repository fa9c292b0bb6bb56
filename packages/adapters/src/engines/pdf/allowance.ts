import { TooMuchWork } from "../too-much-work.ts"

/**
 * Processor time, in milliseconds, that following the drawing operations of one file may take. It is the last resort behind the bounds of
 * `work/weigh.ts`, and several times what a slow machine needs for the most work that they let through.
 */
const allowedMs = 60_000
/** Turns in which nothing else ran, after which the loop below lets timers and files have theirs. */
const quietTurns = 200
/** Milliseconds that a turn takes when nothing but this loop ran. */
const quietMs = 0.05

const processorMs = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/**
 * The work that one file may cause, all its pages and revisions together. Processor time and not time on the clock, because a busy machine is no
 * fault of the file.
 */
export class Allowance {
  #left: number
  readonly #spent: () => number

  constructor(left: number = allowedMs, spent: () => number = processorMs) {
    this.#left = left
    this.#spent = spent
  }

  /**
   * Does a piece of the work and gives its result; `stop` ends it where it goes too far, and `TooMuchWork` is thrown.
   *
   * The library follows a page in slices, between which it lets other promises run but no timer, so that this looks at the clock as a promise
   * among others. Once nothing runs between two looks the work waits for something outside, which then needs a turn of its own.
   */
  async spend<A>(work: () => Promise<A>, stop: () => void): Promise<A> {
    const from = this.#spent()
    const tooFar = (): boolean => this.#spent() - from >= this.#left
    let over = false
    const ended = work().finally(() => {
      over = true
    })
    // Anyone who is told below that it was too much does not wait for what is left of it.
    ended.catch(() => {})
    for (let quiet = 0; !over && !tooFar(); ) {
      const before = performance.now()
      await null
      quiet = performance.now() - before < quietMs ? quiet + 1 : 0
      if (quiet < quietTurns) continue
      quiet = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (tooFar()) {
      this.#left = 0
      stop()
      throw new TooMuchWork("time")
    }
    this.#left -= this.#spent() - from
    return ended
  }
}
