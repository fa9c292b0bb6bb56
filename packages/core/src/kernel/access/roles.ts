import { Schema } from "effect"
import { allScopes, type Scope } from "./scopes.ts"

interface PermissionFacts {
  readonly description: string
  /** What the permission is worth where an operation asks for scopes: people and keys share one set of operations. */
  readonly scopes: ReadonlyArray<Scope>
}

const table = {
  view_sessions: {
    description: "See sessions, documents, checks and their results",
    scopes: ["sessions:read", "verifications:read", "documents:read", "checks:read", "workflows:read"]
  },
  manage_sessions: {
    description: "Create, change, expire and resume sessions, upload documents, run checks",
    scopes: ["sessions:create", "sessions:write", "documents:write", "checks:write"]
  },
  view_screening: { description: "See screening records and hits", scopes: ["screening:read"] },
  manage_screening: { description: "Start screenings and judge hits", scopes: ["screening:write"] },
  view_identities: { description: "See identities", scopes: ["identities:read"] },
  manage_identities: { description: "Change, tag, flag, merge and archive identities; keep the blocklist", scopes: ["identities:write"] },
  view_cases: { description: "See review cases", scopes: ["cases:read"] },
  review_cases: { description: "Claim, comment on and escalate cases", scopes: ["cases:write"] },
  decide_cases: { description: "Approve and reject cases", scopes: ["cases:decide"] },
  decide_escalated_cases: { description: "Approve and reject cases that were escalated", scopes: ["cases:decide"] },
  assign_cases: { description: "Give cases to other reviewers", scopes: ["cases:write"] },
  correct_data: { description: "Correct extracted personal data on a case under review", scopes: ["review:write"] },
  manage_workflows: { description: "Create and change workflows", scopes: ["workflows:write", "workflows:trigger"] },
  manage_settings: {
    description: "Change the settings of the organization: policies, types, schemas, lists",
    scopes: ["settings:write"]
  },
  view_integrations: { description: "See integrations", scopes: ["integrations:read"] },
  manage_integrations: { description: "Connect and configure integrations", scopes: ["integrations:write"] },
  view_webhooks: { description: "See webhook endpoints and deliveries", scopes: ["webhooks:read"] },
  manage_webhooks: { description: "Create, change and archive webhook endpoints", scopes: ["webhooks:write"] },
  view_api_keys: { description: "See API keys, never their secrets", scopes: ["api_keys:read"] },
  manage_api_keys: { description: "Create, change and revoke API keys", scopes: ["api_keys:write"] },
  view_audit: { description: "Read the audit log and quality-audit findings", scopes: ["audit_logs:read", "audit:read"] },
  manage_findings: { description: "Acknowledge and dismiss quality-audit findings", scopes: ["audit:write"] },
  view_consortium: { description: "See consortium memberships and matches", scopes: ["consortium:read"] },
  manage_consortium: {
    description: "Resolve consortium matches and change what is shared",
    scopes: ["consortium:write", "consortium:manage"]
  },
  manage_legal_holds: { description: "Keep sessions and identities from being erased, and release them", scopes: [] },
  redact_data: { description: "Delete personal data for good", scopes: ["redact:write"] },
  manage_members: { description: "Invite and remove people and give them roles", scopes: [] },
  manage_security: { description: "Set up single sign-on, two-factor rules and IP allow-lists", scopes: [] },
  manage_ownership: { description: "Hand over or close the organization", scopes: [] }
} as const satisfies Record<string, PermissionFacts>

const isPermissionName = (text: string): text is keyof typeof table => Object.hasOwn(table, text)

/** Every permission, in the order the documents list them. */
export const allPermissions = Object.keys(table).filter(isPermissionName)

/** What a person may do in the dashboard. */
export const Permission = Schema.Literals(allPermissions).annotate({ identifier: "Permission" })
export type Permission = typeof Permission.Type

/** What is known of each permission. */
export const permissionFacts: Readonly<Record<Permission, PermissionFacts>> = table

const views = [
  "view_sessions",
  "view_screening",
  "view_identities",
  "view_cases",
  "view_integrations",
  "view_webhooks",
  "view_api_keys",
  "view_audit",
  "view_consortium"
] as const satisfies ReadonlyArray<Permission>
const caseWork = ["view_sessions", "view_screening", "view_identities", "view_cases", "review_cases", "decide_cases"] as const
const seniorCaseWork = [...caseWork, "decide_escalated_cases", "assign_cases", "correct_data", "manage_screening"] as const

/** The roles every organization has; `auditor` sees everything and changes nothing. */
export const rolePermissions = {
  owner: allPermissions,
  admin: allPermissions.filter((permission) => permission !== "manage_ownership"),
  compliance_manager: [
    ...new Set<Permission>([
      ...views,
      ...seniorCaseWork,
      "manage_sessions",
      "manage_identities",
      "manage_workflows",
      "manage_settings",
      "manage_findings",
      "manage_consortium",
      "manage_legal_holds",
      "redact_data"
    ])
  ],
  senior_reviewer: [...seniorCaseWork, "manage_sessions", "manage_identities"],
  reviewer: [...caseWork, "correct_data"],
  developer: [
    "view_sessions",
    "manage_sessions",
    "view_integrations",
    "manage_integrations",
    "view_webhooks",
    "manage_webhooks",
    "view_api_keys",
    "manage_api_keys",
    "manage_workflows"
  ],
  auditor: views
} as const satisfies Record<string, ReadonlyArray<Permission>>

const isRoleName = (text: string): text is keyof typeof rolePermissions => Object.hasOwn(rolePermissions, text)

/** The built-in roles, from the widest to the narrowest. */
export const allRoles = Object.keys(rolePermissions).filter(isRoleName)

/** A role every organization has; a custom role is a name with a permission set of its own. */
const Role = Schema.Literals(allRoles).annotate({ identifier: "Role" })
type Role = typeof Role.Type

/** A role that an organization defined for itself. No one can define one that owns the organization. */
export interface CustomRole extends Schema.Schema.Type<typeof CustomRole> {}
export const CustomRole = Schema.Struct({
  name: Schema.String.check(
    Schema.makeFilter(
      (text: string) =>
        (/^[a-z][a-z0-9_]{0,62}$/u.test(text) && !isRoleName(text)) ||
        "must be 1 to 63 lower-case letters, digits and underscores, and not the name of a built-in role",
      { expected: "a name for a role", toJsonSchema: () => ({ maxLength: 63, pattern: "^[a-z][a-z0-9_]{0,62}$" }) }
    )
  ),
  permissions: Schema.Array(Schema.Literals(allPermissions.filter((permission) => permission !== "manage_ownership"))).check(
    Schema.isMaxLength(allPermissions.length),
    Schema.isUnique({ message: "must not repeat a permission" })
  )
}).annotate({ identifier: "CustomRole" })

/** What a person may do who holds these roles: the union of their permission sets. */
export const permissionsOf = (roles: ReadonlyArray<Role | CustomRole>): ReadonlySet<Permission> =>
  new Set(roles.flatMap((role): ReadonlyArray<Permission> => (typeof role === "string" ? rolePermissions[role] : role.permissions)))

/** The scopes that permissions are worth, in the order of the scope table, so that operations ask people and keys alike. */
export const scopesOf = (permissions: ReadonlySet<Permission>): ReadonlySet<Scope> => {
  const worth = new Set([...permissions].flatMap((permission) => permissionFacts[permission].scopes))
  return new Set(allScopes.filter((scope) => worth.has(scope)))
}
