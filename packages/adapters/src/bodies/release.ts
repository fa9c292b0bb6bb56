/** What is shorter is left to the runtime: to let go of it costs more than it holds. */
const shortest = 16 * 1024
/** Bytes that a cipher leaves unused behind what it made. */
const slack = 64

/**
 * Gives the memory of bytes that no one reads any more back at once; they are empty from then on. The runtime does not see how much a file takes, and would
 * keep it for seconds, or have to stop everything to free it. Bytes that are a part of a larger buffer stay as they are.
 */
export const release = ({ buffer, byteLength, byteOffset }: Uint8Array): void => {
  if (byteLength < shortest || byteOffset !== 0 || !(buffer instanceof ArrayBuffer)) return
  if (buffer.byteLength <= byteLength + slack) buffer.transfer(0)
}
