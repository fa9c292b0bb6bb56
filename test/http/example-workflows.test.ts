import { afterAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { customersOf } from "../support/customers.ts"
import { aWatchlist, sanctioned } from "../support/screening.ts"
import { runJobs } from "../support/service-jobs.ts"
import { startService } from "../support/service.ts"

const folder = join(import.meta.dir, "../../examples/workflows")
const json = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"))
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".tests.json"))
  .map((file) => file.replace(".tests.json", ""))

/**
 * Sessions of each workflow: how each is created, where it has to end, and nodes that its run has to come to, or not. `afterwards`: the same of the same run, once
 * the person handed in what it asks for.
 */
const plays: Readonly<
  Record<
    string,
    ReadonlyArray<{
      readonly given: object
      readonly status: string
      readonly path: ReadonlyArray<string>
      readonly skipped: ReadonlyArray<string>
      readonly afterwards?: { readonly status: string; readonly path: ReadonlyArray<string> }
    }>
  >
> = {
  "eu-retail-onboarding": [
    { given: {}, status: "approved", path: ["liveness", "screening", "address_if_there"], skipped: ["chip", "address"] },
    { given: { required_steps: ["nfc"] }, status: "approved", path: ["chip"], skipped: ["liveness", "address"] },
    { given: { scenario: "declined" }, status: "declined", path: ["declined"], skipped: ["approved", "address"] },
    { given: { scenario: "resubmission" }, status: "resubmission_required", path: ["again"], skipped: ["approved"] },
    {
      given: { scenario: "review", expected: { first_name: "Ann", last_name: "Person", date_of_birth: "1990-01-01", country: "KP" } },
      status: "resubmission_required",
      path: ["risk", "ask_address"],
      skipped: ["address", "again"],
      afterwards: { status: "in_review", path: ["address", "person"] }
    }
  ],
  "business-signatory": [
    { given: { metadata: { signing_power: "sole" } }, status: "approved", path: ["power", "approved"], skipped: ["person"] },
    { given: { metadata: { signing_power: "joint" } }, status: "in_review", path: ["power", "person"], skipped: ["approved"] },
    { given: { scenario: "review", metadata: { signing_power: "sole" } }, status: "in_review", path: ["person"], skipped: ["power"] }
  ],
  "age-check": [
    { given: {}, status: "approved", path: ["authenticity", "reading", "age", "approved"], skipped: ["person"] },
    { given: { scenario: "review" }, status: "in_review", path: ["person"], skipped: ["approved"] },
    { given: { scenario: "resubmission" }, status: "resubmission_required", path: ["again"], skipped: ["approved"] }
  ],
  "re-verification": [
    { given: { flagged: false }, status: "approved", path: ["face", "lists", "approved"], skipped: ["marked"] },
    { given: { flagged: true }, status: "in_review", path: ["marked"], skipped: ["checks", "face"] }
  ]
}

/** A person of whom no watchlist knows. */
const expected = { first_name: "Ann", last_name: "Person", date_of_birth: "1990-01-01", country: "DE" }

const service = await startService("memory", { beside: aWatchlist(sanctioned()).layer })
afterAll(() => service.stop())
const customer = customersOf(service, "examples")

test("every example has golden tests and is played here", () => {
  expect(names.toSorted()).toEqual(Object.keys(plays).toSorted())
  expect(readdirSync(folder)).toHaveLength(2 * names.length)
})

for (const name of names) {
  describe(`the example ${name}`, async () => {
    const { call } = await customer()
    const { graph, ...settings } = json(`${name}.json`)
    const golden_tests = json(`${name}.tests.json`)
    const workflow = await call("POST", "/workflows", settings)
    const version = await call("POST", `/workflows/${workflow.id}/versions`, { graph, golden_tests })
    const published = await call("POST", `/workflows/${workflow.id}/versions/${version.id}/publish`)

    test("passes its golden tests and is published", async () => {
      expect(golden_tests.length).toBeGreaterThanOrEqual(5)
      expect(await call("POST", "/workflows/validate", { graph, golden_tests })).toMatchObject({
        valid: true,
        publishable: true,
        problems: []
      })
      expect(published.status).toBe("published")
    })

    /** An identity for those that are about one. */
    const identified = async ({ flagged, ...given }: { readonly flagged?: boolean }) => {
      if (flagged === undefined) return given
      const { id } = await call("POST", "/identities", { last_name: "Example" })
      if (flagged) await call("POST", `/identities/${id}/flag`, { reason: "Asked for by compliance" })
      return { ...given, identity_id: id }
    }

    for (const { given, path, skipped, status, afterwards } of plays[name] ?? []) {
      test(`leads a session to ${status} with ${JSON.stringify(given)}`, async () => {
        const created = await call("POST", "/sessions", { workflow_id: workflow.id, expected, ...(await identified(given)) })
        const handedIn = async () => {
          const actions = ["start", "upload_document", "submit"].map((type) => ({ type }))
          await call("POST", `/sessions/${created.id}/simulate`, { actions })
          await runJobs(service, "documents.read", runChecksJob)
          const session = await call("GET", `/sessions/${created.id}`)
          const run = await call("GET", `/workflow-runs/${session.workflow_run_id}`)
          const reached: ReadonlyArray<string> = run.nodes.filter(({ state }: any) => state !== "skipped").map(({ id }: any) => id)
          const unavailable = session.status_reason_codes.filter((code: string) => code === "check_unavailable")
          return { run, reached, came: [session.status, unavailable] }
        }
        const first = await handedIn()
        expect(first.came).toEqual([status, []])
        expect(first.reached).toEqual(expect.arrayContaining([...path]))
        for (const node of skipped) expect(first.reached).not.toContain(node)
        if (afterwards === undefined) return
        const second = await handedIn()
        expect([second.run.id, second.came]).toEqual([first.run.id, [afterwards.status, []]])
        expect(second.reached).toEqual(expect.arrayContaining([...afterwards.path]))
      })
    }
  })
}
