import { afterAll, describe, expect, test } from "bun:test"
import { aPerson, aPicture, aPictureForm, sendFrames } from "../support/capture.ts"
import { aForm, startService } from "../support/service.ts"

const noon = Date.parse("2026-03-01T12:00:00.000Z")
const after = (seconds: number) => new Date(noon + seconds * 1000).toISOString()
const version = "2026-08-01"
const questions = [
  { key: "purpose", label: "What is the account for?", type: "choice", options: ["savings", "business"] },
  { key: "income", label: "What do you earn?", type: "number" },
  { key: "politician", label: "Do you hold a public office?", type: "boolean" },
  { key: "since", label: "Since when?", type: "date", required: false }
]
const answers = { purpose: "savings", income: 71234, politician: false }

for (const storage of ["memory", "postgres"] as const) {
  describe(`capture over ${storage}`, async () => {
    const service = await startService(storage, { clock: after(0) })
    afterAll(() => service.stop())
    const key = await service.key("all")
    const person = (body: object) => aPerson(service, key, body)

    test("a person goes through every step, and the page knows at each what comes next", async () => {
      const all = ["consent", "document", "selfie", "questionnaire"]
      const { get, post, session } = await person({ required_steps: all, questions, redirect_url: "https://acme-example.com/done" })
      const opened = (await post("/start")).body
      expect(opened).toMatchObject({ phase: "open", branding: { name: "org_acme" }, consent: { text_version: version, granted: null } })
      expect(opened.resume_state).toEqual({ next_step: "consent", uploaded_doc_types: [], attempts_left: 3, missing_sides: [] })
      expect((await post("/submit")).body).toMatchObject({ error: "missing_steps", missing_steps: all })
      expect((await post("/consent", { granted: true, text_version: version })).body.resume_state.next_step).toBe("document")
      const front = { kind: "identity", document_type: "drivers_license", side: "front", issuing_country: "FR" }
      const uploaded = await post("/documents", aForm(front))
      expect([uploaded.status, uploaded.body.kind, uploaded.body.document_type, uploaded.body.side]).toEqual([
        201,
        "identity",
        "drivers_license",
        "front"
      ])
      expect((await get()).body.resume_state.next_step).toBe("selfie")
      expect((await post("/selfie", aPictureForm())).body).toMatchObject({ kind: "selfie", position: null })
      expect((await get()).body.resume_state.next_step).toBe("questionnaire")
      const done = (await post("/questionnaire", { answers })).body
      expect(done).toMatchObject({ can_submit: true, resume_state: { next_step: null } })
      expect(done.steps).toEqual(all.map((step) => ({ step, completed: true })))
      expect((await get("/config")).body.proof_of_address.default_issuing_country).toBe("FR")
      expect((await post("/submit")).body).toMatchObject({ object: "capture_status", phase: "processing", reason_codes: [] })
      expect(await session()).toMatchObject({ status: "processing", consent: { granted: true, text_version: version, at: after(0) } })
      for (const late of ["/consent", "/questionnaire", "/liveness", "/handoff"]) {
        const bodies: Record<string, object> = {
          "/consent": { granted: true, text_version: version },
          "/questionnaire": { answers }
        }
        const { body, status } = await post(late, bodies[late])
        expect([late, status, body.error, body.current_status]).toEqual([late, 409, "invalid_state_transition", undefined])
      }
      expect((await post("/selfie", aPictureForm({}, aPicture(9)))).body.error).toBe("invalid_state_transition")
    })

    describe("consent", () => {
      test("that is declined completes nothing and is told in the state, and may be granted later", async () => {
        const { get, post, session } = await person({ required_steps: ["consent"] })
        const declined = (await post("/consent", { granted: false, text_version: version })).body
        expect(declined).toMatchObject({ consent: { granted: false }, reason_codes: ["consent_declined"], can_submit: false })
        expect((await get("/status")).body.reason_codes).toEqual(["consent_declined"])
        expect((await post("/submit")).status).toBe(422)
        expect((await session()).consent).toEqual({ granted: false, text_version: version, at: after(0) })
        const granted = (await post("/consent", { granted: true, text_version: version })).body
        expect(granted).toMatchObject({ consent: { granted: true }, reason_codes: [], can_submit: true })
        const withdrawn = (await post("/consent", { granted: false, text_version: version })).body
        expect(withdrawn).toMatchObject({ can_submit: false, reason_codes: ["consent_declined"] })
      })

      test("to words that are not today's says nothing", async () => {
        const { get, post } = await person({ required_steps: ["consent"] })
        const { body, status } = await post("/consent", { granted: true, text_version: "2020-01-01" })
        expect([status, body.errors[0].loc, body.errors[0].code]).toEqual([422, ["body", "text_version"], "unknown_text_version"])
        expect((await get()).body.consent.granted).toBeNull()
      })
    })

    describe("questions", () => {
      test("are asked for by the step, and shown with the session and to the person", async () => {
        const refused = await service.call("POST", "/sessions", { key, body: { required_steps: ["questionnaire"] } })
        expect([refused.status, refused.body.errors[0].loc]).toEqual([422, ["body", "questions"]])
        const { get, session } = await person({ required_steps: ["questionnaire"], questions })
        expect((await session()).questions).toEqual(questions)
        expect((await get("/config")).body.questions).toEqual(questions)
      })

      test("are answered with every problem at once", async () => {
        const { get, post } = await person({ required_steps: ["questionnaire"], questions })
        const wrong = { purpose: "other", politician: "no", since: "2026-02-30", shoe: 44 }
        const { body, status } = await post("/questionnaire", { answers: wrong })
        expect(status).toBe(422)
        expect(body.errors.map(({ code, loc }: any) => [loc.at(-1), code]).sort()).toEqual([
          ["income", "missing"],
          ["politician", "invalid_answer"],
          ["purpose", "invalid_answer"],
          ["shoe", "unknown_question"],
          ["since", "invalid_answer"]
        ])
        expect((await get()).body.steps).toEqual([{ step: "questionnaire", completed: false }])
      })

      test("that nobody asks are not answered", async () => {
        const { post } = await person({})
        const { body, status } = await post("/questionnaire", { answers: { purpose: "savings" } })
        expect([status, body.errors[0].code]).toEqual([422, "not_asked"])
      })

      test("are answered to those who may read results, and to nobody else", async () => {
        const { post, session, session_id } = await person({ required_steps: ["questionnaire"], questions, external_reference: storage })
        expect((await post("/questionnaire", { answers })).text).not.toContain("71234")
        await post("/submit")
        const result = await service.call("GET", `/sessions/${session_id}/result`, { key: await service.key(["verifications:read"]) })
        expect(result.body.answers).toEqual(answers)
        const elsewhere = [await session(), (await service.call("GET", `/sessions?external_reference=${storage}`, { key })).body]
        for (const path of ["/events", `/sessions/${session_id}/attempts`]) elsewhere.push((await service.call("GET", path, { key })).body)
        expect(JSON.stringify(elsewhere)).not.toContain("71234")
      })
    })

    describe("a live capture", () => {
      const live = async () => {
        const someone = await person({ required_steps: ["selfie"] })
        const challenge = (await someone.post("/liveness")).body
        return { ...someone, challenge }
      }

      test("gives an order of actions for five minutes, and is complete with a frame at each place", async () => {
        const { challenge, get, post, session } = await live()
        expect(challenge).toMatchObject({ object: "liveness_challenge", min_frames: 5, expires_at: after(300) })
        expect(challenge.order.length).toBe(4)
        const early = await sendFrames({ post }, challenge.nonce, [0, 1, 2, 3])
        expect(early.map(({ status }) => status)).toEqual([201, 201, 201, 201])
        expect((await session()).completed_steps).toEqual([])
        expect((await get()).body.live_capture).toEqual({ order: challenge.order, expires_at: after(300), positions: [0, 1, 2, 3] })
        const [beyond] = await sendFrames({ post }, challenge.nonce, [23])
        expect([beyond?.status, (await session()).completed_steps]).toEqual([201, []])
        const [last] = await sendFrames({ post }, challenge.nonce, [4])
        expect([last?.body.position, (await session()).completed_steps]).toEqual([4, ["selfie"]])
        expect((await get()).text).not.toContain(challenge.nonce)
        expect((await get()).body.documents).toEqual([])
      })

      test("takes no frame under another nonce, without one of its parts, at no place, or at a place that is taken", async () => {
        const { challenge, post, session } = await live()
        const send = (fields: Record<string, string>, picture = aPicture()) => post("/selfie", aPictureForm(fields, picture))
        const refusals = [
          [await send({ nonce: "A".repeat(43), position: "0" }), "nonce", "unknown_nonce"],
          [await send({ nonce: challenge.nonce }), "position", "missing"],
          [await send({ position: "0" }), "nonce", "missing"],
          [await send({ nonce: challenge.nonce, position: "24" }), "position", "too_large"],
          [await send({ nonce: "short", position: "0" }), "nonce", "pattern"]
        ] as const
        for (const [{ body, status }, member, code] of refusals) {
          expect([status, body.errors[0].loc, body.errors[0].code]).toEqual([422, ["body", member], code])
        }
        const first = await send({ nonce: challenge.nonce, position: "0" })
        const again = await send({ nonce: challenge.nonce, position: "0" })
        expect([again.status, again.body.id]).toEqual([201, first.body.id])
        const other = await send({ nonce: challenge.nonce, position: "0" }, aPicture(7))
        expect([other.status, other.body.error]).toEqual([409, "conflict"])
        expect((await session()).completed_steps).toEqual([])
      })

      test("of another session is unknown in this one", async () => {
        const [mine, theirs] = [await live(), await live()]
        const [answer] = await sendFrames(mine, theirs.challenge.nonce, [0])
        expect([answer?.status, answer?.body.errors[0].code]).toEqual([422, "unknown_nonce"])
      })

      test("that is begun anew undoes what came under the one before, but no still picture", async () => {
        const { challenge, post, session } = await live()
        await sendFrames({ post }, challenge.nonce, [0, 1, 2, 3, 4])
        expect((await session()).completed_steps).toEqual(["selfie"])
        const next = (await post("/liveness")).body
        expect(next.nonce).not.toBe(challenge.nonce)
        expect((await session()).completed_steps).toEqual([])
        const [stale] = await sendFrames({ post }, challenge.nonce, [5])
        expect(stale?.body.errors[0].code).toBe("unknown_nonce")
        await post("/selfie", aPictureForm({}, aPicture(9)))
        await post("/liveness")
        expect((await session()).completed_steps).toEqual(["selfie"])
      })

      test("that nobody has begun to answer is given again while a minute is left of it, so that a page may be loaded anew", async () => {
        const { challenge, post, session } = await live()
        await post("/selfie", aPictureForm({}, aPicture(9)))
        for (let reload = 0; reload < 10; reload += 1) expect((await post("/liveness")).body).toEqual(challenge)
        expect((await session()).completed_steps).toEqual(["selfie"])
        await service.setTime(after(241))
        const fresh = (await post("/liveness")).body
        expect([fresh.nonce === challenge.nonce, fresh.expires_at]).toEqual([false, after(541)])
        await service.setTime(after(0))
      })

      test("is not begun until its order fits: after four challenges, answered or not, an attempt takes still pictures alone", async () => {
        const { challenge, post } = await live()
        await service.setTime(after(300))
        const unanswered = (await post("/liveness")).body
        const begun = [challenge, unanswered]
        while (begun.length < 4) {
          await sendFrames({ post }, begun.at(-1).nonce, [0])
          begun.push((await post("/liveness")).body)
        }
        expect(new Set(begun.map(({ nonce }) => nonce)).size).toBe(4)
        expect((await sendFrames({ post }, begun[3].nonce, [0]))[0]?.status).toBe(201)
        const more = await post("/liveness")
        expect([more.status, more.body.error, more.body.detail]).toEqual([
          409,
          "conflict",
          expect.stringContaining("Submit a still picture instead")
        ])
        const [last] = await sendFrames({ post }, begun[3].nonce, [1])
        expect([last?.status, (await post("/selfie", aPictureForm({}, aPicture(9)))).status]).toEqual([201, 201])
        await service.setTime(after(0))
      })

      test("takes pictures alone, and frames of at most 4 MB", async () => {
        const { challenge, post } = await live()
        const pdf = await post("/selfie", aForm())
        expect([pdf.status, pdf.body.error]).toEqual([422, "unsupported_document"])
        const large = new Uint8Array(4 * 1024 * 1024 + 1)
        large.set(aPicture())
        const frame = await post("/selfie", aPictureForm({ nonce: challenge.nonce, position: "0" }, large))
        expect([frame.status, frame.body.max_bytes]).toEqual([413, 4 * 1024 * 1024])
      })

      test("is over after its five minutes", async () => {
        const { challenge, post } = await live()
        await service.setTime(after(299))
        expect((await sendFrames({ post }, challenge.nonce, [0])).map(({ status }) => status)).toEqual([201])
        await service.setTime(after(300))
        const [late] = await sendFrames({ post }, challenge.nonce, [1])
        expect([late?.status, late?.body.errors[0].code]).toEqual([422, "expired_nonce"])
        await service.setTime(after(0))
      })
    })

    test("frames do not use up the documents of a session, and pictures of a face have a bound of their own", async () => {
      const { post, session_id } = await person({ required_steps: ["selfie"] })
      for (let capture = 0; capture < 4; capture += 1) {
        const { nonce } = (await post("/liveness")).body
        const sent = await Promise.all(
          Array.from({ length: 24 }, (_, place) => post("/selfie", aPictureForm({ nonce, position: String(place) }, aPicture(place))))
        )
        expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]))
      }
      const more = await post("/selfie", aPictureForm({}, aPicture(99)))
      expect([more.status, more.body.error]).toEqual([409, "conflict"])
      expect((await post("/documents", aForm({ kind: "proof_of_address" }))).status).toBe(201)
      expect((await service.call("GET", `/documents?session_id=${session_id}&kind=selfie&limit=1`, { key })).body.pagination.total).toBe(96)
    })

    test("what is repeated under its Idempotency-Key happens once", async () => {
      const { get, post } = await person({ required_steps: ["consent", "selfie", "questionnaire"], questions })
      const sent = [
        ["/consent", { granted: true, text_version: version }],
        ["/liveness", undefined],
        ["/questionnaire", { answers }],
        ["/handoff", undefined]
      ] as const
      for (const [path, body] of sent) {
        const once = { "Idempotency-Key": `once ${path}` }
        const [first, again] = [await post(path, body, once), await post(path, body, once)]
        expect([path, again.status, again.headers.get("idempotency-replayed"), again.body]).toEqual([
          path,
          first.status,
          "true",
          first.body
        ])
      }
      const once = { "Idempotency-Key": "once selfie" }
      const [first, again] = [await post("/selfie", aPictureForm(), once), await post("/selfie", aPictureForm(), once)]
      expect([again.headers.get("idempotency-replayed"), again.body]).toEqual(["true", first.body])
      expect((await get()).body.documents.length).toBe(1)
    })

    test("a chip is handed in with its challenge and not as a document", async () => {
      const { post } = await person({ required_steps: ["nfc"] })
      const { body, status } = await post("/documents", aForm({ kind: "nfc_data" }))
      expect([status, body.errors[0].loc]).toEqual([422, ["body", "kind"]])
    })

    test("a policy for identity documents is frozen with the session, and its faults are told with their places", async () => {
      const { get } = await person({ identity_policy: { accepted_types: ["passport"], denied_countries: ["KP"] } })
      expect((await get("/config")).body.identity_documents).toMatchObject({ accepted_types: ["passport"], denied_countries: ["KP"] })
      const wrong = { accepted_types: ["library_card"], minimum_age: 0, weights: { nonsense: "fail" } }
      const { body, status } = await service.call("POST", "/sessions", { key, body: { identity_policy: wrong } })
      expect(status).toBe(422)
      expect(body.errors.map(({ loc }: any) => loc.slice(0, 3).join(".")).sort()).toEqual([
        "body.identity_policy.accepted_types",
        "body.identity_policy.minimum_age",
        "body.identity_policy.weights"
      ])
    })
  })
}
