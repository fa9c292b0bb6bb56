import { type LinkedGraph, type LinkedNode, linked } from "../links.ts"
import type { Graph } from "../graph.ts"
import { play, reached, usualFate } from "../play.ts"
import type { NodeResult, RunOutcome } from "../run-state.ts"
import type { Facts, GoldenTest } from "./model.ts"

/** A test that was run, and how it came out otherwise than expected: nothing where it passed. */
export interface GoldenResult {
  readonly name: string
  readonly problems: ReadonlyArray<string>
}

const statuses = ["approved", "declined", "review", "resubmission_required"] as const satisfies ReadonlyArray<RunOutcome["status"]>

const lookUpIn = (facts: Facts) => (path: string) => {
  const found = Object.hasOwn(facts, path) ? facts[path] : undefined
  return typeof found === "object" ? [...found] : found
}

/** What a subworkflow comes to: where the facts say that it led, and approval where they say nothing. */
const fateOf = (linked: LinkedNode, facts: Facts): NodeResult => {
  const led = linked.node.type === "subworkflow" ? facts[`subworkflow.${linked.id}.outcome`] : undefined
  const status = statuses.find((one) => one === led)
  if (status === undefined) return usualFate(linked)
  return { state: "succeeded", outcome: { status, reason_codes: [], with_conclusion: false, node_ids: [], failed: false } }
}

const listed = (values: ReadonlyArray<string>): string => (values.length === 0 ? "none" : values.toSorted().join(", "))

/** The reasons of an outcome: an end that names none takes those of the conclusion, as far as the facts know them. */
const reasonsOf = ({ reason_codes, with_conclusion }: RunOutcome, facts: Facts): ReadonlyArray<string> => {
  const concluded = with_conclusion ? facts["conclusion.reasons"] : undefined
  return [...new Set([...reason_codes, ...(typeof concluded === "object" ? concluded.map(String) : [])])]
}

const problemsOf = (graph: LinkedGraph, { expected, facts, nodes = {} }: GoldenTest): ReadonlyArray<string> => {
  const { state } = play(
    graph,
    lookUpIn(facts),
    (node) => (Object.hasOwn(nodes, node.id) ? nodes[node.id] : undefined) ?? fateOf(node, facts)
  )
  const { outcome } = state
  if (outcome === null) return ["the run did not end"]
  const found = new Set(reached(graph, state))
  const { outcome: status, path = [], reason_codes, skipped = [] } = expected
  const reasons = listed(reasonsOf(outcome, facts))
  const wanted = reason_codes === undefined ? reasons : listed(reason_codes)
  return [
    ...(outcome.status === status ? [] : [`outcome: expected ${status}, was ${outcome.status}`]),
    ...(reasons === wanted ? [] : [`reason_codes: expected ${wanted}, were ${reasons}`]),
    ...path.filter((id) => !found.has(id)).map((id) => `path: did not come to ${id}`),
    ...skipped.filter((id) => found.has(id)).map((id) => `skipped: came to ${id}`)
  ]
}

/** Runs the tests of a version against its graph. */
export const runGolden = (graph: Graph, tests: ReadonlyArray<GoldenTest>): ReadonlyArray<GoldenResult> => {
  const links = linked(graph)
  return tests.map((test) => ({ name: test.name, problems: problemsOf(links, test) }))
}
