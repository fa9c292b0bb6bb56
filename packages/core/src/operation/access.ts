import type { Caller } from "./caller.ts"
import { Forbidden, MissingScope, Unauthorized } from "./failure.ts"
import type { Access } from "./operation.ts"

/**
 * What keeps the caller out, or undefined where the access lets it in. Asked before the input is looked at, so that nobody learns of a body
 * what they may not do.
 */
export const refusalOf = (
  access: Access,
  { credential }: Pick<Caller["Service"], "credential">
): Unauthorized | MissingScope | Forbidden | undefined => {
  switch (access.type) {
    case "public":
      return undefined
    case "scopes":
      if (credential.type !== "api_key") return new Unauthorized({ presented: credential.type !== "none" })
      return access.anyOf.some((scope) => credential.scopes.has(scope)) ? undefined : new MissingScope({ accepted: access.anyOf })
    case "dashboard":
      if (credential.type === "dashboard" && credential.permissions.has(access.permission)) return undefined
      if (credential.type === "none") return new Unauthorized({ presented: false })
      return new Forbidden({
        code: "forbidden",
        detail: `Only a dashboard user with the permission ${access.permission} may do this; API keys may not.`
      })
    case "capture":
      return credential.type === "capture" ? undefined : new Unauthorized({ presented: credential.type !== "none" })
  }
}
