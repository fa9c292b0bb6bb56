import { afterAll, describe, expect, test } from "bun:test"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { SubjectStore } from "@vouchkit/core/resources/screening/subjects/model"
import { DeliveryStore } from "@vouchkit/core/resources/webhooks/model"
import { Effect } from "effect"
import { runJobs } from "../../support/service-jobs.ts"
import { aWatchlist, listedName, sanctioned } from "../../support/screening.ts"
import { aForm, smallPdf, startService, succeeding } from "../../support/service.ts"
import { acmeSandbox } from "../../support/tenants.ts"

const said = "Unknown person Quillfeather"

for (const storage of ["memory", "postgres"] as const) {
  describe(`what receivers answered to events of what is erased, in ${storage}`, async () => {
    const lists = aWatchlist()
    const service = await startService(storage, { beside: lists.layer })
    afterAll(() => service.stop())
    const key = await service.key()
    const ok = succeeding(service, key)
    const within = <A>(effect: Effect.Effect<A, any, any>): Promise<A> =>
      service.runtime.runPromise(Effect.provideService(effect, Tenant, acmeSandbox) as Effect.Effect<A>)
    const deliveries = () => within(Effect.flatMap(DeliveryStore, (store) => store.list({ limit: 500 })))
    await ok("POST", "/webhooks/endpoints", { url: "https://hooks.acme-example.com/in" })

    /** A receiver that repeats what it was told; answers the types of the events that it answered in words. */
    const answered = async () => {
      await runJobs(service, "webhooks.dispatch")
      await within(
        Effect.gen(function* () {
          const store = yield* DeliveryStore
          for (const delivery of yield* store.list({ limit: 500 })) {
            if (delivery.attempts.length > 0) continue
            const attempt = { number: 1, trigger: "auto", started_at: delivery.created_at, duration_ms: 1, response_status: 500 } as const
            yield* store.save({ ...delivery, attempts: [{ ...attempt, error_code: "http_error", response_excerpt: said }] })
          }
        })
      )
      return worded()
    }
    const worded = async () =>
      (await deliveries())
        .filter(({ attempts }) => attempts.some(({ response_excerpt }) => response_excerpt !== null))
        .map(({ event_type }) => event_type as string)
        .toSorted()

    const ofScreenings = (types: ReadonlyArray<string>) => types.filter((type) => type.startsWith("screening."))
    const ofDocuments = (types: ReadonlyArray<string>) => types.filter((type) => type.startsWith("document."))

    test("go with a document, a subject of a screening, an identity and its subject, and stay of others", async () => {
      const earlier = await answered()
      const raw = aForm({ kind: "proof_of_address" }, smallPdf)
      const document = (await service.call("POST", "/documents", { key, raw })).body
      const screening = await ok("POST", "/screenings", { subject: { entity_type: "person", name: "Orla Quillfeather" } })
      const identity = await ok("POST", "/identities", { first_name: "Orla", last_name: "Quillfeather" })
      await ok("PUT", `/identities/${identity.id}/monitoring`, { status: "active", cadence: "daily", reason: "agreed" })
      await ok("POST", "/identities", { last_name: "Other" })
      const before = await answered()
      expect(ofDocuments(before)).toEqual([...ofDocuments(earlier), "document.uploaded"].toSorted())
      expect(ofScreenings(before).length).toBeGreaterThan(ofScreenings(earlier).length)

      await ok("DELETE", `/documents/${document.id}?reason=gdpr_article_17`)
      expect(ofDocuments(await worded())).toEqual(ofDocuments(earlier))
      await ok("DELETE", `/screening-subjects/${screening.subject_id}/data?reason=gdpr_article_17`)
      expect(ofScreenings(await worded()).length).toBeLessThan(ofScreenings(before).length)
      await ok("DELETE", `/identities/${identity.id}/data?reason=gdpr_article_17`)
      expect(earlier).toContain("api-key.created")
      expect(await worded()).toEqual([...earlier, "identity.created"].toSorted())
    })

    test("go with the subject of a session and that of an identity, however it came to be screened", async () => {
      const earlier = ofScreenings(await answered())
      const expected = { first_name: "Orla", last_name: "Quillfeather", date_of_birth: "1990-05-17" }
      const session = await ok("POST", "/sessions", { screening: true, required_steps: ["proof_of_address"], expected })
      await service.call("POST", `/sessions/${session.id}/documents`, { key, raw: aForm({ kind: "proof_of_address" }, smallPdf) })
      await ok("POST", `/sessions/${session.id}/submit`)
      await runJobs(service, "documents.read", "sessions.run_checks")
      const [screening] = (await ok("GET", `/screenings?session_id=${session.id}`)).data
      await ok("POST", `/screening-subjects/${screening.subject_id}/rescreen`, {})
      const identity = await ok("POST", "/identities", expected)
      await ok("PUT", `/identities/${identity.id}/monitoring`, { status: "active", cadence: "daily", reason: "agreed" })
      const { screening_subject_id } = await ok("GET", `/identities/${identity.id}`)
      await ok("POST", `/screening-subjects/${screening_subject_id}/rescreen`, {})
      const before = ofScreenings(await answered())
      await ok("DELETE", `/sessions/${session.id}/data?reason=gdpr_article_17`)
      const between = ofScreenings(await worded())
      // Three are of the session, two of the identity.
      expect([before.length - earlier.length, between.length - earlier.length]).toEqual([5, 2])
      await ok("DELETE", `/identities/${identity.id}/data?reason=gdpr_article_17`)
      expect(ofScreenings(await worded())).toEqual(earlier)
    })

    test("go with the case of a subject whose session expired, which is no case of the session", async () => {
      const ofCases = (types: ReadonlyArray<string>) => types.filter((type) => type.startsWith("case."))
      const earlier = ofCases(await answered())
      lists.set(sanctioned())
      const subject = await ok("POST", "/screening-subjects", { name: "Orla Quillfeather" })
      const session = await ok("POST", "/sessions", {})
      await within(
        Effect.gen(function* () {
          const [sessions, subjects] = [yield* SessionStore, yield* SubjectStore]
          const [row, own] = [yield* sessions.find(session.id), yield* subjects.find(subject.id)]
          if (row === undefined || own === undefined) throw new Error("nothing was made")
          yield* sessions.save({ ...row, status: "expired" })
          yield* subjects.save({ ...own, name: listedName, session_id: session.id })
        })
      )
      await ok("POST", `/screening-subjects/${subject.id}/rescreen`, {})
      expect(ofCases(await answered())).toEqual([...earlier, "case.created"].toSorted())
      await ok("DELETE", `/sessions/${session.id}/data?reason=gdpr_article_17`)
      expect(ofCases(await worded())).toEqual(earlier)
    })

    test("go with a check that is erased by itself", async () => {
      const ofChecks = (types: ReadonlyArray<string>) => types.filter((type) => type.startsWith("check."))
      const earlier = ofChecks(await answered())
      const check = await ok("POST", "/checks", { type: "list_lookup", values: [{ type: "email", value: "quillfeather@example.com" }] })
      await ok("POST", `/checks/${check.id}/add-tag`, { tag: "late" })
      expect(ofChecks(await answered()).length).toBeGreaterThan(earlier.length)
      await ok("POST", `/checks/${check.id}/redact`, {})
      expect(ofChecks(await worded())).toEqual(earlier)
    })
  })
}
