import type { AnyOperation } from "@vouchkit/core/kernel/operation/operation"
import { Result, Schema } from "effect"
import { type ArgumentCodec, argumentsOf, type ArgumentSchema, joinedSchema, type RawArguments } from "./arguments.ts"
import type { NameStyle } from "./names.ts"
import { type AgentView, agentView } from "./redaction.ts"
import type { Node } from "./schema-nodes.ts"
import { type ToolEntry, toolTable } from "./toolsets.ts"

/** A tool as `tools/list` shows it. */
export interface ToolDefinition {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ArgumentSchema
  readonly outputSchema: Node & { readonly type: "object" }
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/** Which operation a call means, and how its arguments and its answer are read. */
export interface Meaning {
  readonly op: AnyOperation
  readonly decode: ArgumentCodec["decode"]
  readonly present: (output: unknown, names: NameStyle) => Readonly<Record<string, unknown>>
}

export interface Tool {
  readonly entry: ToolEntry
  readonly definition: ToolDefinition
  readonly mean: (raw: RawArguments) => Meaning
}

/** One tool over several operations: an argument picks which. The operations carry no tool of their own. */
export interface CombinedTool {
  readonly name: string
  readonly description: string
  /** Name of the argument that picks. */
  readonly choice: string
  /** Its values, each with the name of the operation it stands for. */
  readonly operations: Readonly<Record<string, string>>
}

/** Tools that stand for two operations each; one whose operations are not there is no tool. */
export const combinedTools: ReadonlyArray<CombinedTool> = [
  {
    name: "tag_session",
    description: "Add a tag to a session or remove one. Repeating the call changes nothing.",
    choice: "action",
    operations: { add: "sessions.add_tag", remove: "sessions.remove_tag" }
  },
  {
    name: "tag_identity",
    description: "Add a tag to an identity or remove one. Repeating the call changes nothing.",
    choice: "action",
    operations: { add: "identities.add_tag", remove: "identities.remove_tag" }
  }
]

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
  schemas: Pick<ToolDefinition, "inputSchema" | "outputSchema">
): ToolDefinition => {
  const { idempotent, kind, name, openWorld, title } = entry
  const warning = "This cannot be undone: it needs confirm, which must be true, and a reason; 5 such calls an hour are allowed."
  const scopes = scopesOf(entry, op)
  return {
    name,
    title,
    description: [sentence(text), ...(kind === "destructive" ? [warning] : []), ...(scopes === "" ? [] : [`Scope: ${scopes}.`])].join(" "),
    ...schemas,
    annotations: {
      title,
      readOnlyHint: kind === "read",
      destructiveHint: kind === "destructive",
      idempotentHint: idempotent,
      openWorldHint: openWorld
    }
  }
}

/** Refuses at boot what would be wrong with every call. */
const checked = (entry: ToolEntry, op: AnyOperation): void => {
  const { access, effect, name, output, upload } = op.contract
  const wrong = (why: string) => new Error(`${name} cannot be the tool ${entry.name}: ${why}`)
  if (effect !== entry.kind) throw wrong(`the operation is "${effect}" and the tool is "${entry.kind}"`)
  if (upload === true || !Schema.isSchema(output)) throw wrong("agents neither send nor receive files")
  if (access.type !== "scopes") throw wrong("agents have API keys, and this operation does not accept an API key")
}

const viewOf = (entry: ToolEntry, { contract: { name, output } }: AnyOperation): AgentView => {
  const { definitions, schema } = markedSchema(output)
  try {
    return agentView(schema, definitions)
  } catch (cause) {
    throw new Error(`${name} cannot be the tool ${entry.name}`, { cause })
  }
}

const single = (entry: ToolEntry, op: AnyOperation): Tool => {
  checked(entry, op)
  const codec = argumentsOf(op)
  const view = viewOf(entry, op)
  const { description, summary, tool } = op.contract
  const text = tool?.description ?? [sentence(summary), ...(description === undefined ? [] : [description])].join(" ")
  const meaning = meaningOf(op, codec, view)
  return { entry, definition: define(entry, op, text, { inputSchema: codec.schema, outputSchema: view.schema }), mean: () => meaning }
}

const combined = (entry: ToolEntry, tool: CombinedTool, parts: ReadonlyArray<readonly [string, AnyOperation]>): Tool => {
  const values = parts.map(([value]) => value)
  const codecs = parts.map(([value, op]) => {
    checked(entry, op)
    return { value, op, codec: argumentsOf(op), view: viewOf(entry, op) }
  })
  const [first] = codecs
  if (first === undefined) throw new Error(`the tool ${tool.name} has no operation`)
  if (codecs.some(({ codec }) => JSON.stringify(codec.schema).includes(`"${tool.choice}":`))) {
    throw new Error(`an operation of the tool ${tool.name} has an argument ${tool.choice} of its own`)
  }
  const outputs = codecs.map(({ view }) => view.schema)
  const alike = outputs.every((schema) => JSON.stringify(schema) === JSON.stringify(first.view.schema))
  const { $defs: _defs, ...firstOutput } = first.view.schema
  const outputSchema: ToolDefinition["outputSchema"] = alike
    ? first.view.schema
    : {
        type: "object",
        anyOf: [firstOutput, ...outputs.slice(1).map(({ $defs: _own, ...schema }) => schema)],
        $defs: Object.assign({}, ...outputs.map(({ $defs }) => $defs))
      }
  const meanings = new Map(codecs.map(({ codec, op, value, view }) => [value, meaningOf(op, withoutChoice(codec, tool.choice), view)]))
  const unpicked: Meaning = {
    ...meaningOf(first.op, first.codec, first.view),
    decode: (raw) =>
      Result.fail([
        {
          loc: ["arguments", tool.choice],
          code: Object.hasOwn(raw, tool.choice) ? "enum" : "missing",
          message: `must be one of ${values.join(", ")}`
        }
      ])
  }
  return {
    entry,
    definition: define(entry, first.op, tool.description, {
      inputSchema: joinedSchema(
        tool.choice,
        values,
        codecs.map(({ codec }) => codec.schema)
      ),
      outputSchema
    }),
    mean: (raw) => {
      const picked = Object.hasOwn(raw, tool.choice) ? raw[tool.choice] : undefined
      return (typeof picked === "string" ? meanings.get(picked) : undefined) ?? unpicked
    }
  }
}

const withoutChoice = ({ decode, schema }: ArgumentCodec, choice: string): ArgumentCodec => ({
  schema,
  decode: (raw) => decode(Object.fromEntries(Object.entries(raw).filter(([name]) => name !== choice)))
})

/**
 * The tools that a list of operations gives agents, in the order of the toolsets: those whose contract names a tool, and those that combine
 * several. Throws at boot for a tool that the table does not know, that is there twice, or whose operation does something of another kind.
 */
export const toolsOf = (
  operations: ReadonlyArray<AnyOperation>,
  combinations: ReadonlyArray<CombinedTool> = combinedTools
): ReadonlyArray<Tool> => {
  const byName = new Map(operations.map((op) => [String(op.contract.name), op]))
  const makers = new Map<string, (entry: ToolEntry) => Tool>()
  const offer = (name: string, make: (entry: ToolEntry) => Tool) => {
    if (makers.has(name)) throw new Error(`there are two tools ${name}`)
    makers.set(name, make)
  }
  for (const op of operations) {
    if (op.contract.tool !== undefined) offer(op.contract.tool.name, (entry) => single(entry, op))
  }
  for (const tool of combinations) {
    const parts = Object.entries(tool.operations).flatMap(([value, name]) => {
      const op = byName.get(name)
      return op === undefined ? [] : [[value, op] as const]
    })
    if (parts.length === Object.keys(tool.operations).length) offer(tool.name, (entry) => combined(entry, tool, parts))
  }
  const known = new Set(toolTable.map(({ name }) => name))
  const stray = [...makers.keys()].filter((name) => !known.has(name))
  if (stray.length > 0) throw new Error(`no toolset lists the tool ${stray.join(", ")}`)
  return toolTable.flatMap((entry) => {
    const make = makers.get(entry.name)
    return make === undefined ? [] : [make(entry)]
  })
}
