import { UnitOfWork } from "@vouchkit/core/operation/unit-of-work"
import { Effect, Layer } from "effect"
import { collectionLayers } from "../collections.ts"
import * as Access from "./access.ts"
import { collection } from "./collection.ts"
import { Database, type DatabaseOptions, layer as databaseLayer } from "./database.ts"
import * as Housekeeping from "./housekeeping.ts"
import * as IdempotencyStore from "./idempotency-store.ts"
import * as JobQueue from "./job-queue.ts"
import * as LinkDirectory from "./link-directory.ts"
import * as Quotas from "./quotas.ts"
import * as Sweep from "./sweep.ts"
import * as YoungTables from "./young-tables.ts"

const unitOfWork = Layer.effect(UnitOfWork)(Effect.map(Database, ({ transaction }) => ({ transaction })))

/** All storage ports over one pool of connections. */
export const storage = Layer.mergeAll(
  unitOfWork,
  collectionLayers(Effect.map(Database, (database) => (shape) => collection(database, shape))),
  Access.keyDirectoryLayer,
  Access.organizationsLayer,
  Housekeeping.layer,
  IdempotencyStore.layer,
  JobQueue.layer,
  LinkDirectory.layer,
  Quotas.layer,
  Sweep.layer,
  YoungTables.layer
)

export const layer = (options: DatabaseOptions) => Layer.provideMerge(storage, databaseLayer(options))
