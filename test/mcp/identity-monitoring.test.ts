import { expect, test } from "bun:test"
import { makeId } from "@vouchkit/core/kernel/foundation/id"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { settledWith } from "@vouchkit/core/resources/identities/change"
import { noDetails } from "@vouchkit/core/resources/identities/details"
import { IdentityStore, newIdentity } from "@vouchkit/core/resources/identities/model"
import { operations } from "@vouchkit/core/registry"
import { Effect } from "effect"
import { aService } from "./service.ts"

const at = "2026-01-01T00:00:00.000Z"
const service = await aService(operations)
const key = await service.key(["identities:read", "identities:write"])
const source = { type: "manual", session_id: null, at } as const

/** Someone whose monitoring a person paused, and said why. */
const identity_id = await service.within(
  Effect.flatMap(UnitOfWork, ({ transaction }) =>
    transaction(
      Effect.gen(function* () {
        const id = yield* makeId("idn")
        const details = {
          ...noDetails,
          monitoring_reason: "asked by her lawyer",
          identification_numbers: [{ type: "passport", country: "GB", value: "XDB112233", source } as const]
        }
        const choice = { status: "paused", cadence: "daily", resume_at: null, has_reason: true } as const
        const said = { first_name: "Amalia", last_name: "Quintero", monitoring_choice: choice }
        yield* (yield* IdentityStore).insert(yield* settledWith({ ...newIdentity({ id, environment: "sandbox", at }), ...said }, details))
        return id
      })
    )
  )
)

test("an agent sets the monitoring of an identity, and sees initials and states, and no reason that a person gave", async () => {
  const before = await service.call(key, "get_identity", { identity_id })
  expect(before.structuredContent).toMatchObject({ display_name: "A. Q.", monitoring: { status: "paused", has_reason: true } })
  const set = await service.call(key, "set_identity_monitoring", { identity_id, status: "paused", cadence: "weekly" })
  expect(set.structuredContent).toMatchObject({
    id: identity_id,
    display_name: "A. Q.",
    monitoring: { status: "paused", cadence: "weekly", next_run_at: null, resume_at: null }
  })
  expect(JSON.stringify([before, set])).not.toMatch(/amalia|quintero|XDB112|lawyer/iu)
})

test("an agent that may only read identities sets none", async () => {
  const refused = await service.call(await service.key(["identities:read"]), "set_identity_monitoring", { identity_id, status: "off" })
  expect([refused.isError, refused.content[0].text]).toEqual([true, expect.stringContaining("identities:write")])
})
