import { afterAll, describe, expect, test } from "bun:test"
import { auditLog, checks, documents, sandbox, screenings, sessions } from "@vouchkit/core"
import { CheckStore, CheckType } from "@vouchkit/core/resources/checks/model"
import { kindOf } from "@vouchkit/core/verification/check-kinds"
import { jobs } from "@vouchkit/core/flows/standalone-checks/run-check"
import { DocumentStore } from "@vouchkit/core/resources/documents/model"
import { Effect, Exit } from "effect"
import { checkWork } from "../../../support/check-work.ts"
import { chipFixture } from "../../../support/chips.ts"
import { listedName } from "../../../support/screening.ts"
import { smallPdf } from "../../../support/service.ts"
import { uploadOf } from "../../../support/uploads.ts"

const live = { environment: "live" } as const
const [runCheck] = jobs
const png = new Uint8Array(
  Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
)
const identities = [
  { source: "expected", full_name: "Anna Maria Eriksson", date_of_birth: "1974-08-12" },
  { source: "identity_document", full_name: "Anna Maria Eriksson", date_of_birth: "1974-08-12" }
]

for (const storage of ["memory", "postgres"] as const) {
  describe(`checks without a session, over ${storage}`, async () => {
    const core = await checkWork(storage)
    afterAll(core.dispose)
    const upload = async (kind: string, who: object = live, bytes: Uint8Array = png) => {
      const file = uploadOf(bytes)
      return (await core.ask(documents.create, { kind, file }, who)).id as string
    }
    const made = async (raw: object, who: object = live) => {
      const asked = await core.ask(checks.create, raw, who)
      await core.work("checks.run")
      return await core.ask(checks.get, { check_id: asked.id }, who)
    }

    test("every type that can be made alone ends with a result of its own kind", async () => {
      const passport = await upload("identity")
      const selfie = await upload("selfie")
      const bill = await upload("proof_of_address", live, smallPdf)
      const inputs: Record<string, object> = {
        document_extraction: { document_ids: [passport] },
        document_authenticity: { document_ids: [passport] },
        age: { document_ids: [passport] },
        duplicate: { document_ids: [passport], expected: { last_name: "Eriksson" } },
        proof_of_address: { document_id: bill, expected: { first_name: "Anna", last_name: "Eriksson" } },
        face_match: { portrait_document_id: passport, selfie_document_id: selfie },
        liveness: { selfie_document_id: selfie },
        identity_cross_reference: { sources: identities },
        aml_screening: { subject: { name: listedName, date_of_birth: "1961-05-04" } },
        list_lookup: { values: [{ type: "email", value: "a.person@example.com" }] }
      }
      const outcomes: Record<string, string> = {}
      for (const [type, input] of Object.entries(inputs)) {
        const check = await made({ type, ...input })
        expect(check).toMatchObject({ type, session_id: null, status: "completed", attempt: 1, simulated: false, provider_label: type })
        outcomes[type] = check.outcome
      }
      // One picture is never a pass of liveness, the specimen has expired, and an empty bill proves nothing.
      expect(outcomes).toMatchObject({
        age: "passed",
        face_match: "passed",
        liveness: "review",
        identity_cross_reference: "passed",
        list_lookup: "passed",
        proof_of_address: "failed"
      })
      expect(["review", "failed"]).toContain(outcomes.aml_screening as string)
      expect(outcomes.document_authenticity).not.toBe("passed")
    })

    test("a screening that stands alone stores its subject, and its screening says what was found", async () => {
      const check = await made({ type: "aml_screening", subject: { name: listedName } })
      const { data } = await core.ask(screenings.list, { subject_id: check.subject }, live)
      expect(data.map(({ id }: any) => id)).toEqual([check.details.screening_id])
    })

    test("what a check was made of is kept only while it may still have to be made", async () => {
      const find = (id: string) => core.within("live")(Effect.flatMap(CheckStore, (store) => store.find(id)))
      const asked = await core.ask(checks.create, { type: "identity_cross_reference", sources: identities }, live)
      expect(JSON.stringify((await find(asked.id))?.input)).toContain("Eriksson")
      expect(JSON.stringify(asked)).not.toContain("Eriksson")
      await core.work("checks.run")
      expect((await find(asked.id))?.input).toBeUndefined()
    })

    test("a check is answered at once as pending, and with its result where the request waits for it", async () => {
      const body = { type: "identity_cross_reference", sources: identities }
      expect(await core.answer(checks.create, body, live)).toMatchObject({ status: 202, output: { status: "pending", outcome: null } })
      core.timeout.wait = () => core.work("checks.run")
      expect(await core.answer(checks.create, body, live)).toMatchObject({
        status: 200,
        output: { status: "completed", outcome: "passed" }
      })
      core.timeout.wait = () => Promise.resolve()
    })

    test("a repeated request makes one check, and its repeated answer shows the result", async () => {
      const body = { type: "identity_cross_reference", sources: identities, tags: ["repeated"] }
      const first = await core.answer(checks.create, body, live, "once")
      await core.work("checks.run")
      const again = await core.answer(checks.create, body, live, "once")
      expect([first.status, again.status]).toEqual([202, 200])
      expect(again.output).toMatchObject({ id: first.output.id, status: "completed" })
      expect((await core.ask(checks.list, { tags: ["repeated"] }, live)).pagination.total).toBe(1)
    })

    test("a job that runs twice writes once", async () => {
      const asked = await core.ask(checks.create, { type: "list_lookup", values: [{ type: "phone", value: "+44 20 7946 0000" }] }, live)
      await core.work("checks.run")
      const find = core.within("live")(Effect.flatMap(CheckStore, (store) => store.find(asked.id)))
      const once = await find
      await core.events()
      for (let run = 0; run < 3; run += 1) {
        await core.within("live")(runCheck.handle({ check_id: asked.id, attempt: 1 }, { id: "job", attempt: run + 1 }))
      }
      expect(await core.within("live")(Effect.flatMap(CheckStore, (store) => store.find(asked.id)))).toEqual(once as any)
      expect(await core.events()).toEqual([])
    })

    test("several checks are recorded together or not at all", async () => {
      const good = { type: "identity_cross_reference", sources: identities, tags: ["full"] }
      const { output, status } = await core.answer(checks.createFull, { checks: [good, good] }, live)
      expect(status).toBe(202)
      expect(output.data.map((check: any) => check.status)).toEqual(["pending", "pending"])
      core.timeout.wait = () => core.work("checks.run")
      expect((await core.answer(checks.createFull, { checks: [good, good] }, live)).status).toBe(200)
      core.timeout.wait = () => Promise.resolve()
      const unknown = { type: "age", document_ids: ["doc_01jgfjjz00e8r4v2m9k3txqwpn"], tags: ["full"] }
      const { failure } = await core.refusal(checks.createFull, { checks: [good, unknown] }, live)
      expect(failure.problems.map(({ code, loc }: any) => [code, loc])).toEqual([
        ["unknown_document", ["body", "checks", 1, "document_ids", 0]]
      ])
      expect((await core.ask(checks.list, { tags: ["full"] }, live)).pagination.total).toBe(4)
    })

    test("a document of another tenant, of a session, of another kind or erased is refused, all at once", async () => {
      const selfie = await upload("selfie")
      const sandboxed = await upload("identity", {})
      const gone = await upload("identity")
      await core.ask(documents.redact, { document_id: gone }, live)
      const { id: session_id } = await core.ask(sessions.create, { required_steps: ["document"] }, live)
      const file = uploadOf(png)
      const placed = (await core.ask(documents.upload, { session_id, kind: "identity", file }, live)).id
      const { failure } = await core.refusal(checks.create, { type: "age", document_ids: [selfie, placed, sandboxed, gone] }, live)
      expect(failure.problems.map(({ code }: any) => code)).toEqual([
        "document_kind",
        "document_of_session",
        "unknown_document",
        "unknown_document"
      ])
    })

    test("erasing a document erases the checks that were made of it, and those that are under way are not made", async () => {
      const passport = await upload("identity")
      const done = await made({ type: "document_extraction", document_ids: [passport] })
      expect(JSON.stringify(done.details)).toContain("ERIKSSON")
      const waiting = await core.ask(checks.create, { type: "age", document_ids: [passport] }, live)
      const { receipt } = await core.ask(documents.redact, { document_id: passport }, live)
      expect(receipt.counts).toMatchObject({ documents: 1, checks: 2 })
      await core.work("checks.run")
      expect(await core.ask(checks.get, { check_id: done.id }, live)).toMatchObject({ details: null, status: "completed" })
      expect(await core.ask(checks.get, { check_id: waiting.id }, live)).toMatchObject({ status: "cancelled", outcome: null })
      expect((await core.refusal(checks.retry, { check_id: waiting.id }, live)).code).toBe("retry_not_allowed")
    })

    test("a chip that is sent with the request is stored as a document, and erased as one", async () => {
      const asked = await core.ask(checks.create, { type: "nfc_chip", chip: aChip() }, live)
      const [id] = asked.input_document_ids
      const document = await core.within("live")(Effect.flatMap(DocumentStore, (store) => store.find(id)))
      expect(document).toMatchObject({ kind: "nfc_data", standalone: true, status: "processed" })
      const again = await core.ask(checks.create, { type: "nfc_chip", document_id: id }, live)
      expect(again.input_document_ids).toEqual([id])
      await core.ask(documents.redact, { document_id: id }, live)
      expect((await core.ask(checks.get, { check_id: asked.id }, live)).status).toBe("cancelled")
    })

    test("an engine that stays away leaves an errored check, never a passed one, which can be tried three times in all", async () => {
      const passport = await upload("identity")
      core.engines.down = true
      const asked = await core.ask(checks.create, { type: "document_extraction", document_ids: [passport] }, live)
      for (const attempt of [1, 2, 3]) {
        await core.work("checks.run")
        const check = await core.ask(checks.get, { check_id: asked.id }, live)
        expect(check).toMatchObject({ status: "errored", outcome: null, passed: null, attempt, retryable: attempt < 3 })
        expect(check.input_document_ids).toEqual([passport])
        if (attempt < 3)
          expect(await core.ask(checks.retry, { check_id: asked.id }, live)).toMatchObject({ status: "pending", attempt: attempt + 1 })
      }
      core.engines.down = false
      expect((await core.refusal(checks.retry, { check_id: asked.id }, live)).code).toBe("retry_not_allowed")
    })

    test("a retry that works ends the same check with a result", async () => {
      const passport = await upload("identity")
      core.engines.down = true
      const asked = await core.ask(checks.create, { type: "document_extraction", document_ids: [passport] }, live)
      await core.work("checks.run")
      core.engines.down = false
      await core.events()
      await core.ask(checks.retry, { check_id: asked.id }, live)
      expect((await core.refusal(checks.retry, { check_id: asked.id }, live)).code).toBe("retry_not_allowed")
      await core.work("checks.run")
      expect(await core.ask(checks.get, { check_id: asked.id }, live)).toMatchObject({ status: "completed", attempt: 2, retryable: false })
      const told = (await core.events()).filter(({ resource }) => resource.id === asked.id)
      expect(told.map(({ type }) => type)).toEqual(["check.retried", "check.completed"])
    })

    test("in the sandbox what looks into files is scripted, the same each time, and says that it is", async () => {
      const passport = await upload("identity", {})
      const looks = core.engines.looks
      const outcome = async (scenario?: string) => {
        const check = await made(
          { type: "document_extraction", document_ids: [passport], ...(scenario === undefined ? {} : { scenario }) },
          {}
        )
        expect(check.simulated).toBe(true)
        return check.status === "errored" ? "errored" : check.outcome
      }
      expect([
        await outcome(),
        await outcome("declined"),
        await outcome("review"),
        await outcome("error"),
        await outcome("sanctions")
      ]).toEqual(["passed", "failed", "review", "errored", "passed"])
      expect(core.engines.looks).toBe(looks)
      const slow = await core.ask(checks.create, { type: "age", document_ids: [passport], scenario: "slow" })
      const run = core.within()(Effect.exit(runCheck.handle({ check_id: slow.id, attempt: 1 }, { id: "job", attempt: 1 }) as any))
      expect(Exit.isFailure(await run)).toBe(true)
      expect((await core.ask(checks.get, { check_id: slow.id })).status).toBe("running")
      await core.ask(sandbox.advanceClock, { advance_seconds: 30 })
      await core.work("checks.run")
      expect((await core.ask(checks.get, { check_id: slow.id })).status).toBe("completed")
      const scripted = { type: "age", document_ids: [await upload("identity")], scenario: "review" }
      expect((await core.refusal(checks.create, scripted, live)).code).toBe("sandbox_only")
    })

    test("lists of checks are filtered by session, type, status, outcome, tags and time", async () => {
      const lister = { organization: "org_lister", ...live }
      const total = async (query: object) => (await core.ask(checks.list, query, lister)).pagination.total
      const selfie_document_id = await upload("selfie", lister)
      await made({ type: "liveness", selfie_document_id }, lister)
      await made({ type: "face_match", portrait_document_id: await upload("identity", lister), selfie_document_id }, lister)
      await made({ type: "identity_cross_reference", sources: identities }, lister)
      core.engines.down = true
      await made({ type: "age", document_ids: [await upload("identity", lister)] }, lister)
      core.engines.down = false
      const all = await total({})
      expect(all).toBe(4)
      expect(await total({ type: ["liveness", "face_match"] })).toBe(2)
      expect(await total({ outcome: ["review", "failed", "passed", "not_applicable"] })).toBe(await total({ status: ["completed"] }))
      expect(await total({ status: ["errored"] })).toBe(1)
      expect(await total({ session_id: "ses_01jgfjjz00e8r4v2m9k3txqwpn" })).toBe(0)
      const { created_at } = (await core.ask(checks.list, { limit: 1 }, lister)).data[0]
      expect((await total({ created_at_gte: created_at })) + (await total({ created_at_lt: created_at }))).toBe(all)
      expect((await total({ created_at_gt: created_at })) + (await total({ created_at_lte: created_at }))).toBe(all)
      expect(await total({ tags: ["nobody"] })).toBe(0)
      expect((await core.ask(checks.list, {}, { organization: "org_other", ...live })).pagination.total).toBe(0)
    })

    test("tags are added and removed, and a repetition changes nothing", async () => {
      const { id: check_id } = await core.ask(checks.create, { type: "identity_cross_reference", sources: identities }, live)
      expect(await core.ask(checks.addTag, { check_id, tag: "vip" }, live)).toEqual({ id: check_id, tags: ["vip"] })
      const { updated_at } = await core.ask(checks.get, { check_id }, live)
      expect((await core.ask(checks.addTag, { check_id, tag: "vip" }, live)).tags).toEqual(["vip"])
      expect((await core.ask(checks.get, { check_id }, live)).updated_at).toBe(updated_at)
      expect((await core.ask(checks.list, { tags: ["vip"] }, live)).data.map(({ id }: any) => id)).toEqual([check_id])
      expect((await core.ask(checks.removeTag, { check_id, tag: "vip" }, live)).tags).toEqual([])
      expect((await core.refusal(checks.addTag, { check_id, tag: "vip" }, {})).code).toBe("not_found")
    })

    test("the audit log names the check and nothing of the person", async () => {
      const { id } = await core.ask(checks.create, { type: "identity_cross_reference", sources: identities }, live)
      const [entry] = (await core.ask(auditLog.list, { action: "checks.create", limit: 1 }, live)).data
      expect(entry).toMatchObject({ target: { type: "check", id } })
      expect(JSON.stringify([entry, await core.events()])).not.toMatch(/Eriksson/u)
    })
  })
}

const aChip = () => {
  const { dg1, dg2 } = chipFixture("data-groups")
  return { sod: chipFixture("rsa-pss").sod, data_groups: { dg1, dg2 } }
}

describe("what a check is made of", async () => {
  const core = await checkWork("memory")
  afterAll(core.dispose)

  test("a type that cannot be made alone says why, and whatever else is wrong is said with it", async () => {
    const refused = CheckType.literals.filter((type) => typeof kindOf(type).standalone === "string")
    expect(refused.toSorted()).toEqual(["database", "device_risk", "email", "phone", "questionnaire"])
    for (const type of refused) {
      const { code, failure } = await core.refusal(checks.create, { type })
      expect([code, failure.problems[0].code, failure.problems[0].loc]).toEqual([
        "check_type_not_available",
        "check_type_not_available",
        ["body", "type"]
      ])
    }
    const { failure } = await core.refusal(checks.createFull, {
      checks: [{ type: "phone" }, { type: "age", values: [{ type: "email", value: "a@b.example" }] }]
    })
    expect(failure.problems.map(({ code, loc }: any) => [code, loc.slice(2).join(".")])).toEqual([
      ["check_type_not_available", "0.type"],
      ["missing", "1.document_ids"],
      ["unexpected_key", "1.values"]
    ])
  })

  test("a chip needs its files or its document, and the nonce that it signed", async () => {
    const problems = async (raw: object) => (await core.refusal(checks.create, { type: "nfc_chip", ...raw })).failure.problems
    expect((await problems({})).map(({ code }: any) => code)).toEqual(["missing"])
    expect((await problems({ chip: { ...aChip(), active_authentication: "AAAA" } })).map(({ loc }: any) => loc.join("."))).toContain(
      "body.chip.nonce"
    )
    const swapped = aChip()
    const { dg1, dg2 } = swapped.data_groups as any
    expect((await problems({ chip: { ...swapped, data_groups: { dg1: dg2.slice(0, 400), dg2: dg1 } } })).length).toBeGreaterThan(0)
  })

  test("a publishable key makes no checks: it could try values until none is listed", async () => {
    const { code } = await core.refusal(
      checks.create,
      { type: "list_lookup", values: [{ type: "email", value: "a@b.example" }] },
      { kind: "publishable" }
    )
    expect(code).toBe("forbidden")
  })
})
