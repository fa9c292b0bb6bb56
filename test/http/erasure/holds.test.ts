import { afterAll, describe, expect, test } from "bun:test"
import { provisionHold, standingHolds } from "@vouchkit/core/flows/erasure/set-hold"
import type { Effect } from "effect"
import { runJobs, runOnce } from "../../support/service-jobs.ts"
import { aForm, startService, succeeding } from "../../support/service.ts"
import { acmeSandbox } from "../../support/tenants.ts"

for (const storage of ["memory", "postgres"] as const) {
  describe(`legal holds in ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const key = await service.key()
    const ok = succeeding(service, key)
    const hold = (id: string, held = true, until: string | null = null) =>
      service.runtime.runPromise(provisionHold(acmeSandbox, id, { held, reason: "Case 17 of 2026", until }) as Effect.Effect<any>)
    const refused = async (method: string, path: string, body?: unknown) => {
      const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
      return [answer.status, answer.body.error]
    }

    test("keep a session, its documents and checks from being erased until they are released", async () => {
      const { id } = await ok("POST", "/sessions", {})
      const document = (await service.call("POST", `/sessions/${id}/documents`, { key, raw: aForm({ kind: "proof_of_address" }) })).body
      expect(await hold(id)).toMatchObject({ id, object: "session", held: true, until: null })
      expect(await refused("DELETE", `/sessions/${id}/data`)).toEqual([409, "legal_hold"])
      expect(await refused("DELETE", `/documents/${document.id}`)).toEqual([409, "legal_hold"])
      const bulk = await ok("POST", "/sessions/bulk-redact", { session_ids: [id], reason: "gdpr_article_17" })
      expect(bulk.results).toMatchObject([{ id, status: "held" }])
      expect(await hold(id, false)).toMatchObject({ held: false })
      expect((await ok("DELETE", `/sessions/${id}/data`)).redacted).toBe(true)
    })

    test("of an identity cover its sessions, and of a session its identity", async () => {
      const identity = await ok("POST", "/identities", { last_name: "Example" })
      const session = await ok("POST", "/sessions", { identity_id: identity.id })
      await hold(identity.id)
      expect(await refused("DELETE", `/sessions/${session.id}/data`)).toEqual([409, "legal_hold"])
      expect(await refused("DELETE", `/identities/${identity.id}/data`)).toEqual([409, "legal_hold"])
      await hold(identity.id, false)
      await hold(session.id)
      expect(await refused("DELETE", `/identities/${identity.id}/data`)).toEqual([409, "legal_hold"])
      expect((await ok("DELETE", `/identities/${identity.id}/data?sessions=keep`)).redacted).toBe(true)
    })

    test("set on a session while its identity is erased hold up that session alone", async () => {
      const identity = await ok("POST", "/identities", { last_name: "Example" })
      const [one, other] = [
        await ok("POST", "/sessions", { identity_id: identity.id }),
        await ok("POST", "/sessions", { identity_id: identity.id })
      ]
      await ok("DELETE", `/identities/${identity.id}/data`)
      await hold(one.id)
      await runOnce(service, "erasure.erase_identity_sessions")
      expect((await ok("GET", `/sessions/${one.id}`)).redaction).toBeNull()
      expect((await ok("GET", `/sessions/${other.id}`)).redaction.status).toBe("redacted")
      expect((await ok("GET", `/identities/${identity.id}`)).redaction.status).toBe("processing")
      await hold(one.id, false)
      await runJobs(service, "erasure.erase_identity_sessions")
      expect((await ok("GET", `/identities/${identity.id}`)).redaction.status).toBe("redacted")
    })

    test("end by themselves, are audited with their reason, and hold nothing that is erased already", async () => {
      const { id } = await ok("POST", "/sessions", {})
      await hold(id, true, "2999-01-01T00:00:00.000Z")
      const holds = await service.runtime.runPromise(standingHolds(acmeSandbox, 10) as Effect.Effect<any>)
      expect(holds).toContainEqual(expect.objectContaining({ id, reason: "Case 17 of 2026", until: "2999-01-01T00:00:00.000Z" }))
      const [entry] = (await ok("GET", `/events?target_id=${id}&action=sessions.set_legal_hold`)).data
      expect(entry).toMatchObject({ reason: "Case 17 of 2026", actor: { type: "system", id: "operator" } })
      await hold(id, false)
      await ok("DELETE", `/sessions/${id}/data`)
      expect(hold(id)).rejects.toThrow()
      expect(hold((await ok("POST", "/sessions", {})).id, true, "2001-01-01T00:00:00.000Z")).rejects.toThrow()
    })
  })
}
