import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { afterAll, describe, expect, test } from "bun:test"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand } from "../support/running-service.ts"

describe("the command for organizations", async () => {
  const folder = await preparedFolder()
  const server = await attachOrStart({ dataDir: folder })
  afterAll(() => server.stop())
  const organizations = (...args: ReadonlyArray<string>) => runCommand("organizations", args, { DATA_DIR: folder })
  const shown = async () => JSON.parse((await organizations("show", "org_shop", "--json")).output)
  const created = await organizations("create", "org_shop", "--name", "Shop")

  test("sets what support may say of an organization, and takes it back", async () => {
    expect(created.code).toBe(0)
    const restricted = await organizations(
      ...["set", "org_shop", "--plan", "free", "--plan-expires-at", "2027-01-01T00:00:00Z", "--ip-allowlist", "203.0.113.7, 2001:db8::/32"],
      ...["--disabled-environments", "live", "--strict-redaction", "on", "--agent-pii", "masked_names", "--json"]
    )
    expect([restricted.code, restricted.errors]).toEqual([0, ""])
    expect(await shown()).toMatchObject({
      name: "Shop",
      plan: "free",
      plan_expires_at: "2027-01-01T00:00:00.000Z",
      ip_allowlist: ["203.0.113.7", "2001:db8::/32"],
      disabled_environments: ["live"],
      strict_redaction: true,
      agent_pii: "masked_names"
    })
    const lifted = ["--plan-expires-at", "never", "--ip-allowlist", "none", "--disabled-environments", "none", "--strict-redaction", "off"]
    expect((await organizations("set", "org_shop", ...lifted)).code).toBe(0)
    expect(await shown()).toMatchObject({ plan_expires_at: null, ip_allowlist: [], disabled_environments: [], strict_redaction: false })
  })

  test("refuses what is no such value, and an empty one too, which would lift a restriction", async () => {
    await organizations("set", "org_shop", "--ip-allowlist", "203.0.113.7", "--disabled-environments", "live")
    const before = await shown()
    const wrong = [
      ...["", "203.0.113.7,", "10.0.0.0/33"].map((value) => ["--ip-allowlist", value]),
      ...["", "prod"].map((value) => ["--disabled-environments", value]),
      ...["gold"].map((value) => ["--plan", value]),
      ...["", "tomorrow"].map((value) => ["--plan-expires-at", value]),
      ["--strict-redaction", "maybe"],
      ["--agent-pii", "full"],
      ["--name", ""],
      []
    ]
    for (const args of wrong) {
      const refused = await organizations("set", "org_shop", ...args)
      expect([args, refused.code, refused.output, refused.errors === ""]).toEqual([args, 64, "", false])
    }
    expect(await shown()).toEqual(before)
    for (const args of [["show", "org_none"], ["create", "../x"], ["create"], ["explode"], ["set", "org_none", "--plan", "free"]])
      expect([args, (await organizations(...args)).code]).toEqual([args, 64])
  }, 300_000)
})
