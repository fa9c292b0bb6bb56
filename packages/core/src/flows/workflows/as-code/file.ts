import { Result, Schema } from "effect"
import type { Problem } from "../../../kernel/foundation/failure.ts"
import { Description, Label } from "../../../kernel/foundation/text.ts"
import { formatIssues, inputParseOptions } from "../../../kernel/wire/schema-issues.ts"
import { located } from "../../../resources/workflows/given-graph.ts"
import { FourEyes, SlaHours } from "../../../resources/workflows/model.ts"
import { notExecuted } from "../../../verification/workflows/executable.ts"
import { judgeGolden } from "../../../verification/workflows/golden/judge.ts"
import { GoldenTests } from "../../../verification/workflows/golden/model.ts"
import { type GoldenResult, runGolden } from "../../../verification/workflows/golden/run.ts"
import type { Graph } from "../../../verification/workflows/graph.ts"
import { judgeGraph } from "../../../verification/workflows/validate/judge.ts"

/** How many ids one file says the names of. */
const mostNames = 500

/** What ids in a graph stand for, since each installation gives its own: lists by their keys, and workflows by their names. */
const Names = Schema.Record(Schema.String.check(Schema.isMaxCodePoints(64)), Label).check(Schema.isMaxProperties(mostNames))

/** A workflow as a file holds it, without its graph, which rules of its own read. */
const Outline = Schema.Struct({
  name: Label,
  description: Schema.optionalKey(Schema.NullOr(Description)),
  four_eyes: Schema.optionalKey(FourEyes),
  sla_hours: Schema.optionalKey(Schema.NullOr(SlaHours)),
  names: Schema.optionalKey(Names),
  graph: Schema.Unknown
})
const readOutline = Schema.decodeUnknownResult(Outline, inputParseOptions)
const readTests = Schema.decodeUnknownResult(GoldenTests, inputParseOptions)

/** A workflow that is valid, with the tests beside it. */
export interface WorkflowFile {
  readonly name: string
  readonly description: string | null
  readonly four_eyes: boolean
  readonly sla_hours: number | null
  readonly names: typeof Names.Type
  readonly graph: Graph
  readonly golden_tests: GoldenTests
}

/** What a directory says of one workflow, or everything that is wrong with it: with its files, or with what it asks of runs. */
export type ReadWorkflow =
  | { readonly workflow: WorkflowFile; readonly unpublishable: ReadonlyArray<Problem> }
  | { readonly problems: ReadonlyArray<Problem> }

/** Reads a workflow, and its tests, as files hold them. */
export const readWorkflow = (given: unknown, tests: unknown): ReadWorkflow => {
  const outline = readOutline(given)
  const golden = readTests(tests)
  // The first segment of a problem names where the input came from, which the file does by its name.
  const ofOutline = Result.isFailure(outline)
    ? formatIssues(outline.failure.issue, "body").map((one) => ({ ...one, loc: one.loc.slice(1) }))
    : []
  const ofTests = Result.isFailure(golden)
    ? located(
        formatIssues(golden.failure.issue, "body").map((one) => ({ ...one, loc: one.loc.slice(1) })),
        ["tests"]
      )
    : []
  if (Result.isFailure(outline)) return { problems: [...ofOutline, ...ofTests] }
  const { description = null, four_eyes = false, graph, name, names = {}, sla_hours = null } = outline.success
  const judged = judgeGraph(graph)
  const { readable, unread } = "graph" in judged ? { readable: judged.graph, unread: undefined } : judged
  const unpublishable = located(notExecuted(readable), ["graph"])
  const ofGraph = "graph" in judged ? [] : located(judged.problems, ["graph"])
  const wrong = Result.isFailure(golden) ? ofTests : located(judgeGolden(readable, golden.success, unread), ["tests"])
  if (ofGraph.length + wrong.length > 0 || !("graph" in judged) || Result.isFailure(golden)) {
    return { problems: [...ofGraph, ...wrong, ...unpublishable] }
  }
  return { workflow: { name, description, four_eyes, sla_hours, names, graph: judged.graph, golden_tests: golden.success }, unpublishable }
}

/** How each test of a workflow comes out. */
export const testWorkflow = ({ golden_tests, graph }: WorkflowFile): ReadonlyArray<GoldenResult> => runGolden(graph, golden_tests)
