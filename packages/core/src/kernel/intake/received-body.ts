import { Clock, Context, Effect, Metric, Option } from "effect"
import { Caller } from "../access/caller.ts"
import { BadRequest, BodyTimeout, type Failure, Overloaded, PayloadTooLarge } from "../foundation/failure.ts"
import { joined } from "../foundation/joined.ts"
import { arrivingBody, TooBusy, TooLate, TooLong } from "./arriving-body.ts"
import type { Sender } from "./byte-shares.ts"
import { type Announced, type BodyTicket, Intake, retryAfterSeconds } from "./intake.ts"

const refused = Metric.counter("vouchkit_bodies_refused_total", {
  description: "Request bodies refused: busy when too many bytes were in flight, late when they took too long",
  incremental: true
})
const countRefused = (reason: "busy" | "late") => Metric.update(Metric.withAttributes(refused, { reason }), 1)

/** The declared length of a body; null where it comes in chunks. */
export const declaredLength = ({ headers }: Request): number | null => {
  const declared = headers.get("content-length")
  return declared === null ? null : Number(declared)
}

/** Who sends a body, as far as that is known where it is read. */
export const currentSender = (context: Context.Context<never>): Sender => {
  const caller = Option.getOrUndefined(Context.getOption(context, Caller))
  if (caller === undefined) return { organization: null, link: null }
  return { organization: caller.organization, link: caller.credential.type === "capture" ? caller.credential.link : null }
}

/** Asks the intake to let a body in. */
export const admitted = (announced: Omit<Announced, "sender">): Effect.Effect<BodyTicket, Overloaded> =>
  Effect.contextWith((context: Context.Context<never>) => {
    const now_ms = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
    const ticket = Context.get(context, Intake).begin({ ...announced, sender: currentSender(context) }, now_ms)
    return ticket === undefined
      ? Effect.andThen(countRefused("busy"), Effect.fail(new Overloaded({ retry_after: retryAfterSeconds })))
      : Effect.succeed(ticket)
  })

/** What it means that a body could not be read to its end. */
const interrupted = (cause: unknown, limit: number): Failure => {
  if (cause instanceof TooLong) return new PayloadTooLarge({ max_bytes: limit })
  if (cause instanceof TooLate) return new BodyTimeout()
  if (cause instanceof TooBusy) return new Overloaded({ retry_after: retryAfterSeconds })
  return new BadRequest({ detail: "The body ended before it was complete." })
}

/** Reads a body that was let in; `failure` says what other troubles of the reader mean. */
export const received = <A>(
  read: (signal: AbortSignal) => Promise<A>,
  limit: number,
  failure: (cause: unknown) => Failure | undefined = () => undefined
): Effect.Effect<A, Failure> =>
  Effect.tapError(Effect.tryPromise({ try: read, catch: (cause): Failure => failure(cause) ?? interrupted(cause, limit) }), ({ _tag }) => {
    if (_tag === "BodyTimeout") return countRefused("late")
    return _tag === "Overloaded" ? countRefused("busy") : Effect.void
  })

/** A body whose length is declared is read by the server itself, which is faster than piece by piece. */
const declaredBody = async (request: Request, limit: number, ticket: BodyTicket): Promise<Uint8Array> => {
  const late = Promise.withResolvers<never>()
  ticket.whenLate(() => late.reject(new TooLate()))
  const buffer = await Promise.race([request.arrayBuffer(), late.promise])
  // A server holds a body to its declared length; anyone who calls in process may declare what it likes.
  if (buffer.byteLength > limit) throw new TooLong()
  return new Uint8Array(buffer)
}

const chunkedBody = async (request: Request, limit: number, ticket: BodyTicket, signal: AbortSignal): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of arrivingBody(request, limit, ticket, signal)) chunks.push(chunk)
  return joined(chunks)
}

/** Reads a body into memory, to its end or to one byte past the limit. */
export const heldBody = (request: Request, limit: number): Effect.Effect<Uint8Array, Failure> => {
  const declared = declaredLength(request)
  if (declared !== null && declared > limit) return Effect.fail(new PayloadTooLarge({ max_bytes: limit }))
  if (request.body === null) return Effect.succeed(new Uint8Array())
  return Effect.flatMap(admitted({ kind: "held", bytes: declared ?? limit, open_ended: declared === null }), (ticket) =>
    Effect.ensuring(
      received((signal) => (declared === null ? chunkedBody(request, limit, ticket, signal) : declaredBody(request, limit, ticket)), limit),
      Effect.sync(() => ticket.release())
    )
  )
}
