import { operations as keys } from "../access/key-operations.ts"
import { operations as audit } from "../audit/operations.ts"
import { operations as capture } from "../capture/operations.ts"
import { operations as sdk } from "../capture/sdk-operations.ts"
import { operations as captureSteps } from "../capture/step-operations.ts"
import { operations as cases } from "../cases/operations.ts"
import { operations as checkCreation } from "../checks/create-operations.ts"
import { operations as checks } from "../checks/operations.ts"
import { operations as checkOverride } from "../checks/override-operations.ts"
import { operations as checkErasure } from "../checks/redact-operations.ts"
import { jobs as loneCheckJobs } from "../checks/run-check.ts"
import { jobs as checkJobs } from "../checks/run.ts"
import { jobs as shadowJobs } from "../checks/shadow.ts"
import { operations as documents } from "../documents/operations.ts"
import { operations as preview } from "../documents/preview-operations.ts"
import { jobs as documentJobs } from "../documents/read.ts"
import { operations as documentErasure } from "../documents/redact-operations.ts"
import { jobs as erasureJobs } from "../erasure/erase-file.ts"
import { operations as blocklist } from "../lists/blocklist-operations.ts"
import { operations as listEntries } from "../lists/entry-operations.ts"
import { operations as lists } from "../lists/list-operations.ts"
import { operations as listLookUp } from "../lists/look-up-operations.ts"
import { jobs as mailJobs } from "../mail/jobs.ts"
import { operations as nfc } from "../nfc/operations.ts"
import { operations as reference } from "../reference/operations.ts"
import { operations as report } from "../report/operations.ts"
import { operations as risk } from "../risk/operations.ts"
import { operations as clock } from "../sandbox/clock-operations.ts"
import { operations as simulation } from "../sandbox/simulate.ts"
import { jobs as screeningJobs } from "../screening/jobs.ts"
import { operations as screening } from "../screening/operations.ts"
import { operations as sessionActions } from "../sessions/actions.ts"
import { operations as invitations } from "../sessions/invitation-operations.ts"
import { operations as links } from "../sessions/link-operations.ts"
import { operations as sessions } from "../sessions/operations.ts"
import { operations as results } from "../sessions/results.ts"
import { operations as tags } from "../sessions/tags.ts"
import { operations as identitySettings } from "../settings/identity-operations.ts"
import { operations as settings } from "../settings/operations.ts"
import { jobs as trustJobs } from "../trust/queue-import.ts"
import { jobs as webhookJobs } from "../webhooks/jobs.ts"
import { operations as watchlists } from "../watchlists/operations.ts"
import { operations as webhooks } from "../webhooks/operations.ts"

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
  ...loneCheckJobs,
  ...shadowJobs,
  ...erasureJobs,
  ...screeningJobs,
  ...trustJobs,
  ...webhookJobs,
  ...mailJobs
] as const
