import { S3Client, S3ServiceException } from "@aws-sdk/client-s3"

/** A bucket, and how the server that holds it is reached. */
export interface Bucket {
  readonly bucket: string
  readonly region: string
  /** Null for the service's own address in the region. */
  readonly endpoint: string | null
  /** Whether the bucket is named in the path instead of the host name, as most servers of one's own want it. */
  readonly force_path_style: boolean
  /** Encryption by the server on top of ours; null leaves it to the bucket. */
  readonly server_side_encryption: ServerSideEncryption | null
}

/** The two kinds of server-side encryption of S3; the key is the server's default one where none is named. */
type ServerSideEncryption = { readonly algorithm: "AES256" } | { readonly algorithm: "aws:kms"; readonly key_id: string | null }

/** How long the server may take, in milliseconds, and how often a request is tried. */
export interface CheckWait {
  readonly connect: number
  /** For one request until its answer begins. */
  readonly request: number
  /** For silence on a connection, before an answer or in the middle of one. */
  readonly silence: number
  /** For one operation with all its tries. */
  readonly operation: number
  readonly tries: number
}

export const usualTimeout: CheckWait = { connect: 3_000, request: 20_000, silence: 10_000, operation: 60_000, tries: 4 }

/** Only for servers whose credentials do not come from the environment of the process; else the SDK looks for them as it does everywhere. */
export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export const clientOf = (where: Bucket, timeout: CheckWait, credentials: Credentials | undefined): S3Client =>
  new S3Client({
    region: where.region,
    ...(where.endpoint === null ? {} : { endpoint: where.endpoint }),
    forcePathStyle: where.force_path_style,
    ...(credentials === undefined ? {} : { credentials }),
    retryMode: "standard",
    maxAttempts: timeout.tries,
    requestHandler: {
      connectionTimeout: timeout.connect,
      requestTimeout: timeout.request,
      throwOnRequestTimeout: true,
      socketTimeout: timeout.silence
    },
    // Uploads carry a SHA-256 of their own, and what is read opens only unchanged: further checksums are what older servers stumble over.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED"
  })

const hints: Readonly<Record<number, string>> = {
  301: "; the bucket is in another region, see S3_REGION",
  403: "; the credentials must be valid and allow to list the bucket and to get, put and delete its objects",
  404: "; the bucket does not exist, see S3_BUCKET, S3_REGION and S3_ENDPOINT"
}

const wordOf = (cause: object, field: "code" | "name"): string | undefined => {
  const value = field in cause ? (cause as Readonly<Record<string, unknown>>)[field] : undefined
  return typeof value === "string" && /^[A-Za-z_][A-Za-z0-9_]{1,59}$/.test(value) ? value : undefined
}

/** The answer of the server, or undefined when there was none. */
export const answerOf = (cause: unknown): { readonly status: number; readonly code: string } | undefined =>
  cause instanceof S3ServiceException && cause.$metadata.httpStatusCode !== undefined
    ? { status: cause.$metadata.httpStatusCode, code: wordOf(cause, "name") ?? "Unknown" }
    : undefined

/** What went wrong, in words of ours: the SDK's own carry the bucket, the key, or the headers that were signed. */
export const troubleOf = (cause: unknown): Error => {
  const answer = answerOf(cause)
  if (answer !== undefined) {
    const named = answer.code === "Unknown" ? "" : ` ${answer.code}`
    return new Error(`the object store answered ${answer.status}${named}${hints[answer.status] ?? ""}`)
  }
  const object = typeof cause === "object" && cause !== null ? cause : {}
  const name = wordOf(object, "name")
  if (name === "CredentialsProviderError") return new Error("no credentials for the object store were found in the environment")
  return new Error(`the object store does not answer (${wordOf(object, "code") ?? name ?? "unknown"})`)
}
