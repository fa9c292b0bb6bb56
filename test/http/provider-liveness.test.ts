import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { CheckStore } from "@vouchkit/core/resources/checks/model"
import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { type FaceImage, FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { LivenessDetector, type ProviderEvidence } from "@vouchkit/core/verification/faces/liveness/evidence"
import { mostCaptures } from "@vouchkit/core/verification/faces/liveness/provider-capture"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { jobs } from "@vouchkit/core/registry"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect, Layer } from "effect"
import { aPerson, aPicture, aPictureForm } from "../support/capture.ts"
import { aFace, analysisOf } from "../support/faces.ts"
import { sight } from "../support/live-work.ts"
import { startService } from "../support/service.ts"

const noon = Date.parse("2026-03-01T12:00:00.000Z")
const after = (seconds: number) => new Date(noon + seconds * 1000).toISOString()
const lifetime = 180

/** The picture that the provider vouches for. */
const vouched = Uint8Array.of(0xff, 0xd8, 0xff, 0xee, 0x77)
const evidence = (told: Partial<ProviderEvidence> = {}): ProviderEvidence => ({
  kind: "provider",
  status: "succeeded",
  confidence: 0.97,
  threshold: 0.9,
  reference: { bytes: vouched, mime_type: "image/jpeg" },
  ...told
})
const nothing = { confidence: null, reference: null } as const

/** A provider that answers as a test says, and matchers that note what they were shown. */
const aProvider = () => {
  const state = {
    down: false,
    gone: false,
    answers: [] as ReadonlyArray<ProviderEvidence>,
    begun: [] as Array<string>,
    asked: [] as Array<string>,
    compared: [] as Array<FaceImage>
  }
  const down = new EngineUnavailable({ reason: "timeout" })
  const provider = {
    begin: (session_id: string) =>
      Effect.suspend(() => {
        state.begun.push(session_id)
        const reference = `capture-${state.begun.length}`
        const client = { session_id: `for-the-device-${state.begun.length}`, region: "eu-west-1" }
        return state.down ? Effect.fail(down) : Effect.succeed({ reference, client, expires_at: after(lifetime) })
      }),
    result: (reference: string) =>
      Effect.suspend(() => {
        const told = state.answers[Math.min(state.asked.length, state.answers.length - 1)]
        state.asked.push(reference)
        return state.down || told === undefined ? Effect.fail(down) : Effect.succeed(told)
      })
  }
  const layer = Layer.mergeAll(
    sight,
    Layer.succeed(LivenessDetector)({
      assess: () => Effect.succeed({ kind: "still" as const, analysis: analysisOf(aFace()) }),
      get provider() {
        return state.gone ? undefined : provider
      }
    } as LivenessDetector["Service"]),
    Layer.succeed(FaceMatcher)({
      analyze: () => Effect.succeed(analysisOf(aFace())),
      compare: ({ selfie }) =>
        Effect.sync(() => {
          state.compared.push(selfie)
          const similarity = { model: { name: "descriptor-128", version: "1" }, score: 0.95, distance: 0.25 }
          return { portrait: [aFace()], selfie: [aFace()], similarity }
        })
    })
  )
  return { state, layer }
}

for (const storage of ["memory", "postgres"] as const) {
  describe(`live captures of a provider over ${storage}`, async () => {
    const { layer, state } = aProvider()
    const service = await startService(storage, { clock: after(0), beside: layer })
    afterAll(() => service.stop())
    const key = await service.key("all", { environment: "live" })
    const sandboxKey = await service.key("all")
    const run = <A>(effect: Effect.Effect<A, any, any>): Promise<A> =>
      service.runtime.runPromise(
        Effect.provideService(effect, Tenant, { organization: "org_acme", environment: "live" }) as Effect.Effect<A, any, never>
      )
    beforeEach(async () => {
      // Jobs that another test left run before this one, whatever the order.
      await work()
      Object.assign(state, { down: false, gone: false, answers: [evidence()], begun: [], asked: [], compared: [] })
      await service.setTime(after(0))
    })

    const person = (required_steps: ReadonlyArray<string> = ["selfie"]) => aPerson(service, key, { required_steps })
    type Person = Awaited<ReturnType<typeof person>>
    const stored = (id: string) => run(Effect.flatMap(SessionStore, (store) => store.find(id)))
    const work = async (): Promise<number> => {
      let runs = 0
      for (;;) {
        const limits = { "documents.read": 10, "sessions.run_checks": 10 }
        const claim = { limits, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" }
        const queued = await run(Effect.flatMap(JobQueue, (queue) => queue.claim(claim)))
        if (queued.length === 0) return runs
        for (const one of queued) {
          const declaration = jobs.find(({ name }) => name === one.name)
          if (declaration === undefined) throw new Error(one.name)
          await run(runJob(declaration, one, () => false).pipe(Effect.ignore))
          runs += one.name === "sessions.run_checks" ? 1 : 0
        }
      }
    }
    const checksOf = async (id: string) => {
      const where = [{ field: "session_id", op: "eq", value: id }] as const
      const checks = await run(Effect.flatMap(CheckStore, (store) => store.list({ where, limit: 100 })))
      return new Map(checks.map((check) => [check.type, check]))
    }
    /** Begun, over and submitted; then the checks run for as long as their job is tried. */
    const captured = async (someone: Person) => {
      expect((await someone.post("/liveness")).status).toBe(200)
      expect((await someone.post("/liveness/complete")).status).toBe(200)
      expect((await someone.post("/submit")).status).toBe(200)
    }
    const judged = async (answers: ReadonlyArray<ProviderEvidence>, at = 0) => {
      state.answers = answers
      const someone = await person()
      await captured(someone)
      await service.setTime(after(at))
      const runs = await work()
      const liveness = (await checksOf(someone.session_id)).get("liveness")
      const { status, status_reason_codes } = await someone.session()
      return { someone, runs, liveness, status, status_reason_codes }
    }

    test("are begun there, told to be over by the device, and judged by what the provider says and shows", async () => {
      const { get, post, session, session_id } = await person(["document", "selfie"])
      expect((await get("/config")).body.selfie.liveness.method).toBe("provider")
      expect((await post("/documents", aPictureForm({ kind: "identity", document_type: "passport", side: "front" }))).status).toBe(201)
      const begun = await post("/liveness", undefined, { "Key-Inflection": "camel" })
      expect([begun.status, begun.body]).toEqual([
        200,
        {
          object: "liveness_capture",
          method: "provider",
          client: { session_id: "for-the-device-1", region: "eu-west-1" },
          expiresAt: after(lifetime)
        }
      ])
      expect(state.begun).toEqual([session_id])
      expect((await session()).completed_steps).toEqual(["document"])
      expect((await post("/submit")).body.missing_steps).toEqual(["selfie"])
      const over = await post("/liveness/complete")
      expect([over.status, over.body.can_submit, (await session()).completed_steps]).toEqual([200, true, ["document", "selfie"]])
      const before = await stored(session_id)
      expect((await post("/liveness/complete")).body).toEqual(over.body)
      expect(await stored(session_id)).toEqual(before)
      expect(state.asked).toEqual([])
      await post("/submit")
      expect(await work()).toBe(1)
      expect(state.asked).toEqual(["capture-1"])
      const checks = await checksOf(session_id)
      expect(checks.get("liveness")).toMatchObject({ outcome: "passed", confidence: 0.97, details: { method: "provider" } })
      expect(checks.get("face_match")).toMatchObject({ status: "completed", outcome: "passed" })
      expect(state.compared.map(({ bytes }) => bytes)).toEqual([vouched])
      const shown = [over.text, (await get()).text, (await get("/config")).text, JSON.stringify(await session())]
      for (const path of ["/events", `/sessions/${session_id}/result`, `/sessions/${session_id}/attempts`]) {
        shown.push((await service.call("GET", path, { key })).text)
      }
      expect(shown.filter((text) => text.includes("capture-1") || text.includes("for-the-device"))).toEqual([])
    })

    test("pass only where the provider is sure: the word of the device is none", async () => {
      const unsure = await judged([evidence({ confidence: 0.6 })])
      expect([unsure.liveness?.outcome, unsure.status]).toEqual(["review", "in_review"])
      const never = await judged([evidence({ status: "expired", ...nothing })])
      expect([never.liveness?.outcome, never.status]).toEqual(["failed", "resubmission_required"])
    })

    test("that broke off at the provider say nothing of the person: the check errored, may be tried again, and a person has to look", async () => {
      const broken = await judged([evidence({ status: "failed", ...nothing })])
      expect(broken.liveness).toMatchObject({ status: "errored", outcome: null, retryable: true })
      expect([broken.status, broken.status_reason_codes]).toEqual(["in_review", ["check_unavailable"]])
    })

    test("leave the picture that the provider vouches for as a document, once however often it is asked for, and erasing takes it along", async () => {
      const { liveness, someone } = await judged([evidence()])
      const listed = async () => (await service.call("GET", `/documents?session_id=${someone.session_id}`, { key })).body.data
      const [kept, ...others] = await listed()
      expect([kept.kind, kept.uploaded_via, kept.attempt, others.length]).toEqual(["selfie", "capture", 1, 0])
      expect(liveness?.input_document_ids).toEqual([kept.id])
      const file = await service.call("GET", `/documents/${kept.id}/download`, { key })
      expect(file.status).toBe(200)
      expect((await service.call("POST", `/sessions/${someone.session_id}/reprocess`, { key })).status).toBe(200)
      await work()
      expect((await listed()).map(({ id }: { id: string }) => id)).toEqual([kept.id])
      expect((await service.call("DELETE", `/documents/${kept.id}`, { key })).status).toBe(200)
      expect((await service.call("POST", `/sessions/${someone.session_id}/reprocess`, { key })).status).toBe(200)
      await work()
      expect(await listed()).toEqual([])
      const [latest] = (await service.call("GET", `/checks?session_id=${someone.session_id}&type=liveness`, { key })).body.data
      expect(latest).toMatchObject({ outcome: "passed", input_document_ids: [] })
    })

    test("answer for no later attempt, in which a still picture goes to a person and a new capture may be begun", async () => {
      const { someone } = await judged([evidence({ status: "expired", ...nothing })])
      expect((await someone.get()).body.steps).toEqual([{ step: "selfie", completed: false }])
      const late = await someone.post("/liveness/complete")
      expect([late.status, late.body.error]).toEqual([409, "conflict"])
      state.answers = [evidence()]
      expect((await someone.post("/selfie", aPictureForm())).status).toBe(201)
      await someone.post("/submit")
      const asked = state.asked.length
      await work()
      expect([state.asked.length, (await someone.session()).status_reason_codes]).toEqual([
        asked,
        expect.arrayContaining(["liveness_inconclusive"])
      ])
      const { someone: other } = await judged([evidence({ status: "expired", ...nothing })])
      state.answers = [evidence()]
      state.asked = []
      await captured(other)
      await work()
      expect((await stored(other.session_id))?.liveness_session).toMatchObject({ attempt: 2, begun: 1, over: true })
      expect(
        (
          await run(
            Effect.flatMap(CheckStore, (store) =>
              store.list({ where: [{ field: "session_id", op: "eq", value: other.session_id }], limit: 100 })
            )
          )
        ).filter(({ outcome, type }) => type === "liveness" && outcome === "passed").length
      ).toBe(1)
    })

    test("are not outdone by a still picture of somebody else in the same attempt", async () => {
      const someone = await person(["document", "selfie"])
      await someone.post("/documents", aPictureForm({ kind: "identity", document_type: "passport", side: "front" }))
      await someone.post("/selfie", aPictureForm({}, aPicture(1)))
      await someone.post("/liveness")
      await someone.post("/liveness/complete")
      await someone.post("/selfie", aPictureForm({}, aPicture(2)))
      await someone.post("/submit")
      await work()
      expect(state.compared.map(({ bytes }) => bytes)).toEqual([vouched])
      expect((await checksOf(someone.session_id)).get("liveness")?.details).toMatchObject({ method: "provider" })
    })

    test("that were begun and never said to be over count for nothing beside a still picture", async () => {
      const someone = await person()
      // A reference that no other test's session has: jobs that those left may run here too.
      state.begun.push(...Array.from({ length: 50 }, () => "another session"))
      await someone.post("/liveness")
      await someone.post("/selfie", aPictureForm())
      await someone.post("/submit")
      await work()
      expect(state.asked).not.toContain("capture-51")
      expect((await checksOf(someone.session_id)).get("liveness")).toMatchObject({ outcome: "review", details: { method: "still" } })
    })

    test("without a result are asked for again, then left to a person, and never passed", async () => {
      const slow = await judged([evidence({ status: "pending", ...nothing }), evidence({ status: "pending", ...nothing }), evidence()])
      expect([slow.runs, slow.liveness?.outcome]).toEqual([3, "passed"])
      state.asked = []
      const silent = await judged([evidence({ status: "pending", ...nothing })])
      expect([silent.runs, silent.status, silent.status_reason_codes]).toEqual([4, "in_review", ["check_unavailable"]])
      expect(silent.liveness).toMatchObject({ status: "errored", outcome: null })
      state.asked = []
      const late = await judged([evidence({ status: "pending", ...nothing })], lifetime + 120)
      expect([late.runs, late.liveness?.outcome, late.liveness?.reasons[0]?.code, late.status]).toEqual([
        1,
        "review",
        "provider_pending",
        "in_review"
      ])
    })

    test("that the provider has forgotten, or whose provider is used no more, go to a person", async () => {
      const forgotten = await judged([evidence({ status: "expired", ...nothing })], lifetime + 3_601)
      expect([forgotten.liveness?.status, forgotten.status]).toEqual(["errored", "in_review"])
      const someone = await person()
      await captured(someone)
      state.gone = true
      await work()
      expect((await checksOf(someone.session_id)).get("liveness")).toMatchObject({ status: "errored", outcome: null })
      expect((await someone.session()).status).toBe("in_review")
    })

    test("change nothing while the provider cannot be reached, which is told as 503", async () => {
      const someone = await person()
      const before = await stored(someone.session_id)
      state.down = true
      const refused = await someone.post("/liveness")
      expect([refused.status, refused.body.error]).toEqual([503, "unavailable"])
      expect(await stored(someone.session_id)).toEqual(before)
      const over = await someone.post("/liveness/complete")
      expect([over.status, over.body.error]).toEqual([409, "conflict"])
      state.down = false
      await captured(someone)
      state.down = true
      expect(await work()).toBe(4)
      expect((await someone.session()).status_reason_codes).toEqual(["check_unavailable"])
    })

    test("end the one before, take the step back, and are begun twenty times in an attempt at most", async () => {
      const someone = await person()
      for (let count = 1; count <= mostCaptures; count += 1) {
        expect((await someone.post("/liveness")).status).toBe(200)
        if (count > 2) continue
        expect((await someone.session()).completed_steps).toEqual([])
        await someone.post("/liveness/complete")
        expect((await someone.session()).completed_steps).toEqual(["selfie"])
      }
      const more = await someone.post("/liveness")
      expect([more.status, more.body.error, state.begun.length]).toEqual([409, "conflict", mostCaptures])
      expect((await stored(someone.session_id))?.liveness_session).toMatchObject({ reference: `capture-${mostCaptures}`, over: false })
    })

    test("are begun once for a repeated request, and not at all for a session whose person has had their turn", async () => {
      const someone = await person()
      const once = { "Idempotency-Key": `once ${someone.session_id}` }
      const [first, again] = [await someone.post("/liveness", undefined, once), await someone.post("/liveness", undefined, once)]
      expect([again.body, again.headers.get("idempotency-replayed"), state.begun.length]).toEqual([first.body, "true", 1])
      await someone.post("/liveness/complete")
      await someone.post("/submit")
      for (const path of ["/liveness", "/liveness/complete"]) {
        const late = await someone.post(path)
        expect([late.status, late.body.error]).toEqual([409, "invalid_state_transition"])
      }
      expect(state.begun.length).toBe(1)
    })

    test("are not for the sandbox, which sends nothing to anybody", async () => {
      const { get, post } = await aPerson(service, sandboxKey, { required_steps: ["selfie"] })
      expect((await get("/config")).body.selfie.liveness.method).toBe("challenge")
      expect((await post("/liveness")).body).toMatchObject({ object: "liveness_challenge", method: "challenge" })
      expect((await post("/liveness/complete")).status).toBe(409)
      expect(state.begun).toEqual([])
    })

    test("end a challenge that was given out before there was a provider", async () => {
      const someone = await person()
      state.gone = true
      const { nonce } = (await someone.post("/liveness")).body
      state.gone = false
      await someone.post("/liveness")
      const late = await someone.post("/selfie", aPictureForm({ nonce, position: "0" }))
      expect([late.status, late.body.errors[0].code]).toEqual([422, "unknown_nonce"])
      state.gone = true
      await someone.post("/liveness")
      expect((await someone.post("/liveness/complete")).status).toBe(409)
    })
  })
}
