const megabyte = 1024 * 1024
/** So many bytes are handed out between two looks. */
const lookEvery = 32 * megabyte
/** By how much the process may have grown since it was smallest. */
const mayGrow = 128 * megabyte

let handedOut = 0
let smallest = Number.POSITIVE_INFINITY

/**
 * Says that so many bytes were handed out that nobody needs for long. The runtime does not see what the ciphers of the system allocate, and where many large
 * files arrive at once it would grow by hundreds of megabytes before it frees them. A collection stops the process for about a tenth of a second, so
 * there is none while it stays within its size.
 */
export const handOut = (bytes: number): void => {
  handedOut += bytes
  if (handedOut < lookEvery) return
  handedOut = 0
  const size = process.memoryUsage.rss()
  smallest = Math.min(smallest, size)
  if (size - smallest < mayGrow) return
  if (typeof Bun !== "undefined") Bun.gc(true)
  smallest = process.memoryUsage.rss()
}
