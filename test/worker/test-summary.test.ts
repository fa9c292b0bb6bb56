import { expect, test } from "bun:test"
import { settled, tally } from "@vouchkit/worker/commands/test-summary"

const closing = (...lines: ReadonlyArray<string>) =>
  ["(pass) a [0.08ms]", "", ...lines, "Ran 3 tests across 1 file. [5.00ms]", ""].join("\n")

test("the closing lines are counted, skipped tests are neither", () => {
  expect(tally(closing(" 12 pass", " 2 skip", " 0 fail", " 40 expect() calls"))).toEqual({ passed: 12, failed: 0, complete: true })
})

test("colours do not hide the counts", () => {
  const text = closing("\u001b[0m\u001b[32m 7 pass\u001b[0m", "\u001b[0m\u001b[31m 3 fail\u001b[0m")
  expect(tally(text)).toEqual({ passed: 7, failed: 3, complete: true })
})

test("an error outside of any test counts as failed", () => {
  expect(tally(closing(" 7 pass", " 0 fail", " 1 error"))).toEqual({ passed: 7, failed: 1, complete: true })
})

test("counts that a test prints itself are not taken for the closing ones", () => {
  expect(tally(`9 pass\n 9 fail\n${closing(" 1 pass", " 0 fail")}`).passed).toBe(1)
})

test("a runner that crashed never passes, and what it had marked is still counted", () => {
  const crashed = tally("(pass) a [1ms]\n(pass) b [1ms]\nSegmentation fault")
  expect(settled(crashed, 139)).toEqual({ passed: 2, failed: 1 })
  expect(settled(tally(""), null)).toEqual({ passed: 0, failed: 1 })
})

test("a bad exit code without a counted failure counts as one", () => {
  expect(settled({ passed: 5, failed: 0, complete: true }, 1)).toEqual({ passed: 5, failed: 1 })
  expect(settled({ passed: 5, failed: 2, complete: true }, 1)).toEqual({ passed: 5, failed: 2 })
  expect(settled({ passed: 5, failed: 0, complete: true }, 0)).toEqual({ passed: 5, failed: 0 })
})
