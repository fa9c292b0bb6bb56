import { ApiKeyStore, apiKeys } from "./kernel/authentication/api-keys.ts"
import { AuditLog, auditEntries } from "./kernel/audit/log.ts"
import { CountStore, qualityCounts } from "./resources/audit-findings/counts.ts"
import { DecisionRecordStore, decisionRecords } from "./resources/audit-findings/decisions.ts"
import { auditFindings, FindingStore } from "./resources/audit-findings/model.ts"
import { ApprovalStore, approvals } from "./resources/approvals/model.ts"
import { AnchorStore, auditAnchors } from "./resources/audit/anchor.ts"
import { auditHeads, HeadStore } from "./resources/audit/head.ts"
import { CaseNoteStore, CaseStore, caseNotes, cases } from "./resources/cases/model.ts"
import { CheckStore, checks } from "./resources/checks/model.ts"
import { documentFingerprints, FingerprintStore } from "./resources/document-fingerprints/model.ts"
import { DocumentStore, documents } from "./resources/documents/model.ts"
import { dataExports, ExportStore } from "./resources/exports/model.ts"
import { IdentityStore, identities } from "./resources/identities/model.ts"
import { ApartStore, identitiesApart, identityMerges, MergeStore } from "./resources/identities/merging/model.ts"
import { LinkLockStore, linkLocks } from "./resources/identities/link-lock.ts"
import { RelationshipStore, relationships } from "./resources/identities/relationships/model.ts"
import { HoldStore, legalHolds } from "./resources/erasure/holds.ts"
import { erasureReceipts, ReceiptStore } from "./resources/erasure/kept-receipts.ts"
import { LayoutStore, layoutFingerprints } from "./resources/layout-templates/model.ts"
import { HitStore, hits } from "./resources/screening/hits/model.ts"
import { MonitorStore, screeningMonitors } from "./resources/screening/monitoring/model.ts"
import { DecisionStore, hitDecisions } from "./resources/screening/hits/decisions.ts"
import { ScreeningStore, screenings } from "./resources/screening/screening-model.ts"
import { SubjectStore, screeningSubjects } from "./resources/screening/subjects/model.ts"
import { ListEntryStore, ListStore, customerLists, listEntries } from "./resources/lists/model.ts"
import { ChallengeStore, nfcChallenges } from "./resources/nfc/challenge.ts"
import { AttemptStore, attempts } from "./resources/sessions/attempts.ts"
import { LinkStore, links } from "./resources/sessions/links/model.ts"
import { SessionStore, sessions } from "./resources/sessions/model.ts"
import { IdentityVerificationStore, identityVerification } from "./resources/settings/identity-verification.ts"
import { LogoStore, organizationLogos } from "./resources/settings/branding.ts"
import { LegacySecretStore, legacySecrets } from "./resources/webhooks/endpoints/legacy-secret.ts"
import { OrganizationSettingsStore, organizationSettings } from "./resources/settings/organization.ts"
import { FieldValueStore, fieldValues } from "./resources/identities/custom-fields/model.ts"
import { CustomFieldStore, customFields } from "./resources/settings/custom-fields/model.ts"
import { DocumentGroupStore, documentGroups } from "./resources/settings/document-groups/model.ts"
import { DocumentTypeStore, documentTypes } from "./resources/settings/document-types/model.ts"
import { IdentityTypeStore, identityTypes } from "./resources/settings/identity-types/model.ts"
import { RelationshipTypeStore, relationshipTypes } from "./resources/settings/relationship-types/model.ts"
import { SettingsStore, settings } from "./resources/settings/store.ts"
import { DeliveryStore, EndpointStore, EventStore, webhookDeliveries, webhookEndpoints, webhookEvents } from "./resources/webhooks/model.ts"
import { WorkflowStore, workflows } from "./resources/workflows/model.ts"
import { WorkflowRunStore, workflowRuns } from "./resources/workflows/runs/model.ts"
import { WorkflowVersionStore, workflowVersions } from "./resources/workflows/versions/model.ts"
import { WithheldStore, withheldRecords } from "./kernel/operation/withheld-records.ts"
import { storeOf } from "./kernel/resource/stores.ts"

/** Every kind of record that both storage adapters keep, with its store. A new one is added here and has a table in a migration. */
export const stores = [
  storeOf(ApiKeyStore, apiKeys),
  storeOf(WithheldStore, withheldRecords),
  storeOf(AuditLog, auditEntries),
  storeOf(AnchorStore, auditAnchors),
  storeOf(HeadStore, auditHeads),
  storeOf(ApprovalStore, approvals),
  storeOf(FindingStore, auditFindings),
  storeOf(DecisionRecordStore, decisionRecords),
  storeOf(CountStore, qualityCounts),
  storeOf(CaseStore, cases),
  storeOf(CaseNoteStore, caseNotes),
  storeOf(CheckStore, checks),
  storeOf(DocumentStore, documents),
  storeOf(ExportStore, dataExports),
  storeOf(IdentityStore, identities),
  storeOf(LinkLockStore, linkLocks),
  storeOf(MergeStore, identityMerges),
  storeOf(ApartStore, identitiesApart),
  storeOf(RelationshipStore, relationships),
  storeOf(LayoutStore, layoutFingerprints),
  storeOf(ReceiptStore, erasureReceipts),
  storeOf(HoldStore, legalHolds),
  storeOf(SubjectStore, screeningSubjects),
  storeOf(ScreeningStore, screenings),
  storeOf(HitStore, hits),
  storeOf(DecisionStore, hitDecisions),
  storeOf(MonitorStore, screeningMonitors),
  storeOf(ListStore, customerLists),
  storeOf(ListEntryStore, listEntries),
  storeOf(ChallengeStore, nfcChallenges),
  storeOf(AttemptStore, attempts),
  storeOf(LinkStore, links),
  storeOf(SessionStore, sessions),
  storeOf(SettingsStore, settings),
  storeOf(IdentityVerificationStore, identityVerification),
  storeOf(OrganizationSettingsStore, organizationSettings),
  storeOf(LogoStore, organizationLogos),
  storeOf(LegacySecretStore, legacySecrets),
  storeOf(IdentityTypeStore, identityTypes),
  storeOf(RelationshipTypeStore, relationshipTypes),
  storeOf(DocumentTypeStore, documentTypes),
  storeOf(DocumentGroupStore, documentGroups),
  storeOf(FingerprintStore, documentFingerprints),
  storeOf(CustomFieldStore, customFields),
  storeOf(FieldValueStore, fieldValues),
  storeOf(WorkflowStore, workflows),
  storeOf(WorkflowVersionStore, workflowVersions),
  storeOf(WorkflowRunStore, workflowRuns),
  storeOf(EndpointStore, webhookEndpoints),
  storeOf(EventStore, webhookEvents),
  storeOf(DeliveryStore, webhookDeliveries)
] as const
