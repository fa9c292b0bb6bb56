import { expect, test } from "bun:test"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand, runService, temporaryFolder } from "../support/running-service.ts"

const limit = 120_000
/** Nothing listens on the port for discarding: a proxy that is configured and cannot be reached. */
const proxy = "http://127.0.0.1:9"

test(
  "with a proxy that cannot be reached the first start becomes ready and shows keys that work",
  async () => {
    // The first creates its database as well. The second finds one that has no keys yet.
    for (const [folder, environment] of [
      [temporaryFolder(), { HTTP_PROXY: proxy }],
      [await preparedFolder(), { http_proxy: proxy, no_proxy: "intranet.example.com" }]
    ] as const) {
      const service = await runService(folder, environment)
      for (const key of Object.values(service.keys)) {
        expect((await fetch(`${service.url}/api/v1/sessions`, { headers: { "X-API-Key": key } })).status).toBe(200)
      }
      await service.stop()
    }
  },
  limit
)

test(
  "a first key that no start has shown is made again, and one that was shown stays",
  async () => {
    const folder = await preparedFolder()
    const environment = { DATA_DIR: folder, LOG_LEVEL: "error" }
    // What a start leaves that ended before it could print anything.
    const name = "Bootstrap sandbox key, not shown yet"
    const pending = ["create", "--organization", "org_default", "--environment", "sandbox", "--scopes", "all", "--name", name, "--json"]
    const lost = JSON.parse((await runCommand("keys", pending, environment)).output)
    const service = await runService(folder)
    const stateOf = async (key: string) => (await fetch(`${service.url}/api/v1/sessions`, { headers: { "X-API-Key": key } })).status
    expect([await stateOf(lost.key), await stateOf(service.keys.sandbox), await stateOf(service.keys.live)]).toEqual([401, 200, 200])
    expect(service.keys.sandbox).not.toBe(lost.key)
    await service.stop()
    const again = await runService(folder)
    expect(again.output()).not.toMatch(/vk_(?:sandbox|live)_/)
    expect((await fetch(`${again.url}/api/v1/sessions`, { headers: { "X-API-Key": service.keys.live } })).status).toBe(200)
    await again.stop()
    const kept = JSON.parse((await runCommand("keys", ["list", "--json"], environment)).output)
    const keys: ReadonlyArray<{ readonly name: string; readonly revoked_at: string | null }> = kept.data
    expect(
      keys
        .filter(({ revoked_at }) => revoked_at === null)
        .map((key) => key.name)
        .toSorted()
    ).toEqual(["Bootstrap live key", "Bootstrap sandbox key"])
  },
  limit
)
