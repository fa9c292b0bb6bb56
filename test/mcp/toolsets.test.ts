import { describe, expect, test } from "bun:test"
import { sessions } from "@vouchkit/core/resources/sessions/operations"
import { type AnyOperation, operation, scopes } from "@vouchkit/core/kernel/operation/operation"
import { operations } from "@vouchkit/core/kernel/operation/record"
import { operations as registered } from "@vouchkit/core/registry"
import { toolsOf } from "@vouchkit/mcp/tools"
import { parseFilter, toolOrder, toolsetNames } from "@vouchkit/mcp/toolsets"
import { Effect, Result, Schema } from "effect"
import { cases, examples, identities } from "./examples.ts"
import { toolTable } from "./wanted-tools.ts"

const count = (kind: string) => toolTable.filter((tool) => tool.kind === kind).length
const left = (query: string) => {
  const parsed = parseFilter(new URLSearchParams(query))
  if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems))
  return toolTable.filter(parsed.filter)
}

describe("the table of tools", () => {
  test("holds 45 tools: 20 read, 20 write and 5 destructive", () => {
    expect(new Set(toolTable.map(({ name }) => name)).size).toBe(45)
    expect([count("read"), count("write"), count("destructive")]).toEqual([20, 20, 5])
    expect(toolsetNames.map((name) => toolTable.filter(({ toolset }) => toolset === name).length)).toEqual([10, 3, 1, 5, 8, 6, 3, 2, 3, 4])
  })

  test("every destructive tool needs redact:write, and deciding a case needs cases:decide", () => {
    expect(toolTable.filter(({ scope }) => scope === "redact:write").map(({ kind }) => kind)).toEqual(Array(5).fill("destructive"))
    expect(toolTable.filter(({ scope }) => scope === "cases:decide").map(({ name }) => name)).toEqual(["approve_case", "reject_case"])
  })

  test("only five tools reach beyond the service, and reads are always idempotent", () => {
    expect(toolTable.filter(({ openWorld }) => openWorld).map(({ name }) => name)).toEqual([
      "create_session",
      "create_verification_link",
      "run_screening",
      "rescreen_subject",
      "retry_webhook_delivery"
    ])
    expect(toolTable.filter(({ idempotent, kind }) => kind !== "read" && idempotent).map(({ name }) => name)).toEqual([
      "tag_session",
      "resume_session",
      "expire_session",
      "revoke_verification_link",
      "claim_case",
      "tag_identity",
      "redact_session",
      "redact_identity",
      "delete_blocklist_entry"
    ])
  })

  test("is what the operations say of their tools, and the order in which they are listed", () => {
    const tools = toolsOf(registered).map(({ entry }) => entry)
    expect(tools.length).toBeGreaterThan(30)
    expect(tools).toEqual(toolTable.filter(({ name }) => tools.some((tool) => tool.name === name)))
    expect(toolOrder).toEqual(toolTable.map(({ name }) => name))
  })

  test("names are what the protocol allows", () => {
    for (const { name } of toolTable) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/)
  })
})

describe("the filter of the URL", () => {
  test("leaves everything when it says nothing", () => {
    expect(left("")).toHaveLength(45)
    expect(left("read_only=false")).toHaveLength(45)
  })

  test("leaves the named toolsets, however they are listed", () => {
    expect(left("toolsets=links,documents").map(({ toolset }) => toolset)).toEqual(["links", "links", "links", "documents"])
    expect(left("toolsets=links&toolsets=documents")).toHaveLength(4)
    expect(left("toolsets=links,%20documents")).toHaveLength(4)
  })

  test("read_only wins over toolsets", () => {
    expect(left("toolsets=sessions&read_only=true").map(({ kind }) => kind)).toEqual(["read", "read", "read", "read"])
    expect(left("toolsets=privacy&read_only=true")).toEqual([])
    expect(left("read_only=false&read_only=true").every(({ kind }) => kind === "read")).toBe(true)
  })

  test.each([
    "toolsets=nope",
    "toolsets=cases,",
    "toolsets=",
    "toolsets=Cases",
    "read_only=TRUE",
    "read_only=",
    "read_only=1",
    "readonly=true"
  ])("refuses %s rather than guessing", (query) => {
    expect("problems" in parseFilter(new URLSearchParams(query))).toBe(true)
  })
})

describe("tools made of operations", () => {
  test("come in the order of the table, whatever the order of the operations", () => {
    const names = toolsOf([...examples, ...Object.values(sessions)]).map(({ entry }) => entry.name)
    expect(names).toEqual(toolsOf([...Object.values(sessions), ...examples].reverse()).map(({ entry }) => entry.name))
    expect(names).toEqual(toolTable.map(({ name }) => name).filter((name) => names.includes(name)))
  })

  test("set all four hints, agreeing with the table", () => {
    for (const { definition, entry } of toolsOf([...examples, ...Object.values(sessions)])) {
      expect(definition.annotations).toEqual({
        readOnlyHint: entry.kind === "read",
        destructiveHint: entry.kind === "destructive",
        idempotentHint: entry.idempotent,
        openWorldHint: entry.openWorld
      })
    }
  })

  test("destructive ones ask for confirmation and a reason, others do not", () => {
    for (const { definition, entry } of toolsOf([...examples, ...Object.values(sessions)])) {
      const required = (definition.inputSchema.required ?? []) as ReadonlyArray<string>
      expect([required.includes("confirm"), required.includes("reason")]).toEqual(Array(2).fill(entry.kind === "destructive"))
    }
  })

  const strange = (contract: object, verb = "tool"): AnyOperation => {
    const declared = operation(
      {
        summary: "Strange",
        method: "GET",
        path: "/strange",
        access: scopes("sessions:read"),
        effect: "read",
        output: Schema.Struct({ id: Schema.String }),
        ...contract
      },
      () => Effect.succeed({ id: "1" })
    )
    const { one } = operations("strange", { one: declared })
    return { ...one, contract: { ...one.contract, name: `strange.${verb}` } }
  }

  const named = { name: "get_case", title: "Get a case", toolset: "cases" } as const

  test.each([
    ["its operation is not reached by a key", [strange({ tool: named, access: { type: "capture" } })]],
    ["it answers a list", [strange({ tool: named, output: Schema.Array(Schema.String) })]],
    ["it answers a map of anything", [strange({ tool: named, output: Schema.Record(Schema.String, Schema.Json) })]],
    ["it is there twice", [cases.approve, cases.approve]],
    ["it takes a file", [strange({ tool: named, upload: true })]]
  ])("a tool is refused at boot when %s", (_, given) => {
    expect(() => toolsOf(given)).toThrow()
  })

  test("one that no order names comes behind the others of its toolset", () => {
    const own = strange({ tool: { ...named, name: "praise_case" } })
    expect(toolsOf([own, ...examples]).map(({ entry }) => entry.name)).toEqual([
      "get_case_counts",
      "approve_case",
      "praise_case",
      "get_identity",
      "list_workflows",
      "redact_identity"
    ])
  })

  describe("that stand for several operations", () => {
    const choice = { argument: "action", of: ["add", "remove"] } as const
    const tool = { name: "tag_identity", title: "Tag an identity", toolset: "identities", description: "Tag" } as const
    const part = (verb: "add" | "remove", body: object, output: object, traits: object = {}) =>
      strange(
        {
          effect: "write",
          method: "POST",
          body,
          output: Schema.Struct(output as any),
          tool: { ...tool, choice: { ...choice, value: verb }, ...traits }
        },
        verb
      )
    const combine = (...parts: Parameters<typeof toolsOf>[0]) => toolsOf(parts)[0]

    test("are none while one of them is missing", () => {
      expect(combine(part("add", {}, { added: Schema.Boolean }))).toBeUndefined()
    })

    test("say the same of their tool, and stand for different choices", () => {
      const add = part("add", {}, { added: Schema.Boolean })
      expect(() => combine(add, part("remove", {}, { removed: Schema.Boolean }, { idempotent: true }))).toThrow("says otherwise")
      expect(() => combine(add, add)).toThrow("the same choice")
    })

    test("require what all of them require, and take what any of them takes", () => {
      const tool = combine(
        part("add", { id: Schema.String, tag: Schema.String }, { id: Schema.String }),
        part("remove", { id: Schema.String, all: Schema.optionalKey(Schema.Boolean) }, { id: Schema.String })
      )
      expect(tool?.definition.inputSchema.required).toEqual(["action", "id"])
      expect(Object.keys(tool?.definition.inputSchema.properties ?? {})).toEqual(["action", "id", "tag", "all"])
      expect(Result.isFailure(tool?.mean({ action: "remove" }).decode({ action: "remove", id: "1", tag: "x" }) ?? Result.succeed({}))).toBe(
        true
      )
    })

    test("answer what any of them answers", () => {
      const tool = combine(part("add", {}, { added: Schema.Boolean }), part("remove", {}, { removed: Schema.Boolean }))
      expect(tool?.definition.outputSchema).toEqual({
        type: "object",
        properties: { added: { type: "boolean" }, removed: { type: "boolean" } }
      })
      expect(tool?.mean({ action: "remove" }).present({ removed: true }, "initials")).toEqual({ removed: true })
    })

    test("may not have an argument that is called like the choice", () => {
      const parts = (["add", "remove"] as const).map((verb) => part(verb, { action: Schema.String }, { id: Schema.String }))
      expect(() => combine(...parts)).toThrow()
    })
  })

  describe("that stand for several operations, by the argument that is given", () => {
    const of = ["session_id", "endpoint_id"] as const
    const part = (value: (typeof of)[number]) =>
      strange(
        {
          effect: "write",
          method: "POST",
          body: { [value]: Schema.String, mine: Schema.optionalKey(Schema.Boolean) },
          output: Schema.Struct({ [value]: Schema.String }),
          tool: {
            name: "tag_identity",
            title: "Tag an identity",
            toolset: "identities",
            description: "Tag",
            choice: { argument: null, value, of }
          }
        },
        value === "session_id" ? "add" : "remove"
      )
    const [tool] = toolsOf([part("endpoint_id"), part("session_id")])
    const decoded = (raw: Readonly<Record<string, unknown>>) => tool?.mean(raw).decode(raw)

    test("take any one of them", () => {
      expect(Object.keys(tool?.definition.inputSchema.properties ?? {})).toEqual(["session_id", "mine", "endpoint_id"])
      expect(tool?.definition.inputSchema.required ?? []).toEqual([])
      for (const name of of) {
        expect(decoded({ [name]: "1" })).toEqual(Result.succeed({ [name]: "1" }))
        expect(tool?.mean({ [name]: "1" }).present({ [name]: "1" }, "initials")).toEqual({ [name]: "1" })
      }
    })

    test("say which to give where none is, or more than one", () => {
      const problemsOf = (raw: Readonly<Record<string, unknown>>) => {
        const result = decoded(raw)
        return result !== undefined && Result.isFailure(result) ? result.failure : []
      }
      expect(problemsOf({ mine: true })).toMatchObject([{ code: "missing", message: "is missing: give one of session_id, endpoint_id" }])
      expect(problemsOf({ session_id: "1", endpoint_id: "2" })).toMatchObject([
        { loc: ["arguments", "endpoint_id"], message: "is too many: give only one of session_id, endpoint_id" }
      ])
    })
  })

  test("a destructive tool hands its reason to an operation that asks for one", () => {
    const [tool] = toolsOf([identities.redact])
    expect(tool?.definition.inputSchema.additionalProperties).toBe(false)
    expect(tool?.definition.inputSchema.properties).toMatchObject({ reason: { minLength: 10 }, confirm: { enum: [true] } })
  })
})
