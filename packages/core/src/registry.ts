import { operations as keys } from "./resources/access/key-operations.ts"
import { operations as audit } from "./resources/audit/operations.ts"
import { operations as capture } from "./flows/capture/operations.ts"
import { operations as sdk } from "./flows/capture/sdk-operations.ts"
import { operations as captureSteps } from "./flows/capture/step-operations.ts"
import { operations as cases } from "./resources/cases/operations.ts"
import { operations as checkCreation } from "./flows/standalone-checks/operations.ts"
import { operations as checks } from "./flows/check-runs/operations.ts"
import { operations as checkOverride } from "./flows/check-runs/override-operations.ts"
import { operations as checkErasure } from "./flows/erasure/check-operations.ts"
import { jobs as standaloneCheckJobs } from "./flows/standalone-checks/run-check.ts"
import { jobs as checkJobs } from "./flows/check-runs/run.ts"
import { jobs as shadowJobs } from "./flows/check-runs/shadow/compare.ts"
import { operations as documents } from "./resources/documents/operations.ts"
import { operations as preview } from "./resources/documents/preview-operations.ts"
import { jobs as documentJobs } from "./resources/documents/read.ts"
import { operations as documentErasure } from "./flows/erasure/document-operations.ts"
import { jobs as erasureJobs } from "./resources/documents/erase-file.ts"
import { operations as blocklist } from "./resources/lists/blocklist-operations.ts"
import { operations as listEntries } from "./resources/lists/entry-operations.ts"
import { operations as lists } from "./resources/lists/list-operations.ts"
import { operations as listLookUp } from "./resources/lists/look-up-operations.ts"
import { jobs as mailJobs } from "./flows/mail/jobs.ts"
import { operations as nfc } from "./flows/capture/nfc-operations.ts"
import { operations as reference } from "./resources/reference/operations.ts"
import { operations as report } from "./flows/report/operations.ts"
import { operations as risk } from "./flows/risk/operations.ts"
import { operations as clock } from "./flows/sandbox/clock-operations.ts"
import { operations as simulation } from "./flows/simulated-actions/simulate.ts"
import { jobs as screeningJobs } from "./flows/screening/jobs.ts"
import { operations as screening } from "./flows/screening/operations.ts"
import { operations as sessionActions } from "./flows/sessions/actions.ts"
import { operations as invitations } from "./resources/sessions/invitations/operations.ts"
import { operations as links } from "./resources/sessions/links/operations.ts"
import { operations as sessions } from "./resources/sessions/operations.ts"
import { operations as results } from "./flows/sessions/results.ts"
import { operations as tags } from "./resources/sessions/tags.ts"
import { operations as identitySettings } from "./resources/settings/identity-operations.ts"
import { operations as settings } from "./resources/settings/operations.ts"
import { jobs as trustJobs } from "./resources/trust/queue-import.ts"
import { jobs as webhookJobs } from "./resources/webhooks/jobs.ts"
import { operations as watchlists } from "./resources/watchlists/operations.ts"
import { operations as webhooks } from "./resources/webhooks/operations.ts"

/** Every operation, in the order in which documents list them. */
export const operations = [
  ...sessions,
  ...sessionActions,
  ...results,
  ...report,
  ...risk,
  ...tags,
  ...links,
  ...invitations,
  ...simulation,
  ...clock,
  ...documents,
  ...preview,
  ...documentErasure,
  ...checkCreation,
  ...checks,
  ...checkOverride,
  ...checkErasure,
  ...capture,
  ...captureSteps,
  ...nfc,
  ...sdk,
  ...cases,
  ...screening,
  ...lists,
  ...listEntries,
  ...listLookUp,
  ...blocklist,
  ...watchlists,
  ...webhooks,
  ...settings,
  ...identitySettings,
  ...keys,
  ...audit,
  ...reference
] as const

/** Every background job. */
export const jobs = [
  ...documentJobs,
  ...checkJobs,
  ...standaloneCheckJobs,
  ...shadowJobs,
  ...erasureJobs,
  ...screeningJobs,
  ...trustJobs,
  ...webhookJobs,
  ...mailJobs
] as const
