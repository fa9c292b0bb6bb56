import { Context } from "effect"
import type { Scope } from "./scopes.ts"
import type { Permission } from "./roles.ts"
import type { Inflection } from "../wire/inflection.ts"
import type { AgentPii, Plan } from "../foundation/plans.ts"
import type { Environment } from "../foundation/environment.ts"
import type { ServiceVersion } from "../wire/versions.ts"

/** Whose records may be seen: every query of tenant data carries both. */
export class Tenant extends Context.Service<Tenant, { readonly organization: string; readonly environment: Environment }>()(
  "@vouchkit/core/operation/Tenant"
) {}

/** Who acts, as audit entries and events show it. A label never holds personal data of a person being verified. */
export interface Actor {
  readonly type: "api_key" | "user" | "system" | "agent" | "subject"
  readonly id: string
}

/** What let the caller in. */
export type Credential =
  | {
      readonly type: "api_key"
      readonly id: string
      readonly kind: "secret" | "publishable"
      readonly scopes: ReadonlySet<Scope>
      /** Of its organization; absent where no one chose one. */
      readonly plan?: Plan
      readonly agent_pii?: AgentPii
    }
  | { readonly type: "dashboard"; readonly user: string; readonly permissions: ReadonlySet<Permission> }
  /** `browser`: SHA-256 of the cookie by which the caller shows to which browser the link is bound; null where none was sent. */
  | { readonly type: "capture"; readonly link: string; readonly session: string; readonly browser: string | null }
  | { readonly type: "none" }

/** Who is calling, by what right and from where. */
export class Caller extends Context.Service<
  Caller,
  {
    readonly organization: string
    readonly environment: Environment
    readonly actor: Actor
    readonly credential: Credential
    readonly request_id: string
    /** Network address of the caller, behind trusted proxies its forwarded one; null in process. */
    readonly address: string | null
    readonly user_agent: string | null
    /** What the browser of a person sends beside its user agent: languages and client hints, in one line. Absent for other callers. */
    readonly traits?: string
    readonly version: ServiceVersion
    readonly inflection: Inflection
    /** The tool by which an agent calls; null on REST. */
    readonly tool: string | null
  }
>()("@vouchkit/core/operation/Caller") {}
