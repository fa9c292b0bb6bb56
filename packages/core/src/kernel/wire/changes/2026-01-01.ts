import type { Change } from "./change.ts"

export const change = {
  date: "2026-01-01",
  title: "Initial public version",
  summary: "The baseline. New keys are pinned to it.",
  breaking: [],
  additive: []
} as const satisfies Change
