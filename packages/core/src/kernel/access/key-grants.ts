import type { Credential } from "./caller.ts"
import type { Problem } from "../foundation/failure.ts"
import type { KeyKind } from "./key-format.ts"
import { isAsStrict } from "./network.ts"
import { scopesOf } from "./roles.ts"
import { allScopes, defaultScopes, type Scope, unsuitableScopes } from "./scopes.ts"

/** The scopes a caller holds, and with that the most it may hand on. */
export const heldScopes = (credential: Credential): ReadonlySet<Scope> => {
  switch (credential.type) {
    case "api_key":
      return credential.scopes
    case "dashboard":
      return scopesOf(credential.permissions)
    case "capture":
    case "none":
      return new Set()
  }
}

/** A list of scopes as keys carry it: each once, in the order of the scope table. */
export const inTableOrder = (scopes: ReadonlyArray<Scope>): ReadonlyArray<Scope> => allScopes.filter((scope) => scopes.includes(scope))

/** What a new key gets when its maker names no scopes: the default grant, as far as the maker holds it and the kind may carry it. */
export const defaultGrant = (kind: KeyKind, held: ReadonlySet<Scope>): ReadonlyArray<Scope> => {
  const unsuitable = unsuitableScopes(kind, defaultScopes)
  return defaultScopes.filter((scope) => held.has(scope) && !unsuitable.includes(scope))
}

interface Grant {
  readonly kind: KeyKind
  readonly scopes: ReadonlyArray<Scope>
  /** What may be handed on: the scopes of the person who grants, and those that the key carries already. */
  readonly grantable: ReadonlySet<Scope>
}

/** Everything that keeps these scopes from being granted, one problem for each scope at fault; `loc` ends in its place in the list. */
export const grantProblems = ({ grantable, kind, scopes }: Grant, loc: Problem["loc"]): ReadonlyArray<Problem> => {
  const unsuitable = unsuitableScopes(kind, scopes)
  return scopes.flatMap((scope, index): ReadonlyArray<Problem> => {
    if (unsuitable.includes(scope)) {
      return [
        {
          loc: [...loc, index],
          code: "scope_not_for_publishable",
          message: `Anyone can read a publishable key out of an app, so it never has ${scope}. Leave the scope out, or create a secret key.`
        }
      ]
    }
    if (grantable.has(scope)) return []
    return [
      {
        loc: [...loc, index],
        code: "scope_not_held",
        message: `Your key does not have ${scope} and cannot grant it. Use a key that has the scope, or leave it out.`
      }
    ]
  })
}

/** What keeps a key from being used everywhere and for ever. */
interface Restrictions {
  readonly ip_allowlist: ReadonlyArray<string>
  readonly expires_at: string | null
}

const lifted = (before: Restrictions, after: Restrictions): ReadonlyArray<keyof Restrictions> => [
  ...(isAsStrict(after.ip_allowlist, before.ip_allowlist) ? [] : (["ip_allowlist"] as const)),
  ...(before.expires_at === null || (after.expires_at !== null && after.expires_at <= before.expires_at) ? [] : (["expires_at"] as const))
]

/**
 * Everything that keeps a change from lifting restrictions of a key, one problem for each field. A restriction is worth what the key may do, so
 * that only a person who has every scope of the key may lift it; anyone may make a key stricter.
 */
export const liftProblems = (
  before: Restrictions,
  after: Restrictions & { readonly scopes: ReadonlyArray<Scope> },
  held: ReadonlySet<Scope>
): ReadonlyArray<Problem> => {
  const lacking = after.scopes.filter((scope) => !held.has(scope))
  if (lacking.length === 0) return []
  return lifted(before, after).map((field) => ({
    loc: ["body", field],
    code: "scope_not_held",
    message: `Your key does not have ${lacking.join(", ")}, which this key has, and cannot lift its restriction. Use a key that has these scopes, or make the restriction stricter.`
  }))
}
