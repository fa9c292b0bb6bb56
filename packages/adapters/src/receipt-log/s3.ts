import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3"
import { StorageUnavailable } from "@vouchkit/core/kernel/foundation/failure"
import { type LoggedErasure, ReceiptLog } from "@vouchkit/core/resources/erasure/receipt-log"
import { Effect, Layer } from "effect"
import type { Options } from "../blobs/s3.ts"
import { type Bucket, clientOf, troubleOf, usualTimeout } from "../blobs/s3-client.ts"
import { decodeEntry, encodeEntry, entriesAtOnce, idOf, logFolder, pathOf } from "./entry.ts"

const attempt = <A>(millis: number, work: (limited: AbortSignal) => Promise<A>) =>
  Effect.tryPromise({
    try: (signal) => work(AbortSignal.any([signal, AbortSignal.timeout(millis)])),
    catch: (cause) => new StorageUnavailable({ cause: troubleOf(cause) })
  })

const keysBehind = async (client: S3Client, bucket: string, after: string, signal: AbortSignal): Promise<ReadonlyArray<string>> => {
  const { Contents = [] } = await client.send(
    new ListObjectsV2Command({
      Bucket: bucket,
      Prefix: `${logFolder}/`,
      MaxKeys: entriesAtOnce,
      ...(after === "" ? {} : { StartAfter: pathOf(after) })
    }),
    { abortSignal: signal }
  )
  return Contents.flatMap(({ Key }) => (Key === undefined || idOf(Key) === undefined ? [] : [Key]))
}

const entryAt = async (client: S3Client, bucket: string, key: string, signal: AbortSignal): Promise<LoggedErasure> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal: signal })
  return decodeEntry((await Body?.transformToString("utf-8")) ?? "")
}

/**
 * The log of erasures as objects of a bucket (Amazon S3 API, 2006-03-01) under `receipts/`. To read it back, the role needs `s3:ListBucket`
 * as well.
 */
export const layer = (where: Bucket, { credentials, timeout = usualTimeout }: Options = {}) =>
  Layer.effect(ReceiptLog)(
    Effect.gen(function* () {
      const { bucket, server_side_encryption: encryption } = where
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => clientOf(where, timeout, credentials)),
        (opened) => Effect.sync(() => opened.destroy())
      )
      return {
        append: (entry) =>
          attempt(timeout.operation, (signal) =>
            client.send(
              new PutObjectCommand({
                Bucket: bucket,
                Key: pathOf(entry.receipt.id),
                Body: encodeEntry(entry),
                ContentType: "application/json",
                ...(encryption === null ? {} : { ServerSideEncryption: encryption.algorithm }),
                ...(encryption?.algorithm === "aws:kms" && encryption.key_id !== null ? { SSEKMSKeyId: encryption.key_id } : {})
              }),
              { abortSignal: signal }
            )
          ).pipe(Effect.asVoid),
        page: (after) =>
          Effect.gen(function* () {
            const keys = yield* attempt(timeout.operation, (signal) => keysBehind(client, bucket, after, signal))
            return yield* Effect.forEach(keys, (key) => attempt(timeout.operation, (signal) => entryAt(client, bucket, key, signal)), {
              concurrency: 8
            })
          })
      }
    })
  )
