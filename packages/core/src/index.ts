import { operations as keyOperations } from "./resources/access/key-operations.ts"
import { operations as auditOperations } from "./resources/audit/operations.ts"
import { operations as captureOperations } from "./flows/capture/operations.ts"
import { operations as sdkOperations } from "./flows/capture/sdk-operations.ts"
import { operations as captureSteps } from "./flows/capture/step-operations.ts"
import { operations as caseOperations } from "./resources/cases/operations.ts"
import { operations as checkCreation } from "./flows/standalone-checks/operations.ts"
import { operations as checkOperations } from "./flows/check-runs/operations.ts"
import { operations as checkOverride } from "./flows/check-runs/override-operations.ts"
import { operations as checkErasure } from "./flows/erasure/check-operations.ts"
import { operations as documentOperations } from "./resources/documents/operations.ts"
import { operations as previewOperations } from "./resources/documents/preview-operations.ts"
import { operations as documentErasure } from "./flows/erasure/document-operations.ts"
import { operations as blocklistOperations } from "./resources/lists/blocklist-operations.ts"
import { operations as listEntryOperations } from "./resources/lists/entry-operations.ts"
import { operations as listOperations } from "./resources/lists/list-operations.ts"
import { operations as listLookUpOperations } from "./resources/lists/look-up-operations.ts"
import { operations as nfcOperations } from "./flows/capture/nfc-operations.ts"
import { operations as referenceOperations } from "./resources/reference/operations.ts"
import { operations as reportOperations } from "./flows/report/operations.ts"
import { operations as riskOperations } from "./flows/risk/operations.ts"
import { operations as clockOperations } from "./flows/sandbox/clock-operations.ts"
import { operations as simulationOperations } from "./flows/simulated-actions/simulate.ts"
import { operations as screeningOperations } from "./flows/screening/operations.ts"
import { operations as sessionActions } from "./flows/sessions/actions.ts"
import { operations as invitationOperations } from "./resources/sessions/invitations/operations.ts"
import { operations as linkOperations } from "./resources/sessions/links/operations.ts"
import { operations as sessionOperations } from "./resources/sessions/operations.ts"
import { operations as resultOperations } from "./flows/sessions/results.ts"
import { operations as sessionTags } from "./resources/sessions/tags.ts"
import { operations as identitySettings } from "./resources/settings/identity-operations.ts"
import { operations as settingsOperations } from "./resources/settings/operations.ts"
import { operations as watchlistOperations } from "./resources/watchlists/operations.ts"
import { operations as webhookOperations } from "./resources/webhooks/operations.ts"

// The surface for programs that embed the core. Each operation stands under the name that routes, scopes and the audit log use for it.

export { ensureOrganization, provisionKey } from "./resources/access/provision.ts"
export { Caller, Tenant } from "./kernel/access/caller.ts"
export { type Answer, execute, type Invocation } from "./kernel/operation/execute.ts"
export type { Failure } from "./kernel/foundation/failure.ts"
export { inProcess } from "./kernel/access/in-process.ts"
export type { Operation, Requirements } from "./kernel/operation/operation.ts"
export { Mailer, MailFailure, type MailMessage } from "./resources/mail/mailer.ts"
export { CheckWait } from "./resources/checks/check-wait.ts"
export { PublicUrl } from "./kernel/foundation/public-url.ts"
export { index, type ScreeningIndex } from "./verification/screening/engine/screening-index.ts"
export { jobs, operations } from "./registry.ts"

const [createSession, listSessions, getSession, updateSession] = sessionOperations
const [submit, resume, expire, reprocess] = sessionActions
const [result, listChecks, listAttempts] = resultOperations
const [addSessionTag, removeSessionTag, replaceSessionTags, listSessionTags] = sessionTags
const [report] = reportOperations
const [assessRisk] = riskOperations
const [simulate] = simulationOperations
const [resendInvitation] = invitationOperations

export const sessions = {
  create: createSession,
  list: listSessions,
  get: getSession,
  update: updateSession,
  submit,
  resume,
  expire,
  reprocess,
  result,
  listChecks,
  listAttempts,
  report,
  assessRisk,
  addTag: addSessionTag,
  removeTag: removeSessionTag,
  replaceTags: replaceSessionTags,
  listTags: listSessionTags,
  resendInvitation,
  simulate
}

const [advanceClock] = clockOperations
export const sandbox = { advanceClock }

const [createLink, listLinks, revokeLink] = linkOperations
export const links = { create: createLink, list: listLinks, revoke: revokeLink }

const [preview] = previewOperations
const [redactDocument] = documentErasure
const [uploadDocument, createDocument, listDocuments, getDocument, downloadDocument] = documentOperations
export const documents = {
  upload: uploadDocument,
  create: createDocument,
  list: listDocuments,
  get: getDocument,
  download: downloadDocument,
  preview,
  redact: redactDocument
}

const [redactCheck] = checkErasure
const [createCheck, createFullCheck, retryCheck] = checkCreation
const [listAllChecks, getCheck, addCheckTag, removeCheckTag] = checkOperations
const [overrideCheck] = checkOverride
export const checks = {
  create: createCheck,
  createFull: createFullCheck,
  list: listAllChecks,
  get: getCheck,
  retry: retryCheck,
  override: overrideCheck,
  addTag: addCheckTag,
  removeTag: removeCheckTag,
  redact: redactCheck
}

const [state, start, upload, uploadAdditional, submitCapture, status] = captureOperations
const [nfcParameters, nfcSubmit] = nfcOperations
const [captureConfig, consent, liveness, completeLiveness, selfie, questionnaire, handoff] = captureSteps
export const verify = {
  state,
  start,
  config: captureConfig,
  consent,
  upload,
  uploadAdditional,
  liveness,
  completeLiveness,
  selfie,
  nfc: nfcSubmit,
  questionnaire,
  handoff,
  submit: submitCapture,
  status
}
const [sdkConfig, attest, submitAttestation] = sdkOperations
export const sdk = { config: sdkConfig, nfc: nfcParameters, attest, submitAttestation }

const [listCases, search, getCase, counts, createCase, createDemo, ...caseWork] = caseOperations
const [claim, claimNext, release, assign, escalate, approve, reject, reopen, ...caseEdits] = caseWork
const [updateCase, listNotes, addNote, correctResult, addCaseTag, removeCaseTag, replaceCaseTags, listCaseTags] = caseEdits
export const cases = {
  list: listCases,
  search,
  get: getCase,
  counts,
  create: createCase,
  createDemo,
  claim,
  claimNext,
  release,
  assign,
  escalate,
  approve,
  reject,
  reopen,
  update: updateCase,
  listNotes,
  addNote,
  correctResult,
  addTag: addCaseTag,
  removeTag: removeCaseTag,
  replaceTags: replaceCaseTags,
  listTags: listCaseTags
}

const [createSubject, listSubjects, getSubject, updateSubject, eraseSubject, ...screeningWork] = screeningOperations
const [runScreening, rescreen, listScreenings, getScreening, listHits, getHit, resolveHit, ...monitoringWork] = screeningWork
const [pauseMonitoring, resumeMonitoring, getMonitoredLists, addMonitoredLists, replaceMonitoredLists] = monitoringWork
export const screeningSubjects = {
  create: createSubject,
  list: listSubjects,
  get: getSubject,
  update: updateSubject,
  erase: eraseSubject,
  pauseMonitoring,
  resumeMonitoring,
  getMonitoredLists,
  addMonitoredLists,
  replaceMonitoredLists
}
export const screenings = { run: runScreening, rescreen, list: listScreenings, get: getScreening }
export const screeningHits = { list: listHits, get: getHit, resolve: resolveHit }

const [createList, listLists, getList, updateList, archiveList] = listOperations
const [searchLists] = listLookUpOperations
export const lists = { create: createList, list: listLists, get: getList, update: updateList, archive: archiveList, search: searchLists }

const [createEntry, listAllEntries, getEntry, removeEntry, importEntries] = listEntryOperations
export const listEntries = { create: createEntry, list: listAllEntries, get: getEntry, remove: removeEntry, import: importEntries }

const [addBlocked, listBlocked, getBlocked, deleteBlocked] = blocklistOperations
export const blocklist = { add: addBlocked, list: listBlocked, get: getBlocked, delete: deleteBlocked }

const [createWatchlist, listWatchlists, getWatchlist, addWatchlistEdition, listWatchlistEditions, archiveWatchlist] = watchlistOperations
export const watchlists = {
  create: createWatchlist,
  list: listWatchlists,
  get: getWatchlist,
  addEdition: addWatchlistEdition,
  listEditions: listWatchlistEditions,
  archive: archiveWatchlist
}

const [createEndpoint, listEndpoints, getEndpoint, updateEndpoint, archive, rotateSecret, cloneEndpoint, ...webhookWork] = webhookOperations
const [listEventTypes, testEndpoint, listDeliveries, listForSession, retry] = webhookWork
export const webhookEndpoints = {
  create: createEndpoint,
  list: listEndpoints,
  get: getEndpoint,
  update: updateEndpoint,
  archive,
  rotateSecret,
  clone: cloneEndpoint,
  test: testEndpoint
}
export const webhookEventTypes = { list: listEventTypes }
export const webhookDeliveries = { list: listDeliveries, listForSession, retry }

const [getIdentityVerification, replaceIdentityVerification] = identitySettings
const [getProofOfAddress, replaceProofOfAddress] = settingsOperations
export const settings = { getProofOfAddress, replaceProofOfAddress, getIdentityVerification, replaceIdentityVerification }

const [listKeys, createKey, getKey, updateKey, revokeKey, cloneKey, expireKey] = keyOperations
export const apiKeys = {
  list: listKeys,
  create: createKey,
  get: getKey,
  update: updateKey,
  revoke: revokeKey,
  clone: cloneKey,
  expire: expireKey
}

const [listAuditLog] = auditOperations
export const auditLog = { list: listAuditLog }

const [listReasonCodes, listRateLimits] = referenceOperations
export const reasonCodes = { list: listReasonCodes }
export const rateLimits = { list: listRateLimits }

/** Engines that simulate, for an embedder's sandbox; in the live environment they refuse to work. */
export { sandboxEngines } from "./flows/sandbox/adapters/engines.ts"
