import { Effect } from "effect"
import { asSystem } from "../../../kernel/access/system-caller.ts"
import { type AuditNote, CurrentAudit, note, record } from "../../../kernel/audit/log.ts"
import type { Environment } from "../../../kernel/foundation/environment.ts"
import { InvalidInput, invalid, NotFound, type Problem } from "../../../kernel/foundation/failure.ts"
import { UnitOfWork } from "../../../kernel/storage/unit-of-work.ts"
import { Organizations } from "../../../kernel/tenancy/organizations.ts"
import { tenantNow } from "../../../kernel/tenancy/tenant-clock.ts"
import { located } from "../../../resources/workflows/given-graph.ts"
import { makeWorkflow } from "../../../resources/workflows/make.ts"
import { type StoredWorkflow, WorkflowStore } from "../../../resources/workflows/model.ts"
import { findVersion, workflowsInUse } from "../../../resources/workflows/rows.ts"
import { pinsOf } from "../../../resources/workflows/subworkflows.ts"
import { diffOf, sameContent } from "../../../resources/workflows/versions/diff.ts"
import { makeVersion } from "../../../resources/workflows/versions/make.ts"
import type { StoredVersion } from "../../../resources/workflows/versions/model.ts"
import { publishVersion } from "../publication.ts"
import type { WorkflowFile } from "./file.ts"
import { calledBy, inOrder, type NamedFile, namesOf, sameNames, withOwnIds } from "./names.ts"

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

/** A workflow as it is exported: by the version that new sessions go by, with the number of that and of one that is rolled out beside it. */
interface Exported {
  readonly workflow: WorkflowFile
  readonly number: number
  readonly rollout: { readonly number: number; readonly percentage: number } | null
}

/** Workflows that have the name of one before them. Files are published under their names: those of two of one name could not be told apart. */
const sharedNames = (rows: ReadonlyArray<StoredWorkflow>): ReadonlyArray<Problem> => {
  const first = new Map<string, string>()
  return rows.flatMap(({ id, name }): ReadonlyArray<Problem> => {
    const other = first.get(name)
    if (other === undefined) {
      first.set(name, id)
      return []
    }
    const message = `is named "${name}", as ${other} is, and files are published under their names: rename or archive one of both`
    return [{ loc: [id], code: "duplicate_name", message }]
  })
}

/**
 * The workflows of an organization that are in use, as files hold them: each by its published version, or by none where it has none. None where two have
 * one name; the first segment of each problem is the workflow.
 */
export const exportWorkflows = (owner: Owner) =>
  within(
    owner,
    Effect.gen(function* () {
      const exported: Array<Exported> = []
      const published = (yield* workflowsInUse).filter(({ published_version_id }) => published_version_id !== null)
      const problems = sharedNames(published)
      if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
      for (const { description, four_eyes, id, name, published_version_id, rollout, sla_hours } of published) {
        if (published_version_id === null) continue
        const { golden_tests, graph, number } = yield* findVersion(id, published_version_id)
        const beside = rollout === null ? null : yield* findVersion(id, rollout.version_id)
        exported.push({
          workflow: { name, description, four_eyes, sla_hours, names: yield* namesOf({ golden_tests, graph }), graph, golden_tests },
          number,
          rollout: rollout === null || beside === null ? null : { number: beside.number, percentage: rollout.percentage }
        })
      }
      return exported
    })
  )

const settings = ["description", "four_eyes", "sla_hours"] as const

/** The workflow of that name, locked and with what the file says of it; a new one where there is none. */
const workflowOf = Effect.fnUntraced(function* (file: WorkflowFile) {
  const store = yield* WorkflowStore
  const [known, ...more] = (yield* workflowsInUse).filter(({ name }) => name === file.name)
  if (more.length > 0) {
    return yield* invalid(["name"], "ambiguous_name", "is that of several workflows: rename or archive the others first")
  }
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

/** Whether a version is what a file says, and its subworkflows go by the versions that are published now. */
const isAsFiled = Effect.fnUntraced(function* (version: StoredVersion, { golden_tests, graph }: WorkflowFile) {
  if (!diffOf(version, { ...version, graph }).same || !sameContent(version.golden_tests, golden_tests)) return false
  const { pins } = yield* pinsOf(graph, version.workflow_id)
  const now = new Map(pins.map(({ node_id, workflow_version_id }) => [node_id, workflow_version_id]))
  return (version.subworkflows ?? []).every(({ node_id, workflow_version_id }) => now.get(node_id) === workflow_version_id)
})

/** The version among those that new sessions go by which is what the file says, and for how many of 100 of them. */
const standingFor = Effect.fnUntraced(function* ({ id, published_version_id, rollout }: StoredWorkflow, file: WorkflowFile) {
  const others = rollout === null ? [] : [{ version_id: rollout.version_id, percentage: rollout.percentage }]
  const base = published_version_id === null ? [] : [{ version_id: published_version_id, percentage: 100 }]
  for (const { percentage, version_id } of [...base, ...others]) {
    const version = yield* findVersion(id, version_id)
    if (yield* isAsFiled(version, file)) return { version, percentage }
  }
  return undefined
})

/** What became of a file. */
interface Published {
  readonly file: string
  readonly version_id: string
  readonly number: number
  /** New: there was no version like it; moved: new sessions go by it in another number; same: nothing changed. */
  readonly change: "new" | "moved" | "same"
}

/** Publishes a workflow of a file under its name, audited as the operations are. One that says what is published already makes no version. */
const publishFile = Effect.fnUntraced(function* ({ file, workflow: given }: NamedFile, percentage: number) {
  const noted: AuditNote = { target: null, changes: [] }
  const work = Effect.gen(function* () {
    const own = yield* withOwnIds(given)
    const row = yield* workflowOf(own)
    const standing = yield* standingFor(row, own)
    const isBase = standing !== undefined && standing.version.id === row.published_version_id
    // Where a file says what all others go by, a rollout beside that is over.
    const same = standing !== undefined && (isBase ? row.rollout === null : standing.percentage === percentage)
    const made = standing === undefined ? yield* makeVersion(row, { graph: own.graph, golden_tests: own.golden_tests }) : undefined
    const version = standing?.version ?? made?.version
    if (version === undefined) return yield* new NotFound()
    // What no other version is there beside goes to all.
    const share = isBase || row.published_version_id === null ? 100 : percentage
    const { id, number } = same ? version : yield* publishVersion(row.id, version.id, share)
    if (noted.target !== null) {
      yield* record({ action: "workflow_versions.publish", target: noted.target, changes: noted.changes, outcome: "succeeded" })
    }
    const published: Published = { file, version_id: id, number, change: same ? "same" : made === undefined ? "moved" : "new" }
    return published
  })
  return yield* Effect.provideService(work, CurrentAudit, noted)
})

/**
 * Publishes the workflows of a directory, those that others call before these: all of them, or none where anything is wrong with one. The first segment
 * of each problem is the file.
 */
export const publishWorkflows = (owner: Owner, files: ReadonlyArray<NamedFile>, percentage = 100) =>
  within(
    owner,
    Effect.gen(function* () {
      const problems: Array<Problem> = [...sameNames(files)]
      const published: Array<Published> = []
      const refused = new Set<string>()
      const refuse = ({ file, workflow }: NamedFile, found: ReadonlyArray<Problem>) =>
        Effect.sync(() => {
          refused.add(workflow.name)
          problems.push(...located(found, [file]))
        })
      for (const one of inOrder(files)) {
        // What is wrong with those that it calls is said of them.
        if (calledBy(one.workflow).some((name) => refused.has(name))) refused.add(one.workflow.name)
        else {
          yield* publishFile(one, percentage).pipe(
            Effect.tap((done) => Effect.sync(() => published.push(done))),
            Effect.catchTag("InvalidInput", (failure) => refuse(one, failure.problems)),
            Effect.catchTag("Conflict", ({ code, message }) => refuse(one, [{ loc: [], code, message }]))
          )
        }
      }
      return problems.length === 0 ? published : yield* new InvalidInput({ code: "validation_error", problems })
    })
  )
