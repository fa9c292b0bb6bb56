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
import { invitationMail } from "@vouchkit/core/resources/sessions/invitations/text"
import { crc32, deflateSync } from "node:zlib"
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

const chunk = (type: string, content: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const named = Buffer.concat([Buffer.from(type, "ascii"), content])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
/** A red dot as a PNG, in base64. */
const aPicture = () =>
  Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
    chunk("IDAT", deflateSync(Buffer.from([0, 200, 0, 0]))),
    chunk("IEND", Buffer.alloc(0))
  ]).toString("base64")

describe("the branding of an organization", () => {
  const set = (branding: object) => core.ask(replace, { branding }, manager)

  test("keeps a logo by itself, shows what identifies it, and keeps it where that is sent again", async () => {
    const logo = aPicture()
    const { output } = await set({ logo, accent: "#0B57D0", support_url: "https://example.com/help" })
    const { branding } = output.policy
    expect(branding).toEqual({
      logo: { sha256: expect.any(String), mime_type: "image/png" },
      accent: "#0B57D0",
      support_url: "https://example.com/help"
    })
    expect((await set(branding ?? {})).output.policy.branding).toEqual(branding ?? {})
    expect((await set({})).output.policy.branding).toEqual({})
    const { code, failure } = await core.refusal(replace, { branding }, manager)
    expect([code, failure.problems?.[0]?.loc]).toEqual(["validation_error", ["body", "branding", "logo"]])
  })

  test("takes pictures alone, and small ones", async () => {
    const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64")
    const large = Buffer.concat([Buffer.from(aPicture(), "base64"), Buffer.alloc(16_384)]).toString("base64")
    const pdf = Buffer.from("%PDF-1.4 nothing more").toString("base64")
    for (const logo of [svg, pdf, large.slice(0, 21_848), Buffer.from("hello, world").toString("base64")]) {
      expect((await core.refusal(replace, { branding: { logo } }, manager)).code).toBe("validation_error")
    }
  })

  test("is in no audit entry but by what identifies it", async () => {
    await set({ logo: aPicture() })
    const where = [{ field: "action", op: "eq", value: "settings.organization.update" }] as const
    const list = Effect.flatMap(AuditLog, (log) => log.list({ where, limit: 10 }))
    const [entry] = await core.run(Effect.provideService(list, Tenant, { organization, environment: "sandbox" }))
    expect(JSON.stringify(entry)).not.toContain(aPicture())
    expect(JSON.stringify(entry?.changes)).toContain("sha256")
  })
})

test("an accent is a colour on which white text can be read", async () => {
  const service = await startService("memory")
  const key = await service.key()
  const session = (await service.call("POST", "/sessions", { key, body: {} })).body
  const set = (branding: object) =>
    service.runtime.runPromise(
      provisionOrganization({
        organization,
        environments: ["sandbox"],
        policy: { name: "Acme & Sons", branding }
      }) as Effect.Effect<any, any, any> as Effect.Effect<any>
    )
  for (const accent of ["#ffff00", "red", "#fff", "#0b57d0;}", "#999999"]) await expect(set({ accent })).rejects.toThrow()
  const logo = aPicture()
  await set({ accent: "#a00000", support_url: "https://example.com/help?a=1&b=2", logo })
  const token = (session.verification_url as string).split("/").at(-1) ?? ""
  const opened = await service.request("POST", `/verify/${token}/open`, {})
  const cookie = (opened.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
  const page = await service.request("GET", `/verify/${token}`, { headers: { Cookie: cookie } })
  expect(page.text).toContain("button{background:#a00000}")
  expect(page.text).toContain(`<img class="logo" src="data:image/png;base64,`)
  expect(page.text).toContain('alt="Acme &amp; Sons"')
  expect(page.text).toContain('<a href="https://example.com/help?a=1&amp;b=2" rel="noreferrer">Help from Acme &amp; Sons</a>')
  expect(page.headers.get("content-security-policy")).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src data:"
  )
  await service.stop()
})

test("an invitation has the colour of the organization, and says where it helps", () => {
  const mail = (branding: { readonly accent?: string; readonly support_url?: string }) =>
    invitationMail({
      link_id: "vln_1",
      to: "ada@example.com",
      url: "https://example.com/verify/token",
      until: "2026-06-01T00:00:00.000Z",
      asker: "Acme",
      branding,
      locale: "de",
      steps: ["document"]
    })
  const branded = mail({ accent: "#a00000", support_url: "https://example.com/help" })
  expect(branded.html).toContain("background:#a00000")
  expect(branded.html).toContain('Bei Fragen: <a href="https://example.com/help">')
  expect(branded.text).toContain("Bei Fragen:\nhttps://example.com/help")
  expect(mail({}).html).toContain("background:#0b57d0")
  expect(mail({}).text).not.toContain("Bei Fragen")
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
