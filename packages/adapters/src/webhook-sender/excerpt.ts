import { excerptBytes } from "@vouchkit/core/resources/webhooks/deliveries/sender"

/** More of an answer than this is not read: its status is known, and its body is only ever shown as an excerpt. */
const readLimit = 65_536

/**
 * What is kept of a body's first bytes, as text of at most `excerptBytes` bytes of UTF-8: whole characters only, and no NUL, which databases
 * refuse.
 */
const storableText = (kept: Uint8Array): string => {
  if (kept.length === 0) return ""
  const decoded = new TextDecoder().decode(kept, { stream: kept.length === excerptBytes })
  const storable = decoded.includes("\u0000") ? decoded.replaceAll("\u0000", "\ufffd") : decoded
  // Bytes that are not UTF-8 become up to three times as long as replacement characters, so the bound is applied once more to the text.
  if (kept.length * 3 <= excerptBytes) return storable
  return storable.slice(0, new TextEncoder().encodeInto(storable, new Uint8Array(excerptBytes)).read)
}

/** The excerpt of a body that is there as a whole. */
export const excerptOfBytes = (body: Uint8Array): string => storableText(body.subarray(0, excerptBytes))

/** Collects the beginning of a body of any size in bounded memory. */
export class BodyExcerpt {
  private readonly kept = Buffer.alloc(excerptBytes)
  private length = 0
  private received = 0

  /** Takes the next piece of the body; true once enough was read. */
  add(chunk: Uint8Array): boolean {
    const fitting = chunk.subarray(0, excerptBytes - this.length)
    this.kept.set(fitting, this.length)
    this.length += fitting.length
    this.received += chunk.length
    return this.received >= readLimit
  }

  text(): string {
    return storableText(this.kept.subarray(0, this.length))
  }
}
