import { parseArgs } from "node:util"

export interface Options {
  readonly queue: "postgres" | "sqs"
  /** How long clients work and things break; the quiet period after it is not counted. */
  readonly seconds: number
  readonly seed: number
  readonly apis: number
  readonly workers: number
}

export const usage = `Usage: bun run test:faults [--queue postgres|sqs] [--seconds 120] [--seed N] [--api 2] [--workers 2]

Creates and decides sessions while processes are killed, the database is restarted, the queue loses, repeats and reorders, and the
receiver of webhooks misbehaves. Afterwards nothing may be lost, doubled or stuck. The same seed breaks the same things at the same times.
`

const whole = (name: string, text: string, least: number, most: number): number => {
  const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Error(`--${name} must be a whole number from ${least} to ${most}`)
}

/** Undefined when help was asked for. */
export const readOptions = (args: ReadonlyArray<string>): Options | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      queue: { type: "string", default: "postgres" },
      seconds: { type: "string", default: "120" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
      api: { type: "string", default: "2" },
      workers: { type: "string", default: "2" },
      help: { type: "boolean", short: "h" }
    }
  })
  if (values.help === true) return undefined
  if (values.queue !== "postgres" && values.queue !== "sqs") throw new Error("--queue must be postgres or sqs")
  return {
    queue: values.queue,
    seconds: whole("seconds", values.seconds, 5, 3_600),
    seed: whole("seed", values.seed, 0, 4_294_967_295),
    apis: whole("api", values.api, 1, 8),
    workers: whole("workers", values.workers, 1, 8)
  }
}
