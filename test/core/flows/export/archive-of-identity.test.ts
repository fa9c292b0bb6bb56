import { afterAll, describe, expect, test } from "bun:test"
import { announcedEvents } from "../../../support/announced-events.ts"
import { startService } from "../../../support/service.ts"
import { exportStage, textOf } from "./stage.ts"

for (const storage of ["memory", "postgres"] as const) {
  describe(`export of an identity over ${storage}`, async () => {
    const service = await startService(storage)
    afterAll(() => service.stop())
    const stage = await exportStage(service)
    const created = async (body: object) => (await service.call("POST", "/identities", { key: stage.key, body })).body

    test("one without files is answered at once, with what is sealed of it in clear and other people by their ids alone", async () => {
      const emails = ["ada@example.com"]
      const identity = await created({ last_name: "Bello", emails, identification_numbers: [{ type: "passport", value: "XDB112233" }] })
      const other = await created({ last_name: "Otherperson", external_reference: `other-${storage}` })
      await service.call("POST", `/identities/${identity.id}/relationships`, {
        key: stage.key,
        body: { type: "spouse_of", to_id: other.id }
      })
      await announcedEvents(service)
      const { body, status, text } = await stage.asJson(`/identities/${identity.id}/export`)
      expect(status).toBe(200)
      expect(body.records["identity/identity.json"]).toEqual([
        expect.objectContaining({ id: identity.id, emails, identification_numbers: [expect.objectContaining({ value: "XDB112233" })] })
      ])
      const [relationship] = body.records["identity/relationships.json"]
      expect([relationship.from_id, relationship.to_id].sort()).toEqual([identity.id, other.id].sort())
      expect(text).not.toContain("Otherperson")
      expect(text).not.toContain(`other-${storage}`)
      expect((await announcedEvents(service)).map(({ type }) => type)).toEqual(["identity.exported"])
    })

    test("it spans every session of the identity, and ends when something of one of them is erased", async () => {
      const identity = await created({ last_name: "Bello" })
      const linked = await Promise.all([1, 2].map(() => stage.evidence({ session: { identity_id: identity.id } })))
      const apart = await stage.evidence()
      const { body } = await stage.call("GET", `/identities/${identity.id}/export`)
      expect(body).toMatchObject({ status: "processing", subject: { type: "identity", id: identity.id } })
      await stage.make()
      const { manifest, members } = await stage.download(body.id)
      const files = manifest.files.map(({ path }: { path: string }) => path)
      for (const { document, session } of linked) expect(files).toContain(`sessions/${session.id}/documents/${document.id}.pdf`)
      expect(JSON.stringify(files)).not.toContain(apart.session.id)
      expect(JSON.parse(textOf(members["identity/identity.json"]))).toEqual([expect.objectContaining({ id: identity.id })])
      const [first] = linked
      await stage.call("DELETE", `/documents/${first?.document.id}`)
      expect((await stage.download(body.id)).status).toBe(410)
    })

    test("it takes the right to read identities beside that to read verifications, to ask for it and to fetch it", async () => {
      const identity = await created({ last_name: "Bello" })
      const { body } = await stage.call("GET", `/identities/${identity.id}/export`)
      await stage.make()
      const narrow = await service.key(["verifications:read"])
      for (const path of [`/identities/${identity.id}/export`, `/exports/${body.id}`, `/exports/${body.id}/download`]) {
        const answer = await service.call("GET", path, { key: narrow })
        expect([answer.status, answer.body.required_scopes]).toEqual([403, ["identities:read"]])
      }
    })

    test("one that was merged leads on to its target", async () => {
      const [target, source] = [await created({ last_name: "Bello" }), await created({ last_name: "Bello" })]
      const { body: preview } = await service.call("POST", `/identities/${target.id}/merge-preview`, {
        key: stage.key,
        body: { source_ids: [source.id] }
      })
      const merge = { preview_token: preview.preview_token, reason: "one person by both passports" }
      await service.call("POST", `/identities/${target.id}/merge`, { key: stage.key, body: merge })
      const answer = await stage.asJson(`/identities/${source.id}/export`)
      expect([answer.status, answer.headers.get("location")]).toEqual([308, `/api/v1/identities/${target.id}/export`])
    })
  })
}
