// How long a session of one organization takes while another has hundreds of sessions queued, beside the same session on an idle service.
// Run: bun run bench fairness. BENCH_QUEUED and BENCH_ROUNDS change the numbers. BENCH_BACKLOG=heavy queues twelve PDFs instead that each take nearly
// all the work that a page may take.
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"
import { clientWith, formOf } from "../src/commands/demo/client.ts"
import { environmentOf, launchService } from "../src/commands/demo/service.ts"
import { makeSpecimens } from "../src/commands/demo/specimens.ts"
import { heavyKinds } from "../../../test/support/heavy-pdfs.ts"

const heavy = process.env.BENCH_BACKLOG === "heavy"
const queued = Number(process.env.BENCH_QUEUED ?? (heavy ? 12 : 500))
const rounds = Number(process.env.BENCH_ROUNDS ?? 10)
const bar = 3
const Session = Schema.Struct({ id: Schema.String, status: Schema.String })
const Page = Schema.Struct({ pagination: Schema.Struct({ total: Schema.Int }) })
const folder = mkdtempSync(join(process.getuid?.() === 0 ? "/tmp" : tmpdir(), "vouchkit-bench-"))
chmodSync(folder, 0o711)

const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
const told = (values: ReadonlyArray<number>): string =>
  `p50 ${quantile(values, 0.5).toFixed(0)} ms, p95 ${quantile(values, 0.95).toFixed(0)} ms, N ${values.length}`

/** A live key of another organization, made as an operator makes one. */
const keyOf = async (organization: string): Promise<string> => {
  const command = fileURLToPath(new URL("../src/commands/keys.ts", import.meta.url))
  const child = Bun.spawn(
    [process.execPath, command, "create", "--organization", organization, "--environment", "live", "--scopes", "all", "--json"],
    { env: environmentOf({ DATA_DIR: join(folder, "data") }), stdout: "pipe", stderr: "inherit" }
  )
  const { key }: { key: string } = JSON.parse(await new Response(child.stdout).text())
  return key
}

const { utility_bill } = await makeSpecimens(new Date())
const [gradients] = heavyKinds.filter(({ name }) => name === "gradients between circles")
const page = heavy && gradients !== undefined ? await gradients.make(20) : utility_bill.bytes
/** What the busy organization uploads: a file of its own each time, because the same one would be read once. */
const uploaded = (index: number) => ({ ...utility_bill, bytes: new Uint8Array(Buffer.concat([page, Buffer.from(`% ${index}\n`)])) })
const service = launchService(folder, "127.0.0.1:1", { RATE_LIMIT_PER_MINUTE: "0" })
try {
  const base = await service.ready
  const stop = new AbortController()
  const [busy, other] = [clientWith(base, service.live_key, stop.signal), clientWith(base, await keyOf("org_other"), stop.signal)]
  const submit = async (client: typeof busy, file = utility_bill): Promise<string> => {
    const { id } = await client.post("/sessions", { required_steps: ["proof_of_address"] }, Session)
    await client.send(`/sessions/${id}/documents`, formOf(file, { kind: "proof_of_address" }), Session)
    await client.post(`/sessions/${id}/submit`, {}, Session)
    return id
  }
  /** Milliseconds until a session of the other organization has its result, the upload included. */
  const taken = async (): Promise<number> => {
    const began = performance.now()
    const id = await submit(other)
    while ((await other.get(`/sessions/${id}`, Session)).status === "processing") await Bun.sleep(10)
    return performance.now() - began
  }
  const several = async (): Promise<ReadonlyArray<number>> => {
    const times: Array<number> = []
    for (let round = 0; round < rounds; round += 1) times.push(await taken())
    return times
  }
  // The first ones start the engines.
  for (let warm = 0; warm < 3; warm += 1) await taken()
  const idle = await several()
  console.log(`idle: ${told(idle)}`)
  let made = 0
  const submitting = async () => {
    while (made++ < queued) await submit(busy, heavy ? uploaded(made) : utility_bill)
  }
  await Promise.all(Array.from({ length: 16 }, submitting))
  const waiting = async () => (await busy.get("/sessions?status=processing&limit=1", Page)).pagination.total
  const before = await waiting()
  const loaded = await several()
  const after = await waiting()
  const ratio = quantile(loaded, 0.95) / quantile(idle, 0.95)
  console.log(`with ${before} sessions of another organization queued, ${after} at the end: ${told(loaded)}`)
  console.log(
    `p95 ${ratio.toFixed(1)} times idle (bar ${bar})${after > 0 ? "" : "; the other organization had nothing left, so that this says little"}`
  )
} finally {
  await service[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
