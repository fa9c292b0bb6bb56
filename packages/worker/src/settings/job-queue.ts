import type { SqsQueue } from "@vouchkit/adapters/sqs/client"
import { Result, Schema } from "effect"
import type { SettingProblem } from "./settings.ts"
import * as Read from "./variables.ts"

const example = "https://sqs.eu-central-1.amazonaws.com/123456789012/vouchkit-jobs"

const queueUrl = (text: string) =>
  Result.flatMap(
    Result.mapError(Read.webAddress(example)(text), () => `must be the URL of a queue, such as ${example}`),
    (url) => {
      const { pathname } = new URL(url)
      if (pathname.endsWith(".fifo"))
        return Result.fail("must be the URL of a standard queue; jobs need no order, and FIFO queues cost more")
      return /^\/.+/.test(pathname) ? Result.succeed(url) : Result.fail(`must be the URL of a queue, such as ${example}`)
    }
  )

/** Servers of one's own have regions of their own making. */
const region = (text: string) =>
  /^[0-9A-Za-z_-]{1,64}$/.test(text) ? Result.succeed(text) : Result.fail("must be the region of the queue, such as eu-central-1")

/** The variables of `JOB_QUEUE=sqs`; the credentials are the SDK's own matter. */
export const jobQueueVariables = {
  SQS_QUEUE_URL: Schema.optionalKey(Read.variable(queueUrl)),
  SQS_DEAD_LETTER_QUEUE_URL: Schema.optionalKey(Read.variable(queueUrl)),
  SQS_REGION: Schema.optionalKey(Read.variable(region)),
  SQS_ENDPOINT: Schema.optionalKey(Read.variable(Read.webAddress("https://sqs.eu-central-1.amazonaws.com")))
}

interface Values {
  readonly SQS_QUEUE_URL?: string
  readonly SQS_DEAD_LETTER_QUEUE_URL?: string
  readonly SQS_REGION?: string
  readonly SQS_ENDPOINT?: string
}

/** The region that the URL of a queue of AWS names. */
const regionOf = (url: string): string | undefined =>
  URL.canParse(url)
    ? /(?:^|\.)sqs(?:-fips)?\.([a-z0-9-]+)\.(?:vpce\.)?(?:amazonaws\.com(?:\.cn)?|api\.aws)$/.exec(new URL(url).hostname)?.[1]
    : undefined

/** What is wrong with them together, where each may be right by itself. */
export const jobQueueProblems = (given: Readonly<Record<string, string>>): ReadonlyArray<SettingProblem> => {
  const { JOB_QUEUE, SQS_DEAD_LETTER_QUEUE_URL, SQS_QUEUE_URL, SQS_REGION } = given
  if (JOB_QUEUE?.toLowerCase() !== "sqs") return []
  if (SQS_QUEUE_URL === undefined) {
    return [{ variable: "SQS_QUEUE_URL", message: `must be the URL of the queue when JOB_QUEUE is sqs, such as ${example}` }]
  }
  const problems: Array<SettingProblem> = []
  if (SQS_DEAD_LETTER_QUEUE_URL === SQS_QUEUE_URL) {
    problems.push({ variable: "SQS_DEAD_LETTER_QUEUE_URL", message: "must be a different queue from SQS_QUEUE_URL" })
  }
  if (SQS_REGION === undefined && regionOf(SQS_QUEUE_URL) === undefined) {
    problems.push({
      variable: "SQS_REGION",
      message: "must name the region of the queue, because its URL does not; your own server has one too"
    })
  }
  return problems
}

/** The queue that the variables describe; null when workers take jobs from the database. */
export const jobQueueOf = (queue: "postgres" | "sqs", values: Values): SqsQueue | null => {
  if (queue === "postgres" || values.SQS_QUEUE_URL === undefined) return null
  const named = values.SQS_REGION ?? regionOf(values.SQS_QUEUE_URL)
  return named === undefined
    ? null
    : {
        queue_url: values.SQS_QUEUE_URL,
        dead_letter_queue_url: values.SQS_DEAD_LETTER_QUEUE_URL ?? null,
        region: named,
        endpoint: values.SQS_ENDPOINT ?? null
      }
}
