import { attachOrStart } from "@vouchkit/adapters/postgres/embedded/server"
import { afterAll, describe, expect, test } from "bun:test"
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { preparedFolder } from "../support/prepared-folder.ts"
import { runCommand, temporaryFolder } from "../support/running-service.ts"

const examples = join(import.meta.dir, "../../examples/workflows")

describe("the command for workflows", async () => {
  const folder = await preparedFolder()
  const server = await attachOrStart({ dataDir: folder })
  afterAll(() => server.stop())
  const workflows = (...args: ReadonlyArray<string>) => runCommand("workflows/workflows", args, { DATA_DIR: folder })
  const copy = () => {
    const directory = join(temporaryFolder(), "workflows")
    cpSync(examples, directory, { recursive: true })
    return directory
  }
  const change = (path: string, of: (workflow: any) => void) => {
    const workflow = JSON.parse(readFileSync(path, "utf8"))
    of(workflow)
    writeFileSync(path, JSON.stringify(workflow))
  }

  test("validates, tests and draws a directory without a database", async () => {
    const directory = copy()
    expect(await workflows("validate", directory)).toMatchObject({
      code: 0,
      errors: "",
      output: expect.stringContaining("age-check.json: valid")
    })
    expect((await workflows("test", directory)).output).toMatch(/eu-retail-onboarding\.json: valid, \d+ nodes, \d+ edges, 8 tests passed/u)
    expect((await workflows("draw", directory)).code).toBe(0)
    const pictures = readdirSync(directory).filter((name) => name.endsWith(".svg"))
    expect(pictures).toHaveLength(4)
    for (const picture of pictures) expect(readFileSync(join(directory, picture), "utf8")).toStartWith("<svg")
  })

  test("names everything that is wrong, and publishes nothing of a directory then", async () => {
    const directory = copy()
    change(join(directory, "age-check.json"), ({ graph }) => {
      graph.nodes.approved.config.status = "declined"
    })
    change(join(directory, "re-verification.json"), ({ graph }) => {
      graph.edges[0].to = "gone"
    })
    const tested = await workflows("test", directory)
    expect(tested.code).not.toBe(0)
    expect(tested.errors).toContain('age-check.json: the test "An adult is approved" fails: outcome: expected approved, was declined')
    expect(tested.errors).toContain("re-verification.json: graph.edges.0.to names no node of the graph (unknown_node)")
    const published = await workflows("publish", directory, "--organization", "org_default", "--environment", "sandbox")
    expect([published.code === 0, published.output]).toEqual([false, ""])
    // Tests whose workflow has another name would run with none.
    const misnamed = join(copy(), "age.tests.json")
    writeFileSync(misnamed, "[]")
    const alone = await workflows("validate", dirname(misnamed))
    expect([alone.code === 0, alone.errors]).toEqual([false, expect.stringContaining("does not hold: age.tests.json")])
    for (const wrong of [[], ["explode", directory], ["publish", directory], ["test", "/nowhere"]]) {
      expect((await workflows(...wrong)).code).not.toBe(0)
    }
  })

  test("publishes under the names of workflows, makes no version of what stands, and exports what was published", async () => {
    const created = await runCommand("organizations", ["create", "org_code", "--name", "Code"], { DATA_DIR: folder })
    expect(created.code).toBe(0)
    const owner = ["--organization", "org_code", "--environment", "sandbox"]
    const directory = copy()
    const first = await workflows("publish", directory, ...owner)
    expect([first.code, first.errors]).toEqual([0, ""])
    expect(first.output.match(/published as version 1/gu)).toHaveLength(4)
    expect((await workflows("publish", directory, ...owner)).output.match(/unchanged since version 1/gu)).toHaveLength(4)
    change(join(directory, "age-check.json"), (workflow) => {
      workflow.sla_hours = 2
      workflow.graph.nodes.too_young.name = "Too young"
    })
    const second = await workflows("publish", directory, ...owner)
    expect(second.output).toContain("age-check.json: published as version 2")
    expect(second.output.match(/unchanged/gu)).toHaveLength(3)
    const exported = join(temporaryFolder(), "exported")
    expect((await workflows("export", exported, ...owner)).code).toBe(0)
    expect(readdirSync(exported).toSorted()).toEqual(readdirSync(examples).toSorted())
    expect(JSON.parse(readFileSync(join(exported, "age-check.json"), "utf8"))).toMatchObject({
      name: "Age check",
      sla_hours: 2,
      graph: { nodes: { too_young: { name: "Too young" } } }
    })
    expect((await workflows("publish", exported, ...owner)).output.match(/unchanged/gu)).toHaveLength(4)
    // Exported to where it was before, a version without tests leaves none of those behind.
    rmSync(join(directory, "re-verification.tests.json"))
    expect((await workflows("publish", directory, ...owner)).output).toContain("re-verification.json: published as version 2")
    expect((await workflows("export", exported, ...owner)).code).toBe(0)
    expect(readdirSync(exported).toSorted()).toEqual(readdirSync(directory).toSorted())
    expect((await workflows("export", exported, "--organization", "org_none", "--environment", "live")).errors).toContain("no organization")
  })
})
