import { DateTime, Effect } from "effect"

/** The current time as every record spells it: ISO 8601, UTC, milliseconds. Such texts sort by time. */
export const now = Effect.map(DateTime.now, DateTime.formatIso)

/** `instant` moved by milliseconds, in the same spelling. */
export const after = (instant: string, milliseconds: number): string =>
  DateTime.formatIso(DateTime.add(DateTime.makeUnsafe(instant), { milliseconds }))

/** Milliseconds from one instant to another. */
export const between = (from: string, to: string): number =>
  DateTime.toEpochMillis(DateTime.makeUnsafe(to)) - DateTime.toEpochMillis(DateTime.makeUnsafe(from))

export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => count * 3_600_000
export const days = (count: number): number => count * 86_400_000
