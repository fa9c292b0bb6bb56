import { isDeepStrictEqual } from "node:util"
import type { Problem } from "@vouchkit/core/kernel/foundation/failure"
import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { Result, Schema } from "effect"
import { type ArgumentCodec, argumentsOf, type ArgumentSchema, joinedSchema, type RawArguments } from "./arguments.ts"
import { type AgentView, agentView } from "./redaction.ts"
import type { Node } from "./schema-nodes.ts"
import { publishedAnswer, publishedArguments } from "./published-schemas.ts"
import { byPlace, entryOf, type ToolEntry } from "./toolsets.ts"

/** A tool as `tools/list` shows it. */
interface ToolDefinition {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ArgumentSchema
  readonly outputSchema: Shown
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

type Shown = Node & { readonly type: "object" }

/** Which operation a call means, and how its arguments and its answer are read. */
interface Meaning {
  readonly op: AnyOperation
  readonly decode: ArgumentCodec["decode"]
  readonly present: AgentView["project"]
}

export interface Tool {
  readonly entry: ToolEntry
  readonly definition: ToolDefinition
  /** Who may call it: that of its operation, of several the first, since they are reached alike. */
  readonly contract: AnyOperation["contract"]
  /** What a key without its scope is shown instead. */
  readonly lacked: ToolDefinition
  /** Every member that its answers can have, of which the definition publishes the first level. */
  readonly shows: Shown
  readonly mean: (raw: RawArguments) => Meaning
}

const markedSchema = (output: Schema.Codec<any, any>) =>
  Schema.toJsonSchemaDocument(output, { includeAnnotationKey: (key) => key.startsWith("x-") })

const meaningOf = (op: AnyOperation, { decode }: ArgumentCodec, view: AgentView): Meaning => ({ op, decode, present: view.project })

const scopesOf = ({ scope }: ToolEntry, { contract: { access } }: AnyOperation): string => {
  const accepted: ReadonlyArray<string> = access.type === "scopes" ? access.anyOf : []
  if (scope === undefined) return accepted.join(" or ")
  return accepted.includes(scope) || accepted.length === 0 ? scope : `${scope}, and ${accepted.join(" or ")}`
}

const sentence = (text: string): string => (/[.!?]$/u.test(text) ? text : `${text}.`)

const define = (
  entry: ToolEntry,
  op: AnyOperation,
  text: string,
  schemas: { readonly inputSchema: ArgumentSchema; readonly outputSchema: Shown }
): Pick<Tool, "definition" | "lacked"> => {
  const { idempotent, kind, name, openWorld, title } = entry
  const warning = "It cannot be undone; 5 such calls an hour."
  const scopes = scopesOf(entry, op)
  const described = (access: string) =>
    [sentence(text), ...(kind === "destructive" ? [warning] : []), ...(scopes === "" ? [] : [`${access} ${scopes}.`])].join(" ")
  const definition: ToolDefinition = {
    name,
    title,
    description: described("Scope:"),
    inputSchema: publishedArguments(schemas.inputSchema, kind),
    outputSchema: publishedAnswer(schemas.outputSchema, kind),
    annotations: {
      readOnlyHint: kind === "read",
      destructiveHint: kind === "destructive",
      idempotentHint: idempotent,
      openWorldHint: openWorld
    }
  }
  return { definition, lacked: { ...definition, description: described("Key lacks scope") } }
}

/** Refuses at boot what would be wrong with every call. */
const checked = (entry: ToolEntry, op: AnyOperation): void => {
  const { access, name, output, tool, upload } = op.contract
  const wrong = (why: string) => new Error(`${name} cannot be the tool ${entry.name}: ${why}`)
  if (tool === undefined || !isDeepStrictEqual(entryOf(op.contract, tool), entry))
    throw wrong("another operation says otherwise of this tool")
  if (upload === true || !Schema.isSchema(output)) throw wrong("agents neither send nor receive files")
  if (access.type !== "scopes") throw wrong("agents hold API keys, and this operation is not reached by one")
}

const viewOf = (entry: ToolEntry, { contract: { name, output } }: AnyOperation): AgentView => {
  const { definitions, schema } = markedSchema(output)
  try {
    return agentView(schema, definitions)
  } catch (cause) {
    throw new Error(`${name} cannot be the tool ${entry.name}`, { cause })
  }
}

const textOf = ({ contract: { description, summary, tool } }: AnyOperation): string =>
  tool?.description ?? [sentence(summary), ...(description === undefined ? [] : [description])].join(" ")

const single = (entry: ToolEntry, op: AnyOperation): Tool => {
  checked(entry, op)
  const codec = argumentsOf(op)
  const view = viewOf(entry, op)
  const meaning = meaningOf(op, codec, view)
  const definitions = define(entry, op, textOf(op), { inputSchema: codec.schema, outputSchema: view.schema })
  return { entry, ...definitions, contract: op.contract, shows: view.schema, mean: () => meaning }
}

const refusing = (meaning: Meaning, problems: (raw: RawArguments) => ReadonlyArray<Problem>): Meaning => ({
  ...meaning,
  decode: (raw) => Result.fail(problems(raw))
})

/** What a call means by the value of the argument that picks. */
const byValue =
  (argument: string, meanings: ReadonlyMap<string, Meaning>, first: Meaning): Tool["mean"] =>
  (raw) => {
    const picked = Object.hasOwn(raw, argument) ? raw[argument] : undefined
    const message = `must be one of ${[...meanings.keys()].join(", ")}`
    const unpicked = () =>
      refusing(first, () => [{ loc: ["arguments", argument], code: Object.hasOwn(raw, argument) ? "enum" : "missing", message }])
    return (typeof picked === "string" ? meanings.get(picked) : undefined) ?? unpicked()
  }

/** What a call means by which of these arguments it gives. */
const byPresence =
  (meanings: ReadonlyMap<string, Meaning>, first: Meaning): Tool["mean"] =>
  (raw) => {
    const names = [...meanings.keys()]
    const given = names.filter((name) => Object.hasOwn(raw, name))
    const [only] = given
    const meaning = only === undefined ? first : (meanings.get(only) ?? first)
    if (given.length === 1) return meaning
    const message = given.length === 0 ? `is missing: give one of ${names.join(", ")}` : `is too many: give only one of ${names.join(", ")}`
    return refusing(meaning, () => [
      { loc: ["arguments", (given.at(-1) ?? names[0]) as string], code: given.length === 0 ? "missing" : "unexpected_key", message }
    ])
  }

/** One tool over several operations: an argument picks which, by its value or by being there. */
const combined = (entry: ToolEntry, argument: string | null, parts: ReadonlyArray<Part>): Tool => {
  const values = parts.map(({ value }) => value)
  const codecs = parts.map(({ op, value }) => {
    checked(entry, op)
    return { value, op, codec: argumentsOf(op), view: viewOf(entry, op) }
  })
  const [first] = codecs
  if (first === undefined) throw new Error(`the tool ${entry.name} combines nothing`)
  if (argument !== null && codecs.some(({ codec }) => JSON.stringify(codec.schema).includes(`"${argument}":`))) {
    throw new Error(`an operation of the tool ${entry.name} has an argument ${argument} of its own`)
  }
  const outputs = codecs.map(({ view }) => view.schema)
  const alike = outputs.every((schema) => JSON.stringify(schema) === JSON.stringify(first.view.schema))
  const { $defs: _defs, ...firstOutput } = first.view.schema
  const outputSchema: Shown = alike
    ? first.view.schema
    : {
        type: "object",
        anyOf: [firstOutput, ...outputs.slice(1).map(({ $defs: _own, ...schema }) => schema)],
        $defs: Object.assign({}, ...outputs.map(({ $defs }) => $defs))
      }
  const ownArguments = (codec: ArgumentCodec) => (argument === null ? codec : withoutChoice(codec, argument))
  const meanings = new Map(codecs.map(({ codec, op, value, view }) => [value, meaningOf(op, ownArguments(codec), view)]))
  const standard = meaningOf(first.op, first.codec, first.view)
  const inputSchema = joinedSchema(
    argument === null ? null : { name: argument, values },
    codecs.map(({ codec }) => codec.schema)
  )
  return {
    entry,
    ...define(entry, first.op, textOf(first.op), { inputSchema, outputSchema }),
    contract: first.op.contract,
    shows: outputSchema,
    mean: argument === null ? byPresence(meanings, standard) : byValue(argument, meanings, standard)
  }
}

const withoutChoice = ({ decode, schema }: ArgumentCodec, choice: string): ArgumentCodec => ({
  schema,
  decode: (raw) => decode(Object.fromEntries(Object.entries(raw).filter(([name]) => name !== choice)))
})

interface Part {
  readonly op: AnyOperation
  readonly value: string
}

/** The tool that all operations of one name make; undefined while some of them are missing. */
const toolOf = (name: string, group: ReadonlyArray<AnyOperation>): Tool | undefined => {
  const [first] = group
  const traits = first?.contract.tool
  if (first === undefined || traits === undefined) return undefined
  const entry = entryOf(first.contract, traits)
  const { choice } = traits
  if (choice === undefined) {
    if (group.length > 1) throw new Error(`there are two tools ${name}`)
    return single(entry, first)
  }
  const parts = choice.of.flatMap((value) =>
    group.filter(({ contract }) => contract.tool?.choice?.value === value).map((op) => ({ op, value }))
  )
  if (parts.length !== group.length || new Set(parts.map(({ value }) => value)).size !== parts.length) {
    throw new Error(`two operations of the tool ${name} stand for the same choice, or for none`)
  }
  return parts.length === choice.of.length ? combined(entry, choice.argument, parts) : undefined
}

/**
 * The tools that a list of operations gives agents, in the order of the toolsets: those whose contract names a tool, and those that combine
 * several. Throws at boot for a tool that is there twice or that cannot be one.
 */
export const toolsOf = (operations: ReadonlyArray<AnyOperation>): ReadonlyArray<Tool> =>
  [...Map.groupBy(operations, ({ contract }) => contract.tool?.name)]
    .flatMap(([name, group]) => (name === undefined ? [] : (toolOf(name, group) ?? [])))
    .toSorted((one, other) => byPlace(one.entry, other.entry))
