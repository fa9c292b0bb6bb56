import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { parseJson } from "@vouchkit/core/kernel/wire/json"
import { type ReadWorkflow, readWorkflow, type WorkflowFile } from "@vouchkit/core/flows/workflows/as-code/file"
import { Effect } from "effect"
import { exitCodes, StartProblem } from "../../settings/start-problem.ts"

const longestFile = 1024 * 1024
const mostFiles = 200
const ofTests = ".tests.json"

const problem = (message: string) => new StartProblem({ message, exit_code: exitCodes.usage })

const tried = <A>(work: () => Promise<A>, message: string) => Effect.tryPromise({ try: work, catch: () => problem(message) })

const readJson = Effect.fnUntraced(function* (path: string) {
  const unreadable = `The file ${path} cannot be read.`
  const { size } = yield* tried(() => stat(path), unreadable)
  if (size > longestFile) return yield* problem(`The file ${path} is larger than 1 MB.`)
  const parsed = parseJson(new Uint8Array(yield* tried(() => readFile(path), unreadable)))
  return "problem" in parsed
    ? yield* problem(`The file ${path} cannot be read: ${parsed.problem.message} (at byte ${parsed.problem.offset})`)
    : parsed.ok
})

/** A workflow of a directory, by the name of its file. */
export interface FoundWorkflow {
  readonly file: string
  readonly read: ReadWorkflow
}

/** Every workflow of a directory: `name.json`, with its tests in `name.tests.json`. */
export const readDirectory = Effect.fnUntraced(function* (directory: string) {
  const names = (yield* tried(() => readdir(directory), `The directory ${directory} cannot be read.`)).filter((name) =>
    name.endsWith(".json")
  )
  const workflows = names.filter((name) => !name.endsWith(ofTests)).toSorted()
  if (workflows.length === 0)
    return yield* problem(`The directory ${directory} holds no workflow: a workflow is a file with the ending .json.`)
  const alone = names.filter((name) => name.endsWith(ofTests) && !names.includes(name.replace(ofTests, ".json"))).toSorted()
  if (alone.length > 0)
    return yield* problem(`The directory ${directory} holds tests of workflows that it does not hold: ${alone.slice(0, 20).join(", ")}.`)
  if (workflows.length > mostFiles) return yield* problem(`The directory ${directory} holds more than ${mostFiles} workflows.`)
  const found: Array<FoundWorkflow> = []
  for (const file of workflows) {
    const beside = file.replace(/\.json$/u, ofTests)
    const tests = names.includes(beside) ? yield* readJson(join(directory, beside)) : []
    found.push({ file, read: readWorkflow(yield* readJson(join(directory, file)), tests) })
  }
  return found
})

/** The name of a file for a workflow; a number tells those apart that would have the same. */
const fileNames = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const taken = new Set<string>()
  return names.map((name) => {
    const plain =
      name
        .toLowerCase()
        .replace(/[^a-z0-9]+/gu, "-")
        .replace(/^-|-$/gu, "")
        .slice(0, 80) || "workflow"
    let free = plain
    for (let number = 2; taken.has(free); number += 1) free = `${plain}-${number}`
    taken.add(free)
    return free
  })
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Writes a directory that `readDirectory` reads again. */
export const writeDirectory = Effect.fnUntraced(function* (directory: string, workflows: ReadonlyArray<WorkflowFile>) {
  const unwritable = `The directory ${directory} cannot be written.`
  yield* tried(() => mkdir(directory, { recursive: true }), unwritable)
  const names = fileNames(workflows.map(({ name }) => name))
  for (const [index, { golden_tests, names: ofIds, graph, ...outline }] of workflows.entries()) {
    const path = join(directory, names[index] ?? "workflow")
    const workflow = { ...outline, ...(Object.keys(ofIds).length === 0 ? {} : { names: ofIds }), graph }
    yield* tried(() => writeFile(`${path}.json`, json(workflow)), unwritable)
    // Those of a version that was written there before are not its own.
    const write = golden_tests.length > 0 ? () => writeFile(path + ofTests, json(golden_tests)) : () => rm(path + ofTests, { force: true })
    yield* tried(write, unwritable)
  }
  return names
})

export const writePicture = (directory: string, file: string, svg: string) =>
  Effect.gen(function* () {
    const path = join(directory, file.replace(/\.json$/u, ".svg"))
    yield* tried(() => writeFile(path, svg), `The file ${path} cannot be written.`)
    return path
  })
