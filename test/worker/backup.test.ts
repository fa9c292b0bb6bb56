import { afterAll, describe, expect, test } from "bun:test"
import { copyFileSync, cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand, runService, temporaryFolder } from "../support/running-service.ts"

const timeout = 300_000
const configuration = 78

const first = await preparedFolder()
const copies = temporaryFolder()
const backup = join(copies, "backup")
const service = await runService(first)
const { sandbox } = service.keys

const call = async (url: string, method: string, path: string, body?: object | FormData) => {
  const json = body !== undefined && !(body instanceof FormData)
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { "X-API-Key": sandbox, ...(json ? { "Content-Type": "application/json" } : {}) },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as FormData) })
  })
  return {
    status: response.status,
    body: response.headers.get("content-type")?.includes("json") ? await response.json() : await response.bytes()
  }
}

const picture = (name: string): FormData => {
  const form = new FormData()
  // Content of its own, so that no other document keeps the file.
  form.set(
    "file",
    new File(
      [
        `%PDF-1.4\n% ${name}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`
      ],
      `${name}.pdf`,
      { type: "application/pdf" }
    )
  )
  form.set("kind", "proof_of_address")
  return form
}

/** Signs that some readers take for the end of a line, or of a text. */
const metadata = { text: 'one\u2028two\u2029three \\ "four" \u0085 five' }

const aSession = async (external_reference: string) => {
  const { body } = await call(service.url, "POST", "/sessions", {
    external_reference,
    metadata,
    expected: { first_name: "Ada", last_name: "Lovelace" }
  })
  const uploaded = await call(service.url, "POST", `/sessions/${body.id}/documents`, picture(external_reference))
  expect(uploaded.status).toBe(201)
  return { id: String(body.id), document_id: String(uploaded.body.id) }
}
const filesIn = (path: string): ReadonlyArray<string> =>
  existsSync(path)
    ? readdirSync(path).flatMap((name) => (statSync(join(path, name)).isDirectory() ? filesIn(join(path, name)) : [join(path, name)]))
    : []

const kept = await aSession("kept")
const erased = await aSession("erased")
await call(service.url, "POST", "/identities", { external_reference: "ada", emails: ["ada@example.com"] })

// Requests go on while the backup is made.
let making = true
const made = runCommand("backup/backup", [backup], { DATA_DIR: first }).finally(() => {
  making = false
})
const meanwhile: Array<string> = []
const failed: Array<number> = []
while (making) {
  const { body, status } = await call(service.url, "POST", "/sessions", {})
  if (status === 201) meanwhile.push(body.id)
  else failed.push(status)
}
const answered = await made

const later = await aSession("later")
expect((await call(service.url, "DELETE", `/sessions/${erased.id}/data?reason=asked%20for`)).status).toBe(200)
// The job that logs the erasure is awaited.
while (filesIn(join(first, "receipts")).length === 0) await call(service.url, "GET", `/sessions/${erased.id}`)
await service.stop()
afterAll(() => service.stop())

const restored = (folder: string, ...args: ReadonlyArray<string>) => runCommand("backup/restore", [backup, ...args], { DATA_DIR: folder })

describe("a backup", () => {
  test("is made while the service answers, and holds neither the master key nor a password of the database", () => {
    expect(answered).toMatchObject({ code: 0, errors: "" })
    expect(answered.output).toContain("is whole")
    expect(answered.output).toContain(join(first, "master.key"))
    expect(failed).toEqual([])
    const manifest = JSON.parse(readFileSync(join(backup, "manifest.json"), "utf8"))
    expect(manifest.objects.count).toBe(2)
    expect(manifest.tables.find(({ name }: { name: string }) => name === "documents").rows).toBe(2)
    const secrets = [
      readFileSync(join(first, "master.key"), "utf8").trim(),
      readFileSync(join(first, "postgres", "passwords.json"), "utf8").slice(10, 50)
    ]
    for (const file of filesIn(backup)) for (const secret of secrets) expect(readFileSync(file).includes(secret)).toBe(false)
    for (const file of filesIn(backup)) expect(statSync(file).mode & 0o077).toBe(0)
  })

  test(
    "is not made in a folder that holds something",
    async () => {
      expect(await runCommand("backup/backup", [backup], { DATA_DIR: first })).toMatchObject({ code: 64 })
    },
    timeout
  )

  test(
    "is restored whole, and what was erased since is erased again",
    async () => {
      const folder = temporaryFolder()
      const without = await restored(folder)
      expect(without).toMatchObject({ code: configuration })
      expect(without.errors).toContain("needs its master key")
      copyFileSync(join(first, "master.key"), join(folder, "master.key"))
      const done = await restored(folder, "--receipts", join(first, "receipts"))
      expect(done).toMatchObject({ code: 0, errors: "" })
      expect(done.output).toContain("1 erased again, 0 known as erased")
      expect((await restored(folder)).errors).toContain("There is a database already")

      const second = await runService(folder)
      const get = (path: string) => call(second.url, "GET", path)
      expect((await get(`/sessions/${kept.id}`)).body).toMatchObject({ external_reference: "kept", metadata, redacted_at: null })
      expect((await get(`/documents/${kept.document_id}/download`)).status).toBe(200)
      expect((await get("/identities/ada")).body).toMatchObject({ emails: ["ada@example.com"] })
      expect((await get(`/sessions/${later.id}`)).status).toBe(404)
      const tombstone = (await get(`/sessions/${erased.id}`)).body
      expect(tombstone.external_reference).toBe(null)
      expect(tombstone.redacted_at).not.toBe(null)
      expect((await get(`/documents/${erased.document_id}`)).body.status).toBe("redacted")
      // Counters go on from where they stood.
      expect((await get("/sessions?limit=1")).body.pagination.total).toBeGreaterThanOrEqual(2)
      expect((await call(second.url, "POST", "/sessions", {})).status).toBe(201)
      expect(await second.stop()).toBe(0)
      const again = await runCommand("erasure/receipts", ["reapply", join(first, "receipts")], { DATA_DIR: folder })
      expect(again.output).toContain("0 erased again, 1 known as erased")
      expect((await runCommand("audit", ["verify"], { DATA_DIR: folder })).code).toBe(0)
    },
    timeout
  )

  test(
    "that is damaged anywhere is refused with the name of what is wrong, and nothing is restored",
    async () => {
      const whole = join(copies, "whole")
      cpSync(backup, whole, { recursive: true })
      const table = join(backup, "tables", "sessions.jsonl.gz")
      const object = filesIn(join(backup, "objects"))[0] ?? ""
      const damages: ReadonlyArray<readonly [string, (file: string) => void, string]> = [
        [table, (file) => writeFileSync(file, readFileSync(file).subarray(0, 100)), "tables/sessions.jsonl.gz was changed"],
        [
          object,
          (file) => writeFileSync(file, readFileSync(file).with(30, 7).with(31, 7)),
          `${object.slice(backup.length + 1)} was changed`
        ],
        [object, (file) => rmSync(file), `${object.slice(backup.length + 1)} is missing`],
        [join(backup, "manifest.json"), (file) => rmSync(file), "has no manifest.json"]
      ]
      for (const [file, damage, problem] of damages) {
        const folder = temporaryFolder()
        copyFileSync(join(first, "master.key"), join(folder, "master.key"))
        damage(file)
        const refused = await restored(folder)
        expect(refused.code).not.toBe(0)
        expect(refused.errors).toContain(problem)
        expect(existsSync(join(folder, "postgres"))).toBe(false)
        copyFileSync(join(whole, file.slice(backup.length + 1)), file)
      }
    },
    timeout
  )
})
