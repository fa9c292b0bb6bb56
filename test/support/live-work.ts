import * as Blobs from "@vouchkit/adapters/blobs/memory"
import * as Crypto from "@vouchkit/adapters/crypto/vault"
import * as Memory from "@vouchkit/adapters/memory"
import { CheckStore } from "@vouchkit/core/resources/checks/model"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import { PagePreview } from "@vouchkit/core/resources/documents/preview"
import { DocumentReader } from "@vouchkit/core/verification/document-reading"
import { addToSession, type UploadInput } from "@vouchkit/core/resources/documents/upload"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { type DocumentPicture, IdentityDocumentReader, type IdentityReading } from "@vouchkit/core/verification/identity-documents/reading"
import { ChipVerifier } from "@vouchkit/core/resources/nfc/chip-verifier"
import { Caller, Tenant } from "@vouchkit/core/kernel/access/caller"
import { JobQueue } from "@vouchkit/core/kernel/jobs/job"
import { jobs } from "@vouchkit/core/registry"
import { SessionStore, type StoredSession } from "@vouchkit/core/resources/sessions/model"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect, Layer, ManagedRuntime } from "effect"
import { aFace, analysisOf } from "./faces.ts"
import { callerOf, organization } from "./operations.ts"
import { outsideRefused } from "./outside-ports.ts"
import { aSession } from "./sessions.ts"
import type { Environment } from "@vouchkit/core/kernel/foundation/environment"
import { replaceIdentityVerification } from "@vouchkit/core/resources/settings/identity-verification"
import { submitSession } from "@vouchkit/core/flows/sessions/lifecycle"

/** A passport as an engine reads it: the specimen of ICAO 9303 part 4, appendix B. */
export const specimenPicture: DocumentPicture = {
  page: 1,
  turned: 0,
  quality: { focus: 1, brightness: 1, glare: 1, resolution: 1, fully_visible: true, overall: 1 },
  mrz: {
    format: "TD3",
    lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
    repair: null,
    confidence: 0.99,
    ambiguous: false
  },
  barcodes: [],
  lines: [],
  portrait: null,
  screen_capture: 0,
  printed_copy: 0,
  perceptual_hash: "0".repeat(64)
}
export const readingWith = (picture: Partial<DocumentPicture> = {}): IdentityReading => ({
  page_count: 1,
  pictures: [{ ...specimenPicture, ...picture }],
  forensics: { producer: null, creator: null, created_at: null, modified_at: null, revisions: 1, signed: false, flags: [] }
})

const unused = () => Effect.die(new Error("nothing of this kind was uploaded"))

/** Engines that see what a test expects of them; `beside` replaces some. */
export const sight = Layer.mergeAll(
  Layer.succeed(IdentityDocumentReader)({ read: () => Effect.succeed(readingWith()) }),
  Layer.succeed(DocumentReader)({ read: unused }),
  Layer.succeed(FaceMatcher)({
    analyze: () => Effect.succeed(analysisOf(aFace())),
    compare: () =>
      Effect.succeed({
        portrait: [aFace()],
        selfie: [aFace()],
        similarity: { model: { name: "descriptor-128", version: "1" }, score: 0.95, distance: 0.25 }
      })
  }),
  Layer.succeed(LivenessDetector)({ assess: () => Effect.succeed({ kind: "still" as const, analysis: analysisOf(aFace()) }) }),
  Layer.succeed(ChipVerifier)({ verify: unused, portrait: unused }),
  Layer.succeed(PagePreview)({ render: unused })
)

/** Sessions over memory, whose jobs run when a test says so. */
export const liveWork = (beside: Layer.Layer<any> | Layer.Layer<never> = Layer.empty, environment: Environment = "live") => {
  const crypto = Crypto.layer(new Uint8Array(32).fill(7))
  const runtime = ManagedRuntime.make(
    outsideRefused(Layer.mergeAll(Memory.layer, crypto, Blobs.layer.pipe(Layer.provide(crypto)), sight, beside))
  )
  const tenant = { organization, environment }
  const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> =>
    runtime.runPromise(
      effect.pipe(Effect.provideService(Tenant, tenant), Effect.provideService(Caller, callerOf({ environment }))) as Effect.Effect<
        A,
        E,
        never
      >
    )

  /** From now on frames that follow a challenge pass by themselves, as an operator may choose. */
  const letLivenessPass = () => run(replaceIdentityVerification({ loc: [], policy: { liveness_auto_pass: true } }))

  /** A session whose person has submitted these files and submitted. */
  const submitted = (uploads: ReadonlyArray<Omit<UploadInput, "file">>, overrides: Partial<StoredSession> = {}) =>
    run(
      Effect.gen(function* () {
        const store = yield* SessionStore
        const fresh = aSession({ environment, expires_at: "2099-01-01T00:00:00.000Z", ...overrides })
        yield* store.insert(fresh)
        for (const [index, upload] of uploads.entries()) {
          const { name, sha256 } = yield* (yield* BlobStore).put(new Uint8Array([0xff, 0xd8, 0xff, index]))
          const session = yield* store.lock(fresh.id)
          if (session === undefined) throw new Error("the session is not there")
          yield* addToSession(session, upload, { blob: name, entry: null, sha256, mime_type: "image/jpeg", size_bytes: 4 }, "capture")
        }
        const session = yield* store.lock(fresh.id)
        if (session === undefined) throw new Error("the session is not there")
        return yield* submitSession(session)
      })
    )

  /** Runs what waits of these kinds to its end, failed runs as often as their rule says; answers how many runs that took. */
  const work = async (...names: ReadonlyArray<string>): Promise<number> => {
    let runs = 0
    for (;;) {
      const queued = await run(
        Effect.flatMap(JobQueue, (queue) =>
          queue.claim({ limits: Object.fromEntries(names.map((name) => [name, 10])), lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" })
        )
      )
      if (queued.length === 0) return runs
      for (const one of queued) {
        const declaration = jobs.find(({ name }) => name === one.name)
        if (declaration === undefined) throw new Error(one.name)
        await run(runJob(declaration, one, () => false).pipe(Effect.ignore))
        runs += 1
      }
    }
  }
  const checksOf = (session_id: string) =>
    run(Effect.flatMap(CheckStore, (store) => store.list({ where: [{ field: "session_id", op: "eq", value: session_id }], limit: 100 })))
  const sessionOf = async (id: string) => {
    const session = await run(Effect.flatMap(SessionStore, (store) => store.find(id)))
    if (session === undefined) throw new Error("the session is not there")
    return session
  }
  return { run, letLivenessPass, submitted, work, checksOf, sessionOf, stop: () => runtime.dispose() }
}
export type LiveWork = ReturnType<typeof liveWork>
