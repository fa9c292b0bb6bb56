import { Result, Schema } from "effect"
import type { JobName } from "../postgres/jobs/table.ts"

const text = Schema.String.check(Schema.isBetweenLength(1, 200))
const WakeUp = Schema.Struct({ organization: text, environment: Schema.Literals(["sandbox", "live"]), id: text, name: text })
const decode = Schema.decodeUnknownResult(WakeUp)

/** More than any message of ours can have. */
const longestWakeUp = 2_000
/** How much of a message that is not ours is kept to find out where it came from. */
const longestKept = 16_000
/** SQS refuses what XML does not know, and servers of one's own more than that; written as JSON's own escapes nothing is lost. */
const sendable = (json: string): string => json.replace(/[^\x20-\x7E]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** A message of the queue: which row is due, and nothing of what stands in it. */
export const wakeUp = ({ environment, id, name, organization }: JobName): string =>
  sendable(JSON.stringify({ organization, environment, id, name }))

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The row that a message names, or why it names none. */
export const readWakeUp = (body: string): Result.Result<JobName, string> => {
  if (body.length > longestWakeUp) return Result.fail(`the message is longer than ${longestWakeUp} characters`)
  const value = parsed(body)
  if (value === undefined) return Result.fail("the message is not JSON")
  return Result.mapError(decode(value), () => "the message does not name a job by organization, environment, id and name")
}

/** What the dead-letter queue is told of a job that was set aside. The reason of a job never holds personal data. */
export const setAside = (job: JobName, reason: string): string =>
  sendable(JSON.stringify({ organization: job.organization, environment: job.environment, id: job.id, name: job.name, reason }))

/** What the dead-letter queue is told of a message that is not ours. */
export const strange = (body: string, reason: string): string => sendable(JSON.stringify({ reason, body: body.slice(0, longestKept) }))
