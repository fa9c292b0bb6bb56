import { DecryptCommand, EncryptCommand, GenerateDataKeyWithoutPlaintextCommand, KMSClient } from "@aws-sdk/client-kms"
import {
  KeyNotWrapped,
  KeyWrapping,
  type KeyWrappingContext,
  type KeyWrappingReason,
  longestWrappedKey
} from "@vouchkit/core/kernel/foundation/key-wrapping"
import { Effect, Layer } from "effect"

export interface KmsOptions {
  /** Id, alias or ARN of a symmetric key. */
  readonly key_id: string
  /** Null for the region that the ARN names, else the one that the SDK finds in its surroundings. */
  readonly region: string | null
  /** Null for the public endpoint of the region. */
  readonly endpoint: string | null
  /** How long one attempt may take. */
  readonly attempt_timeout_ms?: number
  /** The SDK's own chain (environment, container role, profile) unless given. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

const attempts = 3
const attemptTimeoutMs = 5_000
/** All attempts, the waits between them and the fetching of credentials together. */
const timeoutAttempts = 4

/** Names of exceptions as KMS and the SDK spell them; what is not listed counts as `unavailable`. */
const reasons: Readonly<Record<string, KeyWrappingReason>> = {
  AccessDeniedException: "refused",
  UnrecognizedClientException: "refused",
  InvalidSignatureException: "refused",
  IncompleteSignatureException: "refused",
  MissingAuthenticationTokenException: "refused",
  ExpiredTokenException: "refused",
  InvalidClientTokenId: "refused",
  NotFoundException: "unknown_key",
  InvalidArnException: "unknown_key",
  InvalidKeyUsageException: "unknown_key",
  ValidationException: "unknown_key",
  DisabledException: "disabled_key",
  KMSInvalidStateException: "disabled_key",
  InvalidCiphertextException: "unopened",
  IncorrectKeyException: "unopened",
  CredentialsProviderError: "unidentified"
}

const reasonOf = (cause: unknown): KeyWrappingReason => {
  if (!(cause instanceof Error)) return "unavailable"
  // The SDK gives these no names of their own.
  if (/^region (?:is missing|not accepted)/i.test(cause.message)) return "misaddressed"
  return Object.hasOwn(reasons, cause.name) ? (reasons[cause.name] ?? "unavailable") : "unavailable"
}

const regionOf = ({ key_id, region }: KmsOptions): string | undefined => region ?? /^arn:[a-z-]+:kms:([a-z0-9-]+):/.exec(key_id)?.[1]

const clientOf = (options: KmsOptions, timeout: number): KMSClient => {
  const region = regionOf(options)
  return new KMSClient({
    ...(region === undefined ? {} : { region }),
    ...(options.endpoint === null ? {} : { endpoint: options.endpoint }),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    maxAttempts: attempts,
    retryMode: "standard",
    requestHandler: { connectionTimeout: timeout, requestTimeout: timeout, throwOnRequestTimeout: true }
  })
}

/** An answer without the text that was asked for is no answer. */
const bytesOf = (bytes: Uint8Array | undefined): Uint8Array => {
  if (bytes === undefined || bytes.length === 0) throw new Error("KMS answered without the bytes")
  return new Uint8Array(bytes)
}

/**
 * Wraps under a symmetric key of AWS KMS, with the context as its encryption context. Three attempts, each bounded in time. Failures carry
 * a reason alone: messages of KMS name accounts and roles. The role needs kms:Decrypt to unwrap, kms:Encrypt to wrap and
 * kms:GenerateDataKeyWithoutPlaintext to make a key.
 */
export const layer = (options: KmsOptions): Layer.Layer<KeyWrapping> =>
  Layer.effect(KeyWrapping)(
    Effect.gen(function* () {
      const timeout = options.attempt_timeout_ms ?? attemptTimeoutMs
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => clientOf(options, timeout)),
        (open) => Effect.sync(() => open.destroy())
      )
      const ask = (work: (abortSignal: AbortSignal) => Promise<Uint8Array | undefined>) =>
        Effect.tryPromise({
          try: async (signal) => bytesOf(await work(signal)),
          catch: (cause) => new KeyNotWrapped({ reason: reasonOf(cause) })
        }).pipe(
          Effect.timeoutOrElse({
            duration: timeoutAttempts * timeout,
            orElse: () => Effect.fail(new KeyNotWrapped({ reason: "unavailable" }))
          })
        )
      const KeyId = options.key_id
      const bound = (context: KeyWrappingContext) => ({ KeyId, EncryptionContext: { ...context } })
      return {
        generate: (bytes, context) =>
          ask(async (abortSignal) => {
            const command = new GenerateDataKeyWithoutPlaintextCommand({ ...bound(context), NumberOfBytes: bytes })
            return (await client.send(command, { abortSignal })).CiphertextBlob
          }),
        wrap: (key, context) =>
          key.length === 0 || key.length > longestWrappedKey
            ? Effect.die(new RangeError(`a key to wrap has 1 to ${longestWrappedKey} bytes`))
            : ask(async (abortSignal) => {
                const command = new EncryptCommand({ ...bound(context), Plaintext: key })
                return (await client.send(command, { abortSignal })).CiphertextBlob
              }),
        unwrap: (wrapped, context) =>
          ask(async (abortSignal) => {
            const command = new DecryptCommand({ ...bound(context), CiphertextBlob: wrapped })
            return (await client.send(command, { abortSignal })).Plaintext
          })
      }
    })
  )
