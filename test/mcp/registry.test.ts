import { expect, test } from "bun:test"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv"
import { operations } from "@vouchkit/core/registry"
import { toolsOf } from "@vouchkit/mcp/tools"
import { toolTable } from "./wanted-tools.ts"

const tools = toolsOf(operations)

test("every operation that names a tool is one, by a name and a kind that the table of tools knows", () => {
  const named = operations.flatMap(({ contract }) => ("tool" in contract ? [contract.tool.name] : []))
  const names = tools.map(({ entry }) => entry.name)
  expect(named.filter((name) => !names.some((known) => known === name))).toEqual([])
  expect(names).toEqual(toolTable.map(({ name }) => name).filter((name) => names.includes(name)))
})

test.each(tools.map(({ definition }) => definition))(
  "$name publishes schemas that a validator reads, and no mark of ours",
  ({ description, inputSchema, outputSchema }) => {
    for (const schema of [inputSchema, outputSchema]) {
      expect(schema.type).toBe("object")
      expect(() => new AjvJsonSchemaValidator().getValidator(schema as any)).not.toThrow()
      expect(JSON.stringify(schema)).not.toMatch(/"x-(personal|untrusted|free-form|code)"/)
    }
    expect(description.length).toBeLessThan(1_000)
  }
)

test("no tool publishes a member that agents must never see", () => {
  const never = /"(issuer|holder_names|extracted_address|document_number|mrz|email|phone|date_of_birth|metadata|custom_fields)":/
  expect(tools.filter(({ shows }) => never.test(JSON.stringify(shows))).map(({ entry }) => entry.name)).toEqual([])
})

test("every member of every published answer is declared: what a contract does not know cannot be shown", () => {
  const open: Array<string> = []
  const visit = (node: any, path: string): void => {
    if (typeof node !== "object" || node === null) return
    if (
      node.type === "object" &&
      node.anyOf === undefined &&
      (node.additionalProperties === undefined || node.additionalProperties === true)
    )
      open.push(path)
    for (const [key, child] of Object.entries(node)) visit(child, `${path}/${key}`)
  }
  for (const { entry, shows } of tools) visit(shows, entry.name)
  expect(open).toEqual([])
})

/** Four characters to a token, as JSON in English goes. */
const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4)

test("all tools together fit into 15,000 tokens, also for a key that lacks all scopes, and none is longer than a model reads at a glance", () => {
  // What is left is room for the words of later members.
  for (const listed of ["definition", "lacked"] as const) {
    expect(tokensOf({ tools: tools.map((tool) => tool[listed]) })).toBeLessThanOrEqual(15_000)
  }
  expect(tools.filter(({ definition }) => tokensOf(definition) > 1_400).map(({ entry }) => entry.name)).toEqual([])
})

test("an argument that is a text or an object says what the object holds, and no schema lists types, which strict readers refuse", () => {
  const listed: Array<string> = []
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== "object" || node === null) return
    const { type } = node as { readonly type?: unknown }
    if (Array.isArray(type) && type.filter((each) => each !== "null").length > 1) listed.push(path)
    for (const [key, child] of Object.entries(node)) visit(child, `${path}/${key}`)
  }
  for (const { definition } of tools) visit([definition.inputSchema, definition.outputSchema], definition.name)
  expect(listed).toEqual([])
  const policy = tools.find(({ entry }) => entry.name === "create_session")?.definition.inputSchema.properties as any
  expect(policy.identity_policy.description).toMatch(/over its organization\. Members: .*\bminimum_age\b/u)
  const subject = tools.find(({ entry }) => entry.name === "run_screening")?.definition.inputSchema.properties as any
  expect(subject.subject.anyOf).toEqual([
    { type: "string" },
    { type: "object", description: expect.stringMatching(/^Members: .*\bname\b/u) }
  ])
})

test.each(tools.map(({ definition }) => definition))("$name says when to use it, when not, and what comes next", ({ description }) => {
  expect(description).toMatch(/ Use it .+ Not .+ Next: ./u)
})

test("every tool that a description leads to is there", () => {
  const known = new Set<string>(
    tools.flatMap(({ definition, entry }) => [entry.name, ...Object.keys(definition.inputSchema.properties as object)])
  )
  const tool =
    /\b(?:add|approve|bulk|claim|create|delete|escalate|expire|get|list|redact|reject|reprocess|rescreen|resolve|resume|retry|revoke|run|search|set|simulate|tag|trigger)_[a-z_]+\b/gu
  for (const { description } of tools.map(({ definition }) => definition)) {
    expect([...description.matchAll(tool)].map(([name]) => name).filter((name) => !known.has(name))).toEqual([])
  }
})

test.each(tools.map(({ definition }) => definition))("$name describes every argument", ({ inputSchema }) => {
  const properties = Object.entries(inputSchema.properties as Readonly<Record<string, { readonly description?: string }>>)
  expect(properties.filter(([, { description = "" }]) => description.length < 5).map(([name]) => name)).toEqual([])
})

test("no tool speaks of requests of REST or of their spelling, which agents do not make", () => {
  const naming = tools.filter(({ definition }) => /\b(?:GET|POST|PUT|PATCH|DELETE) \/|URL-encoded/.test(JSON.stringify(definition)))
  expect(naming.map(({ entry }) => entry.name)).toEqual([])
})

test("arguments that may be left out show one type, which models of every maker read, unless null means something", () => {
  const several = tools.flatMap(({ definition, entry }) =>
    Object.entries(definition.inputSchema.properties as Readonly<Record<string, any>>)
      .filter(([name, { description, type }]) => {
        const optional = !(definition.inputSchema.required as ReadonlyArray<string> | undefined)?.includes(name)
        return optional && Array.isArray(type) && type.includes("null") && !/\bnull\b/.test(description)
      })
      .map(([name]) => `${entry.name}.${name}`)
  )
  expect(several).toEqual([])
})

test("a filter that takes one value or a list of them is shown as a list", () => {
  const search: any = tools.find(({ entry }) => entry.name === "search_cases")?.definition.inputSchema.properties
  expect(search.filters.properties.status).toEqual({ type: "array", items: { type: "string" } })
  const inner = tools.flatMap(({ definition, entry }) =>
    [...JSON.stringify(definition.inputSchema).matchAll(/"type":\["array","string"\]|"type":\["string","array"\]/g)].map(() => entry.name)
  )
  expect(inner).toEqual([])
})

test("what is published of a schema is short: no references, no long patterns, and items that a client can read", () => {
  for (const { definition } of tools) {
    const text = JSON.stringify([definition.inputSchema, definition.outputSchema])
    expect(text).not.toMatch(/"\$(ref|defs)"|"items":false/)
    expect([...text.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].filter(([, pattern = ""]) => pattern.length > 24)).toEqual([])
  }
})
