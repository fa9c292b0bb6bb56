import { UnitOfWork } from "@vouchkit/core/kernel/storage/unit-of-work"
import { storesLayer } from "@vouchkit/core/kernel/resource/stores"
import { stores } from "@vouchkit/core/stores"
import { withheldRecords } from "@vouchkit/core/kernel/operation/withheld-records"
import { webhookDeliveries } from "@vouchkit/core/resources/webhooks/model"
import { Effect, Layer } from "effect"
import { AccessGeneration } from "./access-generation.ts"
import * as Access from "./access.ts"
import { type Besides, collection } from "./collection.ts"
import { Database, type DatabaseOptions, layer as databaseLayer } from "./database.ts"
import { besideStatus } from "./deliveries/statuses.ts"
import * as BlockingIndex from "./blocking-index.ts"
import * as FaceIndex from "./face-index.ts"
import * as FailedJobs from "./jobs/failed-jobs.ts"
import * as FileRegister from "./file-register.ts"
import * as FormerRecords from "./former-records.ts"
import * as Housekeeping from "./housekeeping.ts"
import * as IdempotencyStore from "./idempotency-store.ts"
import * as JobQueue from "./jobs/queue.ts"
import * as LinkDirectory from "./link-directory.ts"
import * as ListEditions from "./watchlists/editions.ts"
import * as ListFetches from "./watchlists/fetches.ts"
import * as Quotas from "./quotas.ts"
import { remembered } from "./remembered.ts"
import * as RelationshipEdges from "./relationship-edges.ts"
import { sealing } from "./sealing.ts"
import * as SandboxClocks from "./sandbox-clocks.ts"
import * as SettledDeliveries from "./deliveries/settled.ts"
import * as Sweep from "./sweep.ts"
import * as TrustStore from "./trust/store.ts"
import * as TablesWithoutStatistics from "./statements/tables-without-statistics.ts"

const unitOfWork = Layer.effect(UnitOfWork)(Effect.map(Database, ({ isOpenIn, transaction }) => ({ isOpenIn, transaction })))

const besides: Readonly<Record<string, Besides>> = { [webhookDeliveries.table]: besideStatus }

/** All storage ports but the queue of jobs, over one pool of connections. */
export const records = Layer.mergeAll(
  unitOfWork,
  storesLayer(
    stores,
    Effect.map(Effect.all([Database, AccessGeneration]), ([database, generations]) => (shape) => {
      const stored = sealing(collection(database, shape, besides[shape.table]), shape)
      return shape.table === withheldRecords.table ? remembered(stored, database, generations) : stored
    })
  ).pipe(Layer.provide(AccessGeneration.layer)),
  BlockingIndex.layer,
  FaceIndex.layer,
  FailedJobs.layer,
  FileRegister.layer,
  FormerRecords.layer,
  Housekeeping.layer,
  IdempotencyStore.layer,
  LinkDirectory.layer,
  ListEditions.layer,
  ListFetches.layer,
  Quotas.layer,
  RelationshipEdges.layer,
  SettledDeliveries.layer,
  Sweep.layer,
  TrustStore.layer,
  TablesWithoutStatistics.layer,
  Layer.mergeAll(Access.organizationsLayer, Access.keyDirectoryLayer, SandboxClocks.layer).pipe(Layer.provide(AccessGeneration.layer))
)

/** All storage ports; workers claim jobs from their table. */
export const storage = Layer.mergeAll(records, JobQueue.layer)

export const layer = (options: DatabaseOptions) => Layer.provideMerge(storage, databaseLayer(options))
