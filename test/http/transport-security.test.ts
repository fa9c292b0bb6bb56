import { expect, test } from "bun:test"
import { operations } from "@vouchkit/core/registry"
import { aService } from "../mcp/service.ts"
import { aPerson } from "../support/capture.ts"
import { startService } from "../support/service.ts"

const header = "strict-transport-security"
const year = "max-age=31536000"

for (const [public_url, expected] of [
  ["https://kyc.example.com", year],
  ["http://localhost:3000", null]
] as const) {
  test(`every answer of a service at ${public_url} ${expected === null ? "leaves it to others" : "asks browsers to stay with TLS"}`, async () => {
    const service = await startService("memory", { public_url })
    const key = await service.key("all")
    const { token } = await aPerson(service, key)
    for (const [method, path] of [
      ["GET", "/api/v1/sessions"],
      ["HEAD", "/api/v1/sessions"],
      ["GET", "/api/v1/nope"],
      ["DELETE", "/api/v1/sessions"],
      ["POST", "/api/v1/sessions"],
      ["GET", "/docs"],
      ["GET", "/openapi.json"],
      ["GET", `/verify/${token}`],
      ["POST", `/verify/${token}/open`],
      ["GET", "/verify/nothing"],
      ["GET", `/api/v1/verify/${token}`]
    ] as const) {
      const answer = await service.request(method, path, { key })
      expect([method, path, answer.headers.get(header)]).toEqual([method, path, expected])
    }
    await service.stop()
  })
}

test("the answers to agents ask for TLS as well", async () => {
  const agents = await aService(operations)
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }
  for (const bearer of [await agents.key(), null]) {
    expect((await agents.post(bearer, message)).headers.get(header)).toBe(year)
  }
})
