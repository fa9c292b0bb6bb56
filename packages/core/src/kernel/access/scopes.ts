import { Schema } from "effect"

interface ScopeFacts {
  /** Whether a new key holds it unless told otherwise, or only when asked for. */
  readonly grant: "default" | "opt_in"
  /** What the scope allows, in the words of the contract. */
  readonly description: string
  /** Whether a publishable key, which anyone can read out of an app, may hold it. */
  readonly publishable: boolean
  /** Set where no operation of this version asks for the scope: keys may hold it, and it opens nothing. */
  readonly reserved?: true
}

const table = {
  "sessions:read": { grant: "default", description: "view and list sessions", publishable: true },
  "sessions:create": { grant: "default", description: "create sessions", publishable: true },
  "sessions:write": {
    grant: "default",
    description: "update, expire, resume, reprocess sessions",
    publishable: true
  },
  "verifications:read": { grant: "default", description: "view verification results and documents", publishable: true },
  "documents:read": { grant: "default", description: "view and list documents", publishable: true },
  "documents:write": {
    grant: "default",
    description: "upload documents to a session",
    publishable: true
  },
  "screening:read": { grant: "default", description: "view screening records and hits", publishable: true },
  "screening:write": {
    grant: "default",
    description: "manage screening subjects, trigger AML rescreens",
    publishable: true
  },
  "checks:read": { grant: "default", description: "view screening checks and hits", publishable: true },
  "checks:write": {
    grant: "default",
    description: "create, re-run, tag screening checks",
    publishable: true
  },
  "identities:read": { grant: "default", description: "view identity records, lists, blocklist entries and watchlists", publishable: true },
  "workflows:read": { grant: "default", description: "view workflows and runs", publishable: true },
  "sessions:external-decision": {
    grant: "opt_in",
    description: "submit external-gate decisions for paused workflows",
    publishable: false
  },
  "identities:write": {
    grant: "opt_in",
    description:
      "tag identities, modify identity metadata, manage lists, blocklist entries, watchlists, identity types, relationship types and custom-field schemas",
    publishable: false
  },
  "cases:read": { grant: "opt_in", description: "view and list cases", publishable: false },
  "cases:write": {
    grant: "opt_in",
    description: "claim, release, assign, comment on cases",
    publishable: false
  },
  "cases:decide": { grant: "opt_in", description: "approve, reject, escalate a case", publishable: false },
  "review:write": { grant: "opt_in", description: "correct extracted personal data on a case under review", publishable: false },
  "workflows:write": {
    grant: "opt_in",
    description: "create, update, manage workflows, and run them again",
    publishable: false
  },
  "workflows:trigger": { grant: "opt_in", description: "re-run a workflow on an existing session", publishable: false },
  "settings:write": {
    grant: "opt_in",
    description:
      "manage identity types, relationship types, document types, document groups, document fingerprints, custom-field schemas; view the settings of the organization",
    publishable: false
  },
  "integrations:read": {
    grant: "opt_in",
    description: "view third-party integrations (team chat, ticketing, CRM and task tools)",
    publishable: false,
    reserved: true
  },
  "integrations:write": {
    grant: "opt_in",
    description: "connect, configure, test, disconnect integrations",
    publishable: false,
    reserved: true
  },
  "webhooks:read": { grant: "opt_in", description: "view webhook endpoints and recent deliveries", publishable: false },
  "webhooks:write": { grant: "opt_in", description: "create, update, archive webhook endpoints", publishable: false },
  "api_keys:read": { grant: "opt_in", description: "view API key metadata", publishable: false },
  "api_keys:write": { grant: "opt_in", description: "create, update, revoke API keys", publishable: false },
  "audit_logs:read": { grant: "opt_in", description: "read the organization audit log", publishable: false },
  "audit:read": { grant: "opt_in", description: "view quality-audit findings and statistics", publishable: false },
  "audit:write": { grant: "opt_in", description: "acknowledge and dismiss audit findings", publishable: false },
  "consortium:read": {
    grant: "opt_in",
    description: "view consortium memberships and cross-org matches",
    publishable: false,
    reserved: true
  },
  "consortium:write": { grant: "opt_in", description: "investigate and resolve consortium matches", publishable: false, reserved: true },
  "consortium:manage": {
    grant: "opt_in",
    description: "change the organization's consortium sharing policy",
    publishable: false,
    reserved: true
  },
  "redact:write": {
    grant: "opt_in",
    description:
      "permanently delete personal data (GDPR Art. 17): documents, checks, screening subjects, blocklist entries; revoke links as an agent; irreversible; never granted by default; never available on publishable keys; required for every destructive agent tool",
    publishable: false
  }
} as const satisfies Record<string, ScopeFacts>

const isScopeName = (text: string): text is keyof typeof table => Object.hasOwn(table, text)

/** Every scope, in the order of the contract: those granted by default first. */
export const allScopes = Object.keys(table).filter(isScopeName)

/** A scope by its name, `resource:action`. */
export const Scope = Schema.Literals(allScopes).annotate({ identifier: "Scope" })
export type Scope = typeof Scope.Type

/** What is known of each scope. */
export const scopeFacts: Readonly<Record<Scope, ScopeFacts>> = table

/** What a new key holds when no one says otherwise. */
export const defaultScopes: ReadonlyArray<Scope> = allScopes.filter((scope) => scopeFacts[scope].grant === "default")

/** Whether the text names a scope. */
export const isScope = (text: string): text is Scope => isScopeName(text)

/** The scopes a key of this kind must not hold, in the order given; empty when the key may be made. */
export const unsuitableScopes = (kind: "secret" | "publishable", scopes: ReadonlyArray<Scope>): ReadonlyArray<Scope> =>
  kind === "secret" ? [] : scopes.filter((scope) => !scopeFacts[scope].publishable)
