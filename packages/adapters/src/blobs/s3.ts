import { createHash } from "node:crypto"
import { addAbortSignal, Readable } from "node:stream"
import { DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3"
import { Effect } from "effect"
import { blobStoreLayer, maximumBlobBytes, type Medium } from "./content.ts"
import { answerOf, type Bucket, type Credentials, clientOf, type CheckWait, troubleOf, usualTimeout } from "./s3-client.ts"

/** A sealed file is a few bytes longer than its content. */
const longestObject = maximumBlobBytes + 1024

class Refused extends Error {}

const isMissing = (cause: unknown): boolean => answerOf(cause)?.code === "NoSuchKey"
/** RFC 9110, 13.1.2: an object lies there already. */
const exists = (cause: unknown): boolean => answerOf(cause)?.status === 412
/** Another write or removal of the same object is under way; S3 asks to try again. */
const isContended = (cause: unknown): boolean => answerOf(cause)?.status === 409
const knowsNoConditions = (cause: unknown): boolean => answerOf(cause)?.code === "NotImplemented"

const bytesOf = async (body: unknown, signal: AbortSignal): Promise<Uint8Array> => {
  if (!(body instanceof Readable)) throw new Refused("the object store answered without an object")
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of addAbortSignal(signal, body)) {
    if (!(chunk instanceof Uint8Array)) throw new Refused("the object store answered without bytes")
    length += chunk.length
    if (length > longestObject) throw new Refused(`an object is longer than ${longestObject} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const newObject = ({ bucket, server_side_encryption: encryption }: Bucket, path: string, bytes: Uint8Array, conditional: boolean) =>
  new PutObjectCommand({
    Bucket: bucket,
    Key: path,
    Body: bytes,
    ContentType: "application/octet-stream",
    ChecksumSHA256: createHash("sha256").update(bytes).digest("base64"),
    ...(conditional ? { IfNoneMatch: "*" } : {}),
    ...(encryption === null ? {} : { ServerSideEncryption: encryption.algorithm }),
    ...(encryption?.algorithm === "aws:kms" && encryption.key_id !== null ? { SSEKMSKeyId: encryption.key_id } : {})
  })

/** One operation within its time; failures come out in our words. */
const within = async <A>(timeout: CheckWait, signal: AbortSignal, work: (limited: AbortSignal) => Promise<A>): Promise<A> => {
  try {
    return await work(AbortSignal.any([signal, AbortSignal.timeout(timeout.operation)]))
  } catch (cause) {
    throw cause instanceof Refused ? cause : troubleOf(cause)
  }
}

/** Fetches an object of a bucket; undefined where there is none of that name. */
const fetching = (client: S3Client, bucket: string, mostTries: number) => {
  const found = async (path: string, signal: AbortSignal): Promise<unknown> => {
    try {
      return (await client.send(new GetObjectCommand({ Bucket: bucket, Key: path }), { abortSignal: signal })).Body ?? null
    } catch (cause) {
      if (isMissing(cause)) return undefined
      throw cause
    }
  }

  /** What the SDK tries again ends where the body of an answer begins. */
  return async (path: string, signal: AbortSignal): Promise<Uint8Array | undefined> => {
    for (let tries = 1; ; tries += 1) {
      const body = await found(path, signal)
      if (body === undefined) return undefined
      try {
        return await bytesOf(body, signal)
      } catch (cause) {
        if (cause instanceof Refused || signal.aborted || tries >= mostTries) throw cause
      }
    }
  }
}

/** A bucket. Objects are written on the condition that there is none of that name, and what is there already counts only when it opens. */
const bucketMedium = (client: S3Client, place: Bucket, timeout: CheckWait): Medium => {
  const { bucket } = place
  let conditional = true
  const fetched = fetching(client, bucket, timeout.tries)

  const stored = (path: string, bytes: Uint8Array, signal: AbortSignal): Promise<unknown> =>
    client.send(newObject(place, path, bytes, conditional), { abortSignal: signal })

  /** Whether the content lies there already. What does not open is never replaced: with the right key it may be someone's only copy. */
  const isThere = async (path: string, opens: (there: Uint8Array) => boolean, signal: AbortSignal): Promise<boolean> => {
    const there = await fetched(path, signal)
    if (there === undefined) return false
    if (opens(there)) return true
    throw new Refused("an object with the name of this content exists but cannot be decrypted")
  }

  return {
    write: (path, bytes, opens, signal) =>
      within(timeout, signal, async (limited) => {
        for (let tries = 1; ; tries += 1) {
          try {
            if (!conditional && (await isThere(path, opens, limited))) return
            await stored(path, bytes, limited)
            return
          } catch (cause) {
            if (knowsNoConditions(cause) && conditional) conditional = false
            else if (!isContended(cause) && !exists(cause)) throw cause
            if (exists(cause) && (await isThere(path, opens, limited))) return
            if (tries >= timeout.tries) throw cause
          }
        }
      }),
    read: (path, signal) => within(timeout, signal, (limited) => fetched(path, limited)),
    remove: (path, signal) =>
      within(timeout, signal, async (limited) => {
        try {
          await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: path }), { abortSignal: limited })
        } catch (cause) {
          if (!isMissing(cause)) throw cause
        }
      }),
    ping: (signal) =>
      within(timeout, signal, async (limited) => {
        await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: limited })
      })
  }
}

export interface Options {
  readonly credentials?: Credentials
  readonly timeout?: CheckWait
}

/** Files as encrypted objects of an S3 bucket (Amazon S3 API, 2006-03-01). No presigned addresses are made: every read passes the service. */
export const layer = (where: Bucket, { credentials, timeout = usualTimeout }: Options = {}) =>
  blobStoreLayer(
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => clientOf(where, timeout, credentials)),
        (client) => Effect.sync(() => client.destroy())
      ),
      (client) => bucketMedium(client, where, timeout)
    )
  )
