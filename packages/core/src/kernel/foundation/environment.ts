import { Schema } from "effect"

/** Sandbox records are simulated, live ones are real; neither sees the other. */
export const EnvironmentName = Schema.Literals(["sandbox", "live"]).annotate({ identifier: "Environment" })
export type Environment = typeof EnvironmentName.Type
