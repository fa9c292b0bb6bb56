import { anyone } from "@vouchkit/core/kernel/operation/operation"
import { Schema } from "effect"

/** What the contracts of tests have in common that are about what a contract declares. */
export const contract = {
  summary: "Do",
  method: "PUT",
  path: "/do",
  access: anyone,
  effect: "write",
  output: Schema.Struct({ done: Schema.Boolean })
} as const
