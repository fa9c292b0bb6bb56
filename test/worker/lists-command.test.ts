import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { afterAll, describe, expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { runCommand, temporaryFolder } from "../support/running-service.ts"
import { samplePath, textOfSample } from "../support/watchlists.ts"

describe("the command for lists", async () => {
  const folder = temporaryFolder()
  // One server for all commands, as beside a running service; each of them would start and stop its own else.
  const server = await attachOrStart({ dataDir: folder })
  afterAll(() => server.stop())
  const lists = (...args: ReadonlyArray<string>) => runCommand("lists", args, { DATA_DIR: folder })

  test("imports, shows how lists stand, keeps the last good edition of a damaged file, and says what changed", async () => {
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
  }, 120_000)

  test("a command line that cannot be followed says what would be right", async () => {
    const [format, file, mapping] = await Promise.all([
      lists("import", "nothing", "x"),
      lists("import", "un_xml", "/nowhere/consolidated.xml"),
      lists("import", "customer_csv", samplePath("us-consolidated.csv"))
    ])
    expect([format.code, file.code, mapping.code]).toEqual([64, 1, 64])
    expect(format.errors).toContain("Name the format of the files.")
    expect(mapping.errors).toContain("customer_csv needs --organization.")
  }, 60_000)
})
