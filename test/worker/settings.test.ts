import { expect, test } from "bun:test"
import { defaultRetrySchedule } from "@vouchkit/core/resources/webhooks/deliveries/schedule"
import { type Needs, readSettings } from "@vouchkit/worker/settings/settings"
import { Redacted, Result } from "effect"
import fc from "fast-check"

const alone: Needs = { database_url: false, terminal: false }
const read = (environment: Record<string, string | undefined>, needs = alone) => Result.getOrThrow(readSettings(environment, needs))
const refused = (environment: Record<string, string | undefined>, needs = alone) => {
  const result = readSettings(environment, needs)
  if (Result.isSuccess(result)) throw new Error("accepted")
  return result.failure
}
const variables = (environment: Record<string, string | undefined>, needs = alone) =>
  refused(environment, needs).problems.map(({ variable }) => variable)
const master = Buffer.alloc(32, 7).toString("base64")

test("without any variable the documented defaults hold", () => {
  expect(read({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    public_url: null,
    data_dir: ".vouchkit",
    database_url: null,
    migration_url: null,
    object_store: null,
    job_queue: null,
    engines: {
      identity_documents: { deciding: "local", shadow: null },
      faces: { deciding: "local", shadow: null },
      liveness: "local",
      processes: null,
      aws: null
    },
    attestation: { app_attest: null, play_integrity: null },
    master_key: null,
    wrapped_master_key: null,
    kms: { region: null, endpoint: null },
    bootstrap: { sandbox: null, live: null },
    rate_limit_per_minute: 600,
    uploads: { megabytes: 384, deadline_seconds: 300 },
    trusted_proxies: [],
    oauth_authorization_servers: [],
    smtp_server: null,
    smtp_from: null,
    insecure_targets: new Set(),
    webhook_ports: new Set(),
    retry_schedule: defaultRetrySchedule,
    log_level: "Info",
    log_format: "json",
    telemetry: null,
    status_port: null,
    shutdown: { delay_seconds: 0, grace_seconds: 25 },
    list_fetch: { sources: [], insecure_targets: new Set() },
    metrics_token: null
  })
  expect(read({}, { ...alone, terminal: true }).log_format).toBe("pretty")
})

test("empty and blank values count as unset", () => {
  expect(read({ PORT: "", HOST: " ", MASTER_KEY: "", DATABASE_URL: "", WEBHOOK_RETRY_SCHEDULE: "", BLOB_STORE: "" })).toEqual(read({}))
})

test("every variable is read", () => {
  const settings = read({
    PORT: "0",
    HOST: "::1",
    PUBLIC_URL: "https://kyc.example/verify/",
    DATA_DIR: "/data",
    DATABASE_URL: "postgres://user:pw@one,two:5433/db?sslmode=require",
    BLOB_STORE: "file",
    JOB_QUEUE: "postgres",
    MASTER_KEY: master,
    BOOTSTRAP_SANDBOX_KEY: "vk_sandbox_0123456789",
    BOOTSTRAP_LIVE_KEY: "vk_live_0123456789abc",
    RATE_LIMIT_PER_MINUTE: "0",
    TRUSTED_PROXIES: "10.0.0.0/8, ::1",
    OAUTH_AUTHORIZATION_SERVERS: "https://login.acme.example/, https://other.acme.example/realm",
    SMTP_URL: "smtps://user:pw@mail.example:465",
    SMTP_FROM: "Acme <no-reply@acme.example>",
    WEBHOOK_ALLOW_INSECURE_TARGETS: "127.0.0.1:4000,localhost:4001",
    WEBHOOK_RETRY_SCHEDULE: "1s,2s,4s",
    LOG_LEVEL: "DEBUG",
    LOG_FORMAT: "pretty",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/",
    METRICS_TOKEN: "let-me-see"
  })
  expect(settings).toMatchObject({
    port: 0,
    host: "::1",
    public_url: "https://kyc.example/verify",
    data_dir: "/data",
    rate_limit_per_minute: 0,
    retry_schedule: [1000, 2000, 4000],
    log_level: "Debug",
    log_format: "pretty",
    telemetry: { endpoint: "http://collector:4318", service_name: null, resource: {}, sampler: { ratio: 1, follows_parent: true } }
  })
  expect(settings.trusted_proxies.map(({ bits }) => bits)).toEqual([8, 128])
  expect(settings.oauth_authorization_servers).toEqual(["https://login.acme.example", "https://other.acme.example/realm"])
  expect([...settings.insecure_targets]).toEqual(["127.0.0.1:4000", "localhost:4001"])
  expect(settings.master_key && Redacted.value(settings.master_key)).toEqual(new Uint8Array(32).fill(7))
  expect(settings.metrics_token && Redacted.value(settings.metrics_token)).toBe("let-me-see")
})

test("all problems are reported together, by name and in a fixed order", () => {
  const everything = {
    PORT: "65536",
    HOST: "a b",
    PUBLIC_URL: "kyc.example",
    DATABASE_URL: "mysql://x",
    BLOB_STORE: "tape",
    S3_BUCKET: "No",
    S3_REGION: "far away",
    S3_ENDPOINT: "s3.example",
    S3_FORCE_PATH_STYLE: "maybe",
    S3_SSE: "rot13",
    S3_SSE_KMS_KEY_ID: "a key",
    JOB_QUEUE: "kafka",
    IDENTITY_DOCUMENT_PROVIDER: "elsewhere",
    AWS_REGION: "far away",
    TEXTRACT_ENDPOINT: "textract",
    MASTER_KEY: "short",
    KMS_REGION: "Frankfurt",
    KMS_ENDPOINT: "kms",
    BOOTSTRAP_SANDBOX_KEY: "vk_live_0123456789abcdef",
    BOOTSTRAP_LIVE_KEY: "vk_live_short",
    RATE_LIMIT_PER_MINUTE: "-1",
    TRUSTED_PROXIES: "everyone",
    OAUTH_AUTHORIZATION_SERVERS: "https://login.acme.example,login",
    SMTP_URL: "http://mail",
    SMTP_FROM: "nobody",
    WEBHOOK_ALLOW_INSECURE_TARGETS: "localhost",
    WEBHOOK_RETRY_SCHEDULE: "soon",
    LOG_LEVEL: "loud",
    LOG_FORMAT: "xml",
    OTEL_EXPORTER_OTLP_ENDPOINT: "collector",
    METRICS_TOKEN: "with space"
  }
  expect(variables(everything)).toEqual(Object.keys(everything))
})

test("a database of one's own asks for a master key, also when other variables are wrong", () => {
  expect(variables({ DATABASE_URL: "postgres://h/db" })).toEqual(["MASTER_KEY"])
  expect(variables({ PORT: "x", DATABASE_URL: "postgres://h/db" })).toEqual(["PORT", "MASTER_KEY"])
  expect(read({ DATABASE_URL: "postgres://h/db", MASTER_KEY: master }).database_url).not.toBeNull()
})

test("a command that cannot use the embedded database asks for a URL", () => {
  expect(variables({}, { ...alone, database_url: true })).toEqual(["DATABASE_URL"])
})

test("fixed keys need their own prefix and 20 to 200 characters", () => {
  const sandbox = (length: number) => `vk_sandbox_${"k".repeat(length - "vk_sandbox_".length)}`
  expect(variables({ BOOTSTRAP_SANDBOX_KEY: sandbox(19) })).toEqual(["BOOTSTRAP_SANDBOX_KEY"])
  expect(variables({ BOOTSTRAP_SANDBOX_KEY: sandbox(201) })).toEqual(["BOOTSTRAP_SANDBOX_KEY"])
  expect(variables({ BOOTSTRAP_LIVE_KEY: sandbox(40) })).toEqual(["BOOTSTRAP_LIVE_KEY"])
  for (const length of [20, 200]) expect(read({ BOOTSTRAP_SANDBOX_KEY: sandbox(length) }).bootstrap.sandbox).not.toBeNull()
})

test("a master key has 32 bytes, neither more nor less", () => {
  for (const bytes of [0, 16, 31, 33, 64])
    expect(variables({ MASTER_KEY: Buffer.alloc(bytes, 1).toString("base64") || "x" })).toEqual(["MASTER_KEY"])
  expect(read({ MASTER_KEY: master.replace("=", "") }).master_key).not.toBeNull()
})

test("no message and no settings object shows a secret", () => {
  const secrets = ["DATABASE_URL", "MASTER_KEY", "BOOTSTRAP_SANDBOX_KEY", "BOOTSTRAP_LIVE_KEY", "SMTP_URL", "METRICS_TOKEN"] as const
  fc.assert(
    fc.property(fc.constantFrom(...secrets), fc.string({ minLength: 12, maxLength: 60 }), (name, noise) => {
      // Letters that no message of ours contains, so that finding them means that the value was repeated.
      const secret = `QZX${Buffer.from(noise).toString("hex").toUpperCase()}QZX`
      const result = readSettings({ [name]: secret }, alone)
      const shown = Result.isSuccess(result) ? `${JSON.stringify(result.success)}${Bun.inspect(result.success)}` : result.failure.message
      expect(shown).not.toContain(secret)
    })
  )
})

test("lists are fetched over https and from public addresses, unless the operator names the host and port", () => {
  const urls = { un_consolidated: "https://10.0.0.7/un.xml?token=secret" }
  const problem = refused({ SCREENING_LIST_URLS: JSON.stringify(urls) }).message
  expect(problem).toContain("SCREENING_LIST_URLS un_consolidated: each URL must not point to a private")
  expect(problem).not.toContain("secret")
  expect(refused({ SCREENING_LIST_URLS: '{"un_consolidated": "http://lists.example.com/un.xml"}' }).message).toContain(
    "must start with https://"
  )
  expect(refused({ SCREENING_LIST_URLS: "un_consolidated=https://lists.example.com" }).message).toContain("must be a JSON object")
  const allowed = { SCREENING_LIST_URLS: JSON.stringify(urls), SCREENING_LIST_ALLOW_INSECURE_TARGETS: "10.0.0.7:443" }
  expect(read(allowed).list_fetch.sources.map(({ key }) => key)).toEqual(["un_consolidated"])
})
