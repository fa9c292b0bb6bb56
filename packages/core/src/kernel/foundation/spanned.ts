import { Clock, Effect, Exit, type Tracer } from "effect"

/** What a span says at its end. `error` names what went wrong in a word, also where the effect itself succeeded, such as a status. */
export interface SpanEnd {
  readonly attributes?: Readonly<Record<string, string | number>>
  readonly error?: string | undefined
}

interface SpanStart<A, E> extends Pick<Tracer.SpanOptionsNoTrace, "kind" | "attributes"> {
  readonly name: string
  /** A span of another process; else it is the one around, if there is one. */
  readonly parent?: Tracer.AnySpan | undefined
  readonly end: (exit: Exit.Exit<A, E>) => SpanEnd
}

/** Runs under a span of its own. Only for where spans are collected: it costs microseconds. */
export const spanned = <A, E, R>(
  { attributes, end, kind, name, parent }: SpanStart<A, E>,
  run: (span: Tracer.Span) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> =>
  Effect.flatMap(Effect.makeSpan(name, { kind, attributes, parent }), (span) =>
    Effect.onExit(Effect.withParentSpan(run(span), span), (exit) =>
      Effect.map(Clock.Clock, (clock) => {
        const { attributes: late = {}, error } = end(exit)
        for (const [key, value] of Object.entries(late)) span.attribute(key, value)
        span.end(clock.currentTimeNanosUnsafe(), error === undefined ? exit : Exit.fail({ _tag: error }))
      })
    )
  )
