import * as MemoryMailer from "@vouchkit/adapters/memory/mailer"
import type { Permission } from "@vouchkit/core/kernel/access/roles"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { Entropy } from "@vouchkit/core/kernel/foundation/id"
import { execute } from "@vouchkit/core/kernel/operation/execute"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { CheckWait } from "@vouchkit/core/resources/checks/check-wait"
import { DocumentReader, DocumentUnreadable } from "@vouchkit/core/verification/document-reading"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { postBy, WebhookSender } from "@vouchkit/core/resources/webhooks/deliveries/sender"
import { runOnce } from "@vouchkit/worker/jobs/schedule"
import { timers } from "@vouchkit/worker/jobs/timers"
import { Effect, Layer, Random, Schema } from "effect"
import { chanceOf } from "../support/chance.ts"
import { aFace, analysisOf } from "../support/faces.ts"
import { callerOf } from "../support/operations.ts"
import { renewing } from "../support/renewed-tenant.ts"
import { aWatchlist, sanctioned } from "../support/screening.ts"
import { startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"

/** When all examples take place. */
export const noon = "2026-11-02T12:00:00.000Z"

/** A provider of live captures that takes every person for alive. */
const provider = {
  begin: () =>
    Effect.succeed({
      reference: "capture-1",
      client: { session_id: "for-the-device-1", region: "eu-west-1" },
      expires_at: "2026-11-02T12:03:00.000Z"
    }),
  result: () =>
    Effect.succeed({ kind: "provider" as const, status: "succeeded" as const, confidence: 0.97, threshold: 0.9, reference: null })
}

/** The one service of all examples, in which nothing is left to chance, with one resource of each kind. */
const startStage = async () => {
  let chance = chanceOf(7)
  // Receivers are down, so that deliveries have something to be tried again for.
  let received = 503
  const got: Array<any> = []
  const refusing = ({ body }: { readonly body: string }) => {
    got.push(JSON.parse(body))
    return answering
  }
  const answering = Effect.sync(() => ({ status: received, retry_after: null, response_excerpt: "", duration_ms: 41 }))
  const nothing = async (): Promise<unknown> => undefined
  let settle = nothing
  const renewal = renewing()
  const service = await startService("memory", {
    clock: noon,
    beside: Layer.mergeAll(
      renewal.layer,
      Layer.succeed(Entropy)({ bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(chance() * 256)) }),
      // Timers begin at any of the records that are due, and retries wait for any time between two: here at the first, and the shortest.
      Layer.succeed(Random.Random)({ nextDoubleUnsafe: () => 0, nextIntUnsafe: () => 0 }),
      aWatchlist(sanctioned()).layer,
      // Only files of live sessions are looked into, and these are no documents.
      Layer.succeed(DocumentReader)({ read: () => Effect.fail(new DocumentUnreadable({ code: "unreadable", retryable: true })) }),
      MemoryMailer.layer,
      Layer.succeed(CheckWait)({
        until: (look) =>
          Effect.flatMap(
            Effect.promise(() => settle()),
            () => look
          )
      }),
      Layer.succeed(FaceMatcher)({
        analyze: () => Effect.succeed(analysisOf(aFace())),
        compare: () => Effect.die(new Error("no example compares faces"))
      }),
      Layer.succeed(LivenessDetector)({ assess: () => Effect.die(new Error("no example looks at a live capture")), provider }),
      Layer.succeed(WebhookSender)({ send: refusing, post: postBy(refusing) })
    )
  })
  const { fixtures, key, renew } = await renewal.tenant(service, "org_acme")

  const call = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<any> => {
    const sent = body instanceof FormData ? { raw: body } : body === undefined ? {} : { body }
    const answer = await service.call(method, path, { key, headers, ...sent })
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  const within = <A>(effect: Effect.Effect<A, any, any>): Promise<A> =>
    service.runtime.runPromise(
      Effect.provideService(effect, Tenant, { organization: "org_acme", environment: "sandbox" }) as Effect.Effect<A, never, never>
    )
  /** Runs an operation as a person of the dashboard, whom no API key can stand in for. */
  const asPerson = async ({ contract, ...op }: AnyOperation, permission: Permission, input: object) => {
    const { body = {}, params = {}, query = {} } = contract
    const schema = Schema.toCodecJson(Schema.Struct({ ...params, ...query, ...body }))
    const answer = await service.runtime.runPromise(
      execute({ contract, ...op }, { input: Effect.orDie(Schema.decodeUnknownEffect(schema)(input)) }).pipe(
        Effect.provideService(Caller, callerOf({ permissions: [permission], id: "usr_0198c0de000000000000000000" }))
      ) as unknown as Effect.Effect<{ readonly status: number; readonly output: unknown }>
    )
    return { status: answer.status, body: JSON.parse(JSON.stringify(answer.output)) }
  }
  return {
    service,
    key,
    fixtures,
    call,
    within,
    asPerson,
    jobs: (...names: ReadonlyArray<string>) => runJobs(service, ...names),
    /** From now on a request that waits for checks sees these jobs done. */
    settleBy: (...names: ReadonlyArray<string>) => {
      settle = () => runJobs(service, ...names)
    },
    timer: (name: string): Promise<void> =>
      service.runtime.runPromise(runOnce(timers.filter((timer) => timer.name === name)) as unknown as Effect.Effect<void>),
    receivers: {
      answer: (status: number) => {
        received = status
      },
      /** The event about a record that they were sent last. */
      got: (type: string, id: string) => got.findLast(({ resource, ...event }) => event.type === type && resource.id === id)
    },
    /** Puts everything back to where all examples begin; what is drawn from now on is that of the seed. */
    begin: async (seed: number) => {
      await renew()
      await service.setTime(noon)
      chance = chanceOf(seed)
      received = 503
      got.length = 0
      settle = nothing
    },
    stop: () => service.stop()
  }
}
export type Stage = Awaited<ReturnType<typeof startStage>>

let started: Promise<Stage> | undefined

/** The stage as each example finds it, whatever was played before: starting a service with one resource of each kind takes a hundred times as long. */
export const aStage = async (seed: number): Promise<Stage> => {
  started ??= startStage()
  const stage = await started
  await stage.begin(seed)
  return stage
}

/** Ends the service of the examples. */
export const endStage = async (): Promise<void> => {
  const stage = await started
  started = undefined
  await stage?.stop()
}
