import { readdirSync, readFileSync } from "node:fs"
import { cpus } from "node:os"
import { withRenderer } from "@vouchkit/adapters/engines/pdf/render"
import sharp from "sharp"
import { clientWith, formOf } from "../src/commands/demo/client.ts"
import { makeIdentitySpecimens } from "../src/commands/demo/identity-specimens.ts"
import { launchService } from "../src/commands/demo/service.ts"
import { makeSpecimens } from "../src/commands/demo/specimens.ts"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Schema } from "effect"

/** The API's answers while the engines have more documents than they can read, beside the same answers of an idle service. */
const queued = Number(process.env.BENCH_DOCUMENTS ?? 50)
const perSecond = 20
const seconds = Number(process.env.BENCH_SECONDS ?? 30)
const bar = 50

const Session = Schema.Struct({ id: Schema.String, status: Schema.String })
const folder = mkdtempSync(join(process.getuid?.() === 0 ? "/tmp" : tmpdir(), "vouchkit-bench-"))
chmodSync(folder, 0o711)

const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
const told = (values: ReadonlyArray<number>): string =>
  `p50 ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms, N ${values.length}`

/** Milliseconds of each answer; a request starts on time whether or not those before it were answered. */
const answersOf = async (ask: () => Promise<unknown>, lasting: number): Promise<ReadonlyArray<number>> => {
  const pending: Array<Promise<number>> = []
  const began = performance.now()
  for (let index = 0; index < perSecond * lasting; index += 1) {
    await Bun.sleep(Math.max(0, began + (index * 1000) / perSecond - performance.now()))
    const asked = performance.now()
    pending.push(ask().then(() => performance.now() - asked))
  }
  return Promise.all(pending)
}

interface Child {
  readonly name: string
  readonly megabytes: number
}

/** Engine processes below one process, each with its greatest resident memory so far (Linux). */
const enginesBelow = (root: number): ReadonlyArray<Child> => {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, "utf8")
        const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0)
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
        return [{ pid: Number(pid), parent: field("PPid"), megabytes: field("VmHWM") / 1024, command }]
      } catch {
        return []
      }
    })
  const below = (pid: number): typeof processes =>
    processes.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...below(one.pid)])
  return below(root).flatMap(({ command, megabytes }) => {
    const name = /engines\/(\S+)\.ts/.exec(command)?.[1]
    return name === undefined ? [] : [{ name, megabytes }]
  })
}

const today = new Date()
const identity = await makeIdentitySpecimens(today)
const bills = await makeSpecimens(today)
const page = await withRenderer(bills.utility_bill.bytes, (renderer) => renderer.render(1, 150))
if (page === null) throw new Error("the bill cannot be drawn")
const scan = await sharp(page.data, { raw: { width: page.width, height: page.height, channels: 1 } })
  .jpeg()
  .toBuffer()

const service = launchService(folder, "127.0.0.1:1", { RATE_LIMIT_PER_MINUTE: "0" })
try {
  const base = await service.ready
  const stop = new AbortController()
  const client = clientWith(base, service.live_key, stop.signal)
  const watched = await client.post("/sessions", { required_steps: ["document"] }, Session)
  const ask = () => client.get(`/sessions/${watched.id}`, Session)
  for (let warm = 0; warm < 50; warm += 1) await ask()
  console.log(`idle, GET session at ${perSecond}/s: ${told(await answersOf(ask, Math.min(10, seconds)))}`)

  const files = [
    [identity.passport, { kind: "identity", document_type: "passport" }],
    [identity.selfie, { kind: "selfie" }],
    [{ file_name: "scan.jpg", mime_type: "image/jpeg", bytes: scan }, { kind: "proof_of_address" }],
    [bills.utility_bill, { kind: "proof_of_address" }]
  ] as const
  let submitted = 0
  while (submitted < queued) {
    const { id } = await client.post("/sessions", { required_steps: ["document", "selfie", "proof_of_address"] }, Session)
    for (const [file, fields] of files) {
      await client.send(`/sessions/${id}/documents`, formOf(file, fields), Session)
      submitted += 1
    }
    await client.post(`/sessions/${id}/submit`, {}, Session)
  }
  const loaded = await answersOf(ask, seconds)
  const Page = Schema.Struct({ pagination: Schema.Struct({ total: Schema.Int }) })
  const { pagination } = await client.get("/sessions?status=processing&limit=1", Page)
  const p99 = quantile(loaded, 0.99)
  const saturated = pagination.total > 0
  console.log(`engines with ${submitted} documents, GET session at ${perSecond}/s: ${told(loaded)}; ${cpus().length} cores`)
  console.log(
    `at the end ${pagination.total} sessions were still being judged${saturated ? "" : ": the engines were not saturated all the time"}`
  )
  for (const { megabytes, name } of enginesBelow(process.pid)) console.log(`${name}: ${megabytes.toFixed(0)} MB at most`)
  console.log(`bar: p99 below ${bar} ms while saturated: ${p99 < bar && saturated ? "held" : "not held"}`)
} finally {
  await service[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
