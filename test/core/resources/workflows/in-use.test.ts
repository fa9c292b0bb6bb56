import { expect, test } from "bun:test"
import { mostWorkflows, WorkflowStore } from "@vouchkit/core/resources/workflows/model"
import { workflowsInUse } from "@vouchkit/core/resources/workflows/rows"
import { Effect } from "effect"

test("workflows that were created at once and passed the limit together are left out nowhere", () => {
  const rows = Array.from({ length: mostWorkflows + 7 }, (_, index) => ({ id: `wfl_${index}` }))
  const store = { list: ({ limit }: { readonly limit: number }) => Effect.succeed(rows.slice(0, limit)) }
  const found = Effect.runSync(Effect.provideService(workflowsInUse, WorkflowStore, store as any) as any)
  expect(found).toHaveLength(rows.length)
})
