import { afterAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { eventTypes } from "@vouchkit/core/kernel/events/catalogue"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { newest, versionDates } from "@vouchkit/core/kernel/wire/versions"
import { operations } from "@vouchkit/core/registry"
import { examplesOf } from "@vouchkit/http/openapi/examples"
import { faults, type Node, resolver, undeclared } from "../support/json-schema.ts"
import { startService } from "../support/service.ts"

const service = await startService("memory")
afterAll(() => service.stop())
const all: ReadonlyArray<AnyOperation> = operations
const howTo = "Record it with: bun run examples --write (see CONTRIBUTING.md)"

for (const version of versionDates) {
  const document: Node = (await service.request("GET", `/openapi.json?version=${version}`)).body
  const resolve = resolver(document)
  const described = ({ contract: { method, path } }: AnyOperation): Node => document.paths[path][method.toLowerCase()]

  describe(`the document of ${version}`, () => {
    test("says which version it is of", () => {
      expect(document.info.version).toBe(version)
    })

    test("has an example of every request with a body, which its schema allows", () => {
      for (const op of all) {
        const { name } = op.contract
        for (const [type, { example, schema }] of Object.entries<Node>(described(op).requestBody?.content ?? {})) {
          if (op.contract.file !== undefined) continue
          expect([name, example === undefined ? howTo : "has an example"]).toEqual([name, "has an example"])
          if (type !== "application/json") continue
          expect([name, [...faults(schema, example, resolve)]]).toEqual([name, []])
        }
      }
    })

    test("has an example of every success in JSON, which its schema allows", () => {
      for (const op of all) {
        const { name } = op.contract
        if (op.contract.file !== undefined) continue
        for (const [status, { content }] of Object.entries<Node>(described(op).responses)) {
          if (status >= "300") continue
          const { example, schema } = content["application/json"]
          expect([name, status, example === undefined ? howTo : "has an example"]).toEqual([name, status, "has an example"])
          expect([name, status, [...faults(schema, example, resolve)]]).toEqual([name, status, []])
        }
      }
    })

    test("has an example of every event, which its schema allows", () => {
      for (const type of eventTypes) {
        const { example, schema } = document.webhooks[type].post.requestBody.content["application/json"]
        expect([type, example === undefined ? howTo : "has an example"]).toEqual([type, "has an example"])
        expect([type, [...faults(schema, example, resolve)]]).toEqual([type, []])
        expect([type, example.type, example.api_version]).toEqual([type, type, version])
      }
    })

    test("names every member of every example", () => {
      const left = (name: string, { example, schema }: Node) =>
        [...undeclared([schema], example, resolve)].map((place) => `${name} ${place}`)
      const contents = (holder: Node | undefined): ReadonlyArray<Node> =>
        Object.values<Node>(holder?.content ?? {}).filter(({ example }) => example !== undefined)
      const ofOperations = all.flatMap((op) => {
        const { requestBody, responses } = described(op)
        return [requestBody, ...Object.values<Node>(responses)].flatMap(contents).flatMap((content) => left(op.contract.name, content))
      })
      const ofEvents = eventTypes.flatMap((type) =>
        contents(document.webhooks[type].post.requestBody).flatMap((content) => left(type, content))
      )
      expect([...ofOperations, ...ofEvents]).toEqual([])
    })
  })
}

test("the document of no version in particular is that of the newest", async () => {
  const [usual, named] = await Promise.all(["", `?version=${newest}`].map((query) => service.request("GET", `/openapi.json${query}`)))
  expect(usual?.text).toBe(named?.text ?? "")
})

test("documents differ where versions do", async () => {
  const of = async (version: string): Promise<Node> =>
    (await service.request("GET", `/openapi.json?version=${version}`)).body.components.schemas
  const [first, later, latest] = [await of("2026-01-01"), await of("2026-04-17"), await of(newest)]
  expect([first?.ReasonCode, latest?.ReasonCode].map((schema: Node) => schema.enum.includes("poa_review"))).toEqual([false, true])
  // Every version takes every code, and lists all that there are.
  expect(first?.GivenReasonCode.enum).toContain("poa_review")
  expect(first?.Reason.properties.code.$ref).toEndWith("/GivenReasonCode")
  expect([first?.IdentitySnapshot, later?.IdentitySnapshot].map((schema: Node) => "flagged_by" in schema.properties)).toEqual([true, false])
})

test("a version that does not exist is refused with those that do", async () => {
  for (const version of ["2020-01-01", "latest", ""]) {
    const { body, status } = await service.request("GET", `/openapi.json?version=${version}`)
    expect([status, body.error]).toEqual([422, "invalid_service_version"])
    expect(body.detail).toContain(newest)
  }
})

test("an operation that does not exist has no example", () => {
  expect([examplesOf("toString"), examplesOf("nothing.at_all")]).toEqual([[], []])
})

test("examples name made-up persons alone, and no secret that works", () => {
  const text = readFileSync(new URL("../../packages/http/examples.json", import.meta.url), "utf8")
  const hosts = [...text.matchAll(/@([a-z0-9-]+\.[a-z0-9.-]+)/g)].map(([, host = ""]) => host)
  expect(hosts.filter((host) => !/(?:^|\.)example\.(?:com|org|net)$/.test(host))).toEqual([])
  const names = [...text.matchAll(/"(?:last_name|display_name)":"([^"]+)"/g)].map(([, name = ""]) => name)
  expect([...new Set(names)].filter((name) => !/Example|Exemple|Beispiel|Sample|Brankovic-Harrow/.test(name))).toEqual([])
  expect(text).not.toMatch(/vk_(?:sandbox|live)_(?!EXAMPLE|")|whsec_(?!RVhBTVBMRV)/)
})
