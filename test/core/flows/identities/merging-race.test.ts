import { afterAll, expect, test } from "bun:test"
import { startService } from "../../../support/service.ts"

/** Rounds of the race; MERGE_RACES asks for more. */
const rounds = Number(process.env.MERGE_RACES ?? 6)
const service = await startService("postgres")
afterAll(() => service.stop())
const key = await service.key()
const ask = (method: string, path: string, body?: unknown) => service.call(method, path, { key, ...(body === undefined ? {} : { body }) })

test("a session that is decided while its identity is merged belongs to the target, and both requests end", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [target, source] = [(await ask("POST", "/identities", {})).body.id, (await ask("POST", "/identities", {})).body.id]
    const sessions: ReadonlyArray<string> = await Promise.all(
      [1, 2].map(async () => (await ask("POST", "/sessions", { identity_id: source })).body.id)
    )
    const merge = async (): Promise<number> => {
      const { body } = await ask("POST", `/identities/${target}/merge-preview`, { source_ids: [source] })
      const answer = await ask("POST", `/identities/${target}/merge`, {
        preview_token: body.preview_token,
        reason: "one person, seen twice"
      })
      if (answer.status !== 409) return answer.status
      // A decision came first, and the preview says so.
      expect(answer.body.error).toBe("stale_preview")
      return merge()
    }
    const approve = async (id: string) => (await ask("POST", `/sessions/${id}/simulate`, { actions: [{ type: "approve" }] })).status
    expect(await Promise.all([merge(), ...sessions.map(approve)])).toEqual([200, 200, 200])
    for (const id of sessions) expect((await ask("GET", `/sessions/${id}`)).body).toMatchObject({ status: "approved", identity_id: target })
    expect((await ask("GET", `/identities/${target}`)).body.session_count).toBe(2)
    expect((await ask("GET", `/identities/${source}`)).headers.get("location")).toBe(`/api/v1/identities/${target}`)
  }
})
