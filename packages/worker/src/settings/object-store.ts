import type { Bucket } from "@vouchkit/adapters/blobs/s3-client"
import { Result, Schema } from "effect"
import * as Read from "./variables.ts"

/** Names of buckets, as Amazon S3 wants them since 2018; servers of one's own take them too. */
const bucketName = (text: string) =>
  /^[0-9a-z][0-9a-z.-]{1,61}[0-9a-z]$/.test(text)
    ? Result.succeed(text)
    : Result.fail("must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens")

/** Servers of one's own have regions of their own making. */
const region = (text: string) =>
  /^[0-9A-Za-z_-]{1,64}$/.test(text) ? Result.succeed(text) : Result.fail("must be the region of the bucket, such as eu-central-1")

const truth = (text: string) => Result.map(Read.choice(["true", "false"])(text), (said) => said === "true")

const algorithms = ["AES256", "aws:kms"] as const
const algorithm = (text: string) => {
  const found = algorithms.find((name) => name.toLowerCase() === text.toLowerCase())
  return found === undefined ? Result.fail(`must be ${algorithms.join(" or ")}`) : Result.succeed(found)
}

/** The variables of `BLOB_STORE=s3`; the credentials are the SDK's own matter. */
export const objectStoreVariables = {
  S3_BUCKET: Schema.optionalKey(Read.variable(bucketName)),
  S3_REGION: Schema.optionalKey(Read.variable(region)),
  S3_ENDPOINT: Schema.optionalKey(Read.variable(Read.webAddress("https://s3.your-company.com"))),
  S3_FORCE_PATH_STYLE: Schema.optionalKey(Read.variable(truth)),
  S3_SSE: Schema.optionalKey(Read.variable(algorithm)),
  S3_SSE_KMS_KEY_ID: Schema.optionalKey(Read.variable(Read.kmsKey))
}

interface Values {
  readonly S3_BUCKET?: string
  readonly S3_REGION?: string
  readonly S3_ENDPOINT?: string
  readonly S3_FORCE_PATH_STYLE?: boolean
  readonly S3_SSE?: (typeof algorithms)[number]
  readonly S3_SSE_KMS_KEY_ID?: string
}

/** What is wrong with them together, where each may be right by itself. */
export const objectStoreProblems = (given: Readonly<Record<string, string>>) => {
  if (given.BLOB_STORE?.toLowerCase() !== "s3") return []
  const absent = [
    { variable: "S3_BUCKET", message: "must name the bucket when BLOB_STORE is s3" },
    {
      variable: "S3_REGION",
      message: "must name the region of the bucket when BLOB_STORE is s3; a server of your own has one too, often us-east-1"
    }
  ].filter(({ variable }) => given[variable] === undefined)
  const keyWithout = given.S3_SSE_KMS_KEY_ID !== undefined && given.S3_SSE?.toLowerCase() !== "aws:kms"
  return keyWithout ? [...absent, { variable: "S3_SSE_KMS_KEY_ID", message: "is used only when S3_SSE is aws:kms" }] : absent
}

/** The bucket that the variables describe; null for files in the data folder. */
export const objectStoreOf = (store: "file" | "s3", values: Values): Bucket | null =>
  store === "file" || values.S3_BUCKET === undefined || values.S3_REGION === undefined
    ? null
    : {
        bucket: values.S3_BUCKET,
        region: values.S3_REGION,
        endpoint: values.S3_ENDPOINT ?? null,
        force_path_style: values.S3_FORCE_PATH_STYLE ?? false,
        server_side_encryption:
          values.S3_SSE === undefined
            ? null
            : values.S3_SSE === "AES256"
              ? { algorithm: values.S3_SSE }
              : { algorithm: values.S3_SSE, key_id: values.S3_SSE_KMS_KEY_ID ?? null }
      }
