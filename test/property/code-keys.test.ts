import { afterAll, describe, expect, test } from "bun:test"
import { casingDocument, compileDeflector, compileInflector, inflections } from "@vouchkit/core/kernel/wire/inflection"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { IdentityDocumentPolicy, IdentityDocumentPolicyLayer } from "@vouchkit/core/verification/identity-documents/policy"
import { PoaPolicy, PoaPolicyLayer } from "@vouchkit/core/verification/proof-of-address/policy"
import { operations } from "@vouchkit/core/registry"
import { openApiDocument } from "@vouchkit/http/openapi"
import { Schema } from "effect"
import fc from "fast-check"
import { validFor } from "../support/hostile-input.ts"
import { type Node, resolver } from "../support/json-schema.ts"
import { startService } from "../support/service.ts"

const document: Node = openApiDocument(operations, "http://localhost:3000")
const resolve = resolver(document)
const casings = inflections.filter((one) => one !== "snake")

describe("what is sent in another casing is read as what it stands for", () => {
  for (const { contract } of operations as ReadonlyArray<AnyOperation>) {
    const { content } = document.paths[contract.path][contract.method.toLowerCase()].requestBody ?? {}
    const body: Node | undefined = content?.["application/json"]?.schema
    if (body === undefined || contract.body === undefined) continue
    const { definitions, schema } = casingDocument(Schema.Struct(contract.body))
    const deflect = compileDeflector(schema, definitions)
    test(contract.name, () => {
      fc.assert(
        fc.property(validFor(body, resolve), fc.constantFrom(...casings), (value, casing) => {
          const sent = compileInflector(schema, definitions, casing)(value)
          expect(deflect(sent)).toEqual({ value, collisions: [] })
        }),
        { numRuns: 10, endOnFailure: true }
      )
    })
  }
})

describe("a policy that is answered in another casing can be sent back", () => {
  for (const [name, answered, sent] of [
    ["proof of address", PoaPolicy, PoaPolicyLayer],
    ["identity documents", IdentityDocumentPolicy, IdentityDocumentPolicyLayer]
  ] as const) {
    const { components }: Node = document
    const whole = validFor(components.schemas[name === "proof of address" ? "PoaPolicy" : "IdentityDocumentPolicy"], resolve)
    const out = casingDocument(answered)
    const back = casingDocument(sent)
    test(name, () => {
      fc.assert(
        fc.property(whole, fc.constantFrom(...casings), (policy, casing) => {
          const shown = compileInflector(out.schema, out.definitions, casing)(policy)
          expect(compileDeflector(back.schema, back.definitions)(shown)).toEqual({ value: policy, collisions: [] })
        }),
        { numRuns: 30, endOnFailure: true }
      )
    })
  }
})

describe("codes that name members keep their spelling", async () => {
  const service = await startService("memory")
  afterAll(() => service.stop())
  const key = await service.key("all")
  const identity_policy = { weights: { document_low_quality: "info" } }
  const proof_of_address_policy = {
    max_age_days: { utility_bill: 60, bank_statement: 30 },
    country_overrides: { DE: { max_age_days: { utility_bill: 45 } } }
  }

  for (const casing of casings) {
    test(`in answers and in requests, in ${casing} case`, async () => {
      const headers = { "Key-Inflection": casing }
      const settings = (await service.call("GET", "/settings/proof-of-address", { key, headers })).body
      const text = JSON.stringify(settings)
      expect(text).toContain('"utility_bill":')
      expect(text).not.toMatch(/"(?:utilityBill|utility-bill)":/)
      const named = (snake: string) =>
        casing === "camel" ? snake.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : snake.replaceAll("_", "-")
      const effective = settings[named("effective_policy")]
      const body = {
        [named("proof_of_address_policy")]: { [named("max_age_days")]: effective[named("max_age_days")] },
        [named("identity_policy")]: identity_policy
      }
      const created = await service.call("POST", "/sessions", { key, headers, body })
      expect([created.status, created.text]).toEqual([201, expect.any(String)])
      const again = await service.call("POST", "/sessions", { key, headers, body: { proof_of_address_policy, identity_policy } })
      expect(again.status).toBe(201)
    })
  }
})
