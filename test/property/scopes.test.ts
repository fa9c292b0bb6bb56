import { expect, test } from "bun:test"
import {
  allScopes,
  defaultScopes,
  grants,
  isScope,
  missingScopeDetail,
  publishableScopes,
  type Scope,
  scopeFacts,
  unsuitableScopes
} from "@vouchkit/core/kernel/access/scopes"
import fc from "fast-check"

const aScope = fc.constantFrom(...allScopes)
const someScopes = fc.uniqueArray(aScope)

test("a caller is let in exactly when one of the scopes held is among those accepted", () => {
  fc.assert(
    fc.property(someScopes, someScopes, (held, accepted) => {
      const shared = held.filter((scope) => accepted.includes(scope))
      expect(grants(new Set(held), accepted)).toBe(shared.length > 0)
    })
  )
})

test("adding a scope to a key never removes access", () => {
  fc.assert(
    fc.property(someScopes, aScope, someScopes, (held, added, accepted) => {
      const before = grants(new Set(held), accepted)
      const after = grants(new Set([...held, added]), accepted)
      expect(after || !before).toBe(true)
    })
  )
})

test("accepting one more scope never shuts anybody out", () => {
  fc.assert(
    fc.property(someScopes, aScope, someScopes, (held, added, accepted) => {
      expect(grants(new Set(held), [...accepted, added]) || !grants(new Set(held), accepted)).toBe(true)
    })
  )
})

test("an operation that accepts no scope lets nobody in, and a key without scopes is let in nowhere", () => {
  expect(grants(new Set(allScopes), [])).toBe(false)
  fc.assert(fc.property(someScopes, (accepted) => expect(grants(new Set<Scope>(), accepted)).toBe(false)))
})

test("the text of a 403 names every accepted scope in order, joined with or", () => {
  expect(missingScopeDetail(["sessions:create"])).toBe("API key missing required scope: sessions:create")
  expect(missingScopeDetail(["redact:write", "checks:write", "screening:write"])).toBe(
    "API key missing required scope: redact:write or checks:write or screening:write"
  )
  fc.assert(
    fc.property(fc.uniqueArray(aScope, { minLength: 1 }), (accepted) => {
      expect(missingScopeDetail(accepted).slice("API key missing required scope: ".length).split(" or ")).toEqual(accepted)
    })
  )
})

test("a secret key may hold any scope; a publishable key only those marked so", () => {
  fc.assert(
    fc.property(someScopes, (scopes) => {
      expect(unsuitableScopes("secret", scopes)).toEqual([])
      const unsuitable = unsuitableScopes("publishable", scopes)
      expect([...unsuitable, ...scopes.filter((scope) => publishableScopes.includes(scope))].sort()).toEqual([...scopes].sort())
    })
  )
})

test("publishable keys never carry redact, cases, settings, api_keys or audit scopes, nor any that is opt-in", () => {
  for (const scope of publishableScopes) {
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
