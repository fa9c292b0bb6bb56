import { isRecord } from "../../schema/shape.ts"
import type { Change, DownConverter } from "./change.ts"

/**
 * The earlier payload named who flagged an identity and why. Who is the actor of the event; the reason is no longer part of any event, so
 * earlier versions see the key with null.
 */
const withFlagDetails: DownConverter = (envelope) => {
  if (!isRecord(envelope) || !isRecord(envelope.data)) return envelope
  const { actor, data } = envelope
  if ("flagged_by" in data && "flag_reason" in data) return envelope
  const flagged_by = isRecord(actor) && typeof actor.id === "string" ? actor.id : null
  return { ...envelope, data: { flagged_by, flag_reason: null, ...data } }
}

const withFlagMembers = (schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  if (!isRecord(schema.properties)) return schema
  const text = { type: "string", maxLength: 255 }
  return {
    ...schema,
    properties: {
      ...schema.properties,
      flagged_by: { anyOf: [text, { type: "null" }], description: "In `identity.flagged`: who flagged it" },
      flag_reason: { type: "null", description: "In `identity.flagged`: always null" }
    }
  }
}

export const change = {
  date: "2026-04-17",
  title: "Data protection and signed events",
  summary: "Erasure endpoints, a timestamped event signature with one secret per endpoint, and strict environment isolation.",
  breaking: [
    "`identity.flagged` says `has_reason`; before, it also shows `flagged_by`, and `flag_reason`, which is null.",
    "Deliveries carry `X-Service-Signature: t=...,v1=...` only; the bare hexadecimal form in `X-Service-Signature-Legacy` ends."
  ],
  additive: [
    "Erasure endpoints.",
    "One signing secret per webhook endpoint.",
    "A request across environments is answered with 404.",
    "`X-Request-Id` is echoed on every response.",
    "Provider labels are sanitized.",
    "Oversized strings, lists and metadata are answered with 422."
  ],
  schemas: { IdentitySnapshot: withFlagMembers },
  event: { "identity.flagged": withFlagDetails }
} as const satisfies Change
