import { afterAll, describe, expect, test } from "bun:test"
import { jobs } from "@vouchkit/core/flows/workflows/run-session"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { DocumentReader } from "@vouchkit/core/verification/document-reading"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect, Layer } from "effect"
import { printedPage } from "../support/printed-page.ts"
import { aForm, smallPdf, startService } from "../support/service.ts"

const bill = (name: string, address: ReadonlyArray<string>): string => `
Northwind Energy Ltd

${name}
${address.join("\n")}

Electricity bill
Bill date: 20 February 2026
Amount due   72.21 GBP
`

const home = ["Flat 3, 128 Marlowe Gardens", "Bristol", "BS8 4QT", "United Kingdom"] as const

/** A service whose engine reads of every document what the test says stands on it. */
const aService = async (storage: "memory" | "postgres") => {
  const page = { drawing: "" }
  const reader = Layer.succeed(DocumentReader)({
    read: () =>
      Effect.sync(() => ({
        page_count: 1,
        source: "text_layer" as const,
        lines: printedPage(page.drawing),
        forensics: { producer: null, creator: null, created_at: null, modified_at: null, revisions: 1, signed: false, flags: [] },
        quality: { focus: null, brightness: null, resolution: null, overall: null },
        perceptual_hash: null
      }))
  })
  const service = await startService(storage, { clock: "2026-03-01T12:00:00.000Z", beside: reader })
  let files = 0
  const key = await service.key("all", { environment: "live" })
  const call = (method: string, path: string, more: object = {}) => service.call(method, path, { key, ...more })
  /** A live session of a person whose bill says this, concluded. */
  const concluded = async (expected: object, drawing: string) => {
    page.drawing = drawing
    const { body } = await call("POST", "/sessions", { body: { required_steps: ["proof_of_address"], expected } })
    files += 1
    const file = new Uint8Array([...smallPdf, ...new TextEncoder().encode(`\n% ${files}\n`)])
    const upload = await call("POST", `/sessions/${body.id}/documents`, {
      raw: aForm({ kind: "proof_of_address", poa_document_type: "utility_bill", issuing_country: "GB" }, file)
    })
    if (upload.status >= 300) throw new Error(upload.text)
    const submitted = await call("POST", `/sessions/${body.id}/submit`)
    if (submitted.status !== 200) throw new Error(submitted.text)
    const [declared] = jobs
    const queued = await service.runtime.runPromise(
      Effect.flatMap(JobQueue, (queue) =>
        queue.claim({ limits: { [declared.name]: 1_000 }, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" })
      )
    )
    for (const job of queued) await service.runtime.runPromise(runJob(declared, job, () => false) as Effect.Effect<unknown, never, never>)
    const session = (await call("GET", `/sessions/${body.id}`)).body
    const checks = (await call("GET", `/sessions/${body.id}/checks`)).body.data
    const proof = checks.find(({ type }: any) => type === "proof_of_address")
    return { session, codes: proof?.reasons.filter(({ severity }: any) => severity !== "info").map(({ code }: any) => code), checks }
  }
  return { concluded, stop: service.stop }
}

describe.each(["memory", "postgres"] as const)("in %s", async (storage) => {
  const { concluded, stop } = await aService(storage)
  afterAll(stop)
  const address = home.join(", ")
  const rahima = { first_name: "Rahima", last_name: "Chowdhury", address, country: "GB" }
  const outcomeOf = async (expected: object, name: string, lines: ReadonlyArray<string> = home) => {
    const { codes, session } = await concluded(expected, bill(name, lines))
    return { status: session.status, codes }
  }

  test("a bill of that very person and flat shows what the bills below differ from", async () => {
    expect(await outcomeOf(rahima, "Rahima Chowdhury")).toEqual({ status: "approved", codes: [] })
  })

  test("a bill of Rahim is never approved for Rahima: a person reviews it", async () => {
    expect(await outcomeOf(rahima, "Rahim Chowdhury")).toEqual({ status: "in_review", codes: ["name_below_pass"] })
  })

  test("a bill of another flat of the house is never approved: a person reviews it", async () => {
    const other = await outcomeOf(rahima, "Rahima Chowdhury", ["Flat 4, 128 Marlowe Gardens", ...home.slice(1)])
    expect(other).toEqual({ status: "in_review", codes: ["address_below_pass"] })
  })
})
