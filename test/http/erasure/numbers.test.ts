import { afterAll, expect, test } from "bun:test"
import { CheckStore } from "@vouchkit/core/resources/checks/model"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { Effect } from "effect"
import { databaseDump } from "../../support/database-dump.ts"
import type { freshDatabase } from "../../support/postgres.ts"
import { runJobs } from "../../support/service-jobs.ts"
import { startService, succeeding } from "../../support/service.ts"
import { acmeSandbox, as } from "../../support/tenants.ts"

let connect: Awaited<ReturnType<typeof freshDatabase>> | undefined
const service = await startService("postgres", {
  through: async (given) => {
    connect = given
    return given
  }
})
afterAll(() => service.stop())
const key = await service.key()
const ok = succeeding(service, key)
const run = (effect: Effect.Effect<any, any, any>) => service.runtime.runPromise(as(acmeSandbox)(effect) as Effect.Effect<any>)
const dump = async () => (connect === undefined ? "" : databaseDump(connect))
const foundIn = (text: string, numbers: ReadonlyArray<string>) => numbers.filter((number) => text.toUpperCase().includes(number))

test("a copy of the database shows no number or address that a session states, a document bears, a check is asked for or a subject is screened with", async () => {
  const stated = ["ZQ8902C31", "ZQSTREET", "ZQPHONE31"]
  const session = await ok("POST", "/sessions", {
    expected: {
      first_name: "Anna",
      last_name: "Eriksson",
      date_of_birth: "1961-02-03",
      document_number: "ZQ8902C31",
      address: "4 Zqstreet, Cork"
    },
    contact: { email: "zqphone31@example.com" },
    required_steps: ["document", "proof_of_address"]
  })
  await ok("POST", `/sessions/${session.id}/simulate`, {
    actions: ["start", "upload_document", "submit"].map((type) => ({ type }))
  })
  await runJobs(service, "documents.read", runChecksJob)
  const ends = await ok("GET", `/sessions/${session.id}`)
  expect(["approved", "in_review"]).toContain(ends.status)
  const checks = await run(Effect.flatMap(CheckStore, (store) => store.list({ limit: 50 })))
  expect(JSON.stringify(checks)).toContain("ZQ8902C31")

  const subject = await ok("POST", "/screening-subjects", {
    entity_type: "person",
    name: "Anna Eriksson",
    identifiers: [{ type: "passport", value: "ZQ8902C32" }]
  })
  const alone = await ok("POST", "/checks", {
    type: "identity_cross_reference",
    sources: [
      { source: "expected", surname: "Eriksson", document_number: "ZQ8902C33" },
      { source: "chip", surname: "Eriksson", document_number: "ZQ8902C34" }
    ]
  })
  const identity = await ok("POST", "/identities", {
    last_name: "Eriksson",
    identification_numbers: [{ type: "passport", value: "ZQ8902C35" }]
  })
  await ok("POST", "/blocklist", { entry_type: "government_id", value: "ZQ8902C36", reason: "Reported as stolen" })
  await ok("POST", "/document-fingerprints", {
    document_type: "passport",
    country: "IE",
    number: "ZQ8902C37",
    verdict: "stolen",
    reason: "Reported as stolen"
  })
  const zone = `P<IRLERIKSSON<<ANNA<${"<".repeat(24)}`
  const document = (await ok("GET", `/documents?session_id=${session.id}`)).data[0]
  const mrz = { format: "TD3", checksums_valid: true, lines: [zone, `ZQ8902C38${"<".repeat(35)}`] } as const
  await run(
    Effect.gen(function* () {
      const store = yield* DocumentStore
      const row = yield* store.lock(document.id)
      if (row !== undefined) yield* store.save({ ...row, mrz })
    })
  )

  const shown = JSON.stringify([
    ends,
    await ok("GET", `/screening-subjects/${subject.id}`),
    await ok("GET", `/checks/${alone.id}`),
    await ok("GET", `/identities/${identity.id}`),
    await ok("GET", `/documents/${document.id}`)
  ]).toUpperCase()
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8].map((last) => `ZQ8902C3${last}`)
  expect(foundIn(shown, numbers)).toEqual(["ZQ8902C31", "ZQ8902C32", "ZQ8902C35", "ZQ8902C38"])
  expect(foundIn(shown, stated)).toEqual(stated)

  const kept = await dump()
  expect(kept).toContain(session.id)
  expect(foundIn(kept, numbers)).toEqual([])
  expect(foundIn(kept, stated)).toEqual([])
})
