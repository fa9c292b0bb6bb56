import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { nodeTypes } from "@vouchkit/core/verification/workflows/graph"
import { judgeGraph } from "@vouchkit/core/verification/workflows/validate/judge"

const page = readFileSync(join(import.meta.dir, "../docs/workflows.md"), "utf8")
const shown = [...page.matchAll(/^\| `(\{"type": .+?\})` \|/gm)].map(([, text = ""]) => JSON.parse(text))

test("the page of workflows shows a node of every type", () => {
  expect([...new Set(shown.map(({ type }) => type))]).toEqual([...nodeTypes])
})

for (const node of shown)
  test(`a node ${node.type} with ${JSON.stringify(node.config)} is valid as it is shown`, () => {
    const graph = {
      version: 1,
      start: "start",
      nodes: {
        start: { type: "start", config: {} },
        shown: node,
        done: { type: "end", config: { status: "approved", reason_codes: [] } }
      },
      edges: [
        { from: "start", to: "shown" },
        { from: "shown", to: "done" }
      ]
    }
    const judged = judgeGraph(graph)
    // Alone it may stand at no place that suits it; what it is made of has to be right.
    const own = "problems" in judged ? judged.problems.filter(({ loc: [, id, ...within] }) => id === "shown" && within.length > 0) : []
    expect(own).toEqual([])
  })
