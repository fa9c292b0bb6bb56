import { Effect, Layer } from "effect"
import { storesLayer } from "@vouchkit/core/kernel/resource/stores"
import { stores } from "@vouchkit/core/stores"
import { layer as receiptLog } from "../receipt-log/memory.ts"
import { directScreenerLayer } from "../screening/direct-screener.ts"
import { collection } from "./collection.ts"
import * as BlockingIndex from "./blocking-index.ts"
import * as FaceIndex from "./face-index.ts"
import * as FailedJobs from "./failed-jobs.ts"
import * as FileRegister from "./file-register.ts"
import * as FormerRecords from "./former-records.ts"
import * as Housekeeping from "./housekeeping.ts"
import * as JobQueue from "./job-queue.ts"
import * as ListEditions from "./list-editions.ts"
import * as ListFetches from "./list-fetches.ts"
import * as Ports from "./ports.ts"
import * as Quotas from "./quotas.ts"
import * as RelationshipEdges from "./relationship-edges.ts"
import * as SandboxClocks from "./sandbox-clocks.ts"
import * as SettledDeliveries from "./settled-deliveries.ts"
import * as TrustStore from "./trust-store.ts"
import { State } from "./state.ts"

const records = storesLayer(
  stores,
  Effect.map(State, (state) => (shape) => collection(state, shape))
)

const storage = Layer.mergeAll(
  Ports.unitOfWork,
  records,
  Ports.organizations,
  Ports.keyDirectory,
  Ports.linkDirectory,
  Ports.sweep,
  Ports.idempotencyStore,
  Quotas.layer,
  JobQueue.layer,
  BlockingIndex.layer,
  FaceIndex.layer,
  FailedJobs.layer,
  FileRegister.layer,
  FormerRecords.layer,
  Housekeeping.layer,
  ListEditions.layer,
  ListFetches.layer,
  SandboxClocks.layer,
  SettledDeliveries.layer,
  RelationshipEdges.layer.pipe(Layer.provide(records)),
  TrustStore.layer,
  receiptLog
).pipe(Layer.provide(State.layer))

/** All storage ports in memory, with a search of the lists in them: for those who embed the core, and for tests. Nothing outlives the process. */
export const layer = Layer.provideMerge(directScreenerLayer(), storage)
