import type { Act } from "../chaos.ts"
import type { Course } from "./graphs.ts"

/** Runs of published workflows, and what is broken while they go on. */
export interface Scenario {
  readonly about: string
  readonly runs: number
  /** How often of a hundred each course is taken. */
  readonly courses: Readonly<Partial<Record<Course, number>>>
  readonly apis: number
  readonly workers: number
  /** What is broken now and then. */
  readonly breaks: ReadonlyArray<Act["kind"]>
  /** Whether workers hear of no new job, and die between the commit of a change and its announcement. */
  readonly deaf: boolean
}

/** Runs of the last scenario: FAULT_RUNS asks for more, up to 20,000. */
const many = (): number => {
  const asked = process.env.FAULT_RUNS ?? "150"
  const count = /^[0-9]{1,5}$/.test(asked) ? Number(asked) : 0
  if (count >= 1 && count <= 20_000) return count
  throw new Error("FAULT_RUNS must be a whole number from 1 to 20000")
}

export const scenarios = {
  timers: {
    about: "runs with timers, while the worker is killed",
    runs: 300,
    courses: { timed: 100 },
    apis: 1,
    workers: 1,
    breaks: ["worker"],
    deaf: false
  },
  "wake-ups": {
    about: "runs whose wake-ups are lost",
    runs: 40,
    courses: { woken: 100 },
    apis: 1,
    workers: 1,
    breaks: ["queue"],
    deaf: true
  },
  runs: {
    about: "runs of every kind, while API processes, workers and the database are killed",
    runs: many(),
    courses: { timed: 30, woken: 30, joined: 40 },
    apis: 2,
    workers: 2,
    breaks: ["api", "worker", "database", "queue"],
    deaf: false
  }
} as const satisfies Record<string, Scenario>
export type ScenarioName = keyof typeof scenarios
export const scenarioNames = ["timers", "wake-ups", "runs"] as const satisfies ReadonlyArray<ScenarioName>
