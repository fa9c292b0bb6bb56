import { expect, test } from "bun:test"
import { readSettings } from "@vouchkit/worker/settings/settings"
import { Result } from "effect"

const read = (environment: Readonly<Record<string, string>>) => readSettings(environment, { database_url: false, terminal: false })
const storeOf = (environment: Readonly<Record<string, string>>) => Result.getOrThrow(read(environment)).object_store
const problems = (environment: Readonly<Record<string, string>>) => {
  const result = read(environment)
  return Result.isSuccess(result) ? [] : result.failure.problems.map(({ variable }) => variable)
}
const least = { BLOB_STORE: "s3", S3_BUCKET: "files", S3_REGION: "eu-central-1" }

test("a bucket and its region are enough", () => {
  expect(storeOf(least)).toEqual({
    bucket: "files",
    region: "eu-central-1",
    endpoint: null,
    force_path_style: false,
    server_side_encryption: null
  })
})

test("a server of one's own and its encryption are read", () => {
  const own = { ...least, S3_ENDPOINT: "http://store:9000/", S3_FORCE_PATH_STYLE: "TRUE" }
  expect(storeOf({ ...own, S3_SSE: "aes256" })).toMatchObject({
    endpoint: "http://store:9000",
    force_path_style: true,
    server_side_encryption: { algorithm: "AES256" }
  })
  const kms = (rest: Readonly<Record<string, string>>) => storeOf({ ...least, S3_SSE: "aws:kms", ...rest })?.server_side_encryption
  expect(kms({})).toEqual({ algorithm: "aws:kms", key_id: null })
  expect(kms({ S3_SSE_KMS_KEY_ID: "alias/files" })).toEqual({ algorithm: "aws:kms", key_id: "alias/files" })
})

test("files stay in the data folder unless BLOB_STORE says otherwise", () => {
  expect(storeOf({ S3_BUCKET: "files", S3_REGION: "eu-central-1" })).toBeNull()
  expect(storeOf({ ...least, BLOB_STORE: "file" })).toBeNull()
})

test("everything that is missing or does not fit is told at once", () => {
  expect(problems({ BLOB_STORE: "s3" })).toEqual(["S3_BUCKET", "S3_REGION"])
  expect(problems({ PORT: "x", BLOB_STORE: "S3", S3_BUCKET: "UPPER", S3_SSE: "AES256", S3_SSE_KMS_KEY_ID: "alias/files" })).toEqual([
    "PORT",
    "S3_BUCKET",
    "S3_REGION",
    "S3_SSE_KMS_KEY_ID"
  ])
  expect(problems({ ...least, S3_ENDPOINT: "https://user:secret@store" })).toEqual(["S3_ENDPOINT"])
})
