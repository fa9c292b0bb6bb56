import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { afterAll, describe, expect, test } from "bun:test"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { chipFixture } from "../support/chips.ts"
import { eventually } from "../support/queues.ts"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand, runService } from "../support/running-service.ts"
import { zipOf } from "../support/zip.ts"

const bytes = (base64: string) => Buffer.from(base64, "base64")

const stops: Array<() => Promise<void>> = []
afterAll(async () => {
  for (const stop of stops) await stop()
})

const anInstallation = async () => {
  const folder = await preparedFolder()
  // One server for all commands, as beside a running service; each of them would start and stop its own else.
  const server = await attachOrStart({ dataDir: folder })
  stops.push(server.stop)
  const trust = (...args: ReadonlyArray<string>) => runCommand("trust", args, { DATA_DIR: folder })
  const put = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  return { folder, trust, put }
}

describe("the command for certificates of trust", async () => {
  const { folder, put, trust } = await anInstallation()

  test("imports master lists, LDIF, folders and archives of certificates and revocation lists, tells what was refused, and takes removals and replacements", async () => {
    // It counts every edition from the first on.
    const { folder, put, trust } = await anInstallation()
    expect((await trust("status")).output).toContain("No certificate is imported")

    const { crl, list } = chipFixture("master-list")
    const master = put("list.ml", bytes(list))
    const first = await trust("import", master, "--source", "icao")
    expect([first.code, first.errors]).toEqual([0, ""])
    expect(first.output).toContain("icao: edition 1 is current")
    expect(first.output).toContain("list.ml: a master list of")
    const again = await trust("import", master, "--source", "icao", "--json")
    const { counts, edition } = JSON.parse(again.output)
    expect([edition, counts.added, counts.unchanged > 3]).toEqual([null, 0, true])

    const ldif = `dn: cn=crl,dc=data\nobjectClass: cRLDistributionPoint\ncertificateRevocationList;binary:: ${String(crl).replace(/(.{70})/g, "$1\n ")}\n`
    expect((await trust("import", put("pkd.ldif", ldif), "--source", "pkd")).output).toContain("pkd: edition 2 is current (1 added")

    const directory = join(folder, "certificates")
    mkdirSync(directory)
    const inFolder = (name: string) => ({ name: `certificates/${name}`, content: readFileSync(join(directory, name)) })
    const [root = "", link = ""] = chipFixture("link-certificate").certificates
    put("certificates/1.cer", bytes(root))
    put("certificates/2.pem", `-----BEGIN CERTIFICATE-----\n${link}\n-----END CERTIFICATE-----\n`)
    put("certificates/3.txt", "not a certificate")
    put("certificates/.hidden", "nothing")
    const several = await trust("import", put("certificates.zip", zipOf(["1.cer", "2.pem", "3.txt", ".hidden"].map(inFolder))))
    expect(several.code).toBe(0)
    expect(several.output).toContain("operator: edition 3 is current (2 added, 0 unchanged, 1 refused, 0 withdrawn).")
    expect(several.output).toContain("3.txt, entry 1")

    const listed = JSON.parse((await trust("list", "--country", "UTO", "--json")).output).data
    const own = listed.filter(({ source }: any) => source === "operator")
    expect(own.map(({ kind }: any) => kind)).toEqual(["csca", "link"])
    expect((await trust("remove", own[1].sha256.toUpperCase())).output).toContain("no longer trusted")
    expect(await trust("remove", own[1].sha256)).toMatchObject({ code: 1 })
    expect((await trust("restore", own[1].sha256)).code).toBe(0)

    const folderAgain = await trust("import", directory)
    expect(folderAgain.output).toContain("operator: nothing changed (0 added, 2 unchanged, 1 refused, 0 withdrawn).")

    const replaced = await trust("import", join(directory, "1.cer"), "--replace")
    expect(replaced.output).toContain("operator: edition 6 is current (0 added, 1 unchanged, 0 refused, 1 withdrawn).")
    const status = JSON.parse((await trust("status", "--json")).output)
    expect(status).toMatchObject({ edition: 6, crls: 1, removed: 0 })
    expect(status.imports.map(({ state }: any) => state)).toEqual(Array(6).fill("done"))
    expect((await trust("status")).output).toContain("Edition 6:")
    expect((await trust("list")).output).toContain("C=UT")
  }, 300_000)

  test("a list that was changed after it was signed, and a file of nothing known, leave everything as it was", async () => {
    const before = JSON.parse((await trust("status", "--json")).output)
    const changed = bytes(chipFixture("master-list").list)
    changed[changed.length - 5] = (changed[changed.length - 5] ?? 0) ^ 1
    const forged = await trust("import", put("forged.ml", changed))
    expect([forged.code, forged.errors]).toEqual([1, expect.stringContaining("the signature of the master list is not valid")])
    const bomb = await trust("import", put("bomb.zip", zipOf([{ name: "list.ml", content: Buffer.alloc(8 << 20) }])))
    expect([bomb.code, bomb.errors]).toEqual([1, expect.stringContaining("Nothing was imported. bomb.zip:")])
    const empty = await trust("import", put("empty.txt", "hello"))
    expect([empty.code, empty.errors]).toEqual([1, expect.stringContaining("Nothing was imported.")])
    const after = JSON.parse((await trust("status", "--json")).output)
    expect({ ...after, imports: [] }).toEqual({ ...before, imports: [] })
  }, 300_000)

  test("an import that nobody waited for is made by the next one that does, and leaves no file in the store", async () => {
    const { edition } = JSON.parse((await trust("status", "--json")).output)
    const der = (name: string) => put(`${name}.cer`, bytes(chipFixture(name).certificates[0] ?? ""))
    const queued = await trust("import", der("ec-secp384r1"), "--source", "first", "--no-wait")
    expect([queued.code, queued.output]).toEqual([0, expect.stringMatching(/^first: import \d+ waits for a worker\./)])
    const waiting = JSON.parse((await trust("status", "--json")).output)
    expect([waiting.edition, waiting.imports[0].source, waiting.imports[0].state]).toEqual([edition, "first", "queued"])
    const second = await trust("import", der("ec-secp521r1"), "--source", "second")
    expect(second.output).toContain(`second: edition ${edition + 2} is current (1 added`)
    const { imports } = JSON.parse((await trust("status", "--json")).output)
    expect(imports.slice(0, 2)).toMatchObject([
      { source: "second", edition: edition + 2 },
      { source: "first", state: "done", edition: edition + 1 }
    ])
    const stored = readdirSync(join(folder, "objects"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    expect(stored).toEqual([])
  }, 300_000)

  test("a command line that cannot be followed says what would be right", async () => {
    const wrong = await Promise.all([
      trust("import"),
      trust("import", "/nowhere/list.ml"),
      trust("list", "--country", "Nowhere"),
      trust("remove", "abc"),
      trust("status", "--replace"),
      trust("list", "--no-wait"),
      trust("explode")
    ])
    expect(wrong.map(({ code }) => code)).toEqual([64, 1, 64, 64, 64, 64, 64])
    expect(wrong[1]?.errors).toContain("There is no file or folder /nowhere/list.ml.")
  }, 300_000)
})

test("beside a running service the import is the worker's, also when nobody waits for it", async () => {
  const folder = await preparedFolder()
  const service = await runService(folder)
  const trust = (...args: ReadonlyArray<string>) => runCommand("trust", args, { DATA_DIR: folder })
  try {
    const file = join(folder, "list.ml")
    writeFileSync(file, bytes(chipFixture("master-list").list))
    expect(await trust("import", file, "--no-wait")).toMatchObject({ code: 0, errors: "" })
    const latest = await eventually(
      async () => JSON.parse((await trust("status", "--json")).output).imports[0],
      ({ state }) => state === "done"
    )
    expect(latest).toMatchObject({ state: "done", edition: 1, lists: [{ signature: "valid" }] })
    const again = await trust("import", file)
    expect([again.code, again.output]).toEqual([0, expect.stringContaining("operator: nothing changed (0 added")])
  } finally {
    await service.stop()
  }
}, 300_000)
