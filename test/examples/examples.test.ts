import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { record, written } from "./record.ts"

const file = new URL("../../packages/http/examples.json", import.meta.url)

const nameOf = (line: string) => line.slice(0, line.indexOf(":"))
/** What was recorded otherwise, each with where the texts begin to differ. */
const changed = (now: ReadonlyArray<string>, kept: ReadonlyArray<string>) =>
  [...new Set([...now, ...kept].map(nameOf))].flatMap((name) => {
    const [one = "", other = ""] = [now, kept].map((lines) => lines.find((line) => nameOf(line) === name))
    const at = [...one].findIndex((letter, index) => letter !== other[index])
    return one === other
      ? []
      : [{ name, now: one.slice(Math.max(0, at - 80), at + 120), kept: other.slice(Math.max(0, at - 80), at + 120) }]
  })

test("the examples are what the service answers now", async () => {
  const { examples, failures } = await record()
  expect(failures).toEqual([])
  const kept = readFileSync(file, "utf8").split("\n")
  const now = written(examples).split("\n")
  expect(
    changed(now, kept),
    "The answers are no longer those that were recorded. If that is meant, record them again with: bun run examples --write"
  ).toEqual([])
}, 600_000)
