import { Clock, Context, Effect, LogLevel, References } from "effect"

type Answers = <E, R>(answer: Effect.Effect<Response, E, R>) => Effect.Effect<Response, E, R>

const logged: Answers = (answer) =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const startedAt = clock.currentTimeMillisUnsafe()
    return Effect.tap(answer, ({ status }) =>
      Effect.logDebug("request answered", { status, duration_ms: clock.currentTimeMillisUnsafe() - startedAt })
    )
  })

/** A line for every request, which its annotations name, where lines of level debug are written; decided once, so that it costs nothing elsewhere. */
export const withRequestLog = (context: Context.Context<any>, answers: Answers): Answers =>
  LogLevel.isGreaterThan(Context.get(context, References.MinimumLogLevel), "Debug") ? answers : (answer) => answers(logged(answer))
