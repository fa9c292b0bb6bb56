import { createHash } from "node:crypto"
import { type Failure, InvalidInput, NotFound, type Problem } from "@vouchkit/core/kernel/foundation/failure"
import type { AnyOperation, Fields } from "@vouchkit/core/kernel/operation/operation"
import { canonicalJson } from "@vouchkit/core/kernel/wire/canonical-json"
import {
  casingDocument,
  compileDeflector,
  compileInflector,
  type Inflection,
  inflections,
  inflectKey
} from "@vouchkit/core/kernel/wire/inflection"
import { faults } from "@vouchkit/core/kernel/schema/faults"
import { formatIssues, type InputSource, inputParseOptions } from "@vouchkit/core/kernel/wire/schema-issues"
import { compileConverter, type ServiceVersion, versionDates } from "@vouchkit/core/kernel/wire/versions"
import { Effect, Result, Schema, Scope } from "effect"
import { type Form, readForm, readJson } from "./body.ts"

/** One reading of a request's parts: the input, all its problems at once, and the digest that tells equal requests apart. */
export interface Incoming {
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
  readonly search: URLSearchParams
  /** Problems of headers, reported together with those of the input. */
  readonly problems: ReadonlyArray<Problem>
  readonly version: ServiceVersion
  /** How long an uploaded file is there; only for operations that take one. */
  readonly uploads?: Scope.Scope
}

/** Runs what reads the input of an operation with a scope that uploads live in; they are gone when it has ended. */
export const withUploads = <A, E, R>(
  { contract }: AnyOperation,
  run: (uploads: Pick<Incoming, "uploads">) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => (contract.upload === true ? Effect.scopedWith((uploads) => run({ uploads })) : run({}))

type Decode = (raw: unknown) => Result.Result<Readonly<Record<string, unknown>>, ReadonlyArray<Problem>>

const decoderOf = (schema: Schema.Codec<any, any>, source: InputSource): Decode => {
  const decode = Schema.decodeUnknownResult(schema, inputParseOptions)
  return (raw) => Result.mapError(decode(raw), ({ issue }) => formatIssues(issue, source))
}

/** How many members that no one knows one request is told about. */
const maxUnexpected = 50
const unexpected = (source: InputSource, name: string): Problem => ({
  loc: [source, name.slice(0, 100).toWellFormed()],
  ...faults.unexpected_key
})
const allUnexpected = (source: InputSource, names: Iterable<string>): ReturnType<Decode> => {
  const stray = [...new Set(names)].slice(0, maxUnexpected)
  return stray.length === 0 ? Result.succeed({}) : Result.fail(stray.map((name) => unexpected(source, name)))
}

/** Every spelling of the fields to the name each has. */
const spellingsOf = (fields: Fields): ReadonlyMap<string, string> =>
  new Map(Object.keys(fields).flatMap((name) => inflections.map((inflection) => [inflectKey(name, inflection), name] as const)))

/** Query parameters by their canonical names, whichever casing they came in. */
const queryDecoder = (fields: Fields): ((search: URLSearchParams) => ReturnType<Decode>) => {
  const canonical = spellingsOf(fields)
  if (canonical.size === 0) return (search) => allUnexpected("query", search.keys())
  const decode = decoderOf(
    Schema.fromURLSearchParams(Schema.toCodecArrayFromSingle(Schema.toCodecStringTree(Schema.Struct(fields)))),
    "query"
  )
  return (search) => {
    const renamed = new URLSearchParams()
    const problems: Array<Problem> = []
    for (const [name, value] of search) {
      const known = canonical.get(name) ?? canonical.get(name.replace(/\[\]$/, ""))
      if (known === undefined) {
        if (problems.length < maxUnexpected) problems.push(unexpected("query", name))
      } else if (value.includes("\u0000"))
        problems.push({ loc: ["query", known], code: "pattern", message: "Must not contain a NUL character." })
      else renamed.append(known, value)
    }
    const decoded = decode(renamed)
    if (problems.length === 0) return decoded
    return Result.fail([...problems, ...(Result.isFailure(decoded) ? decoded.failure : [])])
  }
}

const bodyDecoder = (fields: Fields): Decode => {
  if (Object.keys(fields).length === 0) return (raw) => allUnexpected("body", Object.keys(Object(raw)))
  const schema = Schema.Struct(fields)
  const document = casingDocument(schema)
  const deflect = compileDeflector(document.schema, document.definitions)
  const decode = decoderOf(Schema.toCodecJson(schema), "body")
  return (raw) => {
    const { collisions, value } = deflect(raw)
    return collisions.length > 0 ? Result.fail(collisions) : decode(value)
  }
}

const noFile: Problem = { loc: ["body", "file"], code: "missing", message: "Send the document as a file part of this name." }
const textAsFile: Problem = { loc: ["body", "file"], code: "type", message: "Must be a file: give this part a filename." }
const twice = (name: string): Problem => ({
  loc: ["body", name],
  code: "duplicate_key",
  message: "This part was sent more than once. Send it once."
})

const formDecoder = (fields: Fields) => {
  const decode = Object.keys(fields).length === 0 ? undefined : decoderOf(Schema.toCodecStringTree(Schema.Struct(fields)), "body")
  const canonical = spellingsOf(fields)
  return ({ file, repeatedFile, strayFiles, texts }: Form): ReturnType<Decode> => {
    const problems: Array<Problem> = strayFiles.slice(0, maxUnexpected).map((name) => unexpected("body", name))
    if (repeatedFile) problems.push(twice("file"))
    if (file === undefined) problems.push(texts.some(([name]) => name === "file") ? textAsFile : noFile)
    const named = new Map<string, string>()
    for (const [name, value] of texts) {
      const known = canonical.get(name)
      if (known === undefined) {
        if (name !== "file") problems.push(unexpected("body", name))
      } else if (named.has(known)) problems.push(twice(known))
      // A form that a person fills in sends every field, the empty ones too.
      else if (value !== "") named.set(known, value)
    }
    const decoded = decode === undefined ? Result.succeed({}) : decode(Object.fromEntries(named))
    if (Result.isFailure(decoded)) problems.push(...decoded.failure)
    return problems.length > 0 || Result.isFailure(decoded) ? Result.fail(problems) : Result.succeed({ ...decoded.success, file })
  }
}

const readBody = ({ upload, upload_bytes }: AnyOperation["contract"], { request, uploads }: Incoming): Effect.Effect<unknown, Failure> =>
  upload === true && uploads !== undefined
    ? Effect.provideService(readForm(request, upload_bytes), Scope.Scope, uploads)
    : readJson(request)

const compile = ({ contract }: AnyOperation) => {
  const { body = {}, params = {}, query = {} } = contract
  const hasParams = Object.keys(params).length > 0
  const decodeParams = decoderOf(Schema.toCodecStringTree(Schema.Struct(params)), "path")
  const decodeQuery = queryDecoder(query)
  const decodeBody = bodyDecoder(body)
  const decodeForm = formDecoder(body)
  const readsBody = contract.method !== "GET" && contract.method !== "DELETE"

  const document = casingDocument(contract.file === undefined ? contract.output : Schema.Null)
  const converters = new Map(versionDates.map((version) => [version, compileConverter(document.schema, document.definitions, version)]))
  const inflectors = new Map(
    inflections.map((inflection) => [inflection, compileInflector(document.schema, document.definitions, inflection)])
  )

  const read = (incoming: Incoming) => (readsBody ? readBody(contract, incoming) : Effect.succeed({}))

  const decodePayload = (payload: unknown): ReturnType<Decode> => {
    if (!readsBody) return Result.succeed({})
    return contract.upload === true ? decodeForm(payload as Form) : decodeBody(payload)
  }

  const decode = (incoming: Incoming, payload: unknown): Effect.Effect<Readonly<Record<string, unknown>>, Failure> => {
    const path = hasParams ? decodeParams(incoming.params) : Result.succeed({})
    // An identifier that does not parse names nothing: the same answer as for one that is not there.
    if (Result.isFailure(path)) return Effect.fail(new NotFound())
    const search = decodeQuery(incoming.search)
    const content = decodePayload(payload)
    const problems = [
      ...incoming.problems,
      ...(Result.isFailure(search) ? search.failure : []),
      ...(Result.isFailure(content) ? content.failure : [])
    ]
    if (problems.length > 0 || Result.isFailure(search) || Result.isFailure(content)) {
      const onlyVersion = problems.every(({ code }) => code === "invalid_service_version")
      return Effect.fail(
        new InvalidInput({ code: onlyVersion ? "invalid_service_version" : "validation_error", problems: problems.slice(0, 100) })
      )
    }
    return Effect.succeed({ ...path.success, ...search.success, ...content.success })
  }

  return {
    /** Reads and decodes the input. */
    input: (incoming: Incoming): Effect.Effect<Readonly<Record<string, unknown>>, Failure> =>
      readsBody ? Effect.flatMap(read(incoming), (raw) => decode(incoming, raw)) : Effect.suspend(() => decode(incoming, {})),
    /** The same with the digest that tells equal requests apart; the body is read once, however many of the two effects run. */
    fingerprinted: (incoming: Incoming) =>
      Effect.map(Effect.cached(read(incoming)), (payload) => ({
        input: Effect.flatMap(payload, (raw) => decode(incoming, raw)),
        fingerprint: Effect.map(payload, (raw) => fingerprintOf(incoming, raw, contract.upload === true))
      })),
    encode: (output: unknown, version: ServiceVersion, inflection: Inflection): unknown => {
      const converted = converters.get(version)?.(output) ?? output
      return inflectors.get(inflection)?.(converted) ?? converted
    }
  }
}

const compiled = new WeakMap<AnyOperation, ReturnType<typeof compile>>()

/** What an operation reads and writes on HTTP. It is compiled once, and shared by all that serve the operation in this process. */
export const codecOf = (op: AnyOperation): ReturnType<typeof compile> => {
  const known = compiled.get(op)
  if (known !== undefined) return known
  const codec = compile(op)
  compiled.set(op, codec)
  return codec
}

const digest = (value: string): string => createHash("sha256").update(value).digest("hex")

/** Equal for requests that ask for the same thing, in whatever order their members stand. */
const fingerprintOf = ({ search, version }: Incoming, payload: unknown, upload: boolean): string => {
  const query = new URLSearchParams(search)
  query.sort()
  const content = upload ? formContent(payload as Form) : canonicalJson(payload as Parameters<typeof canonicalJson>[0])
  return digest([content, query.toString(), version].join("\n"))
}

const formContent = ({ file, texts }: Form): string =>
  JSON.stringify([texts.toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)), file === undefined ? null : file.sha256])
