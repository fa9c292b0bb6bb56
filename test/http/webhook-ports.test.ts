import { afterAll, expect, test } from "bun:test"
import { AllowedPorts } from "@vouchkit/core/resources/webhooks/targets/operator-settings"
import { Layer } from "effect"
import { startService } from "../support/service.ts"

const usual = await startService("memory")
const more = await startService("memory", { beside: Layer.succeed(AllowedPorts)(new Set([9443])) as Layer.Layer<any> })
afterAll(async () => {
  await usual.stop()
  await more.stop()
})
const [usualKey, moreKey] = [await usual.key("all"), await more.key("all")]
const create = (port: string) =>
  usual.call("POST", "/webhooks/endpoints", { key: usualKey, body: { url: `https://example.com${port}/hook` } })

test("an endpoint has one of the usual ports of HTTP, or none", async () => {
  for (const port of ["", ":443", ":8443", ":80"]) expect([port, (await create(port)).status]).toEqual([port, 201])
  for (const port of [":22", ":25", ":5432", ":6379", ":8080", ":9443", ":65535"]) {
    const { body, status } = await create(port)
    expect([port, status, body.errors?.[0]?.loc, body.errors?.[0]?.code]).toEqual([port, 422, ["body", "url"], "port"])
  }
  const { id } = (await create("")).body
  const change = await usual.call("PATCH", `/webhooks/endpoints/${id}`, { key: usualKey, body: { url: "https://example.com:6379/" } })
  expect(change.status).toBe(422)
})

test("the operator may allow others", async () => {
  const made = async (port: number) =>
    (await more.call("POST", "/webhooks/endpoints", { key: moreKey, body: { url: `https://example.com:${port}/hook` } })).status
  expect([await made(9443), await made(443), await made(9444)]).toEqual([201, 201, 422])
})
