import { excerptBytes } from "@vouchkit/core/webhooks/sender"

/** More of an answer than this is not read: its status is known, and its body is only ever shown as an excerpt. */
const readLimit = 65_536

/** Collects the beginning of a body of any size in bounded memory. */
export class BodyExcerpt {
  private readonly kept = Buffer.alloc(excerptBytes)
  private length = 0
  private received = 0

  /** Takes the next piece of the body; true once enough was read. */
  add(chunk: Uint8Array): boolean {
    const room = chunk.subarray(0, excerptBytes - this.length)
    this.kept.set(room, this.length)
    this.length += room.length
    this.received += chunk.length
    return this.received >= readLimit
  }

  /** What was kept as text of at most `excerptBytes` bytes of UTF-8: whole characters only, and no NUL, which databases refuse. */
  text(): string {
    const decoded = new TextDecoder().decode(this.kept.subarray(0, this.length), { stream: this.length === excerptBytes })
    // Bytes that are not UTF-8 become longer as replacement characters, so the bound is applied once more to the text.
    const storable = decoded.replaceAll("\u0000", "\ufffd")
    return storable.slice(0, new TextEncoder().encodeInto(storable, new Uint8Array(excerptBytes)).read)
  }
}
