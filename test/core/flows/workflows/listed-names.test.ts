import { afterAll, expect, test } from "bun:test"
import { openValues } from "@vouchkit/core/resources/lists/entries"
import { ListEntryStore, ListStore } from "@vouchkit/core/resources/lists/model"
import { WorkflowGraphs } from "@vouchkit/core/resources/workflows/graphs"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { DocumentReader } from "@vouchkit/core/verification/document-reading"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { Effect, Layer } from "effect"
import { aUtilityBill } from "../../../support/bills.ts"
import { liveWork } from "../../../support/live-work.ts"
import { readingOf } from "../../../support/reading.ts"
import { end, graphOf } from "../../../support/workflow-graphs.ts"
import { bill, capture } from "../../../support/workflow-service.ts"

const list_id = "lst_00000000000000000000000001"
const graph = graphOf({ capture, bill, list: { type: "action", config: { do: "add_to_list", list_id } }, done: end("approved") }, [
  ["start", "capture"],
  ["capture", "bill"],
  ["bill", "list"],
  ["list", "done"]
])
const { bytes } = await aUtilityBill()
const reading = await readingOf(bytes)
const work = liveWork(
  Layer.mergeAll(
    Layer.succeed(WorkflowGraphs)(() => linked(graph)),
    Layer.succeed(DocumentReader)({ read: () => Effect.succeed(reading) })
  )
)
afterAll(() => work.stop())

const at = "2026-01-01T00:00:00.000Z"
const listed = Effect.gen(function* () {
  const entries = yield* (yield* ListEntryStore).list({ where: [{ field: "list_id", op: "eq", value: list_id }], limit: 10 })
  return yield* openValues(entries)
})

test("a list of names takes the person of the session, and not whom a bill names", async () => {
  await work.run(
    Effect.flatMap(ListStore, (store) =>
      store.insert({
        id: list_id,
        environment: "live",
        key: "seen",
        active_key: "seen",
        name: "Seen",
        kind: "flag",
        entry_type: "name",
        match_mode: "exact",
        action: "tag",
        default_expiry_days: null,
        entry_count: 0,
        archived_at: null,
        version: 1,
        created_at: at,
        updated_at: at
      })
    )
  )
  const { id } = await work.submitted([{ kind: "proof_of_address" }], {
    workflow_version_id: "wfv_list",
    required_steps: ["proof_of_address"],
    expected: { first_name: "Ada", last_name: "Lovelace" }
  })
  await work.work("documents.read", runChecksJob)
  const [check] = await work.checksOf(id)
  expect(check?.details).toMatchObject({ holder_names: ["Jonathan A. Okonkwo-Smith"] })
  expect(await work.run(listed)).toEqual(["Ada Lovelace"])
})
