import type { Effect } from "effect"

/**
 * Stands among the requirements of an effect that announces events of this type. It is there for the compiler alone: no one provides it and
 * no one looks for it when the effect runs. Helpers hand it on to the one who calls them, and so an operation knows what its handler announces.
 */
export interface Announces<out Type extends string> {
  readonly key: "@vouchkit/core/events/Announces"
  readonly announced: Type
}

/** What each requirement of a handler has to be: a service of any kind, or leave to announce one of these events. */
export interface MayAnnounce<out Type> {
  readonly key?: unknown
  readonly announced?: Type
}

/** Requirements without leave to announce, for what runs them. */
export type Unannounced<R> = Exclude<R, Announces<string>>

/** Lets an effect announce whatever it announces: for jobs, timers and set-up, which no contract describes. */
export const announcingFreely: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Unannounced<R>> = (effect: any) => effect
