import { describe, expect, test } from "bun:test"
import { checkEntries } from "@vouchkit/core/flows/check-kinds/registry"
import { unmadeEntry } from "@vouchkit/core/flows/check-kinds/kind"
import { checkTypes, madeCheckTypes } from "@vouchkit/core/verification/check-kinds"
import { defaultGraph } from "@vouchkit/core/verification/workflows/default-graph"
import { judgeGraph } from "@vouchkit/core/verification/workflows/validate/judge"
import { mostProblems } from "@vouchkit/core/verification/workflows/validate/problem"

type Nodes = Readonly<Record<string, unknown>>
type Edges = ReadonlyArray<unknown>

const end = (status = "approved") => ({ type: "end", config: { status, reason_codes: [] } })
const check = (type: string) => ({ type: "check", config: { type } })
const plain = (type: string) => ({ type, config: {} })
const edge = (from: string, to: string, more: object = {}) => ({ from, to, ...more })
const chain = (...ids: ReadonlyArray<string>) => ids.slice(1).map((to, index) => edge(ids[index] ?? "", to))
const graph = (nodes: Nodes, edges: Edges, more: object = {}) => ({
  version: 1,
  start: "start",
  nodes: { start: plain("start"), ...nodes },
  edges,
  ...more
})

const problemsOf = (given: unknown) => {
  const judged = judgeGraph(given)
  return "problems" in judged ? judged.problems : []
}
const codes = (given: unknown) => problemsOf(given).map(({ code, node_id }) => `${node_id}: ${code}`)

const branching = (when: unknown, before: Nodes = {}, way: ReadonlyArray<string> = ["start", "branch"]) =>
  graph({ branch: plain("branch"), yes: end(), no: end("review"), ...before }, [
    ...chain(...way),
    edge("branch", "yes", { when }),
    edge("branch", "no")
  ])
const eq = (field: string, value: unknown) => ({ eq: [{ var: field }, value] })

describe("a graph", () => {
  test("is taken as it was given where nothing is wrong with it", () => {
    expect(judgeGraph(JSON.parse(JSON.stringify(defaultGraph)))).toEqual({ graph: defaultGraph })
    const given = graph({ done: end() }, chain("start", "done"))
    expect(judgeGraph(given)).toEqual({ graph: given } as never)
  })

  const broken: ReadonlyArray<readonly [string, unknown, ReadonlyArray<string>]> = [
    ["without a start", { ...graph({}, []), nodes: { done: end() } }, ["null: no_start"]],
    [
      "with two starts",
      graph({ other: plain("start"), done: end() }, [edge("start", "done"), edge("other", "done")]),
      ["other: several_starts", "other: unreachable"]
    ],
    ["whose start is another node", graph({ done: end() }, chain("start", "done"), { start: "done" }), ["null: wrong_start"]],
    [
      "that leads to no node",
      graph({ done: end() }, [edge("start", "gone")]),
      ["start: unknown_node", "start: dead_end", "done: unreachable"]
    ],
    [
      "that leads back to the start",
      graph({ done: end() }, [...chain("start", "done"), edge("done", "start")]),
      ["done: edge_into_start", "done: edge_from_end", "start: circle", "done: circle"]
    ],
    [
      "that stands on a circle",
      graph({ a: check("liveness"), b: check("age") }, [...chain("start", "a", "b"), edge("b", "a")]),
      ["a: circle", "b: circle"]
    ],
    ["with a node that leads nowhere", graph({ a: check("liveness") }, chain("start", "a")), ["a: dead_end"]],
    [
      "with a node that no way leads to",
      graph({ a: check("liveness"), done: end() }, [...chain("start", "done"), edge("a", "done")]),
      ["a: unreachable"]
    ],
    [
      "with two ways on from a check",
      graph({ a: check("liveness"), b: end(), c: end() }, [...chain("start", "a", "b"), edge("a", "c")]),
      ["a: too_many_ways"]
    ],
    [
      "with an edge twice",
      graph({ done: end() }, [edge("start", "done"), edge("start", "done")]),
      ["start: duplicate_edge", "start: too_many_ways"]
    ],
    [
      "with a branch that always asks",
      graph({ branch: plain("branch"), done: end() }, [edge("start", "branch"), edge("branch", "done", { when: eq("session.tags", "a") })]),
      ["branch: too_few_ways", "branch: else_missing", "branch: invalid_condition"]
    ],
    [
      "with a branch that never asks",
      graph({ branch: plain("branch"), a: end(), b: end() }, [edge("start", "branch"), edge("branch", "a"), edge("branch", "b")]),
      ["branch: several_elses"]
    ],
    [
      "with a condition elsewhere",
      graph({ done: end() }, [edge("start", "done", { when: eq("risk.score", 1) })]),
      ["start: condition_outside_branch", "start: not_settled"]
    ],
    [
      "with a review without a way for the rejected",
      graph({ look: { type: "review", config: { queue: "all" } }, done: end() }, [
        edge("start", "look"),
        edge("look", "done", { label: "approved" })
      ]),
      ["look: review_labels"]
    ],
    [
      "with arms that end apart",
      graph({ both: plain("parallel"), a: check("age"), b: check("liveness"), x: end(), y: end() }, [
        ...chain("start", "both", "a", "x"),
        ...chain("both", "b", "y")
      ]),
      ["both: arms_do_not_meet"]
    ],
    [
      "with arms that meet in no join",
      graph({ both: plain("parallel"), a: check("age"), b: check("liveness"), x: end() }, [
        ...chain("start", "both", "a", "x"),
        ...chain("both", "b", "x")
      ]),
      ["both: arms_do_not_meet"]
    ],
    [
      "with a join of one way",
      graph({ a: { type: "join", config: { mode: "all" } }, done: end() }, chain("start", "a", "done")),
      ["a: one_way_join"]
    ],
    [
      "with a join that waits for ever",
      graph(
        { both: plain("parallel"), a: check("age"), b: check("liveness"), met: { type: "join", config: { mode: "n", n: 3 } }, done: end() },
        [...chain("start", "both", "a", "met", "done"), ...chain("both", "b", "met")]
      ),
      ["met: join_never_full"]
    ],
    [
      "with a way that is too long",
      graph(
        { ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`n${index}`, check("age")])), done: end() },
        chain("start", ...Array.from({ length: 40 }, (_, index) => `n${index}`), "done")
      ),
      ["done: too_deep"]
    ],
    [
      "with one gate twice",
      graph(
        {
          a: { type: "external_gate", config: { key: "g", expires_in_s: 60, on_timeout: "review" } },
          b: {
            type: "external_gate",
            config: { key: "g", expires_in_s: 60, on_timeout: "review", schema: { type: "object", properties: {}, required: ["x"] } }
          },
          done: end()
        },
        chain("start", "a", "b", "done")
      ),
      ["b: duplicate_gate", "b: required_unknown"]
    ],
    [
      "that waits for what never comes",
      graph({ a: { type: "wait", config: { event: "case.opened", timeout_s: 5 } }, done: end() }, chain("start", "a", "done")),
      ["a: unknown_event"]
    ],
    [
      "with unknown members",
      graph(
        { a: { ...check("age"), colour: 1, config: { type: "age", speed: 2 } }, done: end() },
        [...chain("start", "a"), edge("a", "done", { width: 2 })],
        { owner: "me" }
      ),
      ["null: unexpected_key", "a: unexpected_key", "a: unexpected_key", "a: unexpected_key"]
    ],
    ["with a type that there is none of", graph({ a: plain("magic"), done: end() }, chain("start", "a", "done")), ["a: enum"]],
    ["with a check that nothing makes", graph({ a: check("phone"), done: end() }, chain("start", "a", "done")), ["a: enum"]],
    ["that is no graph", 7, ["null: type", "null: no_start"]]
  ]
  for (const [name, given, wanted] of broken) {
    test(`${name} is refused by what is wrong with it, and by nothing else`, () => expect(codes(given)).toEqual(wanted as Array<string>))
  }

  test("names everything that is wrong at once, each at its place", () => {
    const given = graph({ a: { type: "check", config: { type: "age", threshold: 2 } }, Bad: check("age"), done: end() }, [
      edge("start", "a"),
      edge("a", "gone"),
      edge("Bad", "done", { priority: -1 })
    ])
    expect(problemsOf(given).map(({ code, loc }) => `${loc.join(".")} ${code}`)).toEqual([
      "nodes.a.config.threshold too_large",
      "nodes.Bad pattern",
      "edges.2.from pattern",
      "edges.2.priority too_small",
      "edges.1.to unknown_node",
      "nodes.a dead_end",
      "nodes.Bad unreachable",
      "nodes.done unreachable"
    ])
  })
})

describe("a condition", () => {
  const gate = (type: object) => ({
    gate: {
      type: "external_gate",
      config: { key: "fraud", expires_in_s: 60, on_timeout: "decline", schema: { type: "object", properties: { verdict: type } } }
    }
  })
  const behindGate = ["start", "gate", "branch"]
  const arms = (mode: object, field: string) =>
    graph(
      {
        first: check("document_extraction"),
        both: plain("parallel"),
        a: check("age"),
        b: check("liveness"),
        met: { type: "join", config: mode },
        branch: plain("branch"),
        yes: end(),
        no: end("review")
      },
      [
        ...chain("start", "first", "both", "a", "met", "branch"),
        ...chain("both", "b", "met"),
        edge("branch", "yes", { when: eq(field, "passed") }),
        edge("branch", "no")
      ]
    )

  test("reads what nodes before it brought", () => {
    expect(codes(branching(eq("checks.age.outcome", "passed"), { age: check("age") }, ["start", "age", "branch"]))).toEqual([])
    expect(codes(branching({ gte: [{ var: "risk.score" }, 70] }, { age: check("age") }, ["start", "age", "branch"]))).toEqual([])
    expect(codes(branching(eq("session.metadata.plan", "gold")))).toEqual([])
    expect(codes(branching(eq("gate.fraud.data.verdict", "ok"), gate({ type: "string", enum: ["ok", "bad"] }), behindGate))).toEqual([])
    expect(codes(branching(eq("screening.hit_count", 0), { names: plain("screening") }, ["start", "names", "branch"]))).toEqual([])
    expect(codes(arms({ mode: "all" }, "checks.age.outcome"))).toEqual([])
  })

  test("does not read what comes later, or may not have finished", () => {
    expect(codes(branching(eq("checks.age.outcome", "passed")))).toEqual(["branch: not_settled"])
    expect(codes(arms({ mode: "any" }, "checks.age.outcome"))).toEqual(["branch: not_settled"])
    expect(codes(arms({ mode: "n", n: 1 }, "checks.age.outcome"))).toEqual(["branch: not_settled"])
    expect(codes(arms({ mode: "any" }, "checks.document_extraction.outcome"))).toEqual([])
  })

  test("misses no field behind a node that cannot be read, which may bring it", () => {
    const wrong = { age: { type: "check", config: { type: "age", threshold: 7 } } }
    expect(codes(branching(eq("checks.age.outcome", "passed"), wrong, ["start", "age", "branch"]))).toEqual(["age: too_large"])
    const gate = {
      type: "external_gate",
      config: { key: "core", expires_in_s: 0, on_timeout: "review", schema: { type: "object", properties: {} } }
    }
    expect(codes(branching(eq("gate.core.data.limit", 1), { gate }, ["start", "gate", "branch"]))).toEqual(["gate: too_small"])
    expect(codes(branching({ between: [{ var: "risk.score" }, 1] }, wrong, ["start", "age", "branch"]))).toEqual(["age: too_large"])
    // Nothing that stands elsewhere brings anything to the branch.
    const elsewhere = { ...wrong, fork: plain("parallel"), join: { type: "join", config: { mode: "all" } } }
    const apart = branching(eq("checks.liveness.outcome", "passed"), { ...elsewhere, done: end() }, ["start", "fork", "branch"])
    expect(codes({ ...apart, edges: [...apart.edges, ...chain("fork", "age", "done")] })).toContain("branch: not_settled")
  })

  test("names known fields, and asks of them what they can answer", () => {
    expect(codes(branching(eq("session.shoe_size", 40)))).toEqual(["branch: unknown_field"])
    expect(codes(branching(eq("constructor", 40)))).toEqual(["branch: unknown_field"])
    expect(codes(branching(eq("session.metadata.", 40)))).toEqual(["branch: unknown_field"])
    expect(codes(branching(eq("gate.fraud.data.verdict", "maybe"), gate({ type: "string", enum: ["ok", "bad"] }), behindGate))).toEqual([
      "branch: invalid_condition"
    ])
    expect(codes(branching({ fuzzy: [] }))).toEqual(["branch: invalid_condition"])
  })
})

test("a join for some of its ways is asked for their number, by its place", () => {
  const join = { type: "join", config: { mode: "n" } }
  const found = problemsOf(graph({ join, done: end() }, [edge("start", "join"), edge("join", "done")]))
  expect(found).toContainEqual({
    node_id: "join",
    loc: ["nodes", "join", "config", "n"],
    code: "missing",
    message: "This field is required."
  })
  expect(found.map(({ loc }) => loc.at(-1))).not.toContain("mode")
})

describe("a hostile graph", () => {
  test("with some more nodes than a graph may have is looked into all the same", () => {
    const nodes = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`n${index}`, { ...check("age"), extra: index }]))
    const found = problemsOf(graph({ ...nodes, done: end() }, chain("start", "n0", "gone")))
    expect(found[0]).toMatchObject({ code: "too_many_nodes", message: "may have at most 100 nodes" })
    expect(found.slice(1, 121)).toMatchObject(Object.keys(nodes).map((node_id) => ({ node_id, code: "unexpected_key" })))
    expect(found.slice(121).map(({ code }) => code)).toContain("unknown_node")
    expect(found.length).toBe(mostProblems)
  })

  test("with far more nodes or edges than a graph may have is not looked into", () => {
    const nodes = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`n${index}`, { type: "check", config: { bad: index } }]))
    expect(codes(graph(nodes, []))).toEqual(["null: too_large", "null: too_many_nodes"])
    expect(
      codes(
        graph(
          {},
          Array.from({ length: 10_000 }, () => 7)
        )
      )
    ).toEqual(["null: too_many_edges"])
  })

  test("has at most so many problems listed, and is not looked into beyond them", () => {
    const nodes = Object.fromEntries(
      Array.from({ length: 99 }, (_, index) => [`n${index}`, { type: "check", config: { a: 1, b: 2, c: 3 } }])
    )
    let read = 0
    const watched = Object.fromEntries(
      Object.entries(nodes).map(([id, node]) => [
        id,
        Object.defineProperty({ ...node }, "config", {
          enumerable: true,
          get: () => {
            read += 1
            return node.config
          }
        })
      ])
    )
    const problems = problemsOf(graph(watched, []))
    expect(problems).toHaveLength(mostProblems)
    expect(problems.at(-1)).toEqual({
      node_id: null,
      loc: [],
      code: "more_problems",
      message: "has at least 5 more problems, which are not listed"
    })
    // Its bytes are counted once, and then it is read as far as problems are listed.
    const most = 99 + (mostProblems / 4 + 2) * 3
    expect(read).toBeLessThan(most)
  })

  test("that is larger than a graph may be is not looked into", () => {
    const properties = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`p${index}`, { type: "boolean" }]))
    const schema = { type: "object", properties }
    const wide = { type: "external_gate", config: { key: "wide", expires_in_s: 60, on_timeout: "review", schema } }
    expect(problemsOf(graph({ wide }, []))).toEqual([
      {
        node_id: null,
        loc: [],
        code: "too_large",
        message: `may take at most ${256 * 1024} bytes of JSON; nothing else of the graph was looked at`
      }
    ])
  })

  test("of deep conditions and huge constants is refused by them", () => {
    const deep = Array.from({ length: 60 }).reduce((inner) => ({ not: inner }), eq("session.metadata.a", 1) as unknown)
    expect(codes(branching(deep))).toEqual(["branch: invalid_condition"])
    expect(codes(branching(eq("session.metadata.a", "x".repeat(100_000))))).toEqual(["branch: invalid_condition"])
    expect(codes(branching(eq(`session.metadata.${"x".repeat(1_000)}`, "x")))).toEqual(["branch: invalid_condition"])
  })

  test("whose nodes have names of objects is judged as any other", () => {
    const given = JSON.parse(
      '{"version":1,"start":"start","nodes":{"start":{"type":"start","config":{}},"constructor":{"type":"end","config":{"status":"approved","reason_codes":[]}},"__proto__":{"type":"start","config":{}}},"edges":[{"from":"start","to":"constructor"}]}'
    )
    expect(codes(given)).toContain("__proto__: pattern")
  })
})

test("exactly the checks that something makes can stand in a graph", () => {
  expect(checkTypes.filter((type) => checkEntries[type] !== unmadeEntry)).toEqual([...madeCheckTypes])
})
