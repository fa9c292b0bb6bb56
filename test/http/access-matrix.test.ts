import { afterAll, describe, expect, test } from "bun:test"
import { allScopes, type Scope } from "@vouchkit/core/kernel/access/scopes"
import { operations } from "@vouchkit/core/registry"
import { aTenantWithEverything, requestFor, validBodies } from "../support/fixtures.ts"
import { aWatchlist, sanctioned } from "../support/screening.ts"
import { startService } from "../support/service.ts"

const service = await startService("memory", { beside: aWatchlist(sanctioned()).layer })
afterAll(() => service.stop())
const owner = await service.key("all")
const fixtures = await aTenantWithEverything(service, owner)
const otherEnvironment = await service.key("all", { environment: "live" })
const otherOrganization = await service.key("all", { organization: "org_other" })
const app = await service.key("all", { kind: "publishable" })
// Well-formed, with a right checksum, and yet of another installation.
const foreign = await startService("memory")
const wrongKey = await foreign.key("all")
await foreign.stop()

const contracts = operations.map(({ contract }) => contract)

test("every operation is described to this matrix, and none that does not exist", () => {
  expect(Object.keys(validBodies).sort()).toEqual(contracts.map(({ name }) => name).sort())
})

for (const contract of contracts) {
  describe(contract.name, () => {
    const send = (key?: string) => {
      const { content, method, path } = requestFor(contract, fixtures)
      return service.call(method, path, { ...content, ...(key === undefined ? {} : { key }) })
    }
    const { access } = contract
    if (access.type === "capture") {
      test("an unknown token and one that is none lead nowhere", async () => {
        for (const token of ["A".repeat(43), "short"]) {
          const { content, method, path } = requestFor(contract, { ...fixtures, token })
          expect((await service.call(method, path, content)).status).toBe(404)
        }
      })
      return
    }

    test("without a key, and with a wrong one, the answer is 401", async () => {
      for (const key of [undefined, wrongKey, "vk_sandbox_nonsense", "nonsense"]) {
        const { body, status } = await send(key)
        expect(status).toBe(401)
        expect(body).toMatchObject({ error: "unauthorized", status_code: 401, detail: expect.any(String), request_id: expect.any(String) })
      }
    })

    if (access.type === "dashboard") {
      test("no API key may call it", async () => {
        expect((await send(owner)).status).toBe(403)
      })
      return
    }

    if (access.type === "sdk") {
      test("a token that is unknown or none leads nowhere, whatever key comes with it", async () => {
        const { content, method, path } = requestFor(contract, fixtures)
        for (const token of ["A".repeat(43), "short", ""]) {
          for (const headers of [{ "X-Capture-Token": token }, undefined]) {
            const where = headers === undefined ? `${path}?token=${token}` : path
            const answer = await service.call(method, where, { ...content, key: app, ...(headers === undefined ? {} : { headers }) })
            expect(answer.status).toBe(404)
          }
        }
      })
    } else {
      test("a publishable key, which anybody can read out of an app, is refused whatever its scopes", async () => {
        const { body, status } = await send(app)
        expect([status, body.error]).toEqual([403, "forbidden"])
        expect(body).not.toHaveProperty("required_scopes")
      })
    }

    test("a key of the other environment or organization finds nothing", async () => {
      for (const key of [otherEnvironment, otherOrganization]) {
        const answer = await send(key)
        if (contract.path.includes("{")) {
          expect(answer.status).toBe(404)
          expect(answer.body.error).toBe("not_found")
        } else {
          for (const id of Object.values(fixtures)) expect(answer.text).not.toContain(id)
        }
      }
    })

    const accepted: ReadonlyArray<Scope> = access.type === "scopes" ? access.anyOf : []
    if (access.type === "scopes" && accepted.length < allScopes.length) {
      test("a key without any of its scopes learns which would do", async () => {
        const others = allScopes.filter((scope) => !accepted.includes(scope))
        const { body, status } = await send(await service.key(others))
        expect(status).toBe(403)
        expect(body).toMatchObject({
          error: "forbidden",
          detail: `API key missing required scope: ${accepted.join(" or ")}`,
          status_code: 403,
          required_scopes: accepted
        })
      })
    }
  })
}
