/** lock_not_available, deadlock_detected and serialization_failure: others who write meanwhile were in the way, and will not be for long. */
const passing: ReadonlySet<unknown> = new Set(["55P03", "40P01", "40001"])
const isPassing = (cause: unknown): boolean => typeof cause === "object" && cause !== null && "code" in cause && passing.has(cause.code)
const pauseMillis = 250
const mostTries = 1_200

/** Work that begins again where it was broken off, tried again for as long as others are in its way: about ten minutes, or so many times. */
export const besideWriters = async <A>(work: () => Promise<A>, most = mostTries): Promise<A> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (cause) {
      if (!isPassing(cause) || tries >= most) throw cause
      await new Promise((resolve) => setTimeout(resolve, pauseMillis))
    }
  }
}

/** Everyone else waits behind a statement that waits for a strong lock, so it gives up after half a second. */
export const lockTimeout = "500ms"
