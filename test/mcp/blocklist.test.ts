import { expect, test } from "bun:test"
import { openReason } from "@vouchkit/core/kernel/audit/reason"
import { auditLog } from "@vouchkit/core/resources/audit/operations"
import { blocklist } from "@vouchkit/core/resources/lists/blocklist-operations"
import { aService, errorOf } from "./service.ts"

const service = await aService([...Object.values(blocklist), ...Object.values(auditLog)])
const reason = "asked for by the compliance officer"

test("agents add and list entries of the blocklist without ever seeing a value or a remark", async () => {
  const key = await service.key()
  const added = await service.call(key, "add_blocklist_entry", { entry_type: "name", value: "Ann Example", reason: "forged papers" })
  expect(added.structuredContent).toMatchObject({ object: "blocklist_entry", entry_type: "name", value_masked: "A. E." })
  const listed = await service.call(key, "list_blocklist_entries")
  expect(listed.structuredContent.data.map(({ id }: any) => id)).toEqual([added.structuredContent.id])
  for (const { content, structuredContent } of [added, listed]) {
    expect(JSON.stringify([content, structuredContent])).not.toMatch(/Ann|Example|forged|"value"|"reason"/)
  }
})

test("an agent deletes an entry with redact:write, a confirmation and a reason, and not without", async () => {
  const key = await service.key()
  const { id } = (await service.call(key, "add_blocklist_entry", { entry_type: "string", value: "one" })).structuredContent
  const narrow = await service.key(["identities:read", "identities:write"])
  const given = { blocklist_entry_id: id, confirm: true, reason }
  expect(errorOf(await service.call(narrow, "delete_blocklist_entry", given)).body).toMatchObject({ required_scopes: ["redact:write"] })
  expect((await service.call(key, "delete_blocklist_entry", { blocklist_entry_id: id })).isError).toBe(true)
  expect((await service.call(key, "delete_blocklist_entry", given)).structuredContent).toEqual({ deleted: true, id })
  expect((await service.call(key, "list_blocklist_entries")).structuredContent.data.map((one: any) => one.id)).not.toContain(id)
  // The words of the reason are sealed in the entry of the deletion, and agents do not read them.
  const entry = (await service.audited()).find(({ action }) => action === "blocklist.delete")
  const opened = await service.within(openReason(entry as NonNullable<typeof entry>))
  expect([opened, JSON.stringify(entry).includes(reason)]).toEqual([reason, false])
  const read = await service.call(key, "search_audit_log", { action: "blocklist.delete" })
  expect([read.structuredContent.data.length, JSON.stringify(read).includes(reason)]).toEqual([1, false])
})
