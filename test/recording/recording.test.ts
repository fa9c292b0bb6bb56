import { expect, test } from "bun:test"
import { recordSessions } from "./recording.ts"

test("a recording depends on its seed alone", async () => {
  const lines: Array<string> = []
  const one = await recordSessions(7, 6, (line) => lines.push(line))
  expect(await recordSessions(7, 6)).toEqual(one)
  expect((await recordSessions(8, 6)).digest).not.toBe(one.digest)
  expect(lines.filter((line) => line.startsWith("session "))).toHaveLength(6)
  expect(lines.some((line) => line.startsWith("event "))).toBe(true)
})
