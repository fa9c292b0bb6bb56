import { Effect } from "effect"
import { Caller } from "../../kernel/access/caller.ts"
import { Forbidden } from "../../kernel/foundation/failure.ts"

/** Fails for a publishable key: anyone who reads it out of an app could learn who is listed, and try values until none is. */
export const serversOnly = Effect.gen(function* () {
  const { credential } = yield* Caller
  if (credential.type !== "api_key" || credential.kind !== "publishable") return
  return yield* new Forbidden({
    code: "forbidden",
    detail: "Anyone can read a publishable key out of an app, so it sees no entries of lists. Use a secret key on your server."
  })
})
