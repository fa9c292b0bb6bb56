import type { Operation } from "./kernel/operation/operation.ts"
import { sdkNfc, verifyNfc } from "./flows/capture/nfc-operations.ts"
import { caseEvidence } from "./flows/cases/evidence.ts"
import { caseDecisions } from "./flows/cases/decisions.ts"
import { verify } from "./flows/capture/operations.ts"
import { sdk } from "./flows/capture/sdk-operations.ts"
import { verifySteps } from "./flows/capture/step-operations.ts"
import { checks } from "./flows/check-runs/operations.ts"
import { checkOverride } from "./flows/workflows/override-operations.ts"
import { jobs as standaloneCheckJobs } from "./flows/standalone-checks/run-check.ts"
import { jobs as checkJobs } from "./flows/workflows/run-session.ts"
import { jobs as shadowJobs } from "./flows/check-runs/shadow/compare.ts"
import { checkErasure } from "./flows/erasure/check-operations.ts"
import { documentErasure } from "./flows/erasure/document-operations.ts"
import { erasureReceipts } from "./flows/erasure/receipt-operations.ts"
import { screeningSubjectErasure } from "./flows/erasure/screening-subjects.ts"
import { identityHolds, sessionHolds } from "./flows/erasure/holds.ts"
import { approvalJobs } from "./flows/approvals/carry-out.ts"
import { approvalOperations } from "./flows/approvals/operations.ts"
import { identityErasure } from "./flows/erasure/identities/operations.ts"
import { jobs as identityErasureJobs } from "./flows/erasure/identities/sessions.ts"
import { jobs as sessionErasureJobs } from "./flows/erasure/sessions/files.ts"
import { sessionErasure } from "./flows/erasure/sessions/operations.ts"
import { jobs as exportJobs } from "./flows/export/make.ts"
import { dataExports, identityExport, sessionExport } from "./flows/export/operations.ts"
import { identityLists } from "./flows/identities/monitoring/lists.ts"
import { identityMonitoring } from "./flows/identities/monitoring/operations.ts"
import { identityAuditLog } from "./flows/identities/audit-log.ts"
import { identityDuplicates } from "./flows/identities/duplicates/operations.ts"
import { identityMerging } from "./flows/identities/merging/operations.ts"
import { identityGraph } from "./flows/identities/relationships/graph.ts"
import { identityRelationships } from "./flows/identities/relationships/operations.ts"
import { jobs as relationshipJobs } from "./flows/identities/relationships/propose.ts"
import { identityRecords } from "./flows/identities/operations.ts"
import { identitySessions } from "./flows/identities/sessions.ts"
import { identityTypes } from "./flows/identity-types/operations.ts"
import { jobs as layoutJobs } from "./flows/layout-templates/follow-decision.ts"
import { jobs as restingJobs } from "./flows/layout-templates/review-resting.ts"
import { jobs as mailJobs } from "./flows/mail/jobs.ts"
import { sessionReport } from "./flows/report/operations.ts"
import { sessionRisk } from "./flows/risk/operations.ts"
import { sandbox } from "./flows/sandbox/clock-operations.ts"
import { sessionSimulation } from "./flows/simulated-actions/simulate.ts"
import { relationshipTypes } from "./flows/relationship-types/operations.ts"
import { screeningHits } from "./flows/screening/hits.ts"
import { jobs as screeningJobs } from "./flows/screening/jobs.ts"
import { screeningMonitoring } from "./flows/screening/monitoring-operations.ts"
import { screenings } from "./flows/screening/screenings.ts"
import { screeningSubjects } from "./flows/screening/subjects.ts"
import { sessionActions } from "./flows/sessions/actions.ts"
import { sessionResults } from "./flows/sessions/results.ts"
import { sessionUpdate } from "./flows/sessions/update.ts"
import { standaloneChecks } from "./flows/standalone-checks/operations.ts"
import { externalDecisions } from "./flows/workflows/external-decision.ts"
import { workflowRehearsal } from "./flows/workflows/rehearsal/operations.ts"
import { jobs as workflowShadowJobs } from "./flows/workflows/rehearsal/shadow.ts"
import { workflowShadow } from "./flows/workflows/rehearsal/shadow-operations.ts"
import { decisionReplay } from "./flows/workflows/replay.ts"
import { workflowRunActions, workflowTrigger } from "./flows/workflows/operations.ts"
import { merged } from "./kernel/operation/record.ts"
import { apiKeys } from "./resources/access/key-operations.ts"
import { qualityReport } from "./flows/quality/report-operations.ts"
import { auditStatistics } from "./resources/audit-findings/statistics-operations.ts"
import { auditFindings } from "./resources/audit-findings/operations.ts"
import { auditLog } from "./resources/audit/operations.ts"
import { caseAssignments } from "./resources/cases/assignments.ts"
import { caseInformation } from "./resources/cases/information.ts"
import { caseEdits } from "./resources/cases/edits.ts"
import { cases } from "./resources/cases/operations.ts"
import { caseTags } from "./resources/cases/tags.ts"
import { documentFingerprints } from "./resources/document-fingerprints/operations.ts"
import { jobs as erasureJobs } from "./resources/documents/erase-file.ts"
import { jobs as receiptLogJobs } from "./resources/erasure/receipt-log.ts"
import { documents } from "./resources/documents/operations.ts"
import { documentPreview } from "./resources/documents/preview-operations.ts"
import { jobs as documentJobs } from "./resources/documents/read.ts"
import { identityMarks } from "./resources/identities/marks.ts"
import { identitiesApart } from "./resources/identities/merging/apart-operations.ts"
import { identities } from "./resources/identities/operations.ts"
import { identityTags } from "./resources/identities/tags.ts"
import { blocklist } from "./resources/lists/blocklist-operations.ts"
import { listEntries } from "./resources/lists/entry-operations.ts"
import { lists } from "./resources/lists/list-operations.ts"
import { listSearch } from "./resources/lists/look-up-operations.ts"
import { reasonCodes, rateLimits } from "./resources/reference/operations.ts"
import { screeningHitReading } from "./resources/screening/hits/reading.ts"
import { sessionInvitations } from "./resources/sessions/invitations/operations.ts"
import { links } from "./resources/sessions/links/operations.ts"
import { sessions } from "./resources/sessions/operations.ts"
import { sessionTags } from "./resources/sessions/tags.ts"
import { customFieldSearch, identityCustomFields } from "./resources/identities/custom-fields/operations.ts"
import { jobs as sealingJobs } from "./resources/identities/custom-fields/seal-stored.ts"
import { customFieldSchemas } from "./resources/settings/custom-fields/operations.ts"
import { documentGroups } from "./resources/settings/document-groups/operations.ts"
import { documentTypes } from "./resources/settings/document-types/operations.ts"
import { identitySettings } from "./resources/settings/identity-operations.ts"
import { settings } from "./resources/settings/operations.ts"
import { retentionSettings } from "./flows/retention/operations.ts"
import { organizationSettings } from "./flows/organization-settings/operations.ts"
import { jobs as trustJobs } from "./resources/trust/queue-import.ts"
import { watchlists } from "./resources/watchlists/operations.ts"
import { webhookEndpointTest, webhookDeliveries } from "./resources/webhooks/deliveries/operations.ts"
import { webhookEndpoints, webhookEventTypes } from "./resources/webhooks/endpoints/operations.ts"
import { workflowValidation } from "./flows/workflows/validate-operations.ts"
import { workflowAuthoring } from "./resources/workflows/authoring.ts"
import { workflows } from "./resources/workflows/operations.ts"
import { workflowDiagram } from "./resources/workflows/versions/diagram.ts"
import { workflowVersions } from "./resources/workflows/versions/operations.ts"
import { workflowPublication } from "./flows/workflows/publish-operations.ts"
import { workflowRuns } from "./resources/workflows/runs/operations.ts"
import { jobs as webhookJobs } from "./flows/webhooks/jobs.ts"

type PortsOf<One> = One extends Operation<any, any, infer Ports> ? Ports : never

/** What destroys data when an agent asks, and may have to wait for a person. */
export const stagedOperations = [
  sessionErasure.redact,
  sessionErasure.bulkRedact,
  identityErasure.redact,
  links.revoke,
  blocklist.delete
] as const

/** Every record of operations, in the order in which documents list them. A new resource adds its line here. */
const all = merged(
  sessions,
  sessionUpdate,
  sessionActions,
  sessionErasure,
  sessionHolds,
  sessionResults,
  sessionReport,
  sessionExport,
  sessionRisk,
  decisionReplay,
  sessionTags,
  links,
  sessionInvitations,
  externalDecisions,
  sessionSimulation,
  sandbox,
  documents,
  documentPreview,
  documentErasure,
  dataExports,
  standaloneChecks,
  checks,
  checkOverride,
  checkErasure,
  verify,
  verifySteps,
  sdkNfc,
  verifyNfc,
  sdk,
  cases,
  caseAssignments,
  caseDecisions,
  caseEvidence,
  caseInformation,
  caseEdits,
  caseTags,
  identities,
  identityRecords,
  identityErasure,
  identityHolds,
  identityTags,
  identityMarks,
  identitySessions,
  identityAuditLog,
  identityExport,
  identityMerging,
  identitiesApart,
  identityDuplicates,
  identityRelationships,
  identityGraph,
  identityMonitoring,
  identityLists,
  screeningSubjects,
  screeningSubjectErasure,
  screenings,
  screeningHitReading,
  screeningHits,
  screeningMonitoring,
  lists,
  listEntries,
  listSearch,
  blocklist,
  watchlists,
  workflows,
  workflowValidation,
  workflowAuthoring,
  workflowRehearsal,
  workflowVersions,
  workflowPublication,
  workflowShadow,
  workflowDiagram,
  workflowRuns,
  workflowRunActions,
  workflowTrigger,
  webhookEndpoints,
  webhookEventTypes,
  webhookEndpointTest,
  webhookDeliveries,
  settings,
  identitySettings,
  organizationSettings,
  retentionSettings,
  identityTypes,
  relationshipTypes,
  documentTypes,
  documentGroups,
  documentFingerprints,
  customFieldSchemas,
  customFieldSearch,
  identityCustomFields,
  apiKeys,
  auditLog,
  auditStatistics,
  auditFindings,
  qualityReport,
  erasureReceipts,
  approvalOperations(stagedOperations),
  reasonCodes,
  rateLimits
)

/** The operations of every resource: `resources.webhookEndpoints.rotateSecret`. */
export const resources = all.resources
/** Every operation, in the same order. */
export const operations = all.operations

/** Every background job. */
export const jobs = [
  ...documentJobs,
  ...checkJobs,
  ...standaloneCheckJobs,
  ...shadowJobs,
  ...workflowShadowJobs,
  ...layoutJobs,
  ...restingJobs,
  ...erasureJobs,
  ...receiptLogJobs,
  ...approvalJobs<PortsOf<(typeof stagedOperations)[number]>>(stagedOperations),
  ...sessionErasureJobs,
  ...identityErasureJobs,
  ...exportJobs,
  ...relationshipJobs,
  ...screeningJobs,
  ...sealingJobs,
  ...trustJobs,
  ...webhookJobs,
  ...mailJobs
] as const
