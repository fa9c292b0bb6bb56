import { createHash } from "node:crypto"
import {
  BadRequest,
  type Failure,
  InvalidInput,
  PayloadTooLarge,
  StorageUnavailable,
  UnsupportedMediaType
} from "@vouchkit/core/kernel/foundation/failure"
import { inTurn } from "@vouchkit/core/kernel/fairness/fair-turns"
import { arrivingBody } from "@vouchkit/core/kernel/intake/arriving-body"
import { heldBytes, Intake } from "@vouchkit/core/kernel/intake/intake"
import { admitted, currentSender, declaredLength, heldBody, received } from "@vouchkit/core/kernel/intake/received-body"
import { BodySpool, inMemory, type SpoolFile } from "@vouchkit/core/kernel/intake/spool"
import { type Upload, usualUploadBytes } from "@vouchkit/core/kernel/operation/operation"
import { type JsonObject, type JsonProblem, maxDepth, maxValues, parseJsonObject } from "@vouchkit/core/kernel/wire/json"
import { Context, Effect, type Scope } from "effect"
import { type FormParts, maximumParts, readParts, TooManyParts, Unreadable } from "./multipart.ts"

/** Bodies other than uploads. */
const maximumBodyBytes = 1024 * 1024
/** The multipart frame and the text parts around a file. */
const frameBytes = 64 * 1024

/** Bodies are read as they are: one that was compressed on the way would be refused as broken, which helps no one. */
const isEncoded = (request: Request): boolean => !/^(?:identity)?$/i.test((request.headers.get("content-encoding") ?? "").trim())

const contentType = (request: Request): string => request.headers.get("content-type") ?? ""
const mediaType = (request: Request): string => contentType(request).split(";")[0]?.trim().toLowerCase() ?? ""

/** Limits that JSON can exceed which is otherwise well formed. */
const exceeded: Partial<Record<JsonProblem["code"], string>> = {
  too_deep: `may nest at most ${maxDepth} levels of arrays and objects`,
  too_many_values: `may hold at most ${maxValues} values`
}

const refused = ({ code, message, offset }: JsonProblem): Failure => {
  const limit = exceeded[code]
  return limit === undefined
    ? new BadRequest({ detail: `The body cannot be read: ${message} (at byte ${offset})` })
    : new InvalidInput({
        code: "validation_error",
        problems: [{ loc: ["body"], code, message: `${limit}; it has more at byte ${offset}` }]
      })
}

/** A JSON object; an empty body reads as an empty object, so that actions without input need no body. */
export const readJson = (request: Request): Effect.Effect<JsonObject, Failure> =>
  Effect.flatMap(heldBody(request, maximumBodyBytes), (bytes): Effect.Effect<JsonObject, Failure> => {
    if (bytes.length === 0) return Effect.succeed({})
    if (isEncoded(request)) return Effect.fail(new UnsupportedMediaType({ accepted: "application/json without Content-Encoding" }))
    const type = mediaType(request)
    if (type !== "application/json" && !/^application\/[a-z0-9.+-]+\+json$/.test(type)) {
      return Effect.fail(new UnsupportedMediaType({ accepted: "application/json" }))
    }
    const parsed = parseJsonObject(bytes)
    return "ok" in parsed ? Effect.succeed(parsed.ok) : Effect.fail(refused(parsed.problem))
  })

export interface Form extends Omit<FormParts, "found"> {
  /** The part named `file`; undefined when there is none. */
  readonly file: Upload | undefined
}

const unreadable = new BadRequest({
  detail: "The multipart body cannot be read. Send one part named file and text parts as multipart/form-data."
})
const tooMany = new BadRequest({ detail: `The multipart body has more than ${maximumParts} parts.` })

/** What went wrong while a form was read, where it was neither the sender's fault nor that of the connection. */
class SpoolFailed extends Error {}

const formFailure = (cause: unknown): Failure | undefined => {
  if (cause instanceof Unreadable) return unreadable
  if (cause instanceof TooManyParts) return tooMany
  if (cause instanceof SpoolFailed) return new StorageUnavailable({ cause: cause.cause })
  return undefined
}

/** Hashes and counts a file on its way into the spool. */
const takingUp = (file: SpoolFile) => {
  const hash = createHash("sha256")
  let size = 0
  return {
    write: async (chunk: Uint8Array) => {
      hash.update(chunk)
      size += chunk.length
      await file.write(chunk).catch((cause) => {
        throw new SpoolFailed("an upload cannot be written to its file", { cause })
      })
    },
    facts: () => ({ size, sha256: hash.digest("hex") })
  }
}

/** The upload that a file holds. A long one waits for its turn to be in memory. */
const uploadIn = (file: SpoolFile, facts: Pick<Upload, "size" | "sha256">): Upload => {
  const whole = Effect.tryPromise({ try: () => file.read(), catch: (cause) => new StorageUnavailable({ cause }) })
  return {
    ...facts,
    use: (work) => {
      const used = Effect.acquireUseRelease(
        whole,
        ({ bytes }) => work(bytes),
        ({ done }) => Effect.sync(done)
      )
      if (facts.size <= heldBytes) return used
      return Effect.contextWith((context: Context.Context<never>) => {
        const owner = currentSender(context).organization ?? ""
        return inTurn(Context.get(context, Intake).turns, { owner, rank: 0, amount: facts.size }, used)
      })
    }
  }
}

/** Opens what an upload of this length is put into, until the scope ends. */
const spoolFor = (bytes: number): Effect.Effect<SpoolFile, StorageUnavailable, Scope.Scope> =>
  Effect.flatMap(BodySpool, ({ open }) =>
    Effect.acquireRelease(
      Effect.tryPromise({ try: bytes > heldBytes ? open : inMemory, catch: (cause) => new StorageUnavailable({ cause }) }),
      (file) => Effect.promise(() => file.close().catch(() => {}))
    )
  )

/** The parts of `multipart/form-data`. What was sent as the file is gone when the scope ends. */
export const readForm = (request: Request, fileBytes: number = usualUploadBytes): Effect.Effect<Form, Failure, Scope.Scope> =>
  Effect.gen(function* () {
    if (isEncoded(request)) return yield* new UnsupportedMediaType({ accepted: "multipart/form-data without Content-Encoding" })
    if (mediaType(request) !== "multipart/form-data") return yield* new UnsupportedMediaType({ accepted: "multipart/form-data" })
    const limit = fileBytes + frameBytes
    const declared = declaredLength(request)
    const bytes = declared ?? limit
    if (bytes > limit) return yield* new PayloadTooLarge({ max_bytes: limit })
    const kind = bytes > heldBytes ? "spooled" : "held"
    const ticket = yield* Effect.acquireRelease(admitted({ kind, bytes, open_ended: declared === null }), (taken) =>
      Effect.sync(() => taken.release())
    )
    const spool = yield* spoolFor(bytes)
    const sink = takingUp(spool)
    const { found, ...parts } = yield* received(
      (signal) => readParts(arrivingBody(request, limit, ticket, signal), contentType(request), sink),
      limit,
      formFailure
    )
    return { ...parts, file: found ? uploadIn(spool, sink.facts()) : undefined }
  })
