import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../foundation/failure.ts"
import type { AgentPii, Plan } from "../foundation/plans.ts"
import type { Environment } from "../foundation/environment.ts"

/** Who runs verifications: the tenant, and what an operator has set for it. */
export interface Organization {
  readonly id: string
  readonly name: string
  /** Its requests are limited by it; absent for self-hosted use. */
  readonly plan?: Plan
  /** When its plan ends: from then on its keys only read. Null for a plan without an end. */
  readonly plan_expires_at: string | null
  readonly ip_allowlist: ReadonlyArray<string>
  readonly disabled_environments: ReadonlyArray<Environment>
  /** Erasure needs `redact:write` on REST too. */
  readonly strict_redaction: boolean
  /** How much of names agents see; initials where no one chose. */
  readonly agent_pii?: AgentPii
  readonly created_at: string
}

export const newOrganization = (id: string, name: string, created_at: string): Organization => ({
  id,
  name,
  plan_expires_at: null,
  ip_allowlist: [],
  disabled_environments: [],
  strict_redaction: false,
  created_at
})

export class Organizations extends Context.Service<
  Organizations,
  {
    readonly find: (id: string) => Effect.Effect<Organization | undefined, StorageUnavailable>
    /** Keeps an organization of that id as it is. */
    readonly ensure: (organization: Organization) => Effect.Effect<Organization, StorageUnavailable>
    /** Reads for a change: others that want to change it wait until this transaction ends. */
    readonly lock: (id: string) => Effect.Effect<Organization | undefined, StorageUnavailable>
    /** Replaces a locked one. Every process goes by the new one within a second. */
    readonly save: (organization: Organization) => Effect.Effect<void, StorageUnavailable>
    /** In the order of their ids, those behind one of them; an empty text begins. */
    readonly list: (page: {
      readonly after: string
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Organization>, StorageUnavailable>
  }
>()("@vouchkit/core/access/Organizations") {}
