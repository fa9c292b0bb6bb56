import { Schema } from "effect"

/** Answers of a scripted sandbox run. */
export const Scenario = Schema.Literals([
  "approved",
  "declined",
  "review",
  "resubmission",
  "sanctions",
  "duplicate",
  "slow",
  "error"
]).annotate({
  identifier: "Scenario"
})
export type Scenario = typeof Scenario.Type
