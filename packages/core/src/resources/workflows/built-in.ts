import type { Environment } from "../../kernel/foundation/environment.ts"
import { defaultGraph } from "../../verification/workflows/default-graph.ts"
import type { StoredWorkflow } from "./model.ts"
import type { StoredVersion } from "./versions/model.ts"

/** The workflow every organization has from the start: what the session requires, its checks, then the decision. */
export const defaultWorkflow = { id: "wfl_default", version_id: "wfv_default" } as const

/** It is as old as the API. */
const epoch = "2026-01-01T00:00:00.000Z"

export const builtInWorkflow = (environment: Environment): StoredWorkflow => ({
  id: defaultWorkflow.id,
  environment,
  name: "Default",
  description: "Asks for the steps of the session, makes each check that they call for, and decides by all verdicts.",
  system: true,
  four_eyes: false,
  sla_hours: null,
  published_version_id: defaultWorkflow.version_id,
  rollout: null,
  archived_at: null,
  last_number: 1,
  sequence: 0,
  version: 1,
  created_at: epoch,
  updated_at: epoch
})

export const builtInVersion = (environment: Environment): StoredVersion => ({
  id: defaultWorkflow.version_id,
  environment,
  workflow_id: defaultWorkflow.id,
  number: 1,
  status: "published",
  graph: defaultGraph,
  golden_tests: [],
  rollout_percentage: 100,
  published_at: epoch,
  archived_at: null,
  version: 1,
  created_at: epoch,
  updated_at: epoch
})
