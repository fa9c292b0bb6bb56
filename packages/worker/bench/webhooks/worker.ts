import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Postgres from "@vouchkit/adapters/postgres"
import { layer as senderLayer } from "@vouchkit/adapters/webhook-sender/sender"
import { FastPaths } from "@vouchkit/core/kernel/foundation/fast-paths"
import { PublicUrl } from "@vouchkit/core/kernel/foundation/public-url"
import { jobs } from "@vouchkit/core/flows/webhooks/jobs"
import { runWorker } from "@vouchkit/worker/jobs/loop"
import { Effect, Layer } from "effect"

/** One worker process as it stands in production, but for jobs that have nothing to do with webhooks. Runs until it is killed. */
const [path = "", user = "", database = "", target = "", plain = ""] = process.argv.slice(2)

const ports = Layer.mergeAll(
  Postgres.layer({ connect: { path, user, database } }),
  Crypto.layer(new Uint8Array(32)),
  senderLayer({ exceptions: new Set([target]) }),
  Layer.succeed(PublicUrl)({ base: "http://127.0.0.1" })
)
const program = Effect.gen(function* () {
  yield* runWorker(jobs).pipe(Effect.provideService(FastPaths, { shared_statements: true, batched_jobs: plain === "" }))
  console.log(JSON.stringify({ ready: true }))
  return yield* Effect.never
})
await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(ports)))
