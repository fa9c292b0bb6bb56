import { Tenant } from "@vouchkit/core/kernel/access/caller"
import { Effect } from "effect"

export type TenantName = { readonly organization: string; readonly environment: "sandbox" | "live" }
export const acmeSandbox: TenantName = { organization: "org_acme", environment: "sandbox" }
export const acmeLive: TenantName = { organization: "org_acme", environment: "live" }
export const otherSandbox: TenantName = { organization: "org_other", environment: "sandbox" }

export const as =
  (tenant: TenantName) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, Tenant, tenant)
