import type { Caller } from "../access/caller.ts"
import { Forbidden, MissingScope, Unauthorized } from "../foundation/failure.ts"
import type { Access } from "./operation.ts"

/** What a publishable key is told wherever it is refused (docs/decisions/publishable-keys.md). */
export const publishableRefused = new Forbidden({
  code: "forbidden",
  detail: "Anyone can read a publishable key out of an app, so it reaches only /sdk. Use a secret key on your server."
})

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
      // Whoever reads the key out of an app holds it, whatever its scopes say.
      if (credential.kind === "publishable") return publishableRefused
      return access.anyOf.some((scope) => credential.scopes.has(scope)) ? undefined : new MissingScope({ accepted: access.anyOf })
    case "dashboard":
      if (credential.type === "dashboard" && credential.permissions.has(access.permission)) return undefined
      if (credential.type === "none") return new Unauthorized({ presented: false })
      return new Forbidden({
        code: "forbidden",
        detail: `Only a dashboard user with the permission ${access.permission} may do this; API keys may not.`
      })
    case "sdk":
      return credential.type === "capture" || credential.type === "api_key"
        ? undefined
        : new Unauthorized({ presented: credential.type !== "none" })
    case "capture":
      return credential.type === "capture" ? undefined : new Unauthorized({ presented: credential.type !== "none" })
  }
}
