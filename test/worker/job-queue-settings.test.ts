import { expect, test } from "bun:test"
import { readSettings } from "@vouchkit/worker/settings/settings"
import { Result } from "effect"

const read = (environment: Readonly<Record<string, string>>) => readSettings(environment, { database_url: false, terminal: false })
const queueOf = (environment: Readonly<Record<string, string>>) => Result.getOrThrow(read(environment)).job_queue
const problems = (environment: Readonly<Record<string, string>>) => {
  const result = read(environment)
  return Result.isSuccess(result) ? [] : result.failure.problems.map(({ variable }) => variable)
}
const url = "https://sqs.eu-west-1.amazonaws.com/123456789012/jobs"
const least = { JOB_QUEUE: "sqs", SQS_QUEUE_URL: url }

test("the URL of a queue of AWS is enough, and names its region", () => {
  expect(queueOf(least)).toEqual({ queue_url: url, dead_letter_queue_url: null, region: "eu-west-1", endpoint: null })
  const region = (host: string) => queueOf({ ...least, SQS_QUEUE_URL: `https://${host}/1/jobs` })?.region
  expect(region("sqs-fips.us-gov-west-1.amazonaws.com")).toBe("us-gov-west-1")
  expect(region("vpce-0a1-x.sqs.eu-central-1.vpce.amazonaws.com")).toBe("eu-central-1")
  expect(region("sqs.cn-north-1.amazonaws.com.cn")).toBe("cn-north-1")
  expect(queueOf({ ...least, SQS_REGION: "eu-north-1" })?.region).toBe("eu-north-1")
})

test("a server of one's own and a dead-letter queue are read", () => {
  const own = { SQS_QUEUE_URL: "http://queue:9324/000/jobs", SQS_DEAD_LETTER_QUEUE_URL: "http://queue:9324/000/dead" }
  expect(queueOf({ JOB_QUEUE: "SQS", ...own, SQS_REGION: "local", SQS_ENDPOINT: "http://queue:9324/" })).toEqual({
    queue_url: own.SQS_QUEUE_URL,
    dead_letter_queue_url: own.SQS_DEAD_LETTER_QUEUE_URL,
    region: "local",
    endpoint: "http://queue:9324"
  })
})

test("workers take jobs from the database unless JOB_QUEUE says otherwise", () => {
  expect(queueOf({ SQS_QUEUE_URL: url })).toBeNull()
  expect(queueOf({ ...least, JOB_QUEUE: "postgres" })).toBeNull()
})

test("everything that is missing or does not fit is told at once", () => {
  expect(problems({ JOB_QUEUE: "sqs" })).toEqual(["SQS_QUEUE_URL"])
  expect(problems({ PORT: "x", JOB_QUEUE: "sqs", SQS_QUEUE_URL: "http://queue/1/jobs", SQS_ENDPOINT: "queue" })).toEqual([
    "PORT",
    "SQS_REGION",
    "SQS_ENDPOINT"
  ])
  expect(problems({ ...least, SQS_DEAD_LETTER_QUEUE_URL: url })).toEqual(["SQS_DEAD_LETTER_QUEUE_URL"])
  expect(problems({ ...least, SQS_QUEUE_URL: `${url}.fifo` })).toEqual(["SQS_QUEUE_URL"])
  expect(problems({ ...least, SQS_QUEUE_URL: "https://sqs.eu-west-1.amazonaws.com" })).toEqual(["SQS_QUEUE_URL"])
  expect(problems({ ...least, SQS_QUEUE_URL: `https://user:secret@sqs.eu-west-1.amazonaws.com/1/jobs` })).toEqual(["SQS_QUEUE_URL"])
})
