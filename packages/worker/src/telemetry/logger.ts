import { Cause, Context, Layer, Logger, Option, References, Tracer } from "effect"
import type { Settings } from "../settings/settings.ts"

/** The message of these may repeat what was stored or sent, so that only their kind and place are logged. */
const talkative = new Set(["PostgresError", "SchemaError", "SyntaxError"])
const deepest = 4
const longestMessage = 500
const longestStack = 20

interface Trouble {
  readonly name: string
  readonly code?: string
  readonly message?: string
  readonly at?: ReadonlyArray<string>
  readonly cause?: Trouble
}

/** An error as a log may show it: what and where, and no data of anyone. */
export const trouble = (error: unknown, depth = 0): Trouble => {
  if (!(error instanceof Error)) return { name: typeof error === "object" && error !== null ? error.constructor.name : typeof error }
  const frames = (error.stack ?? "").split("\n").flatMap((line) => /^\s+at (.*)$/.exec(line)?.[1] ?? [])
  return {
    name: error.name,
    ...("code" in error && typeof error.code === "string" ? { code: error.code } : {}),
    ...(talkative.has(error.name) || error.message === "" ? {} : { message: error.message.slice(0, longestMessage) }),
    ...(frames.length === 0 ? {} : { at: frames.slice(0, longestStack) }),
    ...(error.cause === undefined || depth >= deepest ? {} : { cause: trouble(error.cause, depth + 1) })
  }
}

const troubles = (cause: Cause.Cause<unknown>): ReadonlyArray<Trouble> =>
  cause.reasons.flatMap((reason) =>
    reason._tag === "Fail" ? [trouble(reason.error)] : reason._tag === "Die" ? [trouble(reason.defect)] : [{ name: "Interrupted" }]
  )

const isPlain = (part: unknown): part is Readonly<Record<string, unknown>> =>
  typeof part === "object" && part !== null && Object.getPrototypeOf(part) === Object.prototype

/** Under which span it was logged, where spans are collected; those of Effect's own tracer lead nowhere. */
const traceOf = (context: Context.Context<never>) => {
  const span = Option.getOrUndefined(Context.getOption(context, Tracer.ParentSpan))
  return span === undefined || span instanceof Tracer.NativeSpan ? {} : { trace_id: span.traceId, span_id: span.spanId }
}

/** Words become the message, plain objects members of the entry, anything else is trouble. */
const entryOf = ({ cause, date, fiber, logLevel, message }: Logger.Options<unknown>) => {
  const parts = Array.isArray(message) ? message : [message]
  const words = parts.filter((part) => typeof part === "string" || typeof part === "number")
  const members = parts.filter(isPlain)
  const errors = [
    ...troubles(cause),
    ...parts
      .filter((part) => !words.includes(part) && !isPlain(part))
      .flatMap((part) => (Cause.isCause(part) ? troubles(part) : [trouble(part)]))
  ]
  return {
    time: date.toISOString(),
    level: logLevel.toLowerCase(),
    message: words.join(" "),
    ...fiber.getRef(References.CurrentLogAnnotations),
    ...traceOf(fiber.context),
    ...Object.assign({}, ...members),
    ...(errors.length === 0 ? {} : { errors })
  }
}

const write = (line: string) => void process.stderr.write(`${line}\n`)

const json = Logger.make((options) => write(JSON.stringify(entryOf(options))))

const reported = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

const pretty = Logger.make((options) => {
  const { errors = [], level, message, time, ...rest } = entryOf(options)
  const members = Object.entries(rest).map(([name, value]) => ` ${name}=${reported(value)}`)
  write(`${time.slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${message}${members.join("")}`)
  for (const { at = [], ...error } of errors) {
    write(`      ${reported(error)}`)
    for (const frame of at.slice(0, 8)) write(`        at ${frame}`)
  }
})

/** One line per entry on standard error, so that what a command prints stays clean. */
export const loggerLayer = ({ log_format, log_level }: Pick<Settings, "log_format" | "log_level">) =>
  Layer.mergeAll(Logger.layer([log_format === "json" ? json : pretty]), Layer.succeed(References.MinimumLogLevel)(log_level))
