import { expect, test } from "bun:test"
import { allScopes, defaultScopes, isScope, type Scope, scopeFacts, unsuitableScopes } from "@vouchkit/core/kernel/access/scopes"
import { MissingScope } from "@vouchkit/core/kernel/foundation/failure"
import { refusalOf } from "@vouchkit/core/kernel/operation/access"
import { scopes } from "@vouchkit/core/kernel/operation/operation"
import fc from "fast-check"

const aScope = fc.constantFrom(...allScopes)
const someScopes = fc.uniqueArray(aScope)

/** What the access rule of an operation answers to a secret key that holds these scopes. */
const refusal = (held: ReadonlyArray<Scope>, accepted: readonly [Scope, ...ReadonlyArray<Scope>]) =>
  refusalOf(
    { access: scopes(...accepted), effect: "read" },
    {
      actor: { type: "api_key", id: "key_1" },
      credential: { type: "api_key", id: "key_1", kind: "secret", scopes: new Set(held) }
    }
  )
const accepting = fc.tuple(aScope, someScopes).map(([one, others]) => [one, ...others.filter((scope) => scope !== one)] as const)

test("a caller is let in exactly when one of the scopes held is among those accepted", () => {
  fc.assert(
    fc.property(someScopes, accepting, (held, accepted) => {
      expect(refusal(held, accepted) === undefined).toBe(held.some((scope) => accepted.includes(scope)))
    })
  )
})

test("adding a scope to a key never removes access", () => {
  fc.assert(
    fc.property(someScopes, aScope, accepting, (held, added, accepted) => {
      if (refusal(held, accepted) === undefined) expect(refusal([...held, added], accepted)).toBeUndefined()
    })
  )
})

test("accepting one more scope never shuts anybody out", () => {
  fc.assert(
    fc.property(someScopes, aScope, accepting, (held, added, accepted) => {
      if (refusal(held, accepted) === undefined) expect(refusal(held, [...accepted, added])).toBeUndefined()
    })
  )
})

test("a key without scopes is let in nowhere", () => {
  fc.assert(fc.property(accepting, (accepted) => expect(refusal([], accepted)).toBeInstanceOf(MissingScope)))
})

test("the text of a 403 names every accepted scope in order, joined with or", () => {
  expect(refusal([], ["sessions:create"])?.message).toBe("API key missing required scope: sessions:create")
  expect(refusal([], ["redact:write", "checks:write", "screening:write"])?.message).toBe(
    "API key missing required scope: redact:write or checks:write or screening:write"
  )
  fc.assert(
    fc.property(accepting, (accepted) => {
      const named = refusal([], accepted)?.message.slice("API key missing required scope: ".length).split(" or ")
      expect(named).toEqual([...accepted])
    })
  )
})

test("a secret key may hold any scope; a publishable key only those marked so", () => {
  fc.assert(
    fc.property(someScopes, (wanted) => {
      expect(unsuitableScopes("secret", wanted)).toEqual([])
      const unsuitable = unsuitableScopes("publishable", wanted)
      expect([...unsuitable, ...wanted.filter((scope) => scopeFacts[scope].publishable)].sort()).toEqual([...wanted].sort())
    })
  )
})

test("publishable keys never carry redact, cases, settings, api_keys or audit scopes, nor any that is opt-in", () => {
  for (const scope of allScopes.filter((one) => scopeFacts[one].publishable)) {
    expect(scope).not.toMatch(/^(redact|cases|settings|api_keys|audit|audit_logs):/)
    expect(scopeFacts[scope].grant).toBe("default")
  }
})

test("the twelve default scopes are those of the contract and never include redact:write", () => {
  expect(defaultScopes).toEqual([
    "sessions:read",
    "sessions:create",
    "sessions:write",
    "verifications:read",
    "documents:read",
    "documents:write",
    "screening:read",
    "screening:write",
    "checks:read",
    "checks:write",
    "identities:read",
    "workflows:read"
  ])
})

test("there are 34 scopes, each spelled resource:action and known as one", () => {
  expect(allScopes).toHaveLength(34)
  for (const scope of allScopes) {
    expect(scope).toMatch(/^[a-z_]+:[a-z-]+$/)
    expect(isScope(scope)).toBe(true)
    expect(scopeFacts[scope].description.length).toBeGreaterThan(10)
  }
})

test("names of what every object has are not scopes", () => {
  for (const text of ["constructor", "__proto__", "toString", "", "sessions", "sessions:read ", "SESSIONS:READ"])
    expect(isScope(text)).toBe(false)
})
