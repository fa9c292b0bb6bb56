import { expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand, runService } from "../support/running-service.ts"

const timeout = 300_000
const configuration = 78

test(
  "the key in the data folder is replaced while the service reads and writes, and the old one opens nothing any more",
  async () => {
    const folder = await preparedFolder()
    const file = join(folder, "master.key")
    const first = await runService(folder)
    const call = (service: typeof first, method: string, path: string, body?: object) =>
      fetch(`${service.url}/api/v1${path}`, {
        method,
        headers: { "X-API-Key": first.keys.sandbox, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    const person = (external_reference: string) => ({ external_reference, emails: [`${external_reference}@example.com`] })
    expect((await call(first, "POST", "/identities", person("before"))).status).toBe(201)
    const old = readFileSync(file, "utf8")

    // A rotation that was cut off right after it had written the next key goes on with that key.
    const next = randomBytes(32).toString("base64")
    writeFileSync(`${file}.next`, `${next}\n`)
    let rotating = true
    const rotated = runCommand("master-key", ["rotate"], { DATA_DIR: folder }).finally(() => {
      rotating = false
    })
    const seen = new Set<number>()
    for (let round = 0; rotating; round += 1) {
      seen.add((await call(first, "POST", "/identities", person(`during-${round}`))).status)
      seen.add((await call(first, "GET", "/identities/before")).status)
    }
    expect(await rotated).toMatchObject({ code: 0, errors: "" })
    expect([...seen].toSorted()).toEqual([200, 201])
    expect(readFileSync(file, "utf8").trim()).toBe(next)
    expect(existsSync(`${file}.next`)).toBe(false)
    await first.stop()

    const second = await runService(folder)
    for (const reference of ["before", "during-0"]) {
      expect(await (await call(second, "GET", `/identities/${reference}`)).json()).toMatchObject({ emails: [`${reference}@example.com`] })
    }
    await second.stop()
    writeFileSync(file, old)
    const refused = await runCommand("keys", ["list"], { DATA_DIR: folder })
    expect(refused.code).toBe(configuration)
    expect(refused.errors).toContain("is not one of this database")
  },
  timeout
)

test(
  "a key of the environment is replaced in two steps, between which both open the database",
  async () => {
    const folder = await preparedFolder()
    const [first, next] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")]
    const codeWith = async (MASTER_KEY: string) => (await runCommand("keys", ["list"], { DATA_DIR: folder, MASTER_KEY })).code
    const command = (verb: string, environment: Readonly<Record<string, string>>) =>
      runCommand("master-key", [verb], { DATA_DIR: folder, ...environment })
    expect(await codeWith(first)).toBe(0)
    const without = await command("rotate", { MASTER_KEY: first })
    expect(without.errors).toContain("NEW_MASTER_KEY must be 32 bytes in base64")
    expect(await command("rotate", { MASTER_KEY: first, NEW_MASTER_KEY: next })).toMatchObject({ code: 0 })
    expect([await codeWith(first), await codeWith(next)]).toEqual([0, 0])
    expect((await command("retire", { MASTER_KEY: next })).output).toContain("the only one now")
    expect([await codeWith(first), await codeWith(next)]).toEqual([configuration, 0])
  },
  timeout
)
