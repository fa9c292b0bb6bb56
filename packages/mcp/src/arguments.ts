import { InvalidInput, type Problem } from "@vouchkit/core/kernel/foundation/failure"
import type { AnyOperation, Fields } from "@vouchkit/core/kernel/operation/operation"
import { formatIssues, inputParseOptions } from "@vouchkit/core/kernel/wire/schema-issues"
import { Result, Schema } from "effect"
import { isRecord, type Node } from "./schema-nodes.ts"

/** Schema of a tool's arguments, by itself: a JSON Schema of draft 2020-12 whose root is an object. */
export type ArgumentSchema = Node & { readonly type: "object" }

/** What agents send as a tool's arguments, before anyone looked at it. */
export type RawArguments = Readonly<Record<string, unknown>>
type Decoded = Result.Result<RawArguments, ReadonlyArray<Problem>>

/** What a problem says of its argument, to stand behind the name of that: one of REST may be a sentence that speaks of a field. */
const asPredicate = (message: string): string => {
  const said = /^(?:This (?:field|value) |Must )/u.test(message)
  return said
    ? message
        .replace(/^This (?:field|value) /u, "")
        .replace(/^Must /u, "must ")
        .replace(/\.$/u, "")
    : message
}

/** All problems of an answer's `errors`, located from the arguments rather than from a part of an HTTP request, and said of arguments. */
export const asArgumentProblems = (problems: ReadonlyArray<Problem>): ReadonlyArray<Problem> =>
  problems.map(({ loc: [source, ...rest], message, ...problem }) => ({
    ...problem,
    message: asPredicate(message),
    loc:
      source === "body" || source === "query" || source === "path"
        ? ["arguments", ...rest]
        : [...(source === undefined ? [] : [source]), ...rest]
  }))

export const invalidArguments = (problems: ReadonlyArray<Problem>) =>
  new InvalidInput({ code: "validation_error", problems: asArgumentProblems(problems).slice(0, 100) })

const unexpected = (name: string): Problem => ({
  loc: ["arguments", name.slice(0, 100).toWellFormed()],
  code: "unexpected_key",
  message: "is not known here; check its spelling"
})

/** Decodes strictly and with every problem at once, from JSON values: numbers are numbers here, also where REST reads them from a URL. */
const decoderOf = (fields: Fields): ((raw: RawArguments) => Decoded) => {
  if (Object.keys(fields).length === 0) {
    return (raw) => {
      const stray = Object.keys(raw).slice(0, 50)
      return stray.length === 0 ? Result.succeed({}) : Result.fail(stray.map(unexpected))
    }
  }
  const decode = Schema.decodeUnknownResult(Schema.toCodecJson(Schema.Struct(fields)), inputParseOptions)
  return (raw) => Result.mapError(decode(raw), ({ issue }) => asArgumentProblems(formatIssues(issue, "body")))
}

const shortestReason = 10
const longestReason = 2_000
/** What a destructive tool asks for beside the operation's own input. */
const safeguards: Fields = {
  confirm: Schema.Literal(true).annotate({ description: "Must be true" }),
  reason: Schema.String.check(
    Schema.makeFilter(
      (text: string) => {
        if (text.length > 2 * longestReason || [...text].length > longestReason) return `must be at most ${longestReason} characters long`
        if ([...text.trim()].length < shortestReason) return `must be at least ${shortestReason} characters long`
        return text.isWellFormed() && !text.includes("\0") ? undefined : "must not contain a NUL character or half of a surrogate pair"
      },
      {
        expected: `text of ${shortestReason} to ${longestReason} characters`,
        description: "Why, in words that are understood later",
        toJsonSchema: () => ({ minLength: shortestReason, maxLength: longestReason })
      }
    )
  )
}

const fieldsOf = ({ contract: { body = {}, params = {}, query = {}, tool } }: AnyOperation): Fields => ({
  ...params,
  ...query,
  ...body,
  ...tool?.narrowed
})

const schemaOf = (fields: Fields): ArgumentSchema => {
  if (Object.keys(fields).length === 0) return { type: "object", properties: {}, additionalProperties: false }
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.Struct(fields), { onExcessProperty: "error" })
  return { ...schema, type: "object", ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }) }
}

/** The arguments of one operation as a tool. */
export interface ArgumentCodec {
  readonly schema: ArgumentSchema
  readonly decode: (raw: RawArguments) => Decoded
}

export const argumentsOf = (op: AnyOperation): ArgumentCodec => {
  const fields = fieldsOf(op)
  const decodeInput = decoderOf(fields)
  if (op.contract.effect !== "destructive") return { schema: schemaOf(fields), decode: decodeInput }

  const decodeSafeguards = decoderOf(safeguards)
  const decode = (raw: RawArguments): Decoded => {
    const isSafeguard = (name: string) => Object.hasOwn(safeguards, name)
    const guard = decodeSafeguards(Object.fromEntries(Object.entries(raw).filter(([name]) => isSafeguard(name))))
    // An operation that asks for a reason of its own gets the same one.
    const input = decodeInput(Object.fromEntries(Object.entries(raw).filter(([name]) => !isSafeguard(name) || Object.hasOwn(fields, name))))
    const problems = [...(Result.isFailure(guard) ? guard.failure : []), ...(Result.isFailure(input) ? input.failure : [])]
    if (problems.length === 0) return input
    const once = new Map(problems.map((problem) => [JSON.stringify([problem.loc, problem.code]), problem]))
    return Result.fail([...once.values()])
  }
  return { schema: schemaOf({ ...fields, ...safeguards }), decode }
}

const membersOf = (schema: ArgumentSchema) => ({
  properties: isRecord(schema.properties) ? schema.properties : {},
  required: Array.isArray(schema.required) ? schema.required.map(String) : [],
  $defs: isRecord(schema.$defs) ? schema.$defs : {}
})

/** The argument that picks one of several operations, and its values. */
interface Choice {
  readonly name: string
  readonly values: ReadonlyArray<string>
}

/** One schema over the arguments of several operations: what all of them require is required, what any of them knows may be sent. */
export const joinedSchema = (choice: Choice | null, schemas: ReadonlyArray<ArgumentSchema>): ArgumentSchema => {
  const members = schemas.map(membersOf)
  const [first] = members
  const $defs: Node = Object.assign({}, ...members.map((one) => one.$defs))
  return {
    type: "object",
    properties: {
      ...(choice === null ? {} : { [choice.name]: { type: "string", enum: choice.values, description: "What to do" } }),
      ...Object.assign({}, ...members.map(({ properties }) => properties))
    },
    required: [
      ...(choice === null ? [] : [choice.name]),
      ...(first?.required ?? []).filter((name) => members.every(({ required }) => required.includes(name)))
    ],
    additionalProperties: false,
    ...(Object.keys($defs).length === 0 ? {} : { $defs })
  }
}
