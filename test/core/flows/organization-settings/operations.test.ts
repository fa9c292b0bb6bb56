import { afterAll, afterEach, describe, expect, test } from "bun:test"
import { AuditLog } from "@vouchkit/core/kernel/audit/log"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Organizations } from "@vouchkit/core/kernel/tenancy/organizations"
import { organizationSettings } from "@vouchkit/core/flows/organization-settings/operations"
import { provisionOrganization } from "@vouchkit/core/flows/organization-settings/replace"
import { graphOf, end } from "../../../support/workflow-graphs.ts"
import { customersOf } from "../../../support/customers.ts"
import { startService } from "../../../support/service.ts"
import { aCore, organization } from "../../../support/operations.ts"
import { Effect } from "effect"

const { getOrganization: get, replaceOrganization: replace } = organizationSettings
const manager = { permissions: ["manage_settings"] } as const
let core = await aCore()
afterEach(async () => {
  await core.dispose()
  core = await aCore()
})
const record = () => core.run(Effect.flatMap(Organizations, (all) => all.find(organization)))

describe("the settings of an organization", () => {
  test("are the defaults before anything is stored", async () => {
    const { output } = await core.ask(get, {}, { scopes: ["settings:write"] })
    expect(output).toMatchObject({ policy: {}, version: 0, name: organization, strict_redaction: false, agent_pii: "initials" })
    expect(output.effective).toMatchObject({
      identity_linking: "auto",
      assurance_days: 365,
      retention: {},
      default_workflow_id: "wfl_default",
      default_required_steps: ["proof_of_address"]
    })
  })

  test("replace what is stored for their environment, and change the organization where they name it", async () => {
    const { output } = await core.ask(replace, { name: "Acme Ltd", agent_pii: "masked_names", assurance_days: 30 }, manager)
    expect(output).toMatchObject({ name: "Acme Ltd", agent_pii: "masked_names", policy: { assurance_days: 30 }, version: 1 })
    expect(output.policy).not.toHaveProperty("name")
    expect(await record()).toMatchObject({ name: "Acme Ltd", agent_pii: "masked_names", strict_redaction: false })
    const second = await core.ask(replace, { version: 1 }, manager)
    expect(second.output).toMatchObject({ policy: {}, version: 2, name: "Acme Ltd", agent_pii: "masked_names" })
    const live = await core.ask(get, {}, { scopes: ["settings:write"], environment: "live" })
    expect(live.output).toMatchObject({ name: "Acme Ltd", version: 0 })
    expect((await core.refusal(replace, { version: 1, name: "Late" }, manager)).code).toBe("stale_object")
    expect((await record())?.name).toBe("Acme Ltd")
  })

  test("switch strict redaction on and never off", async () => {
    expect((await core.ask(replace, { strict_redaction: true }, manager)).output.strict_redaction).toBe(true)
    expect((await core.ask(replace, {}, manager)).output.strict_redaction).toBe(true)
    const { code, failure } = await core.refusal(replace, { strict_redaction: false, name: "Other" }, manager)
    expect([code, failure.problems?.[0]?.loc]).toEqual(["validation_error", ["body", "strict_redaction"]])
    expect(await record()).toMatchObject({ strict_redaction: true, name: organization })
  })

  test("are audited with what was before", async () => {
    await core.ask(replace, { name: "Acme Ltd", identity_linking: "explicit" }, manager)
    const where = [{ field: "action", op: "eq", value: "settings.organization.update" }] as const
    const list = Effect.flatMap(AuditLog, (log) => log.list({ where, limit: 10 }))
    const [entry] = await core.run(Effect.provideService(list, Tenant, { organization, environment: "sandbox" }))
    expect(entry?.changes).toEqual([
      { path: "policy.identity_linking", from: null, to: "explicit" },
      { path: "name", from: organization, to: "Acme Ltd" }
    ])
  })

  test("name a workflow that is published and in use", async () => {
    const { code, failure } = await core.refusal(replace, { default_workflow_id: "wfl_nowhere" }, manager)
    expect([code, failure.problems?.[0]?.loc]).toEqual(["unknown_workflow", ["body", "default_workflow_id"]])
    expect((await core.ask(replace, { default_workflow_id: "wfl_default" }, manager)).output.version).toBe(1)
  })
})

for (const storage of ["memory", "postgres"] as const) {
  describe(`the defaults of sessions in ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const customer = customersOf(service, "defaults")
    const set = (id: string, policy: unknown) =>
      service.runtime.runPromise(
        provisionOrganization({ organization: id, environments: ["sandbox"], policy }) as Effect.Effect<any, any, any> as Effect.Effect<any>
      )

    test("required steps hold where neither the session nor its workflow says anything, at once", async () => {
      const { call, organization } = await customer()
      await set(organization, { default_required_steps: ["document", "selfie"] })
      expect((await call("POST", "/sessions", {})).required_steps).toEqual(["document", "selfie"])
      expect((await call("POST", "/sessions", { required_steps: ["proof_of_address"] })).required_steps).toEqual(["proof_of_address"])
      await set(organization, {})
      expect((await call("POST", "/sessions", {})).required_steps).toEqual(["proof_of_address"])
      for (const steps of [[], ["questionnaire"], ["document", "document"]]) {
        await expect(set(organization, { default_required_steps: steps })).rejects.toThrow()
      }
    })

    test("a workflow of its own is what new sessions go by, and cannot be archived while it is the default", async () => {
      const { ask, call, organization } = await customer()
      const workflow = await call("POST", "/workflows", { name: "Onboarding" })
      await expect(set(organization, { default_workflow_id: workflow.id })).rejects.toThrow()
      const graph = graphOf(
        { capture: { type: "capture", config: { steps: ["selfie"], required: true } }, done: end("declined", ["document_expired"]) },
        [
          ["start", "capture"],
          ["capture", "done"]
        ]
      )
      const draft = await call("POST", `/workflows/${workflow.id}/versions`, { graph })
      await call("POST", `/workflows/${workflow.id}/versions/${draft.id}/publish`)
      const before = await call("POST", "/sessions", {})
      await set(organization, { default_workflow_id: workflow.id })
      const session = await call("POST", "/sessions", {})
      expect(session).toMatchObject({ workflow_id: workflow.id, workflow_version_id: draft.id, required_steps: ["selfie"] })
      expect((await call("GET", `/sessions/${before.id}`)).workflow_id).toBe("wfl_default")
      expect((await call("POST", "/sessions", { workflow_id: "wfl_default" })).workflow_id).toBe("wfl_default")
      const inUse = { status: 409, body: { error: "in_use" } }
      expect(await ask("DELETE", `/workflows/${workflow.id}`)).toMatchObject(inUse)
      expect(await ask("PATCH", `/workflows/${workflow.id}`, { archived: true })).toMatchObject(inUse)
      await set(organization, {})
      expect((await ask("DELETE", `/workflows/${workflow.id}`)).status).toBe(200)
      await expect(set(organization, { default_workflow_id: workflow.id })).rejects.toThrow()
    })
  })
}
