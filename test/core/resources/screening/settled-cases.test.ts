import { afterAll, describe, expect, test } from "bun:test"
import { cases, screeningHits, screenings, screeningSubjects, sessions } from "@vouchkit/core"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { Effect, Layer } from "effect"
import type { Who } from "../../../support/operations.ts"
import { aCore } from "../../../support/operations.ts"
import { aWatchlist, listedName, sanctioned } from "../../../support/screening.ts"
import { acmeSandbox, as } from "../../../support/tenants.ts"
import { aSession } from "../../../support/sessions.ts"
import { storages } from "./monitoring-stage.ts"

const reviewer: Who = { id: "key_reviewer" }

for (const [name, storage] of Object.entries(storages)) {
  describe(`the case about a screening subject in ${name}`, async () => {
    const lists = aWatchlist()
    const core = await aCore(Layer.merge(await storage(), lists.layer))
    afterAll(() => core.dispose())

    const listedTwice = () => lists.set(sanctioned(), sanctioned({ list: "other", uid: "o-1", topics: ["pep"] }))
    /** A subject that its second screening found on two lists, with its open case and the hits that wait. */
    const found = async () => {
      lists.set(sanctioned({ names: [{ full: "Nobody Else", kind: "primary", parts: null, script: null, language: null }] }))
      const { subject_id } = (await core.ask(screenings.run, { subject: { name: listedName, date_of_birth: "1961-05-04" } })).output
      listedTwice()
      const { hits } = (await core.ask(screenings.rescreen, { subject_id })).output
      expect(hits).toHaveLength(2)
      return { subject_id, hits, about: await caseOf(subject_id) }
    }
    const caseOf = async (subject_id: string) => {
      const { data } = (await core.ask(cases.search, { filters: { subject_id }, sort_by: "created_at", sort_order: "desc" })).output
      const [row] = data
      if (row === undefined) throw new Error("no case")
      return (await core.ask(cases.get, { case_id: row.id })).output
    }
    const judge = async (hit: { id: string } | undefined, review_status: string, who?: Who) =>
      (await core.ask(screeningHits.resolve, { hit_id: hit?.id, review_status }, who)).output
    const caseEvents = async () => (await core.events()).map(({ type }) => type).filter((type) => type.startsWith("case."))

    test("is approved with the last hit that is somebody else, and its checklist is done", async () => {
      const { about, hits, subject_id } = await found()
      expect(about).toMatchObject({ status: "open", priority: "urgent", checklist: [{ key: "aml_screening", done: false }] })
      await core.events()
      await judge(hits[0], "false_positive")
      expect(await caseEvents()).toEqual([])
      expect((await caseOf(subject_id)).status).toBe("open")
      await judge(hits[1], "false_positive")
      expect(await caseEvents()).toEqual(["case.approved"])
      expect(await caseOf(subject_id)).toMatchObject({
        status: "closed",
        decision: "approved",
        priority: "normal",
        checklist: [{ key: "aml_screening", done: true, done_by: "key_test" }]
      })
      // The same judgement again tells nothing.
      await judge(hits[1], "false_positive")
      expect(await caseEvents()).toEqual([])
    })

    test("is rejected where one is the subject, for what was found", async () => {
      const { hits, subject_id } = await found()
      const [sanctions, office] = hits.toSorted((one, other) => other.risk_score - one.risk_score)
      await judge(sanctions, "confirmed")
      await core.events()
      await judge(office, "false_positive")
      const [decided] = (await core.events()).filter(({ type }) => type === "case.rejected")
      expect(decided?.data).toMatchObject({ decision_reason_codes: ["sanctions_hit"] })
      expect(await caseOf(subject_id)).toMatchObject({ status: "closed", decision: "rejected", priority: "urgent" })
    })

    test("stays open while a hit is inconclusive", async () => {
      const { hits, subject_id } = await found()
      for (const hit of hits) await judge(hit, "inconclusive")
      expect(await caseOf(subject_id)).toMatchObject({ status: "open", priority: "urgent", checklist: [{ done: false }] })
    })

    test("loses its urgency and is left to its decider by who may not decide it", async () => {
      const { hits, subject_id } = await found()
      const screeners: Who = { scopes: ["screening:write"], id: "key_screener" }
      for (const hit of hits) await judge(hit, "false_positive", screeners)
      expect(await caseOf(subject_id)).toMatchObject({
        status: "open",
        priority: "normal",
        checklist: [{ done: true, done_by: "key_screener" }]
      })
    })

    test("is not taken from the person who works on it, and keeps the priority that a person set", async () => {
      const { about, hits, subject_id } = await found()
      await core.ask(cases.update, { case_id: about.id, priority: "high" })
      await core.ask(cases.claim, { case_id: about.id }, reviewer)
      for (const hit of hits) await judge(hit, "false_positive")
      expect(await caseOf(subject_id)).toMatchObject({ status: "in_review", priority: "high", checklist: [{ done: true }] })
      await core.ask(cases.approve, { case_id: about.id }, reviewer)
    })

    test("asks again, with an open item, when another list names the subject", async () => {
      const { hits, subject_id } = await found()
      for (const hit of hits) await judge(hit, "false_positive", { scopes: ["screening:write"] })
      lists.set(sanctioned(), sanctioned({ list: "third", uid: "t-1" }))
      await core.ask(screenings.rescreen, { subject_id })
      expect(await caseOf(subject_id)).toMatchObject({ status: "open", priority: "urgent", checklist: [{ done: false, done_by: null }] })
    })

    const somebodyElse = () =>
      lists.set(sanctioned({ names: [{ full: "Nobody Else", kind: "primary", parts: null, script: null, language: null }] }))

    test("ends with a screening that finds nobody any more, where who screens may decide it", async () => {
      const { hits, subject_id } = await found()
      somebodyElse()
      await core.events()
      await core.ask(screenings.rescreen, { subject_id })
      expect(await caseEvents()).toEqual(["case.approved"])
      expect(await caseOf(subject_id)).toMatchObject({
        status: "closed",
        decision: "approved",
        priority: "normal",
        checklist: [{ done: true }]
      })
      expect((await core.ask(screeningHits.get, { hit_id: hits[0]?.id })).output.review_status).toBe("superseded")
      // The same again finds nothing to settle.
      await core.ask(screenings.rescreen, { subject_id })
      expect(await caseEvents()).toEqual([])
    })

    test("loses its urgency with such a screening by who may not decide it, and keeps it with a narrower one", async () => {
      const { subject_id } = await found()
      const screeners: Who = { scopes: ["screening:write"], id: "key_screener" }
      somebodyElse()
      await core.ask(screenings.rescreen, { subject_id, categories: ["adverse_media"] }, screeners)
      expect(await caseOf(subject_id)).toMatchObject({ status: "open", priority: "urgent", checklist: [{ done: false }] })
      await core.events()
      await core.ask(screenings.rescreen, { subject_id }, screeners)
      expect(await caseEvents()).toEqual(["case.updated"])
      expect(await caseOf(subject_id)).toMatchObject({ status: "open", priority: "normal", checklist: [{ done: true }] })
    })

    test("is not rejected by a screening alone, though a hit was confirmed", async () => {
      const { hits, subject_id } = await found()
      const screeners: Who = { scopes: ["screening:write"], id: "key_screener" }
      for (const hit of hits) await judge(hit, "confirmed", screeners)
      await core.ask(screenings.rescreen, { subject_id })
      expect(await caseOf(subject_id)).toMatchObject({ status: "open", priority: "urgent", checklist: [{ done: true }] })
    })

    test("is rejected for a confirmed hit that a narrower screening did not look for", async () => {
      const { hits, subject_id } = await found()
      await judge(hits[0], "confirmed")
      await core.ask(screenings.rescreen, { subject_id, categories: ["adverse_media"] })
      await judge(hits[1], "false_positive")
      expect(await caseOf(subject_id)).toMatchObject({ status: "closed", decision: "rejected" })
    })

    test("waits for what an earlier screening found, when a narrower one came after it", async () => {
      const { hits, subject_id } = await found()
      await core.ask(screenings.rescreen, { subject_id, categories: ["adverse_media"] })
      await judge(hits[0], "false_positive")
      expect((await caseOf(subject_id)).status).toBe("open")
      await judge(hits[1], "false_positive")
      expect((await caseOf(subject_id)).status).toBe("closed")
    })

    test("that is of a session is ticked off and left to whoever decides the session", async () => {
      const session = aSession({ status: "approved" })
      await core.run(as(acmeSandbox)(Effect.flatMap(SessionStore, (store) => store.insert(session))))
      lists.set(sanctioned({ names: [{ full: "Nobody Else", kind: "primary", parts: null, script: null, language: null }] }))
      const { id: subject_id } = (await core.ask(screeningSubjects.create, { name: listedName, date_of_birth: "1961-05-04" })).output
      await core.run(
        as(acmeSandbox)(
          Effect.flatMap(SubjectStore, (store) =>
            Effect.flatMap(store.find(subject_id), (row) =>
              row === undefined ? Effect.die("no subject") : store.save({ ...row, session_id: session.id })
            )
          )
        )
      )
      listedTwice()
      const { hits } = (await core.ask(screenings.rescreen, { subject_id })).output
      const of = async () => (await core.ask(cases.search, { filters: { session_id: session.id } })).output.data
      expect(await of()).toMatchObject([{ status: "open", priority: "urgent" }])
      for (const hit of hits) await judge(hit, "false_positive")
      expect(await of()).toMatchObject([{ status: "open", priority: "normal" }])
      expect((await core.ask(sessions.get, { session_id: session.id })).output.status).toBe("approved")
    })
  })
}
