import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { Data, Effect } from "effect"

/** Where a service of AWS is reached. */
export interface AwsService {
  readonly region: string
  /** Null for the public endpoint of the region. */
  readonly endpoint: string | null
  /** How long one attempt may take. */
  readonly attempt_timeout_ms?: number
  /** The SDK's own chain (environment, container role, profile) unless given. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

const attempts = 3
const attemptTimeoutMs = 10_000
/** All attempts, the waits between them and the fetching of credentials together. */
const timeoutAttempts = 4

const timeoutOf = ({ attempt_timeout_ms = attemptTimeoutMs }: AwsService): number => attempt_timeout_ms

/** What the clients of all services have in common: three attempts, each bounded in time. */
export const clientSettings = (service: AwsService) => ({
  region: service.region,
  ...(service.endpoint === null ? {} : { endpoint: service.endpoint }),
  ...(service.credentials === undefined ? {} : { credentials: service.credentials }),
  maxAttempts: attempts,
  retryMode: "standard",
  requestHandler: { connectionTimeout: timeoutOf(service), requestTimeout: timeoutOf(service), throwOnRequestTimeout: true }
})

/** A refusal by the name that the service gives it; its text names accounts and roles, and is left behind. */
export class AwsRefusal extends Data.TaggedError("AwsRefusal")<{ readonly code: string }> {}

const overloaded: ReadonlySet<string> = new Set([
  "ThrottlingException",
  "ThrottledException",
  "TooManyRequestsException",
  "ProvisionedThroughputExceededException",
  "LimitExceededException",
  "ServiceQuotaExceededException",
  "HumanLoopQuotaExceededException"
])
const late: ReadonlySet<string> = new Set(["TimeoutError", "AbortError", "RequestTimeout", "RequestTimeoutException"])
/** Names of what says that the installation is not set up right, which no retry mends. */
const unwelcome: ReadonlySet<string> = new Set([
  "AccessDeniedException",
  "UnrecognizedClientException",
  "InvalidSignatureException",
  "IncompleteSignatureException",
  "MissingAuthenticationTokenException",
  "ExpiredTokenException",
  "InvalidClientTokenId",
  "CredentialsProviderError"
])

const nameOf = (cause: unknown): string => (cause instanceof Error && /^[A-Za-z]{1,60}$/u.test(cause.name) ? cause.name : "Unknown")

/** What a refusal that says nothing about the picture comes down to. An operator finds its name in the log. */
export const unavailable = ({ code }: AwsRefusal): Effect.Effect<never, EngineUnavailable> => {
  const reason = overloaded.has(code) ? "overloaded" : late.has(code) ? "timeout" : "crashed"
  const failed = Effect.fail(new EngineUnavailable({ reason }))
  if (!unwelcome.has(code)) return failed
  const words = "the provider refuses our credentials, or they lack the rights it needs"
  return Effect.andThen(Effect.logError(words).pipe(Effect.annotateLogs({ code })), failed)
}

/** Sends one command, with all its attempts bounded together. */
export const asked = <Answer>(service: AwsService, send: (signal: AbortSignal) => Promise<Answer>): Effect.Effect<Answer, AwsRefusal> =>
  Effect.tryPromise({ try: send, catch: (cause) => new AwsRefusal({ code: nameOf(cause) }) }).pipe(
    Effect.timeoutOrElse({
      duration: timeoutAttempts * timeoutOf(service),
      orElse: () => Effect.fail(new AwsRefusal({ code: "TimeoutError" }))
    })
  )

/** A share of 0 to 1 of what the services give as 0 to 100; 0 for anything else. */
export const shareOf = (percent: number | undefined): number =>
  percent === undefined || !Number.isFinite(percent) ? 0 : Math.min(1, Math.max(0, percent / 100))
