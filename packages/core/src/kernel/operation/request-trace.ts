import type { Tracer } from "effect"
import type { Caller } from "../access/caller.ts"

/** The span under which a request is answered. There is one only where spans are collected. */
export interface RequestTrace {
  readonly span: Tracer.Span
}

/** Says for whom a request is done, once that is known: by identifiers of ours, which name no person. */
export const identify = (
  { span }: RequestTrace,
  { environment, organization }: Pick<Caller["Service"], "environment" | "organization">
): void => {
  span.attribute("vouchkit.organization.id", organization)
  span.attribute("vouchkit.environment", environment)
}
