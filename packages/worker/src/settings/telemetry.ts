import { Redacted, Result, Schema } from "effect"
import * as Read from "./variables.ts"

const mostPairs = 64
/** A token, as the names of headers and of resource attributes are written; sent percent-encoded, as in W3C Baggage. */
const pairName = /^[A-Za-z0-9!#$&'*+.^_`|~/-]{1,256}$/

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return undefined
  }
}

const pairOf = (text: string): readonly [string, string] | undefined => {
  const at = text.indexOf("=")
  const [name, value] = at < 1 ? [] : [decoded(text.slice(0, at)), decoded(text.slice(at + 1))]
  return name === undefined || value === undefined || !pairName.test(name) || !/^[\x20-\x7e]*$/.test(value) ? undefined : [name, value]
}

type Pairs = Readonly<Record<string, string>>
const pairs = (example: string) => (text: string) => {
  const found = text.split(",").filter((part) => part.trim() !== "")
  const read = found.flatMap((part) => {
    const pair = pairOf(part)
    return pair === undefined ? [] : [pair]
  })
  const right: Result.Result<Pairs, string> =
    read.length === found.length && read.length <= mostPairs
      ? Result.succeed(Object.fromEntries(read))
      : Result.fail(`must be at most ${mostPairs} pairs with percent-encoded values, separated by commas, such as ${example}`)
  return right
}

const serviceName = (text: string) =>
  /^[\x20-\x7e]{1,200}$/.test(text) ? Result.succeed(text) : Result.fail("must have 1 to 200 printable characters, such as vouchkit-api")

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const

const ratio = (text: string) =>
  /^(?:0(?:\.\d{1,10})?|1(?:\.0{1,10})?)$/.test(text)
    ? Result.succeed(Number(text))
    : Result.fail("must be a number from 0 to 1, such as 0.1 for every tenth trace")

const truth = (text: string) => Result.map(Read.choice(["true", "false"])(text), (said) => said === "true")

/** The variables of OpenTelemetry's environment specification that the service follows. */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Schema.optionalKey(Read.variable(Read.webAddress("http://collector:4318"))),
  OTEL_EXPORTER_OTLP_HEADERS: Schema.optionalKey(
    Read.variable((text) => Result.map(pairs("x-team=kyc,api-key=secret")(text), (headers) => Redacted.make(headers)))
  ),
  OTEL_SERVICE_NAME: Schema.optionalKey(Read.variable(serviceName)),
  OTEL_RESOURCE_ATTRIBUTES: Schema.optionalKey(Read.variable(pairs("deployment.environment.name=production"))),
  OTEL_TRACES_SAMPLER: Schema.optionalKey(Read.variable(Read.choice(samplers))),
  OTEL_TRACES_SAMPLER_ARG: Schema.optionalKey(Read.variable(ratio)),
  OTEL_SDK_DISABLED: Schema.optionalKey(Read.variable(truth))
}

/** Which traces are kept. */
export interface Sampler {
  /** The share of the traces that begin here. */
  readonly ratio: number
  /** Whether a trace that someone else began is kept as they say. */
  readonly follows_parent: boolean
}

/** Where traces and metrics are sent, and what is said of this process there. */
export interface Telemetry {
  /** Without a slash at its end. */
  readonly endpoint: string
  readonly headers: Redacted.Redacted<Pairs>
  /** Null when it follows from the command. */
  readonly service_name: string | null
  readonly resource: Pairs
  readonly sampler: Sampler
}

interface Values {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string
  readonly OTEL_EXPORTER_OTLP_HEADERS?: Redacted.Redacted<Pairs>
  readonly OTEL_SERVICE_NAME?: string
  readonly OTEL_RESOURCE_ATTRIBUTES?: Pairs
  readonly OTEL_TRACES_SAMPLER?: (typeof samplers)[number]
  readonly OTEL_TRACES_SAMPLER_ARG?: number
  readonly OTEL_SDK_DISABLED?: boolean
}

const samplerOf = ({ OTEL_TRACES_SAMPLER: name = "parentbased_always_on", OTEL_TRACES_SAMPLER_ARG: share = 1 }: Values): Sampler => ({
  ratio: name.endsWith("always_on") ? 1 : name.endsWith("always_off") ? 0 : share,
  follows_parent: name.startsWith("parentbased_")
})

/** What the variables describe; null when nothing is sent anywhere. */
export const telemetryOf = (values: Values): Telemetry | null => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_RESOURCE_ATTRIBUTES: resource = {} } = values
  if (endpoint === undefined || values.OTEL_SDK_DISABLED === true) return null
  return {
    endpoint,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? Redacted.make({}),
    service_name: values.OTEL_SERVICE_NAME ?? resource["service.name"] ?? null,
    resource,
    sampler: samplerOf(values)
  }
}
