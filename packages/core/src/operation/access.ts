import { Effect } from "effect"
import { Caller } from "./caller.ts"
import { Forbidden, MissingScope, Unauthorized } from "./failure.ts"
import type { Access } from "./operation.ts"

/** Lets the caller through or names what is missing. Runs before the input is looked at, so that nobody learns of a body what they may not do. */
export const permit = (access: Access): Effect.Effect<void, Unauthorized | MissingScope | Forbidden, Caller> =>
  Effect.flatMap(Caller, ({ credential }): Effect.Effect<void, Unauthorized | MissingScope | Forbidden> => {
    switch (access.type) {
      case "public":
        return Effect.void
      case "scopes":
        if (credential.type !== "api_key") return Effect.fail(new Unauthorized({ presented: credential.type !== "none" }))
        return access.anyOf.some((scope) => credential.scopes.has(scope))
          ? Effect.void
          : Effect.fail(new MissingScope({ accepted: access.anyOf }))
      case "dashboard":
        if (credential.type === "dashboard" && credential.permissions.has(access.permission)) return Effect.void
        if (credential.type === "none") return Effect.fail(new Unauthorized({ presented: false }))
        return Effect.fail(
          new Forbidden({
            code: "forbidden",
            detail: `Only a dashboard user with the permission ${access.permission} may do this; API keys may not.`
          })
        )
      case "capture":
        return credential.type === "capture" ? Effect.void : Effect.fail(new Unauthorized({ presented: credential.type !== "none" }))
    }
  })
