import { Effect } from "effect"
import { announcingFreely } from "../foundation/announces.ts"
import { makeId } from "../foundation/id.ts"
import { Caller, Tenant } from "./caller.ts"
import { newest } from "../wire/versions.ts"

/** Runs an effect of a timer or a command within one tenant, as the service itself: `name` is the actor's id in the audit log and in events. */
export const asSystem =
  (tenant: Tenant["Service"], name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(makeId("req"), (request_id) => {
      const caller: Caller["Service"] = {
        organization: tenant.organization,
        environment: tenant.environment,
        actor: { type: "system", id: name },
        credential: { type: "none" },
        request_id,
        address: null,
        user_agent: null,
        version: newest,
        inflection: "snake",
        tool: null
      }
      return announcingFreely(effect).pipe(Effect.provideService(Caller, caller), Effect.provideService(Tenant, tenant))
    })
