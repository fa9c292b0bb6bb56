import { collectorOf } from "@vouchkit/adapters/bodies/collected"
import { expect, test } from "bun:test"

const megabyte = 1024 * 1024

/** A process that grows by what is handed out; a collection frees as much as `frees` says. */
const processOf = (start: number, frees: (megabytes: number) => number = (megabytes) => megabytes - start) => {
  let size = start * megabyte
  let collections = 0
  const handOut = collectorOf({
    size: () => size,
    collect: () => {
      collections += 1
      size -= frees(size / megabyte) * megabyte
    }
  })
  return {
    handOut: (megabytes: number, grows = megabytes) => {
      size += grows * megabyte
      handOut(megabytes * megabyte)
      return collections
    },
    size: () => size / megabyte
  }
}

test("a process that hands out large files is collected each time that it has grown by 128 MB, and never grows much beyond", () => {
  const one = processOf(250)
  let largest = 0
  for (let file = 0; file < 100; file += 1) {
    one.handOut(15)
    largest = Math.max(largest, one.size())
  }
  expect(one.handOut(15)).toBeGreaterThan(5)
  expect(largest).toBeLessThan(250 + 128 + 96)
})

test("one that stays within its size is never stopped, however much it hands out", () => {
  const one = processOf(250)
  for (let file = 0; file < 1_000; file += 1) expect(one.handOut(15, 0)).toBe(0)
})

test("one that has grown for other reasons is collected once, and then measured by its new size", () => {
  const one = processOf(250, () => 0)
  one.handOut(32, 0)
  one.handOut(0, 400)
  expect(one.handOut(32, 0)).toBe(1)
  for (let file = 0; file < 100; file += 1) expect(one.handOut(15, 0)).toBe(1)
})
