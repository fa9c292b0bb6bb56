import type { CallToolResult } from "@modelcontextprotocol/server"
import { Clock, Effect, Metric } from "effect"

const calls = Metric.counter("vouchkit_agent_calls_total", {
  description: "Tool calls of agents, by tool and outcome",
  incremental: true
})
const seconds = Metric.histogram("vouchkit_agent_call_duration_seconds", {
  description: "Duration of tool calls",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

/** Counts and times one call; `tool` is the name of one of ours, never what an agent made up. */
export const observedCall = <E, R>(tool: string, call: Effect.Effect<CallToolResult, E, R>): Effect.Effect<CallToolResult, E, R> =>
  Effect.flatMap(Clock.currentTimeMillis, (startedAt) =>
    Effect.tap(call, ({ isError }) =>
      Effect.flatMap(Clock.currentTimeMillis, (endedAt) =>
        Effect.andThen(
          Metric.update(Metric.withAttributes(calls, { tool, outcome: isError === true ? "failed" : "completed" }), 1),
          Metric.update(Metric.withAttributes(seconds, { tool }), (endedAt - startedAt) / 1000)
        )
      )
    )
  )
