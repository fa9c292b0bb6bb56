import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as ObjectStore from "@vouchkit/adapters/blobs/s3"
import type { Bucket, Credentials } from "@vouchkit/adapters/blobs/s3-client"
import { Effect } from "effect"
import { keepsBlobContract, passport, storeOf } from "../support/blob-contract.ts"
import { hasty, objectsIn } from "../support/buckets.ts"
import { acmeSandbox, otherSandbox } from "../support/tenants.ts"
import { startGateway } from "./cluster.ts"
import { signedRequest } from "./signed-request.ts"

const region = "us-east-1"
const gateway = await startGateway()
afterAll(gateway.stop)
const { credentials, endpoint } = gateway
const wrong: Credentials = { ...credentials, secretAccessKey: "0".repeat(40) }
const bucketOf = async (bucket: string): Promise<Bucket> => {
  const answer = await signedRequest("PUT", `${endpoint}/${bucket}`, region, credentials)
  if (!answer.ok) throw new Error(`the bucket cannot be created: ${answer.status}`)
  return { bucket, region, endpoint, force_path_style: true, server_side_encryption: null }
}
const bucket = await bucketOf("contract")
const open = (where: Bucket, as: Credentials = credentials) => storeOf(ObjectStore.layer(where, { credentials: as }))

keepsBlobContract("s3 of radosgw", ObjectStore.layer(bucket, { credentials }))

describe("signatures", () => {
  test("of another secret are refused for every operation, and the failure says what to look at", async () => {
    const store = open(bucket, wrong)
    const { name } = await (async () => {
      const right = open(bucket)
      const stored = await right.within(acmeSandbox, (blobs) => blobs.put(passport))
      await right.dispose()
      return stored
    })()
    await expect(store.ping()).rejects.toThrow()
    for (const work of ["get", "remove"] as const) {
      const failure = await store.within(acmeSandbox, (blobs) => Effect.flip(Effect.asVoid(blobs[work](name))))
      expect(String(failure.cause)).toContain("the object store answered 403")
    }
    expect(await store.within(acmeSandbox, (blobs) => Effect.flip(blobs.put(passport)))).toMatchObject({ _tag: "StorageUnavailable" })
    await store.dispose()
  })

  test("are asked for: what is stored cannot be read, listed or removed without", async () => {
    const [key = ""] = await objectsIn(bucket, credentials).keys()
    expect(key).not.toBe("")
    for (const [method, path] of [
      ["GET", `/${key}`],
      ["GET", ""],
      ["PUT", `/${key}`],
      ["DELETE", `/${key}`]
    ] as const) {
      expect((await fetch(`${endpoint}/${bucket.bucket}${path}`, { method })).status).toBe(403)
    }
    expect((await signedRequest("GET", `${endpoint}/${bucket.bucket}/${key}`, region, wrong)).status).toBe(403)
    expect((await signedRequest("GET", `${endpoint}/${bucket.bucket}/${key}`, region, credentials)).status).toBe(200)
  })
})

describe("conditional writes", () => {
  let where: Bucket
  beforeAll(async () => {
    where = await bucketOf("conditions")
  })

  test("leave what is there as it is, to the byte", async () => {
    const objects = objectsIn(where, credentials)
    const stores = Array.from({ length: 8 }, () => open(where))
    const put = (store: (typeof stores)[number]) => store.within(acmeSandbox, (blobs) => blobs.put(passport))
    const names = await Promise.all(stores.map(put))
    expect(new Set(names.map(({ name }) => name)).size).toBe(1)
    const keys = await objects.keys()
    expect(keys.length).toBe(1)
    const first = await objects.read(keys[0] ?? "")
    await Promise.all(stores.map(put))
    expect(await objects.read(keys[0] ?? "")).toEqual(first)
    for (const store of stores) await store.dispose()
  })

  test("do not replace what does not open", async () => {
    const objects = objectsIn(where, credentials)
    const store = open(where)
    const { name } = await store.within(otherSandbox, (blobs) => blobs.put(passport))
    const foreign = new Uint8Array(80).fill(1)
    for (const key of await objects.keys()) await objects.write(key, foreign)
    expect(await store.within(otherSandbox, (blobs) => Effect.flip(blobs.put(passport)))).toMatchObject({ _tag: "StorageUnavailable" })
    for (const key of await objects.keys()) expect(await objects.read(key)).toEqual(foreign)
    expect(await store.within(otherSandbox, (blobs) => Effect.flip(blobs.get(name)))).toMatchObject({ _tag: "StorageUnavailable" })
    await store.dispose()
  })
})

test("a bucket that is not there is a failure", async () => {
  const store = storeOf(ObjectStore.layer({ ...bucket, bucket: "nowhere" }, { credentials, timeout: hasty }))
  await expect(store.ping()).rejects.toThrow()
  expect(await store.within(acmeSandbox, (blobs) => Effect.flip(blobs.get("a".repeat(64))))).toMatchObject({ _tag: "StorageUnavailable" })
  await store.dispose()
})
