import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { afterAll, describe, expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand } from "../support/running-service.ts"
import { samplePath, textOfSample } from "../support/watchlists.ts"

const stops: Array<() => Promise<void>> = []
afterAll(async () => {
  for (const stop of stops) await stop()
})

const anInstallation = async () => {
  const folder = await preparedFolder()
  // One server for all commands, as beside a running service; each of them would start and stop its own else.
  const server = await attachOrStart({ dataDir: folder })
  stops.push(server.stop)
  const lists = (...args: ReadonlyArray<string>) => runCommand("lists", args, { DATA_DIR: folder })
  return { folder, lists }
}

describe("the command for lists", async () => {
  const { folder, lists } = await anInstallation()

  test("imports, shows how lists stand, keeps the last good edition of a damaged file, and says what changed", async () => {
    // It sees every list there is, from none on.
    const { folder, lists } = await anInstallation()
    const none = await lists("status")
    expect(none.output).toContain("no_list_loaded")

    expect((await lists("sample")).output).toContain("sample: edition 1 of 2026-01-01 is current, with 8 entries")
    expect((await lists("sample")).output).toContain("nothing changed")

    const set = ["SDN.CSV", "ALT.CSV", "ADD.CSV", "SDN_COMMENTS.CSV"].map(samplePath)
    const first = await lists("import", "ofac_csv", ...set, "--edition", "2021-07-07")
    expect(first.output).toContain("ofac_sdn: edition 1 of 2021-07-07 is current, with 409 entries (409 added, 0 changed, 0 removed).")
    expect(first.output).toContain("Region: Kafia Kingi")
    expect(first.code).toBe(0)

    const whole = await textOfSample("consolidated.xml")
    expect((await lists("import", "un_xml", samplePath("consolidated.xml"))).code).toBe(0)
    writeFileSync(join(folder, "cut.xml"), whole.slice(0, 60_000))
    const cut = await lists("import", "un_xml", join(folder, "cut.xml"))
    expect(cut.code).toBe(1)
    expect(cut.errors).toContain("was not changed: cut.xml ends before </CONSOLIDATED_LIST>.")
    const status = JSON.parse((await lists("status", "--json")).output)
    expect(status.data).toMatchObject([
      { key: "ofac_sdn", sample: false, state: "current", edition: { number: 1, record_count: 409, sources: [{}, {}, {}, {}] } },
      { key: "sample", sample: true, edition: { record_count: 8 } },
      { key: "un_consolidated", state: "stale", stale: { code: "truncated" }, edition: { number: 1, record_count: 47 } }
    ])

    writeFileSync(join(folder, "next.xml"), whole.replace("<SECOND_NAME>MPAMO</SECOND_NAME>", "<SECOND_NAME>MPAMA</SECOND_NAME>"))
    expect((await lists("import", "un_xml", join(folder, "next.xml"))).output).toContain("(0 added, 1 changed, 0 removed)")
    const diff = JSON.parse((await lists("diff", "un_consolidated", "--json")).output)
    expect(diff).toMatchObject({ from: 1, data: [{ uid: "6908002", change: "changed", fields: ["names"] }] })

    const mapping = join(folder, "mapping.json")
    writeFileSync(mapping, JSON.stringify({ name: "name" }))
    writeFileSync(join(folder, "own.csv"), "name\nAda Lovelace\n")
    const own = (organization: string) =>
      lists(
        "import",
        "customer_csv",
        join(folder, "own.csv"),
        "--mapping",
        mapping,
        "--organization",
        organization,
        "--environment",
        "live"
      )
    expect((await own("org_none")).errors).toContain("There is no organization org_none.")
    await runCommand("keys", ["create", "--organization", "acme", "--environment", "live", "--scopes", "default"], {
      DATA_DIR: folder
    })
    expect((await own("acme")).output).toContain("customer: edition 1")
    expect((await lists("status")).output).not.toContain("customer")
    expect((await lists("status", "--organization", "acme", "--environment", "live")).output).toContain("customer")
  }, 300_000)

  test("fetches the lists that have an address, remembers what the server said, and shows what went wrong", async () => {
    let mode: "whole" | "cut" = "whole"
    const asked: Array<string | null> = []
    const whole = await textOfSample("consolidated.xml")
    const files = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => {
        const known = request.headers.get("if-none-match")
        asked.push(known)
        if (known === '"one"' && mode === "whole") return new Response(null, { status: 304 })
        return new Response(mode === "whole" ? whole : whole.slice(0, 60_000), { headers: { ETag: '"one"' } })
      }
    })
    afterAll(() => files.stop(true))
    const settings = {
      DATA_DIR: folder,
      SCREENING_LIST_URLS: JSON.stringify({ fetched: { format: "un_xml", url: `http://127.0.0.1:${files.port}/un.xml?token=secret` } }),
      SCREENING_LIST_ALLOW_INSECURE_TARGETS: `127.0.0.1:${files.port}`
    }
    const fetched = (...args: ReadonlyArray<string>) => runCommand("lists", args, settings)
    expect((await fetched("fetch")).output).toContain("fetched: a new edition is current.")
    expect((await fetched("fetch", "fetched")).output).toContain("fetched: the server reports no change.")
    mode = "cut"
    const cut = await fetched("fetch")
    expect([cut.code, cut.output]).toEqual([1, expect.stringContaining("refused; the last good edition stays. un.xml ends before")])
    const status = await fetched("status")
    expect(status.output).toContain("fetched is stale since")
    expect(status.output).toMatch(/fetched +\S+Z +refused +1 +\S+Z +un\.xml ends before/)
    expect(status.output + cut.output + cut.errors).not.toContain("secret")
    expect(asked).toEqual([null, '"one"', '"one"'])
    expect((await fetched("fetch", "other")).errors).toContain("SCREENING_LIST_URLS has no list other.")
    expect((await runCommand("lists", ["fetch"], { DATA_DIR: folder })).errors).toContain("No watchlist has a URL.")
  }, 300_000)

  test("a delta names the version it starts from, and an organization's list no public one", async () => {
    const delta = join(folder, "entities.delta.json")
    writeFileSync(delta, "")
    expect((await lists("import", "opensanctions_delta", delta)).errors).toContain("A delta needs --base")
    const early = await lists("import", "opensanctions_delta", delta, "--base", "v1", "--edition", "v2")
    expect(early.errors).toContain("has no edition to apply changes to")
    const own = await lists("import", "un_xml", samplePath("consolidated.xml"), "--organization", "org_any", "--environment", "live")
    expect([own.code, own.errors]).toEqual([64, expect.stringContaining("The key un_consolidated is that of a public list.")])
  }, 300_000)

  test("a command line that cannot be followed says what would be right", async () => {
    const [format, file, mapping] = await Promise.all([
      lists("import", "nothing", "x"),
      lists("import", "un_xml", "/nowhere/consolidated.xml"),
      lists("import", "customer_csv", samplePath("us-consolidated.csv"))
    ])
    expect([format.code, file.code, mapping.code]).toEqual([64, 1, 64])
    expect(format.errors).toContain("Name the format of the files.")
    expect(mapping.errors).toContain("customer_csv needs --organization.")
  }, 300_000)
})
