import type { AttestationMaterial } from "@vouchkit/adapters/attestation/verifier"
import type { Sender, SmtpServer } from "@vouchkit/adapters/mail/smtp-url"
import type { Bucket } from "@vouchkit/adapters/blobs/s3-client"
import type { SqsQueue } from "@vouchkit/adapters/sqs/client"
import type { Network } from "@vouchkit/core/kernel/access/network"
import { defaultRetrySchedule, type RetrySchedule } from "@vouchkit/core/resources/webhooks/deliveries/schedule"
import type { InsecureTargets } from "@vouchkit/core/resources/webhooks/targets/target"
import { Data, type LogLevel, type Redacted, Result, Schema, SchemaIssue } from "effect"
import { attestationOf, attestationProblems, attestationVariables } from "./attestation.ts"
import { type Engines, engineProblems, enginesOf, engineVariables } from "./engines.ts"
import { jobQueueOf, jobQueueProblems, jobQueueVariables } from "./job-queue.ts"
import { listFetchOf, listFetchProblems, type ListFetchSettings, listFetchVariables } from "./list-fetching.ts"
import { objectStoreOf, objectStoreProblems, objectStoreVariables } from "./object-store.ts"
import { type Shutdown, shutdownOf, shutdownVariables } from "./shutdown.ts"
import { type Telemetry, telemetryOf, telemetryVariables } from "./telemetry.ts"
import { type Uploads, uploadsOf, uploadVariables } from "./uploads.ts"
import * as Read from "./variables.ts"

const optional = <S extends Schema.Codec<any, string>>(schema: S) => Schema.optionalKey(schema)

/** Every variable of the environment that the service reads, in the order in which problems are reported. */
const Variables = Schema.Struct({
  PORT: optional(Read.variable(Read.wholeNumber(0, 65_535))),
  HOST: optional(Read.variable(Read.hostName)),
  PUBLIC_URL: optional(Read.variable(Read.webAddress("https://verify.your-company.com"))),
  DATA_DIR: optional(Read.variable(Read.folder)),
  DATABASE_URL: optional(Read.variable(Read.databaseUrl)),
  DATABASE_MIGRATION_URL: optional(Read.variable(Read.databaseUrl)),
  BLOB_STORE: optional(Read.variable(Read.choice(["file", "s3"]))),
  ...objectStoreVariables,
  JOB_QUEUE: optional(Read.variable(Read.choice(["postgres", "sqs"]))),
  ...jobQueueVariables,
  ...engineVariables,
  ...attestationVariables,
  MASTER_KEY: optional(Read.variable(Read.masterKey)),
  MASTER_KEY_WRAPPED: optional(Read.variable(Read.wrappedMasterKey)),
  KMS_KEY_ID: optional(Read.variable(Read.kmsKey)),
  KMS_REGION: optional(Read.variable(Read.region)),
  KMS_ENDPOINT: optional(Read.variable(Read.webAddress("https://kms.eu-central-1.amazonaws.com"))),
  BOOTSTRAP_SANDBOX_KEY: optional(Read.variable(Read.fixedKey("sandbox"))),
  BOOTSTRAP_LIVE_KEY: optional(Read.variable(Read.fixedKey("live"))),
  RATE_LIMIT_PER_MINUTE: optional(Read.variable(Read.wholeNumber(0, 1_000_000))),
  ...uploadVariables,
  TRUSTED_PROXIES: optional(Read.variable(Read.networks)),
  OAUTH_AUTHORIZATION_SERVERS: optional(Read.variable(Read.webAddresses)),
  SMTP_URL: optional(Read.variable(Read.mailServer)),
  SMTP_FROM: optional(Read.variable(Read.mailSender)),
  WEBHOOK_ALLOW_INSECURE_TARGETS: optional(Read.variable(Read.insecureTargets)),
  WEBHOOK_ALLOW_PORTS: optional(Read.variable(Read.ports)),
  WEBHOOK_RETRY_SCHEDULE: optional(Read.variable(Read.retrySchedule)),
  ...listFetchVariables,
  LOG_LEVEL: optional(Read.variable(Read.logLevel)),
  LOG_FORMAT: optional(Read.variable(Read.choice(["json", "pretty"]))),
  ...telemetryVariables,
  METRICS_TOKEN: optional(Read.variable(Read.token)),
  STATUS_PORT: optional(Read.variable(Read.wholeNumber(1, 65_535))),
  ...shutdownVariables
})

export const variableNames: ReadonlyArray<string> = Object.keys(Variables.fields)

/** What the environment says, read once; a secret stays wrapped until it is used. */
export interface Settings {
  readonly port: number
  readonly host: string
  /** Null when it follows from host and port. */
  readonly public_url: string | null
  readonly data_dir: string
  /** Null for the embedded database. */
  readonly database_url: Redacted.Redacted<string> | null
  /** The same database for the role that owns the schema; null where the role of `database_url` does. */
  readonly migration_url: Redacted.Redacted<string> | null
  /** The bucket that files are stored in; null for the data folder. */
  readonly object_store: Bucket | null
  /** The queue that wakes workers; null when they take jobs from the database. */
  readonly job_queue: SqsQueue | null
  /** Which providers look at documents and faces. */
  readonly engines: Engines
  /** What attestations of apps are verified with. */
  readonly attestation: AttestationMaterial
  /** Null when it comes wrapped, or is generated into the data folder. */
  readonly master_key: Redacted.Redacted<Uint8Array> | null
  /** The master key as a key of KMS wrapped it, which the process has unwrapped at its start. */
  readonly wrapped_master_key: { readonly text: Redacted.Redacted<Uint8Array>; readonly key_id: string } | null
  /** Where KMS is asked; null for what the key's ARN or the SDK's surroundings say. */
  readonly kms: { readonly region: string | null; readonly endpoint: string | null }
  readonly bootstrap: { readonly sandbox: Redacted.Redacted<string> | null; readonly live: Redacted.Redacted<string> | null }
  readonly rate_limit_per_minute: number
  readonly uploads: Uploads
  readonly trusted_proxies: ReadonlyArray<Network>
  /** Named to agents as where they get a token, by an operator who has an OAuth server in front. */
  readonly oauth_authorization_servers: ReadonlyArray<string>
  /** Null where no mail is sent. */
  readonly smtp_server: Redacted.Redacted<SmtpServer> | null
  /** Null when it follows from `SMTP_URL` or the public address. */
  readonly smtp_from: Sender | null
  readonly insecure_targets: InsecureTargets
  /** Ports of webhook receivers beside the usual ones. */
  readonly webhook_ports: ReadonlySet<number>
  readonly retry_schedule: RetrySchedule
  readonly list_fetch: ListFetchSettings
  readonly log_level: LogLevel.LogLevel
  readonly log_format: "json" | "pretty"
  /** Null where no traces and metrics are sent out. */
  readonly telemetry: Telemetry | null
  readonly metrics_token: Redacted.Redacted<string> | null
  /** Where a worker without an API answers for its health and its metrics; null for nowhere. */
  readonly status_port: number | null
  readonly shutdown: Shutdown
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
    return `The environment is wrong:\n${lines.join("\n")}`
  }
}

/** What a command needs beyond what each variable says by itself. */
export interface Needs {
  readonly database_url: boolean
  /** False for a command that makes the key; else one is asked for beside a database of one's own. */
  readonly master_key?: false
  /** Whether log lines go to a terminal, which decides their form unless `LOG_FORMAT` does. */
  readonly terminal: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** An empty value, as composed files write it, counts as none. */
const given = (environment: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    variableNames.flatMap((name) => {
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
  const { DATABASE_MIGRATION_URL, DATABASE_URL, KMS_KEY_ID, MASTER_KEY, MASTER_KEY_WRAPPED } = values
  if (DATABASE_MIGRATION_URL !== undefined && DATABASE_URL === undefined) {
    problems.push({
      variable: "DATABASE_MIGRATION_URL",
      message: "must not be set without DATABASE_URL, which names the same database for the role of the service"
    })
  }
  if (needs.master_key !== false && DATABASE_URL !== undefined && MASTER_KEY === undefined && MASTER_KEY_WRAPPED === undefined) {
    problems.push({
      variable: "MASTER_KEY",
      message: `must be set when DATABASE_URL is, to ${Read.masterKeyBytes} bytes in base64 that stay the same (make one with: openssl rand -base64 ${Read.masterKeyBytes}), or set MASTER_KEY_WRAPPED instead`
    })
  }
  if (MASTER_KEY !== undefined && MASTER_KEY_WRAPPED !== undefined) {
    problems.push({ variable: "MASTER_KEY_WRAPPED", message: "must not be set together with MASTER_KEY; set only one of them" })
  }
  if (MASTER_KEY_WRAPPED !== undefined && KMS_KEY_ID === undefined) {
    problems.push({ variable: "KMS_KEY_ID", message: "must name the key of AWS KMS that wrapped MASTER_KEY_WRAPPED" })
  }
  if (KMS_KEY_ID !== undefined && MASTER_KEY_WRAPPED === undefined) {
    problems.push({
      variable: "MASTER_KEY_WRAPPED",
      message: `must be set when KMS_KEY_ID is; make one with: bun run master-key generate --key KMS_KEY_ID`
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
    ...missing(values, needs),
    ...objectStoreProblems(values),
    ...jobQueueProblems(values),
    ...listFetchProblems(values),
    ...engineProblems(values),
    ...attestationProblems(values)
  ].toSorted((left, right) => variableNames.indexOf(left.variable) - variableNames.indexOf(right.variable))
  if (Result.isFailure(decoded) || problems.length > 0) return Result.fail(new SettingsRefused({ problems }))
  const read = decoded.success
  return Result.succeed({
    port: read.PORT ?? 3000,
    host: read.HOST ?? "127.0.0.1",
    public_url: read.PUBLIC_URL ?? null,
    data_dir: read.DATA_DIR ?? ".vouchkit",
    database_url: read.DATABASE_URL ?? null,
    migration_url: read.DATABASE_MIGRATION_URL ?? null,
    object_store: objectStoreOf(read.BLOB_STORE ?? "file", read),
    job_queue: jobQueueOf(read.JOB_QUEUE ?? "postgres", read),
    engines: enginesOf(read),
    attestation: attestationOf(read),
    master_key: read.MASTER_KEY ?? null,
    wrapped_master_key:
      read.MASTER_KEY_WRAPPED === undefined || read.KMS_KEY_ID === undefined
        ? null
        : { text: read.MASTER_KEY_WRAPPED, key_id: read.KMS_KEY_ID },
    kms: { region: read.KMS_REGION ?? null, endpoint: read.KMS_ENDPOINT ?? null },
    bootstrap: { sandbox: read.BOOTSTRAP_SANDBOX_KEY ?? null, live: read.BOOTSTRAP_LIVE_KEY ?? null },
    rate_limit_per_minute: read.RATE_LIMIT_PER_MINUTE ?? 600,
    uploads: uploadsOf(read),
    trusted_proxies: read.TRUSTED_PROXIES ?? [],
    oauth_authorization_servers: read.OAUTH_AUTHORIZATION_SERVERS ?? [],
    smtp_server: read.SMTP_URL ?? null,
    smtp_from: read.SMTP_FROM ?? null,
    insecure_targets: read.WEBHOOK_ALLOW_INSECURE_TARGETS ?? new Set(),
    webhook_ports: read.WEBHOOK_ALLOW_PORTS ?? new Set(),
    retry_schedule: read.WEBHOOK_RETRY_SCHEDULE ?? defaultRetrySchedule,
    list_fetch: listFetchOf(read),
    log_level: read.LOG_LEVEL ?? "Info",
    log_format: read.LOG_FORMAT ?? (needs.terminal ? "pretty" : "json"),
    telemetry: telemetryOf(read),
    metrics_token: read.METRICS_TOKEN ?? null,
    status_port: read.STATUS_PORT ?? null,
    shutdown: shutdownOf(read)
  })
}

/** How an address is written in a URL. */
export const origin = (host: string, port: number): string => `http://${host.includes(":") ? `[${host}]` : host}:${port}`
