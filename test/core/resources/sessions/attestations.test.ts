import { expect, test } from "bun:test"
import { presentAttestation } from "@vouchkit/core/resources/sessions/attestations"

const stored = { platform: "ios", received_at: "2026-03-01T12:00:00.000Z", digest: "00" } as const

test("an attestation that was kept before any could be verified says so", () => {
  expect(presentAttestation({ ...stored, verdict: "unverified" })).toEqual({
    platform: "ios",
    verdict: "unverified",
    reason: "not_configured",
    simulated: false,
    received_at: stored.received_at
  })
})

test("a verified attestation is shown without a reason, and never with its digest or count", () => {
  const shown = presentAttestation({ ...stored, verdict: "verified", reason: null, simulated: true, count: 3 })
  expect(shown).toEqual({ platform: "ios", verdict: "verified", reason: null, simulated: true, received_at: stored.received_at })
})
