import { Schema } from "effect"

/** Sandbox records are simulated, live ones are real; neither sees the other. */
export const EnvironmentName = Schema.Literals(["sandbox", "live"]).annotate({ identifier: "Environment" })
export type Environment = typeof EnvironmentName.Type

/** What differs between the environments. Anyone who has to behave differently reads it here and compares no names. */
interface EnvironmentTraits {
  /** Checks follow a script: no file is opened, no provider is asked, and every result says so. */
  readonly simulated: boolean
  /** A tenant may move its clock ahead. */
  readonly movable_clock: boolean
  /** A watchlist of invented entries is searched beside the published ones. */
  readonly sample_watchlist: boolean
}

const traits = {
  sandbox: { simulated: true, movable_clock: true, sample_watchlist: true },
  live: { simulated: false, movable_clock: false, sample_watchlist: false }
} as const satisfies Record<Environment, EnvironmentTraits>

export const traitsOf = (environment: Environment): EnvironmentTraits => traits[environment]
export const isSimulated = (environment: Environment): boolean => traitsOf(environment).simulated
