import type { Caller } from "../access/caller.ts"
import { Forbidden, MissingScope, Unauthorized } from "../foundation/failure.ts"
import type { Scope } from "../access/scopes.ts"
import type { Contract } from "./operation.ts"

/** Every refusal of a publishable key answers with this (docs/decisions/publishable-keys.md). */
const publishableRefused = new Forbidden({
  code: "forbidden",
  detail: "Anyone can read a publishable key out of an app, so it reaches only /sdk. Use a secret key on your server."
})

/** What keeps a key out of the agent endpoint, whichever tool it asks for. */
export const agentKeyRefusal = ({ kind }: { readonly kind: "secret" | "publishable" }): Forbidden | undefined =>
  kind === "publishable" ? publishableRefused : undefined

/** The scope that agents need for an operation beside those that REST accepts: what destroys data takes a scope of its own. */
export const agentScopeOf = ({ effect, tool }: Pick<Contract, "effect" | "tool">): Scope | undefined =>
  tool?.scope ?? (effect === "destructive" ? "redact:write" : undefined)

/**
 * What keeps the caller out, or undefined where the operation lets it in: the one rule for REST, people in the dashboard and agents. It is
 * asked before the input is looked at, so that no one learns from a body what they may not do.
 */
export const refusalOf = (
  contract: Pick<Contract, "access" | "effect" | "tool">,
  { actor, credential }: Pick<Caller["Service"], "actor" | "credential">
): Unauthorized | MissingScope | Forbidden | undefined => {
  const { access } = contract
  switch (access.type) {
    case "public":
      return undefined
    case "scopes":
      if (credential.type !== "api_key") return new Unauthorized({ presented: credential.type !== "none" })
      // Anyone who reads the key out of an app holds it, whatever its scopes say.
      if (credential.kind === "publishable") return publishableRefused
      if (actor.type === "agent") {
        const extra = agentScopeOf(contract)
        if (extra !== undefined && !credential.scopes.has(extra)) return new MissingScope({ accepted: [extra] })
      }
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
