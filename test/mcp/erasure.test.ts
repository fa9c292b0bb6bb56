import { expect, test } from "bun:test"
import { operations } from "@vouchkit/core/registry"
import { aService, errorOf } from "./service.ts"

const sure = { confirm: true, reason: "asked for by the person, ticket 4711" }

test("an agent erases a session after a dry run, which is not budgeted", async () => {
  const service = await aService(operations)
  const key = await service.key()
  const made = async () => (await service.call(key, "create_session", {})).structuredContent?.id as string
  const session_id = await made()
  for (let tries = 0; tries < 7; tries += 1) {
    const tried = await service.call(key, "redact_session", { session_id, dry_run: true, ...sure })
    expect(tried.structuredContent).toMatchObject({ id: session_id, redacted: false, counts: { sessions: 1 } })
  }
  expect((await service.call(key, "redact_session", { session_id })).isError).toBe(true)
  const erased = await service.call(key, "redact_session", { session_id, ...sure })
  expect(erased.structuredContent).toMatchObject({ id: session_id, redacted: true })
  for (let more = 0; more < 4; more += 1) {
    expect((await service.call(key, "redact_session", { session_id, ...sure })).isError).not.toBe(true)
  }
  expect(errorOf(await service.call(key, "redact_session", { session_id, ...sure })).body).toMatchObject({ error: "rate_limited" })
})

test("an agent erases at most 20 sessions at once, and an identity with its sessions", async () => {
  const service = await aService(operations)
  const key = await service.key()
  const session_id = (await service.call(key, "create_session", {})).structuredContent?.id as string
  const many = Array.from({ length: 21 }, () => session_id)
  const refused = errorOf(await service.call(key, "bulk_redact_sessions", { session_ids: many, ...sure }))
  expect(refused.body).toMatchObject({ error: "validation_error", errors: [{ loc: ["arguments", "session_ids"] }] })
  const tried = await service.call(key, "bulk_redact_sessions", { session_ids: [session_id], dry_run: true, ...sure })
  expect(tried.structuredContent).toMatchObject({ dry_run: true, results: [{ id: session_id, status: "redacted" }] })
  const bulk = await service.call(key, "bulk_redact_sessions", { session_ids: many.slice(1), ...sure })
  const { results } = bulk.structuredContent as any
  expect(results.map(({ status }: any) => status)).toEqual(["redacted", ...Array.from({ length: 19 }, () => "skipped")])
  const narrow = await service.key(["sessions:write", "identities:write"])
  const missing = errorOf(await service.call(narrow, "redact_identity", { identity_id: "idn_unknown", ...sure }))
  expect(missing.body).toMatchObject({ required_scopes: ["redact:write"] })
  expect(errorOf(await service.call(key, "redact_identity", { identity_id: "idn_unknown", ...sure })).body).toMatchObject({
    error: "not_found"
  })
})
