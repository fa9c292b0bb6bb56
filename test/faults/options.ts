import { parseArgs } from "node:util"
import { type ScenarioName, scenarioNames, scenarios } from "./runs/scenarios.ts"

/** Sessions of every kind, erasures of people, or runs of published workflows. */
export type Chosen = "sessions" | "erasures" | ScenarioName
const everyScenario: ReadonlyArray<Chosen> = ["sessions", "erasures", ...scenarioNames]

export interface Options {
  readonly scenario: ReadonlyArray<Chosen>
  readonly queue: "postgres" | "sqs"
  /** How long clients work and things break; the quiet period after it is not counted. */
  readonly seconds: number
  readonly seed: number
  readonly apis: number
  readonly workers: number
  /** How many times as seldom things break: beside many runs, processes are otherwise dead for most of the time. */
  readonly seldom: number
}

export const usage = `Usage: bun run test:faults [--scenario NAME] [--queue postgres|sqs] [--seconds 120] [--seed N] [--api 2] [--workers 2] [--seldom 1]

Plays these scenarios, each with processes and a database of its own, or the one that is named:
  sessions  sessions of every kind, for so many seconds and with so many processes
  erasures  people who are erased while they are exported, and everything is killed
${scenarioNames.map((name) => `  ${name.padEnd(9)} ${scenarios[name].runs} ${scenarios[name].about}`).join("\n")}
FAULT_RUNS, at most 20000, is how many runs the last one has. With --seldom N things break N times as seldom.

The first creates and decides sessions while processes are killed, the database is restarted, the queue loses, repeats and reorders, and the
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
      scenario: { type: "string" },
      queue: { type: "string", default: "postgres" },
      seconds: { type: "string", default: "120" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
      api: { type: "string", default: "2" },
      workers: { type: "string", default: "2" },
      seldom: { type: "string", default: "1" },
      help: { type: "boolean", short: "h" }
    }
  })
  if (values.help === true) return undefined
  if (values.queue !== "postgres" && values.queue !== "sqs") throw new Error("--queue must be postgres or sqs")
  const { scenario } = values
  const chosen = everyScenario.filter((name) => scenario === undefined || name === scenario)
  if (chosen.length === 0) throw new Error(`--scenario must be one of ${everyScenario.join(", ")}`)
  return {
    scenario: chosen,
    queue: values.queue,
    seconds: whole("seconds", values.seconds, 5, 3_600),
    seed: whole("seed", values.seed, 0, 4_294_967_295),
    apis: whole("api", values.api, 1, 8),
    workers: whole("workers", values.workers, 1, 8),
    seldom: whole("seldom", values.seldom, 1, 60)
  }
}
