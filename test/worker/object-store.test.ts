import { afterAll, expect, setDefaultTimeout, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { createBucket, objectsIn } from "../support/buckets.ts"
import { always, faultProxy } from "../support/fault-proxy.ts"
import { fauxqsCredentials, startFauxqs } from "../support/fauxqs.ts"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runService } from "../support/running-service.ts"

setDefaultTimeout(300_000)
const server = await startFauxqs()
const proxy = await faultProxy(server.endpoint)
const bucket = await createBucket(server.endpoint, "service-files")
const folder = await preparedFolder()
const service = await runService(folder, {
  BLOB_STORE: "s3",
  S3_BUCKET: bucket.bucket,
  S3_REGION: bucket.region,
  S3_ENDPOINT: proxy.endpoint,
  S3_FORCE_PATH_STYLE: "true",
  AWS_ACCESS_KEY_ID: fauxqsCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: fauxqsCredentials.secretAccessKey
})
afterAll(async () => {
  await service.stop()
  await proxy.stop()
  await server.stop()
})
const readiness = async () => {
  const answer = await fetch(`${service.url}/readyz`)
  return { status: answer.status, body: await answer.json() }
}
test("a service over S3 is ready while the bucket answers, and names the object store when it does not", async () => {
  expect((await readiness()).status).toBe(200)
  for (const fault of ["cut-before", "hang"] as const) {
    proxy.follow(always(fault))
    expect(await readiness()).toEqual({ status: 503, body: { status: "unavailable", missing: ["object_store"] } })
  }
  proxy.follow(always("pass"))
  expect((await readiness()).status).toBe(200)
})

test("an uploaded document lies in the bucket, encrypted, and is read from there", async () => {
  const headers = { "X-API-Key": service.keys.sandbox }
  const file = new TextEncoder().encode("%PDF-1.4\n% of Ada Canary-Lovelace\n%%EOF\n")
  const form = new FormData()
  form.set("file", new Blob([file], { type: "application/pdf" }), "bill.pdf")
  const created = await fetch(`${service.url}/api/v1/documents`, { method: "POST", headers, body: form })
  expect(created.status).toBe(201)
  const { id } = (await created.json()) as { id: string }
  const keys = await objectsIn(bucket).keys()
  expect(keys.length).toBe(1)
  expect(Buffer.from(await objectsIn(bucket).read(keys[0] ?? "")).includes("Canary")).toBe(false)
  expect(existsSync(join(folder, "objects"))).toBe(false)

  const download = () => fetch(`${service.url}/api/v1/documents/${id}/download`, { headers })
  expect(await (await download()).bytes()).toEqual(file)
  proxy.follow(always("cut-before"))
  expect((await download()).status).toBe(503)
  proxy.follow(always("pass"))
  expect((await download()).status).toBe(200)
  for (const secret of [bucket.bucket, ...keys, "Canary", "Signature"]) expect(service.output()).not.toContain(secret)
})
