import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { announcingFreely, type Unannounced } from "@vouchkit/core/kernel/foundation/announces"
import { newest } from "@vouchkit/core/kernel/wire/versions"
import { Context, Effect } from "effect"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

/** Runs as the service itself on behalf of a tenant; `request_id` ties logs, audit entries and events of one run together. */
export const asSystem = (tenant: { readonly organization: string; readonly environment: Environment }, request_id: string) => {
  const { environment, organization } = tenant
  const services = Context.make(Tenant, { organization, environment }).pipe(
    Context.add(Caller, {
      organization,
      environment,
      actor: { type: "system", id: "worker" },
      credential: { type: "none" },
      request_id,
      address: null,
      user_agent: null,
      version: newest,
      inflection: "snake",
      tool: null
    })
  )
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<Unannounced<R>, Caller | Tenant>> =>
    Effect.annotateLogs(Effect.provideContext(announcingFreely(effect), services), { request_id, organization, environment })
}
