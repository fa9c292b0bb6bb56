import { expect, test } from "bun:test"
import {
  allPermissions,
  allRoles,
  CustomRole,
  type Permission,
  permissionFacts,
  permissionsOf,
  rolePermissions,
  scopesOf
} from "@vouchkit/core/kernel/access/roles"
import { allScopes } from "@vouchkit/core/kernel/access/scopes"
import { Schema } from "effect"
import fc from "fast-check"

const holders = (permission: Permission) => allRoles.filter((role) => permissionsOf([role]).has(permission))

test("the built-in roles are the seven of the decision", () => {
  expect(allRoles).toEqual(["owner", "admin", "compliance_manager", "senior_reviewer", "reviewer", "developer", "auditor"])
})

test("only owner, admin and compliance manager change settings", () => {
  expect(holders("manage_settings")).toEqual(["owner", "admin", "compliance_manager"])
})

test("an escalated case is decided by a senior reviewer or above, never by a reviewer", () => {
  expect(holders("decide_escalated_cases")).toEqual(["owner", "admin", "compliance_manager", "senior_reviewer"])
})

test("an auditor sees and changes nothing: no scope of theirs writes", () => {
  const scopes = [...scopesOf(permissionsOf(["auditor"]))]
  expect(scopes.length).toBeGreaterThan(5)
  for (const scope of scopes) expect(scope).toEndWith(":read")
})

test("only who may delete personal data for good holds redact:write", () => {
  expect(allRoles.filter((role) => scopesOf(permissionsOf([role])).has("redact:write"))).toEqual(["owner", "admin", "compliance_manager"])
})

test("a developer cannot see or decide cases, a reviewer cannot make API keys", () => {
  expect(scopesOf(permissionsOf(["developer"])).has("cases:read")).toBe(false)
  expect(scopesOf(permissionsOf(["developer"])).has("cases:decide")).toBe(false)
  expect(scopesOf(permissionsOf(["reviewer"])).has("api_keys:write")).toBe(false)
})

test("an owner may do everything; every other role leaves ownership alone", () => {
  expect([...permissionsOf(["owner"])].sort()).toEqual([...allPermissions].sort())
  expect(holders("manage_ownership")).toEqual(["owner"])
})

test("no role names a permission twice", () => {
  for (const role of allRoles) expect(rolePermissions[role].length).toBe(permissionsOf([role]).size)
})

test("every scope but the external gate's, which is for machines, is within reach of an owner", () => {
  expect(allScopes.filter((scope) => !scopesOf(permissionsOf(["owner"])).has(scope))).toEqual(["sessions:external-decision"])
})

test("every permission is described", () => {
  for (const permission of allPermissions) expect(permissionFacts[permission].description.length).toBeGreaterThan(8)
})

const somePermissions = fc.uniqueArray(fc.constantFrom(...allPermissions.filter((permission) => permission !== "manage_ownership")))

test("another role never takes a permission away", () => {
  fc.assert(
    fc.property(fc.subarray(allRoles), somePermissions, (roles, permissions) => {
      const before = permissionsOf(roles)
      const after = permissionsOf([...roles, { name: "extra", permissions: permissions as CustomRole["permissions"] }])
      expect(before.isSubsetOf(after)).toBe(true)
      expect(scopesOf(before).isSubsetOf(scopesOf(after))).toBe(true)
    })
  )
})

test("a custom role has a name of its own and cannot own the organization", () => {
  const is = Schema.is(CustomRole)
  expect(is({ name: "night_shift", permissions: ["view_cases", "decide_cases"] })).toBe(true)
  expect(is({ name: "night_shift", permissions: [] })).toBe(true)
  expect(is({ name: "owner", permissions: [] })).toBe(false)
  expect(is({ name: "Night shift", permissions: [] })).toBe(false)
  expect(is({ name: "n".repeat(63), permissions: [] })).toBe(true)
  expect(is({ name: "n".repeat(64), permissions: [] })).toBe(false)
  expect(is({ name: "x", permissions: ["manage_ownership"] })).toBe(false)
  expect(is({ name: "x", permissions: ["view_cases", "view_cases"] })).toBe(false)
  expect(is({ name: "x", permissions: ["fly"] })).toBe(false)
})
