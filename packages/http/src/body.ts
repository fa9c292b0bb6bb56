import { BadRequest, PayloadTooLarge, UnsupportedMediaType, type Failure } from "@vouchkit/core/kernel/foundation/failure"
import { type Upload, usualUploadBytes } from "@vouchkit/core/kernel/operation/operation"
import { type JsonObject, parseJsonObject } from "@vouchkit/core/kernel/wire/json"
import { Effect } from "effect"

/** Bodies other than uploads. */
const maximumBodyBytes = 1024 * 1024
/** The multipart frame and the text parts around a file. */
const frameBytes = 64 * 1024
const maximumParts = 50

/** Reads a body to its end or to one byte past the limit, whatever its framing, so that 413 is ours and memory stays bounded. */
const bounded = (request: Request, limit: number): Effect.Effect<Uint8Array, PayloadTooLarge | BadRequest> => {
  const declared = request.headers.get("content-length")
  if (declared !== null && Number(declared) > limit) return Effect.fail(new PayloadTooLarge({ max_bytes: limit }))
  const cut = () => new BadRequest({ detail: "The body ended before it was complete." })
  if (request.body === null) return Effect.succeed(new Uint8Array())
  if (declared !== null) {
    return Effect.flatMap(Effect.tryPromise({ try: () => request.arrayBuffer(), catch: cut }), (buffer) =>
      // A server holds a body to its declared length; anyone who calls in process may declare what it likes.
      buffer.byteLength > limit ? Effect.fail(new PayloadTooLarge({ max_bytes: limit })) : Effect.succeed(new Uint8Array(buffer))
    )
  }
  return Effect.flatMap(
    Effect.tryPromise({
      try: async () => {
        const chunks: Array<Uint8Array> = []
        let size = 0
        for await (const chunk of request.body ?? []) {
          size += chunk.length
          if (size > limit) return undefined
          chunks.push(chunk)
        }
        return chunks
      },
      catch: cut
    }),
    (chunks) => (chunks === undefined ? Effect.fail(new PayloadTooLarge({ max_bytes: limit })) : Effect.succeed(Buffer.concat(chunks)))
  )
}

/** Bodies are read as they are: one that was compressed on the way would be refused as broken, which helps no one. */
const isEncoded = (request: Request): boolean => !/^(?:identity)?$/i.test((request.headers.get("content-encoding") ?? "").trim())

const mediaType = (request: Request): string => (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? ""

/** A JSON object; an empty body reads as an empty object, so that actions without input need no body. */
export const readJson = (request: Request): Effect.Effect<JsonObject, Failure> =>
  Effect.flatMap(bounded(request, maximumBodyBytes), (bytes): Effect.Effect<JsonObject, Failure> => {
    if (bytes.length === 0) return Effect.succeed({})
    if (isEncoded(request)) return Effect.fail(new UnsupportedMediaType({ accepted: "application/json without Content-Encoding" }))
    const type = mediaType(request)
    if (type !== "application/json" && !/^application\/[a-z0-9.+-]+\+json$/.test(type)) {
      return Effect.fail(new UnsupportedMediaType({ accepted: "application/json" }))
    }
    const parsed = parseJsonObject(bytes)
    return "ok" in parsed
      ? Effect.succeed(parsed.ok)
      : Effect.fail(new BadRequest({ detail: `The body cannot be read: ${parsed.problem.message} (at byte ${parsed.problem.offset})` }))
  })

export interface Form {
  /** Text parts in the order they came. */
  readonly texts: ReadonlyArray<readonly [name: string, value: string]>
  /** The part named `file`; undefined when there is none. */
  readonly file: Upload | undefined
  readonly repeatedFile: boolean
  /** Names of file parts that no operation reads. */
  readonly strayFiles: ReadonlyArray<string>
}

/** NUL, and what the reader of multipart bodies puts where bytes were not UTF-8: no field of ours has a use for either. */
const isUnsound = (text: string): boolean => text.includes("\u0000") || text.includes("\ufffd")

const unreadable = new BadRequest({
  detail: "The multipart body cannot be read. Send one part named file and text parts as multipart/form-data."
})

/** The parts of `multipart/form-data`. */
export const readForm = (request: Request, fileBytes: number = usualUploadBytes): Effect.Effect<Form, Failure> =>
  Effect.gen(function* () {
    if (isEncoded(request)) return yield* new UnsupportedMediaType({ accepted: "multipart/form-data without Content-Encoding" })
    if (mediaType(request) !== "multipart/form-data") return yield* new UnsupportedMediaType({ accepted: "multipart/form-data" })
    const bytes = yield* bounded(request, fileBytes + frameBytes)
    const form = yield* Effect.tryPromise({
      try: () => new Response(new Uint8Array(bytes), { headers: { "content-type": request.headers.get("content-type") ?? "" } }).formData(),
      catch: () => unreadable
    })
    const texts: Array<readonly [string, string]> = []
    const strayFiles: Array<string> = []
    let file: Upload | undefined
    let repeatedFile = false
    let parts = 0
    const entries: Iterable<[string, string | File]> = form.entries()
    for (const [name, value] of entries) {
      parts += 1
      if (parts > maximumParts) return yield* new BadRequest({ detail: `The multipart body has more than ${maximumParts} parts.` })
      if (typeof value === "string") {
        if (isUnsound(name) || isUnsound(value)) return yield* unreadable
        texts.push([name, value])
      } else if (name !== "file") strayFiles.push(name)
      else if (file !== undefined) repeatedFile = true
      else {
        const content = value
        file = {
          bytes: new Uint8Array(yield* Effect.tryPromise({ try: () => content.arrayBuffer(), catch: () => unreadable })),
          claimed_type: content.type
        }
      }
    }
    return { texts, file, repeatedFile, strayFiles }
  })
