import { expect, test } from "bun:test"
import { readWakeUp, setAside, strange, wakeUp } from "@vouchkit/adapters/sqs/wake-up"
import { Result } from "effect"
import fc from "fast-check"

const text = fc.string({ minLength: 1, maxLength: 200, unit: "binary" })
const name = fc.record({ organization: text, environment: fc.constantFrom("sandbox" as const, "live" as const), id: text, name: text })
/** What SQS takes: tab, line ends, and text without control characters. Ours needs no more than this. */
const plain = /^[\x20-\x7E]*$/

test("what is sent is read as it was, whatever stands in it", () =>
  fc.assert(
    fc.property(name, (job) => {
      const body = wakeUp(job)
      expect(body).toMatch(plain)
      if (body.length <= 2_000) expect(Result.getOrThrow(readWakeUp(body))).toEqual(job)
    })
  ))

test("no message makes the reader throw, and what it reads has the shape of a name", () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 3_000 }),
        fc.json(),
        fc.jsonValue().map((value) => JSON.stringify(value))
      ),
      (body) => {
        const read = readWakeUp(body)
        if (Result.isSuccess(read)) expect(Object.keys(read.success).toSorted()).toEqual(["environment", "id", "name", "organization"])
        else expect(read.failure.length).toBeLessThan(200)
      }
    )
  ))

test("what goes to the dead-letter queue is bounded and can always be sent", () =>
  fc.assert(
    fc.property(name, fc.string({ unit: "binary", maxLength: 500 }), (job, reason) => {
      expect(setAside(job, reason)).toMatch(plain)
      expect(JSON.parse(setAside(job, reason))).toEqual({ ...job, reason })
      const body = reason.repeat(2_000)
      expect(strange(body, "no")).toMatch(plain)
      expect(strange(body, "no").length).toBeLessThan(256 * 1024)
      expect(body.startsWith(JSON.parse(strange(body, "no")).body)).toBe(true)
    }),
    { numRuns: 50 }
  ))
