import { afterAll, describe, expect, test } from "bun:test"
import { readWorkflow, type WorkflowFile } from "@vouchkit/core/flows/workflows/as-code/file"
import type { NamedFile } from "@vouchkit/core/flows/workflows/as-code/names"
import { exportWorkflows, publishWorkflows } from "@vouchkit/core/flows/workflows/as-code/publish"
import { Cause, Exit } from "effect"
import { customersOf } from "../../../support/customers.ts"
import { startService } from "../../../support/service.ts"
import { end, graphOf, passing } from "../../../support/workflow-graphs.ts"

const [here, there] = await Promise.all([startService("memory"), startService("memory")])
afterAll(() => Promise.all([here.stop(), there.stop()]))
const customers = { here: customersOf(here, "here"), there: customersOf(there, "there") }
const list = { key: "vip", name: "VIP", kind: "flag", entry_type: "email", match_mode: "exact" }

/** An organization of one of two installations. */
const installation = async (at: "here" | "there") => {
  const { runtime } = at === "here" ? here : there
  const customer = await customers[at]()
  const owner = { organization: customer.organization, environment: "sandbox" } as const
  const publish = async (files: ReadonlyArray<NamedFile>, percentage?: number) => {
    const exit = await runtime.runPromiseExit(publishWorkflows(owner, files, percentage) as any)
    if (Exit.isSuccess(exit)) return (exit.value as any).map(({ change, file, number }: any) => `${file} ${change} ${number}`)
    const { problems } = Cause.squash(exit.cause) as any
    return problems.map(({ code, loc }: any) => `${loc.join(".")} ${code}`)
  }
  /** What is exported, as another installation reads it from files. */
  const exported = async (): Promise<ReadonlyArray<NamedFile>> => {
    const found: any = await runtime.runPromise(exportWorkflows(owner) as any)
    return found.map(({ workflow }: { workflow: WorkflowFile }) => {
      const { golden_tests, ...outline } = JSON.parse(JSON.stringify(workflow))
      const read = readWorkflow(outline, golden_tests)
      if (!("workflow" in read)) throw new Error(JSON.stringify(read))
      return { file: `${workflow.name}.json`, workflow: read.workflow }
    })
  }
  const own = async (name: string) => (await customer.call("GET", "/workflows")).data.find((one: any) => one.name === name)
  const versionOf = async (name: string) => {
    const { id, published_version_id } = await own(name)
    return customer.call("GET", `/workflows/${id}/versions/${published_version_id}`)
  }
  return { ...customer, publish, exported, own, versionOf }
}

test("workflows of one name are not exported, since they would not be told apart; each is named with the other", async () => {
  const { call, exported, publish } = await installation("here")
  const made = async (name: string, status: "approved" | "review") => {
    const { id } = await call("POST", "/workflows", { name })
    const version = await call("POST", `/workflows/${id}/versions`, { graph: inner(status) })
    return { id, publish: () => call("POST", `/workflows/${id}/versions/${version.id}/publish`, {}) }
  }
  const [one, other] = [await made("Gate", "approved"), await made("Gate", "review")]
  await one.publish()
  await (await made("Other", "approved")).publish()
  // What is not published is not exported.
  expect((await exported()).map(({ file }) => file).toSorted()).toEqual(["Gate.json", "Other.json"])
  await other.publish()
  const refusal: any = await exported().catch((failure) => failure)
  expect(refusal.problems).toHaveLength(1)
  const [{ code, loc, message }] = refusal.problems
  expect(code).toBe("duplicate_name")
  expect([loc[0], /wfl_\w+/u.exec(message)?.[0]].toSorted()).toEqual([one.id, other.id].toSorted())
  await call("PATCH", `/workflows/${other.id}`, { name: "Second gate" })
  expect(await publish(await exported())).toEqual(expect.arrayContaining(["Gate.json same 1", "Second gate.json same 1"]))
})

const inner = (status: "approved" | "review") => graphOf({ done: end(status) }, [["start", "done"]])
const outer = (list_id: string, workflow_id: string) =>
  graphOf(
    {
      look: { type: "list_lookup", config: { list_ids: [list_id] } },
      fork: passing.branch,
      part: { type: "subworkflow", config: { workflow_id } },
      no: end("review"),
      yes: end("approved")
    },
    [
      ["start", "look"],
      ["look", "fork"],
      { from: "fork", to: "no", when: { contains: [{ var: "lists.list_ids" }, list_id] } },
      ["fork", "part"],
      ["part", "yes"]
    ]
  )

/** An organization with a workflow that calls another one and asks about a list, and what it exports. */
const origin = async () => {
  const first = await installation("here")
  const { id: list_id } = await first.call("POST", "/lists", list)
  const made = async (name: string, graph: object, golden_tests: ReadonlyArray<object> = []) => {
    const { id } = await first.call("POST", "/workflows", { name })
    const version = await first.call("POST", `/workflows/${id}/versions`, { graph, golden_tests })
    await first.call("POST", `/workflows/${id}/versions/${version.id}/publish`, {})
    return id as string
  }
  const part = await made("Part", inner("approved"))
  const golden = { name: "A VIP", facts: { "lists.list_ids": [list_id] }, expected: { outcome: "review", path: ["no"] } }
  await made("All of it", outer(list_id, part), [golden])
  return { ...first, list_id, part, files: await first.exported() }
}
const withGraph = (files: ReadonlyArray<NamedFile>, name: string, graph: object) =>
  files.map((one) => (one.workflow.name === name ? { ...one, workflow: { ...one.workflow, graph: graph as any } } : one))

describe("workflows as files, on another installation", () => {
  test("find their lists by keys and their workflows by names, in graph, conditions and tests", async () => {
    const { files, list_id, part, publish } = await origin()
    expect(files.find(({ workflow }) => workflow.name === "All of it")?.workflow.names).toEqual({ [list_id]: "vip", [part]: "Part" })
    expect(await publish(files)).toEqual(["Part.json same 1", "All of it.json same 1"])
    const second = await installation("there")
    const { id: own_list } = await second.call("POST", "/lists", list)
    expect(await second.publish(files)).toEqual(["Part.json new 1", "All of it.json new 1"])
    const version = await second.versionOf("All of it")
    const { id: own_part } = await second.own("Part")
    expect(version.graph).toEqual(outer(own_list, own_part))
    expect(version.golden_tests[0].facts).toEqual({ "lists.list_ids": [own_list] })
    expect(version.subworkflows).toMatchObject([{ node_id: "part", workflow_id: own_part }])
    expect(await second.publish(files)).toEqual(["Part.json same 1", "All of it.json same 1"])
    expect(await second.publish(await second.exported())).toEqual(["Part.json same 1", "All of it.json same 1"])
  })

  test("are all refused where something is not there, with the file and the place of each", async () => {
    const { files } = await origin()
    const second = await installation("there")
    expect(await second.publish(files)).toEqual(["All of it.json.graph.nodes.look.config.list_ids.0 unknown_list"])
    const alone = files.filter(({ workflow }) => workflow.name !== "Part")
    expect((await second.publish(alone)).toSorted()).toEqual([
      "All of it.json.graph.nodes.look.config.list_ids.0 unknown_list",
      "All of it.json.graph.nodes.part.config.workflow_id unknown_workflow"
    ])
    const nameless = files.map((one) => ({ ...one, workflow: { ...one.workflow, names: {} } }))
    expect((await second.publish(nameless)).toSorted()).toEqual([
      "All of it.json.graph.nodes.look.config.list_ids.0 unknown_list",
      "All of it.json.graph.nodes.part.config.workflow_id unknown_workflow"
    ])
    expect(await second.own("Part")).toBeUndefined()
  })

  test("are refused under a name that is not theirs alone", async () => {
    const { files } = await origin()
    const second = await installation("there")
    await second.call("POST", "/lists", list)
    expect(await second.publish([...files, ...files.slice(-1).map((one) => ({ ...one, file: "twice.json" }))])).toEqual([
      "twice.json.name duplicate_name"
    ])
    for (const name of ["Part", "Part"]) await second.call("POST", "/workflows", { name })
    expect(await second.publish(files)).toEqual(["Part.json.name ambiguous_name"])
  })

  test("take a new version of what they call, and are rolled out to a part of the sessions", async () => {
    const { files, own, publish } = await origin()
    const changed = withGraph(files, "Part", inner("review"))
    expect(await publish(changed)).toEqual(["Part.json new 2", "All of it.json new 2"])
    expect(await publish(changed)).toEqual(["Part.json same 2", "All of it.json same 2"])
    const part = files.filter(({ workflow }) => workflow.name === "Part")
    expect(await publish(part, 20)).toEqual(["Part.json new 3"])
    expect((await own("Part")).rollout.percentage).toBe(20)
    expect(await publish(part, 20)).toEqual(["Part.json same 3"])
    expect(await publish(part, 50)).toEqual(["Part.json moved 3"])
    expect((await own("Part")).rollout.percentage).toBe(50)
    // A file that says what the others go by ends the rollout.
    expect(
      await publish(
        changed.filter(({ workflow }) => workflow.name === "Part"),
        50
      )
    ).toEqual(["Part.json moved 2"])
    expect((await own("Part")).rollout).toBeNull()
    const fresh = await installation("there")
    expect(await fresh.publish(part, 20)).toEqual(["Part.json new 1"])
    expect(await fresh.own("Part")).toMatchObject({ rollout: null, published_version_id: expect.any(String) })
  })
})
