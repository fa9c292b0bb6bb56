const megabyte = 1024 * 1024
/** So many bytes are allocated between two looks. */
const lookEvery = 32 * megabyte
/** By how much the process may have grown since it was smallest. */
const mayGrow = 128 * megabyte

/** How large the process is, in bytes, and how its runtime is told to free what no one needs. */
interface Runtime {
  readonly size: () => number
  readonly collect: () => void
}

/** Has a runtime free what was allocated once the process has grown by it. */
export const collectorOf = ({ collect, size }: Runtime) => {
  let allocatedSince = 0
  let smallest = Number.POSITIVE_INFINITY
  return (bytes: number): void => {
    allocatedSince += bytes
    if (allocatedSince < lookEvery) return
    allocatedSince = 0
    const now = size()
    smallest = Math.min(smallest, now)
    if (now - smallest < mayGrow) return
    collect()
    smallest = size()
  }
}

/**
 * Says that so many bytes were allocated that no one needs for long. The runtime does not see what the ciphers of the system allocate, and where many large
 * files arrive at once it would grow by hundreds of megabytes before it frees them. A collection stops the process for about a tenth of a second, so
 * there is none while it stays within its size.
 */
export const allocated = collectorOf({
  size: () => process.memoryUsage.rss(),
  collect: () => {
    if (typeof Bun !== "undefined") Bun.gc(true)
  }
})
