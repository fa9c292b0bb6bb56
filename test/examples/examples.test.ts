import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { record, written } from "./record.ts"

const file = new URL("../../packages/http/examples.json", import.meta.url)

test("the examples are what the service answers now", async () => {
  const { examples, failures } = await record()
  expect(failures).toEqual([])
  const kept = readFileSync(file, "utf8").split("\n")
  const now = written(examples).split("\n")
  const changed = [...new Set([...now, ...kept])].filter((line) => !now.includes(line) || !kept.includes(line))
  const names = [...new Set(changed.map((line) => line.slice(0, line.indexOf(":"))))]
  expect(names.length === 0 ? "" : `Record the examples again with: bun run examples --write. They changed at: ${names.join(", ")}`).toBe(
    ""
  )
}, 600_000)
