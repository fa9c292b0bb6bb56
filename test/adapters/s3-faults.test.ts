import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test"
import * as ObjectStore from "@vouchkit/adapters/blobs/s3"
import type { Bucket, CheckWait } from "@vouchkit/adapters/blobs/s3-client"
import { derivedKeys, encrypt } from "@vouchkit/adapters/crypto/vault"
import { Effect } from "effect"
import fc from "fast-check"
import { masterKey, passport, storeOf } from "../support/blob-contract.ts"
import { createBucket, hasty, objectsIn } from "../support/buckets.ts"
import { always, type Fault, faultProxy, inTurn, refusals, type Script, seeded } from "../support/fault-proxy.ts"
import { fauxqsCredentials as credentials, startFauxqs } from "../support/fauxqs.ts"
import { acmeSandbox } from "../support/tenants.ts"

// The pauses between the tries are the SDK's own.
setDefaultTimeout(300_000)
const server = await startFauxqs()
const proxy = await faultProxy(server.endpoint)
const behind = await createBucket(server.endpoint, "faults-canary")
const bucket = { ...behind, endpoint: proxy.endpoint }
const objects = objectsIn(behind)
afterAll(async () => {
  await proxy.stop()
  await server.stop()
})

const open = (where: Bucket = bucket, timeout: CheckWait = hasty) => storeOf(ObjectStore.layer(where, { credentials, timeout }))
// A client that saw many failures tries less often, and remembers what the server cannot do: each test has its own.
let store: ReturnType<typeof open>
const within: ReturnType<typeof open>["within"] = (tenant, use, signal) => store.within(tenant, use, signal)
const put = (bytes = passport) => within(acmeSandbox, (blobs) => blobs.put(bytes))
const get = (name: string) => within(acmeSandbox, (blobs) => blobs.get(name))
const remove = (name: string) => within(acmeSandbox, (blobs) => blobs.remove(name))
const failure = (work: "put" | "get" | "remove", name: string) =>
  within(acmeSandbox, (blobs) => Effect.flip(work === "put" ? Effect.asVoid(blobs.put(passport)) : Effect.asVoid(blobs[work](name))))
const words = ({ cause }: { readonly cause: unknown }): string => `${Bun.inspect(cause)}${JSON.stringify(cause)}`
const methods = () =>
  proxy
    .since()
    .map(({ method }) => method)
    .join(" ")

beforeEach(async () => {
  proxy.follow(always("pass"))
  for (const key of await objects.keys()) await objects.remove(key)
  proxy.since()
  store = open()
})
afterEach(() => store.dispose())

const passing: Readonly<Record<string, Fault>> = {
  "an internal error": refusals.objectError,
  throttling: refusals.objectSlowDown,
  "a connection cut before the request arrived": "cut-before",
  "a connection cut after it was done": "cut-after",
  "a server that never answers": "hang"
}

describe("one mishap is not noticed", () => {
  for (const [name, fault] of Object.entries({ ...passing, "a request that arrives twice": "twice" } satisfies Record<string, Fault>)) {
    test(`${name}: what is put is read, and what is removed is gone`, async () => {
      proxy.follow(inTurn(fault))
      const { name: file } = await put()
      expect((await objects.keys()).length).toBe(1)
      proxy.follow(inTurn(fault))
      expect(await get(file)).toEqual(passport)
      proxy.follow(inTurn(fault))
      await remove(file)
      expect(await objects.keys()).toEqual([])
    })
  }

  for (const fault of ["cut-within", "stall-within"] as const) {
    test(`an answer that ends half way (${fault}) is read again from its beginning`, async () => {
      const large = new Uint8Array(300_000).fill(5)
      const { name } = await put(large)
      proxy.since()
      proxy.follow(inTurn(fault, fault))
      expect(await get(name)).toEqual(large)
      expect(methods()).toBe("GET GET GET")
    })
  }
})

describe("a mishap that stays", () => {
  const tried = async (fault: Fault, work: "put" | "get" | "remove"): Promise<number> => {
    const { name } = await put()
    proxy.since()
    proxy.follow(always(fault))
    expect(await failure(work, name)).toMatchObject({ _tag: "StorageUnavailable" })
    return proxy.since().length
  }

  for (const work of ["put", "get", "remove"] as const) {
    for (const [name, fault] of Object.entries(passing)) {
      // Its pauses are long, and it is an answer like an internal error.
      if (fault === refusals.objectSlowDown) continue
      test(`${name} fails ${work} as unavailable after a bounded number of tries`, async () => {
        expect(await tried(fault, work)).toBe(hasty.tries)
      })
    }

    test(`a refusal of the credentials fails ${work} at once`, async () => {
      expect(await tried(refusals.objectDenied, work)).toBe(1)
    })
  }

  test("an answer that always ends half way is given up, and nothing of it is answered", async () => {
    const { name } = await put(new Uint8Array(300_000))
    proxy.since()
    proxy.follow(always("cut-within"))
    expect(await failure("get", name)).toMatchObject({ _tag: "StorageUnavailable" })
    expect(proxy.since().length).toBe(hasty.tries)
  })

  test("an error whose words never end is given up too", async () => {
    const { name } = await put()
    proxy.follow(({ method }) => (method === "GET" ? "stall-within" : "pass"))
    await objects.remove((await objects.keys())[0] ?? "")
    expect(await failure("get", name)).toMatchObject({ _tag: "StorageUnavailable" })
  })

  test("no failure tells the bucket, the object, the credentials or the content", async () => {
    const { name } = await put()
    const { objectConditionUnknown, objectConflict, objectDenied, objectError, objectExists } = refusals
    const told = [objectConditionUnknown, objectConflict, objectDenied, objectError, objectExists]
    const faults: ReadonlyArray<Fault> = [...told, "cut-before", "cut-within"]
    for (const fault of faults) {
      proxy.follow(always(fault))
      for (const work of ["put", "get", "remove"] as const) {
        // A refusal that the store can work around succeeds, and says nothing at all.
        const outcome = await failure(work, name).catch(() => undefined)
        if (outcome === undefined) continue
        for (const secret of ["canary", "Canary", name, "Signature", "AWS4", "127.0.0.1"]) {
          expect(words(outcome)).not.toContain(secret)
        }
      }
    }
  })

  test("each limit holds without the others", async () => {
    const { name } = await put()
    const long = 60_000
    for (const limit of ["request", "silence", "operation"] as const) {
      const limited = open(bucket, { ...hasty, request: long, silence: long, operation: long, [limit]: hasty.request })
      proxy.follow(always("hang"))
      expect(await limited.within(acmeSandbox, (blobs) => Effect.flip(blobs.get(name)))).toMatchObject({ _tag: "StorageUnavailable" })
      await limited.dispose()
    }
  })

  test("a reader who leaves takes the request along", async () => {
    const { name } = await put()
    const patient = open(bucket, { ...hasty, request: 60_000, silence: 60_000, operation: 60_000 })
    proxy.follow(always("hang"))
    proxy.since()
    const leaving = new AbortController()
    const reading = patient.within(acmeSandbox, (blobs) => blobs.get(name), leaving.signal).catch(() => "left")
    while (proxy.waiting() === 0) await new Promise(setImmediate)
    leaving.abort()
    expect(await reading).toBe("left")
    while (proxy.waiting() > 0) await new Promise(setImmediate)
    expect(methods()).toBe("GET")
    await patient.dispose()
  })
})

describe("an object that is there already", () => {
  /** The server behind knows no conditions, so the proxy answers for it. */
  const taken =
    (then: Script = always("pass")): Script =>
    (request) =>
      request.method === "PUT" && request.headers["if-none-match"] === "*" ? refusals.objectExists : then(request)

  test("is kept to the byte when the same content comes again", async () => {
    const { name } = await put()
    const [key = ""] = await objects.keys()
    const first = await objects.read(key)
    proxy.follow(taken())
    expect((await put()).name).toBe(name)
    expect(await objects.read(key)).toEqual(first)
  })

  test("is one's own when the answer to the write was lost", async () => {
    proxy.follow(inTurn("cut-after", refusals.objectExists))
    const { name } = await put()
    expect(methods()).toBe("PUT PUT GET")
    expect(await get(name)).toEqual(passport)
  })

  test("counts only when it opens, and is not replaced when it does not", async () => {
    const { name } = await put()
    const [key = ""] = await objects.keys()
    const foreign = new Uint8Array(80).fill(1)
    await objects.write(key, foreign)
    proxy.follow(taken())
    expect(await failure("put", name)).toMatchObject({ _tag: "StorageUnavailable" })
    expect(await objects.read(key)).toEqual(foreign)
  })

  test("is not answered when it was sealed under the name of another content", async () => {
    const { name } = await put()
    const [key = ""] = await objects.keys()
    const organizationKey = derivedKeys(masterKey)(acmeSandbox.organization, "blob")
    await objects.write(key, new Uint8Array(encrypt(organizationKey, name, new TextEncoder().encode("a passport of somebody else"))))
    expect(await failure("get", name)).toMatchObject({ _tag: "StorageUnavailable" })
    await objects.write(key, new Uint8Array(encrypt(organizationKey, name, passport)))
    expect(await get(name)).toEqual(passport)
  })

  test("may be gone when it is looked at, and is written then", async () => {
    proxy.follow(inTurn(refusals.objectExists))
    const { name } = await put()
    expect(methods()).toBe("PUT GET PUT")
    expect(await get(name)).toEqual(passport)
  })

  test("may be contended, and is tried again", async () => {
    proxy.follow(inTurn(refusals.objectConflict, refusals.objectConflict))
    expect(await get((await put()).name)).toEqual(passport)
  })
})

test("a server without conditional writes is looked at before each write, and asked for none again", async () => {
  proxy.follow(({ headers }) => (headers["if-none-match"] === undefined ? "pass" : refusals.objectConditionUnknown))
  const { name } = await put()
  expect(methods()).toBe("PUT GET PUT")
  await put()
  expect(methods()).toBe("GET")
  expect(await get(name)).toEqual(passport)
})

test("the server is asked to encrypt on top, with the named key", async () => {
  const kms = { ...bucket, server_side_encryption: { algorithm: "aws:kms", key_id: "alias/files" } } as const
  const own = { ...bucket, server_side_encryption: { algorithm: "AES256" } } as const
  for (const [where, algorithm, key] of [
    [kms, "aws:kms", "alias/files"],
    [own, "AES256", undefined],
    [bucket, undefined, undefined]
  ] as const) {
    const encrypting = open(where)
    await encrypting.within(acmeSandbox, (blobs) => blobs.put(passport))
    await encrypting.dispose()
    const [request] = proxy.since()
    expect(request?.headers["x-amz-server-side-encryption"]).toBe(algorithm)
    expect(request?.headers["x-amz-server-side-encryption-aws-kms-key-id"]).toBe(key)
    expect(request?.headers["x-amz-checksum-sha256"]).toMatch(/^[0-9A-Za-z+/]{43}=$/)
  }
})

test("an object store that refuses or does not answer is not ready, and is again when it does", async () => {
  await store.ping()
  for (const fault of [refusals.objectDenied, "cut-before", "hang"] as const) {
    proxy.follow(always(fault))
    await expect(store.ping()).rejects.toThrow()
  }
  proxy.follow(always("pass"))
  await store.ping()
})

test("a missing bucket is a failure, never a file that is not there", async () => {
  const nowhere = open({ ...bucket, bucket: "not-created" })
  await expect(nowhere.ping()).rejects.toThrow()
  const missing = await nowhere.within(acmeSandbox, (blobs) => Effect.flip(blobs.get("a".repeat(64))))
  expect(words(missing)).toContain("the bucket does not exist")
  await nowhere.dispose()
})

test("under any mix of mishaps, everything that was put is there and everything that was removed is gone", async () => {
  const mishaps: ReadonlyArray<Fault> = [refusals.objectError, "cut-before", "cut-after", "cut-within", "twice"]
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (seed) => {
      // None of these mishaps is silence, so nothing here may end by the clock.
      const busy = open(bucket, { ...hasty, connect: 300_000, request: 300_000, silence: 300_000, operation: 300_000 })
      const contents = Array.from({ length: 6 }, (_, index) => new TextEncoder().encode(`page ${index} of ${seed}`))
      // A conflict is an answer to a write alone.
      const writes = seeded(seed, 0.4, 1, [...mishaps, refusals.objectConflict])
      const others = seeded(seed + 1, 0.4, 1, mishaps)
      proxy.follow((request) => (request.method === "PUT" ? writes(request) : others(request)))
      const names = await Promise.all(contents.map((bytes) => busy.within(acmeSandbox, (blobs) => blobs.put(bytes))))
      const readAll = () => Promise.all(names.map(({ name }) => busy.within(acmeSandbox, (blobs) => blobs.get(name))))
      expect(await readAll()).toEqual(contents)
      await Promise.all(names.map(({ name }) => busy.within(acmeSandbox, (blobs) => blobs.remove(name))))
      expect(await readAll()).toEqual(names.map(() => undefined))
      await busy.dispose()
    }),
    { numRuns: 12 }
  )
})
