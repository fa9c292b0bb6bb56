import { expect, test } from "bun:test"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

// The driver keeps its connections in this list, which it does not export: an installation without our patch fails here.
const resolved = createRequire(join(import.meta.dir, "../../packages/adapters/package.json")).resolve("postgres")
const { default: queueOf } = await import(join(dirname(resolved), "../src/queue.js"))

test("a list of connections that is never empty keeps its order, and what left it is not found in it", () => {
  const members: Array<object> = Array.from({ length: 10 }, () => ({}))
  const queue = queueOf()
  for (const member of members) queue.push(member)
  for (let turn = 0; turn < 5_000; turn += 1) {
    const first = queue.shift()
    expect(first).toBe(members[turn % 10])
    queue.push(first)
    if (turn % 7 === 0) {
      const passing = {}
      queue.push(passing)
      expect(queue.remove(passing)).toBe(passing)
    }
  }
  expect(queue.length).toBe(10)
  // What was shifted out is not found again, though it stood there before.
  const [gone] = [queue.shift()]
  expect(queue.remove(gone)).toBeNull()
  expect(queue.length).toBe(9)
})

test("the driver is the one that this project patched", async () => {
  const text = await Bun.file(join(dirname(resolved), "../src/queue.js")).text()
  expect(text).toContain("xs.slice(index)")
})
