import { expect, test } from "bun:test"
import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { WorkflowStore } from "@vouchkit/core/resources/workflows/model"
import { pinsOf } from "@vouchkit/core/resources/workflows/subworkflows"
import { WorkflowVersionStore } from "@vouchkit/core/resources/workflows/versions/model"
import type { Graph, GraphNode } from "@vouchkit/core/verification/workflows/graph"
import { Effect } from "effect"
import { end, graphOf, join, passing } from "../../../support/workflow-graphs.ts"

const smallest = graphOf({ done: end("approved") }, [["start", "done"]])

/** A graph that calls these workflows side by side. */
const calling = (workflow_ids: ReadonlyArray<string>): Graph => {
  const parts = workflow_ids.map((workflow_id, index): readonly [string, GraphNode] => [
    `part${index}`,
    { type: "subworkflow", config: { workflow_id } }
  ])
  return graphOf({ fork: passing.parallel, ...Object.fromEntries(parts), meet: join("all"), done: end("approved") }, [
    ["start", "fork"],
    ...parts.flatMap(([id]) => [["fork", id] as const, [id, "meet"] as const]),
    ["meet", "done"]
  ])
}
const many = (count: number, of: (index: number) => string) => Array.from({ length: count }, (_, index) => of(index))

/** Workflows by their ids, each published; the versions of which others are pinned are those of now. */
const pinsAmong = async (published: Readonly<Record<string, Graph>>, graph: Graph) => {
  let read = 0
  const versionOf = (workflow_id: string) => {
    const found = published[workflow_id]
    if (found === undefined) return undefined
    const subworkflows = Object.entries(found.nodes).flatMap(([node_id, node]) =>
      node.type === "subworkflow" ? [{ node_id, workflow_id: node.config.workflow_id, workflow_version_id: node.config.workflow_id }] : []
    )
    return { id: workflow_id, workflow_id, graph: found, subworkflows }
  }
  const counted = <A>(answer: () => A) =>
    Effect.sync(() => {
      read += 1
      return answer()
    })
  const versions = { find: (id: string) => counted(() => versionOf(id)) }
  const workflows = {
    list: ({ where: [{ values }] }: any) =>
      counted(() =>
        values.filter((id: string) => id in published).map((id: string) => ({ id, archived_at: null, published_version_id: id }))
      )
  }
  const found = await Effect.runPromise(
    pinsOf(graph, null).pipe(
      Effect.provideService(WorkflowVersionStore, versions as any),
      Effect.provideService(WorkflowStore, workflows as any),
      Effect.provideService(Tenant, { organization: "org", environment: "sandbox" } as any)
    )
  )
  return { ...found, read }
}

test("each version is read once, however many nodes lead to it", async () => {
  const inner = calling(many(9, () => "smallest"))
  const { pins, problems, read } = await pinsAmong({ smallest, inner }, calling(["inner", "inner", "smallest"]))
  expect([problems, pins.map(({ workflow_id }) => workflow_id)]).toEqual([[], ["inner", "inner", "smallest"]])
  // The workflows, and the version of each.
  expect(read).toBe(3)
})

test("what is too large is refused without reading all of it, and what is unknown in it is named all the same", async () => {
  const others = Object.fromEntries(many(96, (index) => `other${index}`).map((id) => [id, calling(["smallest"])]))
  const { problems, read } = await pinsAmong({ smallest, ...others }, calling(Object.keys(others)))
  expect(problems).toMatchObject([{ code: "too_large", loc: ["nodes"] }])
  expect(read).toBeLessThan(10)
  const unknown = await pinsAmong({ smallest, ...others }, calling([...Object.keys(others).slice(0, 95), "gone"]))
  expect(unknown.problems).toMatchObject([{ node_id: "part95", code: "unknown_workflow" }])
})
