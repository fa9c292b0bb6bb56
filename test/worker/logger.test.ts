import { expect, test } from "bun:test"
import { trouble } from "@vouchkit/worker/telemetry/logger"

test("an error keeps its kind, code, message and place", () => {
  const error = Object.assign(new TypeError("x is not a function"), { code: "E1" })
  const shown = trouble(error)
  expect(shown).toMatchObject({ name: "TypeError", code: "E1", message: "x is not a function" })
  expect(shown.at?.some((frame) => frame.includes("logger.test.ts"))).toBe(true)
})

test("errors that repeat data keep their kind and place alone, however deep they lie", () => {
  const database = Object.assign(new Error("duplicate key (name)=(Jane Doe)"), { name: "PostgresError", code: "23505", detail: "Jane Doe" })
  const shown = trouble(new Error("storage failed", { cause: new Error("write failed", { cause: database }) }))
  expect(JSON.stringify(shown)).not.toContain("Jane")
  expect(shown.cause?.cause).toMatchObject({ name: "PostgresError", code: "23505" })
})

test("what is no error shows its kind and never its value", () => {
  expect(trouble("Jane Doe")).toEqual({ name: "string" })
  expect(trouble({ name: "Jane Doe" })).toEqual({ name: "Object" })
  expect(trouble(null)).toEqual({ name: "object" })
})

test("a cause that is its own cause ends", () => {
  const error = new Error("round")
  error.cause = error
  expect(JSON.stringify(trouble(error)).length).toBeLessThan(20_000)
})
