import type { BodyTicket } from "./intake.ts"

/** The body is longer than the path accepts. */
export class TooLong extends Error {}
/** There is no capacity for as much as came of a body whose length was not declared. */
export class TooBusy extends Error {}
/** The body was ended because it took too long. */
export class TooLate extends Error {}

/**
 * The pieces of a body as they arrive, to its end or to the first byte past the limit, whatever its framing, so that 413 is ours. The next piece
 * is asked for when the one before was dealt with: the socket of a sender that is faster waits meanwhile.
 */
export async function* arrivingBody(
  { body }: Request,
  limit: number,
  ticket: BodyTicket,
  signal: AbortSignal
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return
  const reader = body.getReader()
  let late = false
  const leave = () => void reader.cancel().catch(() => {})
  ticket.whenLate(() => {
    late = true
    leave()
  })
  signal.addEventListener("abort", leave)
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (late) throw new TooLate()
      signal.throwIfAborted()
      if (done) break
      size += value.length
      if (size > limit) throw new TooLong()
      if (!ticket.arrived(value.length)) throw new TooBusy()
      yield value
    }
    ticket.complete()
  } finally {
    signal.removeEventListener("abort", leave)
    leave()
  }
}
