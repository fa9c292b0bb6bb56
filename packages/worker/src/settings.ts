import type { Network } from "@vouchkit/core/access/network"
import { defaultRetrySchedule, type RetrySchedule } from "@vouchkit/core/webhooks/schedule"
import type { InsecureTargets } from "@vouchkit/core/webhooks/target"
import { Data, type LogLevel, type Redacted, Result, Schema, SchemaIssue } from "effect"
import * as Read from "./variables.ts"

const optional = <S extends Schema.Codec<any, string>>(schema: S) => Schema.optionalKey(schema)

/** Every variable of the environment that the service reads, in the order in which problems are reported. */
const Variables = Schema.Struct({
  PORT: optional(Read.variable(Read.wholeNumber(0, 65_535))),
  HOST: optional(Read.variable(Read.hostName)),
  PUBLIC_URL: optional(Read.variable(Read.webAddress("https://verify.your-company.com"))),
  DATA_DIR: optional(Read.variable(Read.folder)),
  DATABASE_URL: optional(Read.variable(Read.databaseUrl)),
  BLOB_STORE: optional(Read.variable(Read.notYet("file", { s3: "s3 comes with the S3 adapter, which this release does not have" }))),
  JOB_QUEUE: optional(Read.variable(Read.notYet("postgres", { sqs: "sqs comes with the SQS adapter, which this release does not have" }))),
  MASTER_KEY: optional(Read.variable(Read.masterKey)),
  BOOTSTRAP_SANDBOX_KEY: optional(Read.variable(Read.fixedKey("sandbox"))),
  BOOTSTRAP_LIVE_KEY: optional(Read.variable(Read.fixedKey("live"))),
  RATE_LIMIT_PER_MINUTE: optional(Read.variable(Read.wholeNumber(0, 1_000_000))),
  TRUSTED_PROXIES: optional(Read.variable(Read.networks)),
  SMTP_URL: optional(Read.variable(Read.mailUrl)),
  WEBHOOK_ALLOW_INSECURE_TARGETS: optional(Read.variable(Read.insecureTargets)),
  WEBHOOK_RETRY_SCHEDULE: optional(Read.variable(Read.retrySchedule)),
  LOG_LEVEL: optional(Read.variable(Read.logLevel)),
  LOG_FORMAT: optional(Read.variable(Read.choice(["json", "pretty"]))),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(Read.variable(Read.webAddress("http://collector:4318"))),
  METRICS_TOKEN: optional(Read.variable(Read.token))
})

const names = Object.keys(Variables.fields)

/** What the environment says, read once; a secret stays wrapped until it is used. */
export interface Settings {
  readonly port: number
  readonly host: string
  /** Null when it follows from host and port. */
  readonly public_url: string | null
  readonly data_dir: string
  /** Null for the embedded database. */
  readonly database_url: Redacted.Redacted<string> | null
  /** Null when it is generated into the data folder. */
  readonly master_key: Redacted.Redacted<Uint8Array> | null
  readonly bootstrap: { readonly sandbox: Redacted.Redacted<string> | null; readonly live: Redacted.Redacted<string> | null }
  readonly rate_limit_per_minute: number
  readonly trusted_proxies: ReadonlyArray<Network>
  readonly smtp_url: Redacted.Redacted<string> | null
  readonly insecure_targets: InsecureTargets
  readonly retry_schedule: RetrySchedule
  readonly log_level: LogLevel.LogLevel
  readonly log_format: "json" | "pretty"
  readonly otlp_endpoint: string | null
  readonly metrics_token: Redacted.Redacted<string> | null
}

export interface SettingProblem {
  readonly variable: string
  /** What would be right; never the value. */
  readonly message: string
}

/** Everything that is wrong with the environment. */
export class SettingsRefused extends Data.TaggedError("SettingsRefused")<{ readonly problems: ReadonlyArray<SettingProblem> }> {
  override get message() {
    const lines = this.problems.map(({ message, variable }) => `  ${variable} ${message}`)
    return `The environment is not right:\n${lines.join("\n")}`
  }
}

/** What a command needs beyond what each variable says by itself. */
export interface Needs {
  readonly database_url: boolean
  /** Whether log lines go to a terminal, which decides their form unless `LOG_FORMAT` does. */
  readonly terminal: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** An empty value, as composed files write it, counts as none. */
const given = (environment: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name]?.trim() ?? ""
      return value === "" ? [] : [[name, value]]
    })
  )

const decode = Schema.decodeUnknownResult(Variables, { errors: "all" })
const format = SchemaIssue.makeFormatterStandardSchemaV1()

const missing = (values: Readonly<Record<string, string>>, needs: Needs): ReadonlyArray<SettingProblem> => {
  const problems: Array<SettingProblem> = []
  if (needs.database_url && values.DATABASE_URL === undefined) {
    problems.push({
      variable: "DATABASE_URL",
      message:
        "must name a PostgreSQL database of version 15 or newer, such as postgres://user:password@host:5432/database; the embedded database belongs to the start command"
    })
  }
  if (values.DATABASE_URL !== undefined && values.MASTER_KEY === undefined) {
    problems.push({
      variable: "MASTER_KEY",
      message: `must be set when DATABASE_URL is, to ${Read.masterKeyBytes} bytes in base64 that stay the same; make one with: openssl rand -base64 ${Read.masterKeyBytes}`
    })
  }
  return problems
}

/** Reads the environment, or tells everything that is wrong with it at once. */
export const readSettings = (environment: Environment, needs: Needs): Result.Result<Settings, SettingsRefused> => {
  const values = given(environment)
  const decoded = decode(values)
  const problems = [
    ...(Result.isFailure(decoded)
      ? format(decoded.failure.issue).issues.map(({ message, path = [] }) => ({ variable: String(path[0] ?? ""), message }))
      : []),
    ...missing(values, needs)
  ].toSorted((left, right) => names.indexOf(left.variable) - names.indexOf(right.variable))
  if (Result.isFailure(decoded) || problems.length > 0) return Result.fail(new SettingsRefused({ problems }))
  const read = decoded.success
  return Result.succeed({
    port: read.PORT ?? 3000,
    host: read.HOST ?? "127.0.0.1",
    public_url: read.PUBLIC_URL ?? null,
    data_dir: read.DATA_DIR ?? ".vouchkit",
    database_url: read.DATABASE_URL ?? null,
    master_key: read.MASTER_KEY ?? null,
    bootstrap: { sandbox: read.BOOTSTRAP_SANDBOX_KEY ?? null, live: read.BOOTSTRAP_LIVE_KEY ?? null },
    rate_limit_per_minute: read.RATE_LIMIT_PER_MINUTE ?? 600,
    trusted_proxies: read.TRUSTED_PROXIES ?? [],
    smtp_url: read.SMTP_URL ?? null,
    insecure_targets: read.WEBHOOK_ALLOW_INSECURE_TARGETS ?? new Set(),
    retry_schedule: read.WEBHOOK_RETRY_SCHEDULE ?? defaultRetrySchedule,
    log_level: read.LOG_LEVEL ?? "Info",
    log_format: read.LOG_FORMAT ?? (needs.terminal ? "pretty" : "json"),
    otlp_endpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    metrics_token: read.METRICS_TOKEN ?? null
  })
}

/** How an address is written in a URL. */
export const origin = (host: string, port: number): string => `http://${host.includes(":") ? `[${host}]` : host}:${port}`
