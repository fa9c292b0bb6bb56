import { afterAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { operations } from "@vouchkit/core/registry"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { Cause, Effect, Exit, Layer } from "effect"
import { aPerson, aPicture, aPictureForm } from "../support/capture.ts"
import { aFace, analysisOf } from "../support/faces.ts"
import { aTenantWithEverything, requestFor } from "../support/fixtures.ts"
import { type OutsideCalls, outsidePorts } from "../support/outside-ports.ts"
import { aWatchlist, sanctioned } from "../support/screening.ts"
import { startService } from "../support/service.ts"

const core = join(import.meta.dir, "../../packages/core/src")

/** Ports of core that stay within the service: the database, which a transaction is for, and what answers from memory. */
const insidePorts: ReadonlySet<string> = new Set([
  "Accept",
  "AllowedPorts",
  "AttestationVerifier",
  "AuditLog",
  "BlockingIndex",
  "BodySpool",
  "Caller",
  "CheckRegistry",
  "CheckWait",
  "CurrentAudit",
  "CurrentQuota",
  "CurrentTurn",
  "CustomerListEditions",
  "Entropy",
  "FaceIndex",
  "FailedJobs",
  "FastPaths",
  "FileRegister",
  "FormerRecords",
  "Housekeeping",
  "InsecureTargets",
  "Intake",
  "JobQueue",
  "JobTime",
  "KeyDirectory",
  "LastPosition",
  "Leftovers",
  "LineBudget",
  "LinkDirectory",
  "LinkedGraphs",
  "LongestTransaction",
  "ListFetches",
  "Organizations",
  "PlanLimit",
  "PublicListEditions",
  "PublicUrl",
  "Quotas",
  "RelationshipEdges",
  "RetrySchedule",
  "RulesOfNode",
  "SandboxClocks",
  "SettledDeliveries",
  "Sweep",
  "Tenant",
  "UnitOfWork",
  "Vault",
  "Withheld",
  "WorkflowGraphs"
])

/** Outside ports that an installation may leave out: references, which no operation requires by type. */
const settings: ReadonlySet<string> = new Set(["ListFetching", "Mailer", "ShadowFaceMatcher", "ShadowIdentityReader"])

test("every port of core is known to stay within the service or to reach outside", () => {
  const declared = readdirSync(core, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [...readFileSync(join(core, path), "utf8").matchAll(/"(@vouchkit\/core\/[\w/-]+)"/g)])
    .map(([, key = ""]) => key)
  const outside = new Set(outsidePorts.map(({ key }) => key))
  const unknown = declared.filter((key) => {
    const name = key.split("/").at(-1) ?? ""
    return !outside.has(key) && !insidePorts.has(name) && !/Store$|^Announces$/.test(name)
  })
  expect([...new Set(unknown)]).toEqual([])
  for (const key of outside) expect(declared).toContain(key)
})

test("every port that reaches outside is marked so for the compiler, where operations require it by its type", () => {
  const marked = readdirSync(core, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [
      ...readFileSync(join(core, path), "utf8").matchAll(/class (\w+) extends Context\.Service<[\s\S]*?declare readonly reaches: Outside/g)
    ])
    .map(([, name]) => name)
  const classes = outsidePorts.map(({ key }) => key.split("/").at(-1) ?? "").filter((name) => !settings.has(name))
  expect(marked.toSorted()).toEqual(classes.toSorted())
})

const inBackground = () => Effect.die(new Error("nothing runs in the background"))
const seen = Effect.succeed(analysisOf(aFace()))
/** A watchlist, an engine for faces and a vendor that runs live captures. */
const engines = () =>
  Layer.mergeAll(
    aWatchlist(sanctioned()).layer,
    Layer.succeed(FaceMatcher)({ analyze: () => seen, compare: inBackground }),
    Layer.succeed(LivenessDetector)({
      assess: inBackground,
      provider: {
        begin: () => Effect.succeed({ reference: "capture", client: { region: "eu-west-1" }, expires_at: "2999-01-01T00:00:00.000Z" }),
        result: inBackground
      }
    })
  )

for (const storage of ["memory", "postgres"] as const) {
  describe(`ports that reach outside over ${storage}`, async () => {
    const calls: OutsideCalls = { outside: [], refused: [] }
    const service = await startService(storage, { beside: engines(), calls })
    afterAll(() => service.stop())
    const key = await service.key("all")
    const fixtures = await aTenantWithEverything(service, key)

    let used = 0
    const headers = () => {
      used += 1
      return { "Idempotency-Key": `outside ${used}` }
    }

    // What ends or erases a record of the fixtures comes last, so that all others find it.
    const ends = /redact|erase|archive|delete|revoke|remove|expire|submit|handoff|advance_clock/
    const walked = operations
      .map(({ contract }) => contract)
      .toSorted((one, other) => Number(ends.test(one.name)) - Number(ends.test(other.name)))

    test("are called by no operation while a transaction is open, with an idempotency key or without", async () => {
      for (const contract of walked) {
        for (const given of contract.method === "POST" ? [headers(), undefined] : [undefined]) {
          const { content, method, path } = requestFor(contract, fixtures)
          const answer = await service.call(method, path, {
            ...content,
            ...(contract.access.type === "capture" ? {} : { key }),
            ...(contract.access.type === "sdk" ? { headers: { ...given, "X-Capture-Token": fixtures.token } } : {}),
            ...(given === undefined || contract.access.type === "sdk" ? {} : { headers: given })
          })
          expect([contract.name, answer.status < 500]).toEqual([contract.name, true])
        }
      }
      expect(calls.refused).toEqual([])
      const called = new Set(calls.outside)
      for (const one of ["BlobStore.put", "BlobStore.get", "PagePreview.render", "ReportRenderer.render", "Screener.search"]) {
        expect(called).toContain(one)
      }
    })

    test("are called outside of a transaction where a file, a face or a vendor needs them", async () => {
      const live = await service.key("all", { environment: "live" })
      const person = await aPerson(service, live)
      const begin = () => {
        calls.outside.length = 0
        return headers()
      }
      const called = async (
        expected: ReadonlyArray<string>,
        request: () => Promise<{ readonly status: number; readonly text: string }>
      ) => {
        const { status, text } = await request()
        if (status >= 300) throw new Error(text)
        for (const one of expected) expect(calls.outside).toContain(one)
      }
      await person.post("/start")
      await called(["LivenessDetector.provider.begin"], () => person.post("/liveness", undefined, begin()))
      await called(["BlobStore.put"], () => person.post("/selfie", aPictureForm(), begin()))
      const upload = { key: live, raw: aPictureForm({ kind: "selfie" }, aPicture(1)), headers: begin() }
      const uploaded = await service.call("POST", "/documents", upload)
      expect([uploaded.status, calls.outside]).toEqual([201, ["BlobStore.put"]])
      const face = { key: live, body: { entry_type: "face", value: uploaded.body.id }, headers: begin() }
      await called(["BlobStore.get", "FaceMatcher.analyze"], () => service.call("POST", "/blocklist", face))
      const values = [{ type: "face", value: uploaded.body.id }]
      await called(["FaceMatcher.analyze"], () => service.call("POST", "/lists/search", { key: live, body: { values }, headers: begin() }))
      const subject = { key: live, body: { subject: { name: "Ada Example" } }, headers: begin() }
      await called(["Screener.search"], () => service.call("POST", "/screenings", subject))
      expect(calls.refused).toEqual([])
    })

    test("refuse a call within a transaction", async () => {
      const within = Effect.flatMap(UnitOfWork, ({ transaction }) => transaction(Effect.flatMap(BlobStore, ({ get }) => get("a"))))
      const tenant = { organization: "org_acme", environment: "sandbox" } as const
      const exit = await service.runtime.runPromise(
        Effect.exit(Effect.provideService(within, Tenant, tenant)) as Effect.Effect<Exit.Exit<unknown, unknown>, never, never>
      )
      expect(Exit.isFailure(exit) && String(Cause.squash(exit.cause))).toContain("BlobStore.get was called while a transaction was open")
      expect(calls.refused.splice(0)).toEqual(["BlobStore.get"])
    })
  })
}
