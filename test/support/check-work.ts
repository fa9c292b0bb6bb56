import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import * as Postgres from "@vouchkit/adapters/postgres"
import { ensureOrganization } from "@vouchkit/core/resources/access/provision"
import { CheckWait } from "@vouchkit/core/resources/checks/check-wait"
import { DocumentReader, EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { PagePreview } from "@vouchkit/core/resources/documents/preview"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { localFaceModel } from "@vouchkit/core/verification/faces/bands"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { PublicUrl } from "@vouchkit/core/kernel/foundation/public-url"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { ChipVerifier } from "@vouchkit/core/resources/nfc/chip-verifier"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import { codeOf } from "@vouchkit/core/kernel/foundation/failure"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { PlanLimit } from "@vouchkit/core/kernel/quota/quota"
import { jobs } from "@vouchkit/core/registry"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Cause, Effect, Exit, Layer, ManagedRuntime, Schema } from "effect"
import { aFace, analysisOf } from "./faces.ts"
import { readingWith } from "./live-work.ts"
import { callerOf, organization, type Who } from "./operations.ts"
import { outsideRefused } from "./outside-ports.ts"
import { freshDatabase } from "./postgres.ts"
import { aWatchlist, sanctioned } from "./screening.ts"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"

/** Engines that answer at once, and fail while the test says so. */
const scripted = () => {
  const state = { down: false, similarity: 0.95, looks: 0 }
  const answer = <A>(value: () => A) =>
    Effect.suspend(() => {
      state.looks += 1
      return state.down ? Effect.fail(new EngineUnavailable({ reason: "crashed" })) : Effect.succeed(value())
    })
  const layer = Layer.mergeAll(
    Layer.succeed(IdentityDocumentReader)({ read: () => answer(() => readingWith()) }),
    Layer.succeed(DocumentReader)({
      read: () =>
        answer(() => ({
          page_count: 1,
          source: "text_layer" as const,
          lines: [],
          forensics: readingWith().forensics,
          quality: { focus: null, brightness: null, resolution: null, overall: null },
          perceptual_hash: null
        }))
    }),
    Layer.succeed(FaceMatcher)({
      analyze: () => answer(() => analysisOf(aFace())),
      compare: () =>
        answer(() => ({
          portrait: [aFace()],
          selfie: [aFace()],
          similarity: { model: localFaceModel, score: state.similarity, distance: null }
        }))
    }),
    Layer.succeed(LivenessDetector)({ assess: () => answer(() => ({ kind: "still" as const, analysis: analysisOf(aFace()) })) }),
    Layer.succeed(ChipVerifier)({ verify: () => answer(() => ({}) as never), portrait: () => answer(() => new Uint8Array()) }),
    Layer.succeed(PagePreview)({ render: () => answer(() => new Uint8Array()) })
  )
  return { state, layer }
}

/** Operations and background jobs over one storage, with engines that a test fails at will. Nothing runs by itself. */
export const checkWork = async (storage: "memory" | "postgres") => {
  const engines = scripted()
  const crypto = Crypto.layer(new Uint8Array(32).fill(7))
  const stored = storage === "memory" ? Memory.layer : Postgres.layer({ connect: await freshDatabase(), maximumConnections: 4 })
  const timeout = { wait: (): Promise<unknown> => Promise.resolve() }
  const layer = outsideRefused(
    Layer.mergeAll(
      stored,
      crypto,
      Blobs.layer.pipe(Layer.provide(crypto)),
      Layer.succeed(PublicUrl)({ base: "http://localhost:3000" }),
      Layer.succeed(PlanLimit)(0),
      Layer.succeed(CheckWait)({
        until: (look) =>
          Effect.andThen(
            Effect.promise(() => timeout.wait()),
            look
          )
      }),
      engines.layer,
      aWatchlist(sanctioned()).layer
    )
  )
  const runtime = ManagedRuntime.make(layer)
  const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> => runtime.runPromise(effect as Effect.Effect<A, E, never>)
  await run(ensureOrganization(organization))
  await run(ensureOrganization("org_other"))

  const within =
    (environment: Environment = "sandbox") =>
    <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> =>
      run(
        effect.pipe(Effect.provideService(Tenant, { organization, environment }), Effect.provideService(Caller, callerOf({ environment })))
      )

  const call = (op: AnyOperation, raw: object, who: Who, key?: string): Effect.Effect<{ status: number; output: any }, any, any> => {
    const { body = {}, method, params = {}, path, query = {} } = op.contract
    const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Struct({ ...params, ...query, ...body })), {
      onExcessProperty: "error"
    })
    const { file, ...fields } = raw as { file?: unknown }
    const input = Effect.map(Effect.orDie(decode(fields)), (decoded) => (file === undefined ? decoded : { ...decoded, file }))
    const idempotency = { key: key ?? "", method, path, fingerprint: Effect.succeed(JSON.stringify(fields)) }
    const invocation = { input: input as Effect.Effect<any, never>, ...(key === undefined ? {} : { idempotency }) }
    return execute(op, invocation).pipe(
      Effect.provideService(Caller, callerOf(who)),
      Effect.tap(({ output }) =>
        Effect.sync(() =>
          Schema.decodeUnknownSync(Schema.toCodecJson(op.contract.output), { onExcessProperty: "error" })(
            JSON.parse(JSON.stringify(output))
          )
        )
      )
    )
  }
  const answer = (op: AnyOperation, raw: object = {}, who: Who = {}, key?: string) => run(call(op, raw, who, key))
  const ask = async (op: AnyOperation, raw: object = {}, who: Who = {}): Promise<any> => (await answer(op, raw, who)).output
  const refusal = async (op: AnyOperation, raw: object = {}, who: Who = {}) => {
    const exit = await run(Effect.exit(call(op, raw, who)))
    if (Exit.isSuccess(exit)) throw new Error("the call succeeded")
    const found = Cause.findErrorOption(exit.cause)
    if (found._tag === "None") throw Cause.squash(exit.cause)
    return { code: codeOf(found.value), failure: found.value }
  }

  const claim = (names: ReadonlyArray<string>) =>
    Effect.flatMap(JobQueue, (queue) =>
      queue.claim({
        limits: Object.fromEntries(names.map((name) => [name, 1000])),
        lease_seconds: 60,
        now: "9999-01-01T00:00:00.000Z"
      })
    )
  /** Runs what waits of these kinds to its end, failed runs as often as their rule says. */
  const work = async (...names: ReadonlyArray<string>): Promise<number> => {
    let runs = 0
    for (;;) {
      const queued = await run(claim(names))
      if (queued.length === 0) return runs
      for (const one of queued) {
        const declaration = jobs.find(({ name }) => name === one.name)
        if (declaration === undefined) throw new Error(one.name)
        await run(runJob(declaration, one, () => false).pipe(Effect.ignore))
        runs += 1
      }
    }
  }
  const events = async (): Promise<ReadonlyArray<any>> =>
    run(
      Effect.gen(function* () {
        const queue = yield* JobQueue
        const found = yield* claim(["webhooks.dispatch"])
        for (const job of found) yield* queue.complete(job)
        return found.map(({ payload }) => payload)
      })
    )
  return { engines: engines.state, run, within, answer, ask, refusal, work, events, timeout, dispose: () => runtime.dispose() }
}
export type CheckWork = Awaited<ReturnType<typeof checkWork>>
