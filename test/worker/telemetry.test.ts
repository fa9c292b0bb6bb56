import { describe, expect, test } from "bun:test"
import { remoteSpan } from "@vouchkit/core/kernel/foundation/traceparent"
import { exportedSpans } from "@vouchkit/worker/telemetry/exported-spans"
import { readSettings } from "@vouchkit/worker/settings/settings"
import { Cause, Effect, Exit, Redacted, Result, Tracer } from "effect"

const read = (environment: Readonly<Record<string, string>>) => readSettings(environment, { database_url: false, terminal: false })
const telemetry = (environment: Readonly<Record<string, string>>) =>
  Result.getOrThrow(read({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", ...environment })).telemetry

describe("the variables of OpenTelemetry", () => {
  test("without an endpoint, or switched off, nothing is collected whatever else is set", () => {
    expect(Result.getOrThrow(read({ OTEL_SERVICE_NAME: "kyc", OTEL_TRACES_SAMPLER: "always_on" })).telemetry).toBeNull()
    expect(telemetry({ OTEL_SDK_DISABLED: "true" })).toBeNull()
  })

  test("headers and attributes are read percent-encoded, and the service's own name wins", () => {
    const found = telemetry({
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc=, x-team = kyc",
      OTEL_RESOURCE_ATTRIBUTES: "service.name=other,host.name=a%2Cb",
      OTEL_SERVICE_NAME: "kyc"
    })
    expect(found && Redacted.value(found.headers)).toEqual({ authorization: "Basic abc=", "x-team": "kyc" })
    expect(found).toMatchObject({ service_name: "kyc", resource: { "host.name": "a,b" } })
    expect(telemetry({ OTEL_RESOURCE_ATTRIBUTES: "service.name=other" })?.service_name).toBe("other")
    expect(JSON.stringify(found)).not.toContain("Basic")
  })

  test("samplers mean what the specification says", () => {
    const sampler = (name: string, share?: string) =>
      telemetry({ OTEL_TRACES_SAMPLER: name, ...(share === undefined ? {} : { OTEL_TRACES_SAMPLER_ARG: share }) })?.sampler
    expect(telemetry({})?.sampler).toEqual({ ratio: 1, follows_parent: true })
    expect(sampler("always_on")).toEqual({ ratio: 1, follows_parent: false })
    expect(sampler("always_off", "0.5")).toEqual({ ratio: 0, follows_parent: false })
    expect(sampler("traceidratio", "0.25")).toEqual({ ratio: 0.25, follows_parent: false })
    expect(sampler("parentbased_traceidratio", "0.25")).toEqual({ ratio: 0.25, follows_parent: true })
    expect(sampler("parentbased_always_off")).toEqual({ ratio: 0, follows_parent: true })
  })

  test("what is wrong is reported with the other problems, without its value", () => {
    const wrong = {
      OTEL_EXPORTER_OTLP_ENDPOINT: "collector",
      OTEL_EXPORTER_OTLP_HEADERS: "geheim",
      OTEL_SERVICE_NAME: "k\u00fcche",
      OTEL_RESOURCE_ATTRIBUTES: "a=%zz",
      OTEL_TRACES_SAMPLER: "sometimes",
      OTEL_TRACES_SAMPLER_ARG: "2",
      OTEL_SDK_DISABLED: "maybe",
      STATUS_PORT: "0",
      SHUTDOWN_DELAY_SECONDS: "-1",
      SHUTDOWN_GRACE_SECONDS: "soon"
    }
    const refused = Result.match(read(wrong), { onSuccess: () => undefined, onFailure: (failure) => failure })
    expect(refused?.problems.map(({ variable }) => variable)).toEqual(Object.keys(wrong))
    expect(refused?.message).not.toContain("geheim")
  })
})

/** A tracer that keeps what ends in it. */
const recording = () => {
  const ended: Array<{
    readonly name: string
    readonly sampled: boolean
    readonly exit: Exit.Exit<unknown, unknown>
    readonly span: Tracer.Span
  }> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      const end = span.end.bind(span)
      span.end = (endTime, exit) => {
        end(endTime, exit)
        ended.push({ name: span.name, sampled: span.sampled, exit, span })
      }
      return span
    }
  })
  return { ended, tracer }
}
const everything = { ratio: 1, follows_parent: true }

test("of a failure, a collector is told the kind and never the words, whatever failed", async () => {
  const { ended, tracer } = recording()
  const within = Effect.provideService(Tracer.Tracer, exportedSpans(tracer, everything))
  const failures = [
    Effect.fail({ _tag: "NotFound", id: "Jane Doe" }),
    Effect.die(new TypeError("Jane Doe is not a function", { cause: new Error("Jane Doe") })),
    Effect.fail("Jane Doe"),
    Effect.fail({ _tag: "Jane Doe" }),
    Effect.die(Object.assign(new Error("x"), { name: "Jane Doe" }))
  ]
  for (const failure of failures) await Effect.runPromiseExit(within(Effect.withSpan(failure as Effect.Effect<never, unknown>, "work")))
  expect(ended.map(({ span }) => span.attributes.get("error.type"))).toEqual(["NotFound", "TypeError", "string", "unknown", "unknown"])
  for (const { exit } of ended) {
    const errors = Exit.isFailure(exit) ? Cause.prettyErrors(exit.cause) : []
    expect(errors).toHaveLength(1)
    expect(errors.map(({ message, name, stack }) => `${name} ${message} ${stack}`).join()).not.toContain("Jane")
  }
})

describe("sampling", () => {
  const sampled = async (sampler: typeof everything, traceparent: string | null, count = 1) => {
    const { ended, tracer } = recording()
    const parent = remoteSpan(traceparent)
    const work = Effect.withSpan(Effect.withSpan(Effect.void, "inner"), "outer", parent === undefined ? {} : { parent })
    for (let time = 0; time < count; time += 1) {
      await Effect.runPromise(Effect.provideService(work, Tracer.Tracer, exportedSpans(tracer, sampler)))
    }
    return ended
  }
  const incoming = (flag: "00" | "01") => `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flag}`

  test("a trace is kept or dropped whole", async () => {
    const ended = await sampled({ ratio: 0.5, follows_parent: true }, null, 300)
    const byTrace = Map.groupBy(ended, ({ span }) => span.traceId)
    expect(byTrace.size).toBe(300)
    for (const spans of byTrace.values()) expect(spans.map((span) => span.sampled)).toEqual(Array(2).fill(spans[0]?.sampled))
    const kept = ended.filter((span) => span.sampled).length / 2
    // Six standard deviations of 300 throws of a coin.
    expect(Math.abs(kept - 150)).toBeLessThan(52)
  })

  test("a caller's decision is followed where the sampler says so, and else not", async () => {
    const whole = async (sampler: typeof everything, flag: "00" | "01") =>
      (await sampled(sampler, incoming(flag))).map((span) => span.sampled)
    expect(await whole({ ratio: 0, follows_parent: true }, "01")).toEqual([true, true])
    expect(await whole({ ratio: 1, follows_parent: true }, "00")).toEqual([false, false])
    expect(await whole({ ratio: 0, follows_parent: false }, "01")).toEqual([false, false])
    expect(await whole({ ratio: 1, follows_parent: false }, "00")).toEqual([true, true])
  })
})
