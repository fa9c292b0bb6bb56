import { layerDecoder } from "@vouchkit/core/kernel/foundation/layer-decoder"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import {
  defaultIdentityPolicy,
  IdentityDocumentPolicy,
  IdentityDocumentPolicyLayer,
  resolveIdentityPolicy
} from "../../../../packages/core/src/verification/identity-documents/policy.ts"
import { IdentityReasonCode, identityReasons } from "../../../../packages/core/src/verification/identity-documents/reasons.ts"

const decodeIdentityPolicyLayer = layerDecoder(IdentityDocumentPolicyLayer)

describe("the policy of identity documents", () => {
  test("has a default that its own schema accepts", () => {
    expect(Schema.is(IdentityDocumentPolicy)(defaultIdentityPolicy)).toBe(true)
    expect(resolveIdentityPolicy([])).toEqual(defaultIdentityPolicy)
  })

  test("lets each layer speak over the one before: maps merge, lists replace", () => {
    const policy = resolveIdentityPolicy([
      { accepted_types: ["passport"], weights: { document_glare: "review" }, quality: { focus: 0.5 } },
      null,
      { accepted_types: ["national_id"], weights: { document_expired: "info" }, minimum_age: null }
    ])
    expect(policy.accepted_types).toEqual(["national_id"])
    expect(policy.weights).toEqual({ document_glare: "review", document_expired: "info" })
    expect([policy.quality.focus, policy.quality.glare, policy.minimum_age]).toEqual([0.5, defaultIdentityPolicy.quality.glare, null])
  })

  test("takes a layer as JSON gives it", () => {
    const layer: IdentityDocumentPolicyLayer = {
      accepted_countries: ["DE", "FR"],
      expiry_grace_days: 30,
      signals: { screen_capture: 0.9 },
      weights: { mrz_repaired: "info" }
    }
    expect(decodeIdentityPolicyLayer(layer)).toEqual(Result.succeed(layer))
  })

  test("refuses what it does not know, everything at once, each with its place", () => {
    const refused = (layer: unknown): ReadonlyArray<string> =>
      Result.match(decodeIdentityPolicyLayer(layer), {
        onSuccess: () => [],
        onFailure: (problems) => problems.map(({ loc }) => loc.join("."))
      })
    expect(refused({ accepted_types: ["library_card"], minimum_age: 0, expiry_grace_days: -1 })).toEqual([
      "accepted_types.0",
      "minimum_age",
      "expiry_grace_days"
    ])
    expect(refused({ surprise: true })).toEqual(["surprise"])
    expect(refused({ accepted_types: [] })).toEqual(["accepted_types"])
    expect(refused({ denied_countries: ["DE", "DE"] }).length).toBe(1)
    expect(refused({ accepted_countries: ["ZZ"] }).length).toBeGreaterThan(0)
    expect(refused({ quality: { focus: 1.1 } })).toEqual(["quality.focus"])
    expect(refused({ weights: { no_such_code: "fail" } })).toEqual(["weights.no_such_code"])
    expect(refused({ weights: { mrz_invalid: "maybe" } })).toEqual(["weights.mrz_invalid"])
  })

  test("cannot take the weight off what a check stands for", () => {
    for (const code of IdentityReasonCode.literals.filter((one) => !identityReasons[one].weighable)) {
      expect(Result.isFailure(decodeIdentityPolicyLayer({ weights: { [code]: "info" } }))).toBe(true)
    }
  })
})

test("no message of a reason is empty, too long or without an end", () => {
  for (const code of IdentityReasonCode.literals) expect(identityReasons[code].message).toMatch(/^[A-Z].{10,300}\.$/)
})
