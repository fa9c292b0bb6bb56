import { Effect } from "effect"
import { InvalidInput, type Problem } from "../../../kernel/foundation/failure.ts"
import { listsInUse } from "../../../resources/lists/matching/look-up.ts"
import { workflowsInUse } from "../../../resources/workflows/rows.ts"
import { subworkflowsOf } from "../../../verification/workflows/subworkflows.ts"
import { readWorkflow, type WorkflowFile } from "./file.ts"

type Place = Problem["loc"]

/** Ids that each installation gives its own. */
const givenId = /^(?:lst|wfl)_[0-9a-hjkmnp-tv-z]{26}$/u
const isOfList = (id: string): boolean => id.startsWith("lst_")

/** Every such id in a graph or in tests, with the place where it stands first. They are bounded, and as deep as their schemas let them be. */
const idsIn = (value: unknown, at: Place, found = new Map<string, Place>()): ReadonlyMap<string, Place> => {
  if (typeof value === "string") {
    if (givenId.test(value) && !found.has(value)) found.set(value, at)
    return found
  }
  if (Array.isArray(value)) for (const [index, one] of value.entries()) idsIn(one, [...at, index], found)
  else if (typeof value === "object" && value !== null) for (const [key, one] of Object.entries(value)) idsIn(one, [...at, key], found)
  return found
}

/** The same value with other ids in their places. */
const replaced = (value: unknown, ids: ReadonlyMap<string, string>): unknown => {
  if (typeof value === "string") return ids.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => replaced(one, ids))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, ids)]))
}

const idsOf = ({ golden_tests, graph }: Pick<WorkflowFile, "golden_tests" | "graph">) =>
  idsIn(golden_tests, ["tests"], new Map(idsIn(graph, ["graph"])))

/** What the lists and workflows of this organization are called that are in use. */
const called = Effect.gen(function* () {
  const lists = yield* listsInUse
  const workflows = yield* workflowsInUse
  return new Map([...lists.map(({ id, key }) => [id, key] as const), ...workflows.map(({ id, name }) => [id, name] as const)])
})

/** What the ids of a workflow stand for here. */
export const namesOf = Effect.fnUntraced(function* (content: Pick<WorkflowFile, "golden_tests" | "graph">) {
  const ids = [...idsOf(content).keys()]
  if (ids.length === 0) return {}
  const names = yield* called
  return Object.fromEntries(
    ids.toSorted().flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [[id, name]]
    })
  )
})

const missing = (id: string, name: string, several: boolean): Pick<Problem, "code" | "message"> => {
  if (several) return { code: "ambiguous_name", message: `stands for the workflow "${name}", a name that several workflows have here` }
  return isOfList(id)
    ? { code: "unknown_list", message: `stands for the list ${name}, and no list in use here has this key: create it first` }
    : {
        code: "unknown_workflow",
        message: `stands for the workflow "${name}", which is not in use here: publish it first, or with this one`
      }
}

/**
 * A workflow of a file with the ids that its lists and workflows have in this organization. An id that is in use here stands for itself, and of one that
 * the file gives no name publication says what is wrong with it.
 */
export const withOwnIds = Effect.fnUntraced(function* (file: WorkflowFile) {
  const places = idsOf(file)
  if (places.size === 0) return file
  const here = yield* called
  const own = new Map<string, string>()
  const problems: Array<Problem> = []
  for (const [id, loc] of places) {
    const name = file.names[id]
    if (here.has(id) || name === undefined) continue
    const [found, ...more] = [...here].filter(([other, its]) => its === name && isOfList(other) === isOfList(id))
    if (found !== undefined && more.length === 0) own.set(id, found[0])
    else problems.push({ loc, ...missing(id, name, more.length > 0) })
  }
  if (problems.length > 0) return yield* new InvalidInput({ code: "validation_error", problems })
  const { golden_tests, graph, ...outline } = file
  const read = readWorkflow({ ...outline, graph: replaced(graph, own) }, replaced(golden_tests, own))
  return "problems" in read ? yield* new InvalidInput({ code: "validation_error", problems: read.problems }) : read.workflow
})

/** A file of a directory, and what it says. */
export interface NamedFile {
  readonly file: string
  readonly workflow: WorkflowFile
}

/** The names of the workflows that this one calls. */
export const calledBy = ({ graph, names }: WorkflowFile): ReadonlyArray<string> =>
  subworkflowsOf(graph).flatMap(([, id]) => names[id] ?? [])

/** The files of a directory, each behind those that it calls; on a circle, publication says so. */
export const inOrder = (files: ReadonlyArray<NamedFile>): ReadonlyArray<NamedFile> => {
  const byName = new Map(files.map((one) => [one.workflow.name, one]))
  const seen = new Set<NamedFile>()
  const ordered: Array<NamedFile> = []
  const visit = (one: NamedFile): void => {
    if (seen.has(one)) return
    seen.add(one)
    for (const name of calledBy(one.workflow)) {
      const other = byName.get(name)
      if (other !== undefined) visit(other)
    }
    ordered.push(one)
  }
  for (const one of files) visit(one)
  return ordered
}

/** Files that say the same name as one before them: both would become versions of one workflow. */
export const sameNames = (files: ReadonlyArray<NamedFile>): ReadonlyArray<Problem> => {
  const first = new Map<string, string>()
  return files.flatMap(({ file, workflow: { name } }): ReadonlyArray<Problem> => {
    const other = first.get(name)
    if (other === undefined) {
      first.set(name, file)
      return []
    }
    return [{ loc: [file, "name"], code: "duplicate_name", message: `is "${name}", as in ${other}: give one of both another name` }]
  })
}
