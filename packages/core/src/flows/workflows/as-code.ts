import { Effect, Result, Schema } from "effect"
import { asSystem } from "../../kernel/access/system-caller.ts"
import { type AuditNote, CurrentAudit, note, record } from "../../kernel/audit/log.ts"
import type { Environment } from "../../kernel/foundation/environment.ts"
import { NotFound, type Problem } from "../../kernel/foundation/failure.ts"
import { Description, Label } from "../../kernel/foundation/text.ts"
import { Organizations } from "../../kernel/tenancy/organizations.ts"
import { UnitOfWork } from "../../kernel/storage/unit-of-work.ts"
import { tenantNow } from "../../kernel/tenancy/tenant-clock.ts"
import { formatIssues, inputParseOptions } from "../../kernel/wire/schema-issues.ts"
import { notExecuted } from "../../verification/workflows/executable.ts"
import { judgeGolden } from "../../verification/workflows/golden/judge.ts"
import { GoldenTests } from "../../verification/workflows/golden/model.ts"
import { type GoldenResult, runGolden } from "../../verification/workflows/golden/run.ts"
import type { Graph } from "../../verification/workflows/graph.ts"
import { judgeGraph } from "../../verification/workflows/validate/judge.ts"
import { located } from "../../resources/workflows/given-graph.ts"
import { FourEyes, SlaHours, type StoredWorkflow, WorkflowStore } from "../../resources/workflows/model.ts"
import { makeWorkflow } from "../../resources/workflows/make.ts"
import { findVersion, workflowsInUse } from "../../resources/workflows/rows.ts"
import { diffOf, sameContent } from "../../resources/workflows/versions/diff.ts"
import { makeVersion } from "../../resources/workflows/versions/make.ts"
import { publishVersion } from "./publication.ts"

/** A workflow as a file holds it, without its graph, which rules of its own read. */
const Outline = Schema.Struct({
  name: Label,
  description: Schema.optionalKey(Schema.NullOr(Description)),
  four_eyes: Schema.optionalKey(FourEyes),
  sla_hours: Schema.optionalKey(Schema.NullOr(SlaHours)),
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
  const { description = null, four_eyes = false, graph, name, sla_hours = null } = outline.success
  const judged = judgeGraph(graph)
  if ("problems" in judged) return { problems: [...located(judged.problems, ["graph"]), ...ofTests] }
  if (Result.isFailure(golden)) return { problems: ofTests }
  const wrong = judgeGolden(judged.graph, golden.success)
  if (wrong.length > 0) return { problems: located(wrong, ["tests"]) }
  return {
    workflow: { name, description, four_eyes, sla_hours, graph: judged.graph, golden_tests: golden.success },
    unpublishable: located(notExecuted(judged.graph), ["graph"])
  }
}

/** How each test of a workflow comes out. */
export const testWorkflow = ({ golden_tests, graph }: WorkflowFile): ReadonlyArray<GoldenResult> => runGolden(graph, golden_tests)

interface Owner {
  readonly organization: string
  readonly environment: Environment
}

/** Does work for the operator of an organization within one transaction. */
const within = <A, E, R>(owner: Owner, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    if ((yield* (yield* Organizations).find(owner.organization)) === undefined) return yield* new NotFound()
    const { transaction } = yield* UnitOfWork
    return yield* transaction(asSystem(owner, "operator")(work))
  })

/** The workflows of an organization that are in use, as files hold them: each by its published version, or by none where it has none. */
export const exportWorkflows = (owner: Owner) =>
  within(
    owner,
    Effect.gen(function* () {
      const rows = yield* workflowsInUse
      const files: Array<WorkflowFile> = []
      for (const { description, four_eyes, id, name, published_version_id, sla_hours } of rows) {
        if (published_version_id === null) continue
        const { golden_tests, graph } = yield* findVersion(id, published_version_id)
        files.push({ name, description, four_eyes, sla_hours, graph, golden_tests })
      }
      return files
    })
  )

const settings = ["description", "four_eyes", "sla_hours"] as const

/** The workflow of that name, locked and with what the file says of it; a new one where there is none. */
const workflowOf = Effect.fnUntraced(function* (file: WorkflowFile) {
  const store = yield* WorkflowStore
  const known = (yield* workflowsInUse).find(({ name }) => name === file.name)
  const row = known === undefined ? undefined : yield* store.lock(known.id)
  if (row === undefined) return yield* makeWorkflow(file)
  const touched = settings.filter((name) => row[name] !== file[name])
  if (touched.length === 0) return row
  yield* note(
    { type: "workflow", id: row.id },
    touched.map((path) => ({ path, from: row[path], to: file[path] }))
  )
  const { description, four_eyes, sla_hours } = file
  return yield* store.save({ ...row, description, four_eyes, sla_hours, updated_at: yield* tenantNow })
})

/** The version that new sessions go by, if it is what the file says. */
const unchanged = Effect.fnUntraced(function* (
  { id, published_version_id, rollout }: StoredWorkflow,
  { golden_tests, graph }: WorkflowFile
) {
  if (published_version_id === null || rollout !== null) return undefined
  const version = yield* findVersion(id, published_version_id)
  const same = diffOf(version, { ...version, graph }).same && sameContent(version.golden_tests, golden_tests)
  return same ? version : undefined
})

/** Publishes a workflow of a file under its name, audited as the operations are. One that says what is published already makes no version. */
export const publishWorkflow = (owner: Owner, file: WorkflowFile) => {
  const noted: AuditNote = { target: null, changes: [] }
  const work = Effect.gen(function* () {
    const row = yield* workflowOf(file)
    const standing = yield* unchanged(row, file)
    const made = standing === undefined ? yield* makeVersion(row, { graph: file.graph, golden_tests: file.golden_tests }) : undefined
    const version = standing ?? (yield* publishVersion(row.id, made?.version.id ?? "", 100))
    if (noted.target !== null) {
      yield* record({ action: "workflow_versions.publish", target: noted.target, changes: noted.changes, outcome: "succeeded" })
    }
    return { workflow_id: row.id, version_id: version.id, number: version.number, changed: standing === undefined }
  })
  return within(owner, Effect.provideService(work, CurrentAudit, noted))
}
