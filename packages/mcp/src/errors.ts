import type { CallToolResult } from "@modelcontextprotocol/server"
import { codeOf, type Failure, InvalidInput, type Problem } from "@vouchkit/core/kernel/foundation/failure"
import { contextOf } from "@vouchkit/core/kernel/foundation/failure-context"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { asArgumentProblems } from "./arguments.ts"

/** Says of a text that names requests of REST which tool makes them. */
export type Rewording = (text: string) => string

const namedRequest = /`?\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w/{}-]*[\w}]`?/gu

/** Agents know tools and no requests: of a request that no tool makes they learn that a program with a key can make it. */
export const inTools = (operations: ReadonlyArray<AnyOperation>): Rewording => {
  const tools = new Map(
    operations.flatMap(({ contract: { method, path, tool } }) => (tool === undefined ? [] : [[`${method} ${path}`, tool.name]]))
  )
  return (text) =>
    text.replace(namedRequest, (request) => {
      const bare = request.replaceAll("`", "")
      return tools.get(bare) ?? `a REST request that no tool makes (${bare})`
    })
}

/** How many problems are reported in words; all of them stand in the structured part. */
const mostReported = 20

/** A number that is no whole one is out of its bounds too: what another sentence about the same argument already says is not said again. */
const sentencesOf = (problems: ReadonlyArray<Problem>): ReadonlyArray<string> => {
  const sentences = [...new Set(problems.map(({ loc, message }) => `${loc.join(".")} ${message}`))]
  return sentences.filter((one) => !sentences.some((other) => other.startsWith(`${one} `)))
}

const reported = (failure: Failure, problems: ReadonlyArray<Problem>, reworded: Rewording): string => {
  if (failure._tag !== "InvalidInput") return reworded(failure.message)
  const sentences = sentencesOf(problems)
  const lines = sentences.slice(0, mostReported)
  const more = sentences.length - lines.length
  const all = [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
  return /[.!?]$/u.test(all) ? all : `${all}.`
}

const problemsOf = (failure: Failure, reworded: Rewording): ReadonlyArray<Problem> =>
  failure instanceof InvalidInput
    ? asArgumentProblems(failure.problems).map((problem) => ({ ...problem, message: reworded(problem.message) }))
    : []

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
export const failureResult = (failure: Failure, request_id: string, reworded: Rewording): CallToolResult => {
  const errors = problemsOf(failure, reworded)
  const context = { ...contextOf(failure), ...(failure instanceof InvalidInput ? { errors } : {}) }
  return errorResult(codeOf(failure), reported(failure, errors, reworded), { request_id, ...context })
}

/** What is said of a failure no one expected: nothing of its cause. */
export const unexpectedResult = (request_id: string): CallToolResult =>
  errorResult("internal_error", `Something went wrong on our side. Give the operator the request id ${request_id}.`, { request_id })
