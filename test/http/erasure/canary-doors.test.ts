import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Blobs from "@vouchkit/adapters/blobs/file"
import * as Receipts from "@vouchkit/adapters/receipt-log/file"
import { provisionOrganization } from "@vouchkit/core/flows/organization-settings/replace"
import { auditDecisions } from "@vouchkit/core/flows/quality/audit"
import { sweepHistory } from "@vouchkit/core/flows/housekeeping"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { operations } from "@vouchkit/core/registry"
import { mcpEndpoint } from "@vouchkit/mcp/endpoint"
import { type Effect, Layer } from "effect"
import { origin } from "../../mcp/service.ts"
import { databaseDump } from "../../support/database-dump.ts"
import { observed } from "../../support/observed.ts"
import type { freshDatabase } from "../../support/postgres.ts"
import { runJobs } from "../../support/service-jobs.ts"
import { smallPdf, startService, succeeding } from "../../support/service.ts"
import { end, graphOf } from "../../support/workflow-graphs.ts"

/** Letters alone, in a multiple of four, so that it stands in base64 too; each door gets one of its own. */
const canary = (door: string) => `Zq${door}${"xv".repeat(8)}`.slice(0, 16)

const folder = mkdtempSync(join(tmpdir(), "vouchkit-canary-"))
const told = observed()
let connect: Awaited<ReturnType<typeof freshDatabase>> | undefined
const service = await startService("postgres", {
  through: async (given) => {
    connect = given
    return given
  },
  beside: Layer.mergeAll(
    Blobs.layer(join(folder, "objects")).pipe(Layer.provide(Crypto.layer(new Uint8Array(32).fill(7)))),
    Receipts.layer(folder),
    told.layer
  ) as Layer.Layer<any>
})
afterAll(async () => {
  await service.stop()
  told.stop()
  rmSync(folder, { recursive: true, force: true })
})
const [key, other] = [await service.key(), await service.key()]
const run = (effect: Effect.Effect<any, any, any>) => service.runtime.runPromise(effect as Effect.Effect<any, never, never>)
const ok = succeeding(service, key)
const handle = mcpEndpoint({ operations, context: (await service.runtime.context()) as any, publicUrl: "http://localhost:3000" } as any)
const agent = async (name: string, args: object): Promise<any> => {
  const request = new Request("http://localhost:3000/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", authorization: `Bearer ${other}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } })
  })
  return ((await (await handle(request, origin)).json()) as any).result
}
const filesBelow = () =>
  (readdirSync(folder, { recursive: true, withFileTypes: true }) as ReadonlyArray<any>)
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name) as string)
const dumpOfFolder = () =>
  filesBelow()
    .map((path) => `${path}\n${readFileSync(path, "latin1")}`)
    .join("\n")
const dump = async () => (connect === undefined ? "" : databaseDump(connect))
const foundIn = (text: string, doors: Iterable<string>) => {
  const lower = text.toLowerCase()
  return [...doors].filter((door) => lower.includes(canary(door).toLowerCase()))
}

/** A file of a chip: its tag and length, and a content whose base64 has the canary of a door as it stands. */
const chipFile = (tag: number, letters: string) => {
  const content = Buffer.from(letters, "base64")
  return Buffer.from([tag, content.length + 1, 0, ...content]).toString("base64")
}

/** What these doors take is stored encrypted, or not at all. */
const sealed = [
  "attested",
  "chipsod",
  "chipone",
  "chiptwo",
  "agentreason",
  "findingnote",
  "findingend",
  "filebody",
  "address",
  "searched",
  "wrong"
]

test("nothing that came in by the doors of capture, gates, agents and the quality audit is left anywhere after an erasure", async () => {
  const doors = new Set<string>()
  const c = (door: string) => {
    doors.add(door)
    return canary(door)
  }
  await run(
    provisionOrganization({ organization: "org_acme", environments: ["sandbox"], policy: { agent_co_sign: true, include_pii: true } })
  )
  await ok("POST", "/webhooks/endpoints", { url: "https://hooks.acme-example.com/in" })
  const workflow = await ok("POST", "/workflows", { name: "Gated" })
  const graph = graphOf(
    {
      capture: { type: "capture", config: { steps: "session", required: true } },
      bill: { type: "check", config: { type: "proof_of_address" } },
      ask: { type: "external_gate", config: { key: "core", expires_in_s: 3600, on_timeout: "review" } },
      done: end("approved")
    },
    [
      ["start", "capture"],
      ["capture", "bill"],
      ["bill", "ask"],
      ["ask", "done"]
    ]
  )
  const draft = await ok("POST", `/workflows/${workflow.id}/versions`, { graph })
  await ok("POST", `/workflows/${workflow.id}/versions/${draft.id}/publish`, {})
  const identity = await ok("POST", "/identities", { last_name: "Example" })
  const session = await ok("POST", "/sessions", {
    identity_id: identity.id,
    expected: { first_name: c("pii"), last_name: "Example", date_of_birth: "1990-01-01" },
    required_steps: ["proof_of_address"]
  })

  // Capture: the device by its headers, a chip, and a file.
  const token = (session.verification_url as string).split("/").at(-1) ?? ""
  const device = {
    "User-Agent": `Mozilla/5.0 (Linux; Android 14; ${c("device")} Build/1) Chrome/120.0 Mobile`,
    "X-Forwarded-For": c("address")
  }
  expect((await service.call("POST", `/verify/${token}/start`, { headers: device })).status).toBeLessThan(300)
  const { nonce } = (await service.call("GET", "/sdk/nfc", { headers: { ...device, "X-Capture-Token": token } })).body
  const chip = await service.call("POST", `/verify/${token}/nfc`, {
    headers: device,
    body: {
      nonce,
      sod: chipFile(0x77, c("chipsod")),
      data_groups: { dg1: chipFile(0x61, c("chipone")), dg2: chipFile(0x75, c("chiptwo")) }
    }
  })
  expect([chip.status, chip.text.slice(0, 200)]).toEqual([201, expect.any(String)])
  const attested = await service.call("POST", "/sdk/attest", {
    headers: { ...device, "X-Capture-Token": token },
    body: { platform: "android", attestation: c("attested") }
  })
  expect([attested.status, attested.body.object]).toEqual([200, "attestation"])
  const form = new FormData()
  form.set("kind", "proof_of_address")
  form.set(
    "file",
    new Blob([new Uint8Array([...smallPdf, ...new TextEncoder().encode(`% ${c("filebody")}\n`)])], { type: "application/pdf" }),
    "a.pdf"
  )
  await service.call("POST", `/sessions/${session.id}/documents`, { key, raw: form })
  await service.call("GET", `/sessions?search=${c("searched")}`, { key })
  await service.call("POST", "/sessions", { key, body: { expected: { first_name: [c("wrong")] } } })

  // A decision that the quality audit looks at.
  await ok("POST", `/sessions/${session.id}/simulate`, { actions: [{ type: "poa_review" }] })
  const review = (await ok("GET", `/cases?session_id=${session.id}`)).data[0]
  await ok("POST", `/cases/${review.id}/approve`, {})
  await run(auditDecisions)
  const finding = (await ok("GET", "/audit-findings")).data[0]
  await ok("POST", `/audit-findings/${finding.id}/acknowledge`, { note: c("findingnote") })
  await ok("POST", `/audit-findings/${finding.id}/resolve`, { outcome: "error_confirmed", note: c("findingend") })

  // A gate, at which a system of the customer decides.
  const gated = await ok("POST", "/sessions", { workflow_id: workflow.id, identity_id: identity.id })
  await ok("POST", `/sessions/${gated.id}/simulate`, { actions: ["start", "upload_document", "submit"].map((type) => ({ type })) })
  await runJobs(service, "documents.read", runChecksJob)
  await ok("POST", `/sessions/${gated.id}/external-decision`, { decision: "continue", data: { note: c("gatedata") } })
  await runJobs(service, runChecksJob)

  // An export, and a call of an agent that waits for a person.
  const made = await service.call("GET", `/sessions/${session.id}/export`, { key })
  expect(made.status).toBe(202)
  await runJobs(service, "exports.make", "webhooks.dispatch")
  const tool = { session_id: session.id, confirm: true, reason: c("agentreason") }
  expect(JSON.stringify(await agent("redact_session", tool))).toContain("pending_approval")

  expect(foundIn(await dump(), doors).toSorted()).toEqual([...doors].filter((door) => !sealed.includes(door)).toSorted())
  // The chip, the bill and the export.
  expect(filesBelow().length).toBeGreaterThanOrEqual(3)
  expect(foundIn(dumpOfFolder(), doors)).toEqual([])

  expect((await service.call("DELETE", `/identities/${identity.id}/data?reason=gdpr_article_17`, { key })).status).toBe(200)
  const erasing = ["erasure.erase_identity_sessions", "erasure.remove_session_files", "erasure.erase_late_events", "erasure.log_receipt"]
  await runJobs(service, ...erasing, "erasure.erase_file", "webhooks.dispatch")
  await run(sweepHistory)
  for (const path of [`/sessions/${session.id}`, `/sessions/${gated.id}`, `/identities/${identity.id}`]) {
    expect((await ok("GET", path)).redaction.status).toBe("redacted")
  }
  expect(foundIn(await dump(), doors)).toEqual([])
  // Receipts are all that is left, three of them.
  expect(filesBelow().map((path) => path.slice(folder.length + 1).split("/")[0])).toEqual(["receipts", "receipts", "receipts"])
  expect(foundIn(dumpOfFolder(), doors)).toEqual([])
  expect(foundIn(await told.text(service.runtime), doors)).toEqual([])
})
