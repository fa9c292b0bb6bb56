import { PagePreview } from "@vouchkit/core/resources/documents/preview"
import { DocumentReader, EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import {
  type FaceAnalysis,
  FaceEngineMissing,
  type FaceFailure,
  type FaceImage,
  FaceImageUnreadable,
  FaceMatcher,
  type FaceTemplate
} from "@vouchkit/core/verification/faces/analysis"
import { LivenessDetector } from "@vouchkit/core/verification/faces/liveness/evidence"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { ChipVerifier } from "@vouchkit/core/resources/nfc/chip-verifier"
import { JobQueue, type QueuedJob } from "@vouchkit/core/kernel/jobs/job"
import { jobs } from "@vouchkit/core/registry"
import { runJob } from "@vouchkit/worker/jobs/run-job"
import { Effect, Layer } from "effect"
import { aFace, analysisOf, templateAt } from "./faces.ts"
import { readingWith } from "./live-work.ts"
import { type Service, startService } from "./service.ts"

/** What the scripted engine sees in a picture: a face at a distance along a line, and how it fares with it. */
export interface Shown {
  readonly at?: number
  readonly faces?: number
  readonly width?: number
  readonly version?: string
  /** The engine finds the face and makes no template of it. */
  readonly bare?: boolean
  readonly fails?: "unreadable" | "missing" | "down"
  /** Tells pictures of one face apart. */
  readonly picture?: number
}

/** A file that the service takes for a JPEG, and the engine for what it says. */
const pictureOf = (shown: Shown): Uint8Array => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new TextEncoder().encode(JSON.stringify(shown))])
const shownIn = (bytes: Uint8Array): Shown => JSON.parse(new TextDecoder().decode(bytes.slice(4)))

const template = ({ at = 0, version = "1" }: Shown): FaceTemplate => {
  const { model, values } = templateAt(at)
  return { model: { ...model, version }, values }
}

const looked: Array<FaceImage> = []
const analyze = (image: FaceImage): Effect.Effect<FaceAnalysis, FaceFailure> =>
  Effect.suspend((): Effect.Effect<FaceAnalysis, FaceFailure> => {
    looked.push(image)
    const shown = shownIn(image.bytes)
    if (shown.fails === "unreadable") return Effect.fail(new FaceImageUnreadable({ code: "unreadable", retryable: true }))
    if (shown.fails === "missing") return Effect.fail(new FaceEngineMissing({ packages: ["some-package"] }))
    if (shown.fails === "down") return Effect.fail(new EngineUnavailable({ reason: "overloaded" }))
    const faces = Array.from({ length: shown.faces ?? 1 }, () => aFace({ width: shown.width ?? 300 }))
    const seen = analysisOf(faces[0] ?? null)
    return Effect.succeed({ ...seen, faces, template: faces.length === 0 || shown.bare === true ? null : template(shown) })
  })

const unused = () => Effect.die(new Error("nothing of this kind was uploaded"))
const engines = Layer.mergeAll(
  Layer.succeed(FaceMatcher)({
    analyze,
    compare: () =>
      Effect.succeed({
        portrait: [aFace()],
        selfie: [aFace()],
        similarity: { model: templateAt(0).model, score: 0.95, distance: 0.25 }
      })
  }),
  Layer.succeed(LivenessDetector)({
    assess: ({ frames: [first] }) =>
      first === undefined
        ? Effect.die(new Error("no frame"))
        : Effect.map(analyze(first.image), (analysis) => ({ kind: "still" as const, analysis }))
  }),
  Layer.succeed(IdentityDocumentReader)({
    read: () => Effect.succeed(readingWith({ portrait: { left: 0.1, top: 0.2, width: 0.3, height: 0.4, confidence: 0.9 }, turned: 90 }))
  }),
  Layer.succeed(DocumentReader)({ read: unused }),
  Layer.succeed(ChipVerifier)({ verify: unused, portrait: unused }),
  Layer.succeed(PagePreview)({ render: unused })
)

let organizations = 0

/** A service whose engine sees in pictures what tests wrote into them. */
export const facesService = async (storage: "memory" | "postgres") => {
  const service = await startService(storage, { beside: engines })
  return {
    service,
    tenant: (environment: "live" | "sandbox" = "live", of?: string) => aTenant(service, environment, of),
    stop: service.stop
  }
}

/** Every job of this name, however many the other tests of the service left. */
const claimed = (service: Service, name: string) =>
  service.runtime.runPromise(
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const all: Array<QueuedJob> = []
      for (;;) {
        const more = yield* queue.claim({ limits: { [name]: 100 }, lease_seconds: 60, now: "9999-01-01T00:00:00.000Z" })
        if (more.length === 0) return all
        all.push(...more)
      }
    })
  )

const aTenant = async (service: Service, environment: "live" | "sandbox", of?: string) => {
  organizations += 1
  const organization = of ?? `org_faces_${organizations}`
  const key = await service.key("all", { organization, environment })
  const call = (method: string, path: string, body?: unknown, credential = key) =>
    service.call(method, path, { key: credential, ...(body === undefined ? {} : { body }) })
  const upload = async (path: string, fields: Readonly<Record<string, string>>, shown: Shown) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set("file", new Blob([new Uint8Array(pictureOf(shown))], { type: "image/jpeg" }), "picture.jpg")
    const { body, status, text } = await service.call("POST", path, { key, raw: form })
    if (status >= 300) throw new Error(text)
    return body.id as string
  }
  /** A picture that was uploaded by itself. */
  const aPicture = (shown: Shown = {}, kind = "selfie") => upload("/documents", { kind }, shown)
  const aList = async (given: object) => (await call("POST", "/lists", { name: "Faces", entry_type: "face", ...given })).body
  const listed = async (list: string, shown: Shown = {}) =>
    (await call("POST", `/lists/${list}/entries`, { value: await aPicture(shown) })).body
  const blocked = async (shown: Shown = {}) => (await call("POST", "/blocklist", { entry_type: "face", value: await aPicture(shown) })).body
  const searched = async (shown: Shown, others: ReadonlyArray<object> = []) =>
    (await call("POST", "/lists/search", { values: [{ type: "face", value: await aPicture(shown) }, ...others] })).body
  const work = async (...names: ReadonlyArray<string>) => {
    for (const name of names) {
      const declared = jobs.find((one) => one.name === name)
      if (declared === undefined) throw new Error(name)
      for (const job of await claimed(service, name)) {
        await service.runtime.runPromise(runJob(declared, job, () => false) as Effect.Effect<unknown, never, never>)
      }
    }
  }
  /** A session whose person has shown this face, or none, once its checks ran. */
  const verified = async (shown: Shown | null, given: object = {}) => {
    const session = (await call("POST", "/sessions", { required_steps: ["selfie"], ...given })).body
    if (session.required_steps.includes("document")) {
      await upload(`/sessions/${session.id}/documents`, { kind: "identity", document_type: "passport", side: "front" }, { picture: 1 })
    }
    const selfie = shown === null ? "" : await upload(`/sessions/${session.id}/documents`, { kind: "selfie" }, shown)
    const sent = await call("POST", `/sessions/${session.id}/submit`)
    if (sent.status !== 200) throw new Error(sent.text)
    await work("documents.read", "sessions.run_checks")
    const checks: ReadonlyArray<any> = (await call("GET", `/sessions/${session.id}/checks`)).body.data
    const found = (await call("GET", `/sessions/${session.id}`)).body
    return { session: found, selfie, checks, lists: checks.find(({ type }) => type === "list_lookup") }
  }
  const events = async () =>
    (await claimed(service, "webhooks.dispatch"))
      .filter((job) => job.organization === organization)
      .map(({ payload }) => payload as { readonly type: string; readonly data: any })
  return { organization, environment, key, call, aPicture, aList, listed, blocked, searched, verified, work, events, looked }
}
