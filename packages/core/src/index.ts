import { resources } from "./registry.ts"

// The surface for programs that embed the core. Each operation stands under the name that routes, scopes and the audit log use for it.

export { ensureOrganization, provisionKey } from "./resources/access/provision.ts"
export { Caller, Tenant } from "./kernel/access/caller.ts"
export type { Answer } from "./kernel/operation/audited.ts"
export { execute, type Invocation } from "./kernel/operation/execute.ts"
export type { Failure } from "./kernel/foundation/failure.ts"
export { inProcess } from "./kernel/access/in-process.ts"
export type { Operation, Requirements } from "./kernel/operation/operation.ts"
export { Mailer, MailFailure, type MailMessage } from "./resources/mail/mailer.ts"
export { CheckWait } from "./resources/checks/check-wait.ts"
export { PublicUrl } from "./kernel/foundation/public-url.ts"
export { index, type ScreeningIndex } from "./verification/screening/engine/screening-index.ts"
export { jobs, operations, resources } from "./registry.ts"

/** The operations of each resource by verb. `resources` has these and any that came later. */
export const {
  sessions,
  sandbox,
  links,
  documents,
  checks,
  verify,
  sdk,
  cases,
  screeningSubjects,
  screenings,
  screeningHits,
  lists,
  listEntries,
  blocklist,
  watchlists,
  webhookEndpoints,
  webhookEventTypes,
  webhookDeliveries,
  settings,
  identities,
  identityTypes,
  relationshipTypes,
  documentTypes,
  documentGroups,
  documentFingerprints,
  customFieldSchemas,
  apiKeys,
  auditLog,
  auditFindings,
  reports,
  exports,
  receipts,
  workflowRuns,
  workflows,
  workflowVersions,
  reasonCodes,
  rateLimits
} = resources

/** Engines that simulate, for an embedder's sandbox; in the live environment they refuse to work. */
export { sandboxEngines } from "./flows/sandbox/adapters/engines.ts"
