// Erasing a person who has 50 sessions of 6 documents each: how long the answer takes, and how long until the last file is gone.
// Run: bun run bench erasure. BENCH_PEOPLE changes how many people are erased, one after the other.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const people = Number(process.env.BENCH_PEOPLE ?? 5)
const perPerson = { sessions: 50, documents: 6 }
const bars = { answered_ms: 300, complete_s: 60 }
const atOnce = 8

const folder = mkdtempSync(join(tmpdir(), "vouchkit-erasure-"))
// The account of the database has to pass through.
chmodSync(folder, 0o711)
const service = Bun.spawn([process.execPath, new URL("../src/commands/start.ts", import.meta.url).pathname], {
  env: { ...process.env, DATA_DIR: folder, PORT: "0", RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "error" },
  stdout: "pipe",
  stderr: "inherit"
})
let printed = ""
const decoder = new TextDecoder()
for await (const part of service.stdout) {
  printed += decoder.decode(part)
  if (printed.includes("Ctrl-C")) break
}
const base = /http:\/\/[0-9.]+:[0-9]+/.exec(printed)?.[0] ?? ""
const key = /vk_sandbox_\w+/.exec(printed)?.[0] ?? ""

const asked = async (method: string, path: string, body?: object | FormData): Promise<any> => {
  const json = body !== undefined && !(body instanceof FormData)
  const response = await fetch(`${base}/api/v1${path}`, {
    method,
    headers: { "X-API-Key": key, ...(json ? { "Content-Type": "application/json" } : {}) },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body })
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Each a file of its own, as the documents of a person are. */
const paper = (mark: string): FormData => {
  const form = new FormData()
  form.set("kind", "proof_of_address")
  const text = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n% ${mark}\n`
  form.set("file", new Blob([text], { type: "application/pdf" }), "bill.pdf")
  return form
}
const each = async (count: number, work: (index: number) => Promise<unknown>): Promise<void> => {
  let next = 0
  const hand = async () => {
    for (let index = next++; index < count; index = next++) await work(index)
  }
  await Promise.all(Array.from({ length: atOnce }, hand))
}
const filesBelow = (): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.parentPath.includes("objects"))
    .length

const person = async (n: number): Promise<string> => {
  const identity = await asked("POST", "/identities", { first_name: "Ada", last_name: `Example${n}`, emails: [`ada${n}@example.com`] })
  await each(perPerson.sessions, async (index) => {
    const session = await asked("POST", "/sessions", {
      identity_id: identity.id,
      expected: { first_name: "Ada", last_name: `Example${n}` }
    })
    for (let side = 0; side < perPerson.documents; side += 1)
      await asked("POST", `/sessions/${session.id}/documents`, paper(`${n}/${index}/${side}`))
    await asked("POST", `/sessions/${session.id}/simulate`, { actions: [{ type: index % 2 === 0 ? "poa_passed" : "poa_review" }] })
  })
  return identity.id
}

const answers: Array<number> = []
const completions: Array<number> = []
for (let n = 0; n < people; n += 1) {
  const id = await person(n)
  const files = filesBelow()
  const begun = performance.now()
  await asked("DELETE", `/identities/${id}/data?reason=gdpr_article_17`)
  answers.push(performance.now() - begun)
  let status = "processing"
  while (status !== "redacted") {
    await Bun.sleep(100)
    status = (await asked("GET", `/identities/${id}`)).redaction.status
  }
  completions.push((performance.now() - begun) / 1000)
  const left = filesBelow()
  console.log(
    `${n + 1}: answered in ${answers.at(-1)?.toFixed(0)} ms, complete in ${completions.at(-1)?.toFixed(1)} s; ${files} files before, ${left} after`
  )
}
const most = (values: ReadonlyArray<number>) => Math.max(...values)
console.log(
  `${people} people of ${perPerson.sessions} sessions with ${perPerson.documents} documents: answered in ${most(answers).toFixed(0)} ms at most (bar ${bars.answered_ms}), complete in ${most(completions).toFixed(1)} s at most (bar ${bars.complete_s})`
)
service.kill("SIGTERM")
await service.exited
rmSync(folder, { recursive: true, force: true })
process.exit(most(answers) <= bars.answered_ms && most(completions) <= bars.complete_s ? 0 : 1)
