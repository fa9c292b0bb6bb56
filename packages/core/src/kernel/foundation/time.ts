import { Clock, Context, Effect } from "effect"
import { writeMoment } from "./moment.ts"

/** The current time as every record spells it: ISO 8601, UTC, milliseconds. Such texts sort by time. */
export const now: Effect.Effect<string> = Effect.contextWith((context: Context.Context<never>) =>
  Effect.succeed(writeMoment(Context.get(context, Clock.Clock).currentTimeMillisUnsafe()))
)

/** `instant` moved by milliseconds, in the same spelling. */
export const after = (instant: string, milliseconds: number): string => writeMoment(Date.parse(instant) + milliseconds)

/** Milliseconds from one instant to another. */
export const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from)

export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000
