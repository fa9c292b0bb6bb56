import { afterAll, expect, test } from "bun:test"
import { EnginePool, enginePoolLayer } from "@vouchkit/adapters/engines/process/engine-pool"
import type { Job } from "@vouchkit/adapters/engines/process/protocol"
import { faceMatcherLayer } from "@vouchkit/adapters/engines/faces/face-engine"
import { pooledIdentityDocumentReader } from "@vouchkit/adapters/engines/identity/identity-document-reader"
import { EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { FaceMatcher } from "@vouchkit/core/verification/faces/analysis"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { makeIdentitySpecimens } from "@vouchkit/worker/commands/demo/identity-specimens"
import { Effect, Layer, ManagedRuntime } from "effect"
import { aLicence, drawnCard } from "../../support/identity-cards.ts"
import { sharpOf } from "../../support/photographs.ts"

const timeout = 300_000
/** The engine that reads documents reads each once: where its portrait is does not change what is read. */
const readOnce = Layer.effect(
  EnginePool,
  Effect.gen(function* () {
    const pool = yield* EnginePool
    const answers = new Map<Uint8Array, unknown>()
    const run = (job: Job) =>
      answers.has(job.bytes)
        ? Effect.succeed(answers.get(job.bytes))
        : Effect.tap(pool.run(job), (answer) => Effect.sync(() => answers.set(job.bytes, answer)))
    return EnginePool.of({ run })
  })
).pipe(Layer.provide(enginePoolLayer()))
/** One process of each kind for all: they take longer to get ready than to look at a document. */
const pool = ManagedRuntime.make(readOnce)
const faceEngine = ManagedRuntime.make(faceMatcherLayer())
afterAll(() => Promise.all([pool.dispose(), faceEngine.dispose()]))
const { passport } = await makeIdentitySpecimens(new Date("2026-06-01T00:00:00Z"))

/** The portraits that a reading tells of, where these faces are looked for. */
const portraitsOf = async (bytes: Uint8Array, faces: Layer.Layer<FaceMatcher> | Layer.Layer<never>) => {
  const shared = Layer.succeedContext(await pool.context())
  const reader = pooledIdentityDocumentReader.pipe(Layer.provide([shared, faces]))
  const read = IdentityDocumentReader.use((engine) => engine.read({ bytes, mime_type: "image/jpeg", country: null }))
  const { pictures } = await Effect.runPromise(Effect.provide(read, reader))
  return pictures.map(({ mrz, portrait }) => ({ read: mrz !== null, portrait }))
}

test(
  "the portrait of a passport is found where it is printed, on the document and not on the table it lies on",
  async () => {
    const [only, ...others] = await portraitsOf(passport.bytes, Layer.succeedContext(await faceEngine.context()))
    expect(others).toEqual([])
    const { confidence, height, left, top, width } = only?.portrait ?? { confidence: 0, height: 0, left: 0, top: 0, width: 0 }
    expect(confidence).toBeGreaterThan(0.5)
    // Printed from 7 to 43 mm of 125, and from 15 to 55 mm of 88.
    expect(left).toBeGreaterThan(0.04)
    expect(left + width).toBeLessThan(0.36)
    expect(top).toBeGreaterThan(0.15)
    expect(top + height).toBeLessThan(0.64)
    expect(width).toBeGreaterThan(0.12)
  },
  timeout
)

test(
  "without a face engine, or with one that is down, a passport is read and nobody says where its portrait is",
  async () => {
    const down = () => Effect.fail(new EngineUnavailable({ reason: "crashed" }))
    const failing = Layer.succeed(FaceMatcher)({ analyze: down, compare: down })
    for (const faces of [Layer.empty, failing]) {
      expect(await portraitsOf(passport.bytes, faces)).toEqual([{ read: true, portrait: null }])
    }
  },
  timeout
)

test(
  "a card that shows no face has no portrait",
  async () => {
    const card = await sharpOf(await drawnCard(aLicence({ portrait: false }), 13))
      .jpeg()
      .toBuffer()
    expect(
      (await portraitsOf(new Uint8Array(card), Layer.succeedContext(await faceEngine.context()))).map(({ portrait }) => portrait)
    ).toEqual([null])
  },
  timeout
)
