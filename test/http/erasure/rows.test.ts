import { afterAll, describe, expect, test } from "bun:test"
import { provisionOrganization } from "@vouchkit/core/flows/organization-settings/replace"
import { operations } from "@vouchkit/core/registry"
import { mcpEndpoint } from "@vouchkit/mcp/endpoint"
import type { Effect } from "effect"
import postgres from "postgres"
import { errorOf, origin } from "../../mcp/service.ts"
import type { freshDatabase } from "../../support/postgres.ts"
import { runJobs } from "../../support/service-jobs.ts"
import { aForm, startService } from "../../support/service.ts"

/** Rows of the list of tables in docs/data-protection.md, looked at in the database itself. */
describe("what the page on data protection says of a table is what an erasure leaves there", async () => {
  let connect: Awaited<ReturnType<typeof freshDatabase>> | undefined
  const service = await startService("postgres", {
    through: async (given) => {
      connect = given
      return given
    }
  })
  const options = { max: 1, onnotice: () => {} }
  const sql =
    connect !== undefined && "url" in connect ? postgres(connect.url, options) : postgres({ ...connect, ...options, host: "localhost" })
  afterAll(() => Promise.all([service.stop(), sql.end()]))
  const [key, agentKey, person] = [await service.key(), await service.key(), await service.key(["redact:write"])]
  const ok = async (method: string, path: string, body?: unknown, by = key, headers: Record<string, string> = {}) => {
    const answer = await service.call(method, path, { key: by, headers, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const rows = async (query: string, ...values: ReadonlyArray<string>) => [...(await sql.unsafe(query, [...values]))]

  await service.runtime.runPromise(
    provisionOrganization({ organization: "org_acme", environments: ["sandbox"], policy: { agent_co_sign: true } }) as Effect.Effect<
      any,
      never,
      never
    >
  )
  const handle = mcpEndpoint({ operations, context: (await service.runtime.context()) as any, publicUrl: "http://localhost:3000" } as any)
  const staged = async (session_id: string, reason: string): Promise<string> => {
    const args = { session_id, confirm: true, reason }
    const request = new Request("http://localhost:3000/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", authorization: `Bearer ${agentKey}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "redact_session", arguments: args } })
    })
    return errorOf(((await (await handle(request, origin)).json()) as any).result).body.approval_id
  }

  const [identity, relative] = [
    await ok("POST", "/identities", { last_name: "Quill" }),
    await ok("POST", "/identities", { last_name: "Quill" })
  ]
  await ok("POST", `/identities/${identity.id}/relationships`, { type: "spouse_of", to_id: relative.id })
  const session = await ok("POST", "/sessions", { identity_id: identity.id })
  const token = (session.verification_url as string).split("/").at(-1) ?? ""
  const telephone = { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1" }
  const opened = await service.request("POST", `/verify/${token}/open`, { headers: telephone })
  const device = { ...telephone, Cookie: opened.headers.get("set-cookie")?.split(";")[0] ?? "" }
  expect((await service.call("POST", `/verify/${token}/start`, { headers: device })).status).toBeLessThan(300)
  await service.call("POST", `/sessions/${session.id}/documents`, { key, raw: aForm({ kind: "proof_of_address" }) })
  expect((await service.call("GET", `/sessions/${session.id}/export`, { key })).status).toBe(202)
  await runJobs(service, "exports.make")
  const approval = await staged(session.id, "asked for by Orla Quill")

  const before = {
    relationships: await rows("select 1 from identity_relationships where from_id = $1 or to_id = $1", identity.id),
    ends: await rows("select 1 from identity_relationships_by_ends where element = $1", identity.id),
    attempts: await rows("select data from attempts where session_id = $1", session.id),
    links: await rows("select data, token_hash from verification_links where session_id = $1", session.id),
    exports: await rows("select data, status, covers from exports"),
    approvals: await rows("select data, status from approvals where id = $1", approval)
  }
  expect((await service.call("DELETE", `/identities/${identity.id}/data?reason=gdpr_article_17`, { key })).status).toBe(200)
  await runJobs(service, "erasure.erase_identity_sessions", "erasure.remove_session_files", "erasure.erase_file")

  test("identity_relationships: removed, with what finds them by their ends", async () => {
    expect(before.relationships.length).toBeGreaterThan(0)
    expect(before.ends.length).toBeGreaterThan(0)
    expect(await rows("select 1 from identity_relationships where from_id = $1 or to_id = $1", identity.id)).toEqual([])
    expect(await rows("select 1 from identity_relationships_by_ends where element = $1", identity.id)).toEqual([])
  })

  test("attempts: address, device, network and attestation go; number, times and outcome stay", async () => {
    expect(before.attempts.map(({ data }) => data.device)).toEqual([expect.anything()])
    const after = await rows("select data from attempts where session_id = $1", session.id)
    expect(after).toHaveLength(1)
    const [{ data: was }, { data: is }] = [before.attempts[0] as any, after[0] as any]
    expect(is).toMatchObject({ ip: null, country: null, device: null, network: null, network_digest: null })
    expect(is.attestation).toBeUndefined()
    expect([is.id, is.number, is.status, is.created_at]).toEqual([was.id, was.number, was.status, was.created_at])
  })

  test("verification_links: revoked; the hash of the token stays, and the browser is forgotten", async () => {
    expect(before.links.map(({ data }) => data.browser_hash)).toEqual([expect.any(String)])
    const after = await rows("select data, token_hash from verification_links where session_id = $1", session.id)
    expect(after).toMatchObject([{ token_hash: before.links[0]?.token_hash, data: { status: "revoked", browser_hash: null } }])
  })

  test("exports: the files go, and what they cover; that there was an export stays", async () => {
    expect(before.exports).toMatchObject([{ status: "ready", covers: [session.id] }])
    const after = await rows("select data, status, covers from exports")
    expect(after).toMatchObject([{ status: "expired", covers: [], data: { parts: [], covers: [] } }])
    expect((await service.call("GET", `/exports/${before.exports[0]?.data.id}/download`, { key })).status).toBeGreaterThanOrEqual(404)
  })

  test("approvals: what the call held goes with the decision; that there was one stays", async () => {
    expect(JSON.stringify(before.approvals)).not.toContain("Quill")
    await ok("POST", `/approvals/${approval}/reject`, {}, person)
    const after = await rows("select data, status from approvals where id = $1", approval)
    expect(after).toMatchObject([{ status: "rejected" }])
    expect(Object.entries(after[0]?.data).filter(([name, value]) => name.startsWith("sealed") && value !== null)).toEqual([])
  })
})
