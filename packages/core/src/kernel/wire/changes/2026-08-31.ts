import type { Change } from "./change.ts"

export const change = {
  date: "2026-08-31",
  title: "Proof of address in the SDK configuration",
  summary: "Capture clients learn the accepted documents and why an earlier upload was refused.",
  breaking: [],
  additive: [
    "The `proof_of_address` block of `GET /sdk/config` carries `accepted_type_options`, `require_issuing_country`, `default_issuing_country` and `retry_reasons`."
  ]
} as const satisfies Change
