import { Effect } from "effect"
import { Organizations } from "../../kernel/tenancy/organizations.ts"
import { Caller } from "../../kernel/access/caller.ts"
import { Forbidden, MissingScope } from "../../kernel/foundation/failure.ts"

/**
 * Fails for a publishable key, which anyone who reads it out of an app would erase with, and where the organization asks for strict redaction
 * for keys that hold none but a legacy scope.
 */
export const permitErasure = Effect.gen(function* () {
  const { credential, organization } = yield* Caller
  if (credential.type !== "api_key") return
  if (credential.kind === "publishable") {
    return yield* new Forbidden({
      code: "forbidden",
      detail: "Anyone can read a publishable key out of an app, so it cannot erase data. Use a secret key on your server."
    })
  }
  if (credential.scopes.has("redact:write")) return
  const found = yield* (yield* Organizations).find(organization)
  if (found?.strict_redaction === true) return yield* new MissingScope({ accepted: ["redact:write"] })
})
