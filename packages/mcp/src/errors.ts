import type { CallToolResult } from "@modelcontextprotocol/server"
import { codeOf, type Failure, InvalidInput } from "@vouchkit/core/kernel/foundation/failure"
import { contextOf } from "@vouchkit/core/kernel/foundation/failure-context"
import { asArgumentProblems } from "./arguments.ts"

/** How many problems are reported in words; all of them stand in the structured part. */
const mostReported = 20

const told = (failure: Failure): string => {
  if (failure._tag !== "InvalidInput") return failure.message
  const problems = asArgumentProblems(failure.problems)
  const lines = problems.slice(0, mostReported).map(({ loc, message }) => `${loc.join(".")} ${message}`)
  const more = problems.length - lines.length
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}

const context = (failure: Failure): Readonly<Record<string, unknown>> =>
  failure instanceof InvalidInput ? { ...contextOf(failure), errors: asArgumentProblems(failure.problems) } : contextOf(failure)

/**
 * An error inside a result, where agents read it: one text for people, one that is JSON with the members of our error body. Not as
 * `structuredContent`, which clients hold to the output schema.
 */
const errorResult = (code: string, detail: string, members: Readonly<Record<string, unknown>>): CallToolResult => ({
  isError: true,
  content: [
    { type: "text", text: `${code}: ${detail}` },
    { type: "text", text: JSON.stringify({ error: code, detail, ...members }) }
  ]
})

/** A failure as a result of a tool: the code, what to do about it, and what a program needs to do it. */
export const failureResult = (failure: Failure, request_id: string): CallToolResult =>
  errorResult(codeOf(failure), told(failure), { request_id, ...context(failure) })

/** What is said of a failure no one expected: nothing of its cause. */
export const unexpectedResult = (request_id: string): CallToolResult =>
  errorResult("internal_error", `Something went wrong on our side. Give the operator the request id ${request_id}.`, { request_id })
