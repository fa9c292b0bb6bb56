import type { Environment } from "@vouchkit/core/kernel/foundation/environment"
import type { Problem } from "@vouchkit/core/kernel/foundation/failure"
import { testWorkflow } from "@vouchkit/core/flows/workflows/as-code/file"
import { type NamedFile, sameNames } from "@vouchkit/core/flows/workflows/as-code/names"
import { exportWorkflows, publishWorkflows } from "@vouchkit/core/flows/workflows/as-code/publish"
import { drawn } from "@vouchkit/core/verification/workflows/diagram/svg"
import { linked } from "@vouchkit/core/verification/workflows/links"
import { Effect } from "effect"
import { storageLayer } from "../../processes/ports.ts"
import { main } from "../../processes/process.ts"
import type { Settings } from "../../settings/settings.ts"
import { exitCodes, StartProblem } from "../../settings/start-problem.ts"
import { reportedFailure } from "../failures.ts"
import { misused, print, readArguments, required } from "../usage.ts"
import { type FoundWorkflow, readDirectory, writeDirectory, writePicture } from "./files.ts"

const help = `Usage:
  bun run workflows validate DIR
  bun run workflows test DIR
  bun run workflows draw DIR
  bun run workflows publish DIR --organization ORG --environment sandbox|live [--rollout N]
  bun run workflows export DIR --organization ORG --environment sandbox|live

A workflow is a JSON file in the directory DIR: its name, description, four_eyes, sla_hours and graph. Its golden
tests stand beside it, in NAME.tests.json. validate lists everything that is wrong with them, and test also runs the
tests; both need no database. draw prints each graph into NAME.svg. publish publishes each workflow under its name,
those that others call first: all of them, or none where anything is wrong with one. One that is published as it is
makes no new version. With --rollout, N of 100 new sessions go by a new version, and the others by the one before.
export writes the published versions of an organization, with names for the ids of lists and workflows, by which
another installation finds its own. It writes nothing while two of them have one name.`

const verbs = ["validate", "test", "draw", "publish", "export"] as const
type Verb = (typeof verbs)[number]
const isVerb = (text: string | undefined): text is Verb => verbs.some((verb) => verb === text)

const options = {
  organization: { type: "string" },
  environment: { type: "string" },
  rollout: { type: "string" },
  help: { type: "boolean", short: "h" }
} as const

const isEnvironment = (text: string): text is Environment => text === "sandbox" || text === "live"

/** A problem as a line, the file of which is its first segment. */
const lineOf = ({ code, loc: [file = "", ...at], message }: Problem): string =>
  `${file}: ${[...(at.length === 0 ? [] : [at.join(".")]), message].join(" ")} (${code})`

/** Everything that is wrong with one workflow, line by line. */
const complaints = ({ file, read }: FoundWorkflow, tested: boolean): ReadonlyArray<string> => {
  const problems = "problems" in read ? read.problems : read.unpublishable
  const lines = problems.map((one) => lineOf({ ...one, loc: [file, ...one.loc] }))
  if (!tested || "problems" in read) return lines
  return [
    ...lines,
    ...testWorkflow(read.workflow).flatMap(({ name, problems: failed }) =>
      failed.map((text) => `${file}: the test "${name}" fails: ${text}`)
    )
  ]
}

/** The workflows of a directory, none of which anything is wrong with. */
const valid = Effect.fnUntraced(function* (directory: string, tested: boolean) {
  const found = yield* readDirectory(directory)
  const read = found.flatMap(({ file, read }): ReadonlyArray<NamedFile> => ("workflow" in read ? [{ file, workflow: read.workflow }] : []))
  const lines = [...found.flatMap((one) => complaints(one, tested)), ...sameNames(read).map(lineOf)]
  if (lines.length > 0) return yield* new StartProblem({ message: lines.join("\n"), exit_code: exitCodes.usage })
  return read
})

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const judged = Effect.fnUntraced(function* (verb: "validate" | "test" | "draw", directory: string) {
  const workflows = yield* valid(directory, verb === "test")
  const drawing = verb === "draw"
  for (const { file, workflow } of workflows) {
    const svg = drawing ? yield* writePicture(directory, file, drawn(linked(workflow.graph), workflow.name, null)) : null
    const { edges, nodes } = workflow.graph
    yield* print(
      svg === null
        ? `${file}: valid, ${counted(Object.keys(nodes).length, "node")}, ${counted(edges.length, "edge")}${verb === "test" ? `, ${counted(workflow.golden_tests.length, "test")} passed` : ""}`
        : `${file}: drawn to ${svg}`
    )
  }
})

interface Owner {
  readonly organization: string
  readonly environment: Environment
}

const exported = Effect.fnUntraced(function* (directory: string, owner: Owner) {
  const found = yield* exportWorkflows(owner)
  const names = yield* writeDirectory(
    directory,
    found.map(({ workflow }) => workflow)
  )
  const lines = found.map(({ number, rollout, workflow: { name } }, index) => {
    const left = rollout === null ? "" : `; version ${rollout.number}, which ${rollout.percentage} of 100 new sessions go by, is left out`
    return `Wrote version ${number} of ${name} to ${names[index]}.json${left}`
  })
  return yield* print(lines.join("\n") || "No workflow is published.")
})

const changes = {
  new: "published as",
  moved: "published again by",
  same: "unchanged since"
} as const

const stored = (verb: "publish" | "export", directory: string, owner: Owner, percentage: number, settings: Settings) =>
  Effect.gen(function* () {
    if (verb === "export") return yield* exported(directory, owner)
    const done = yield* publishWorkflows(owner, yield* valid(directory, true), percentage)
    for (const { change, file, number, version_id } of done) yield* print(`${file}: ${changes[change]} version ${number} (${version_id})`)
  }).pipe(
    Effect.catchTag("NotFound", () =>
      Effect.fail(new StartProblem({ message: `There is no organization ${owner.organization}.`, exit_code: exitCodes.usage }))
    ),
    Effect.catchTag("InvalidInput", ({ problems }) =>
      Effect.fail(new StartProblem({ message: problems.map(lineOf).join("\n"), exit_code: exitCodes.usage }))
    ),
    Effect.provide(storageLayer(settings, "command")),
    Effect.mapError((failure) => (failure._tag === "StartProblem" ? failure : reportedFailure(failure)))
  )

main({ database_url: false }, "vouchkit-workflows", (settings) =>
  Effect.gen(function* () {
    const { positionals, values } = yield* readArguments(process.argv.slice(2), options, help)
    if (values.help === true) return yield* print(help)
    const [verb, directory, ...rest] = positionals
    if (!isVerb(verb) || directory === undefined || rest.length > 0)
      return yield* misused(`Say ${verbs.join(", ")}, and a directory.`, help)
    if (verb !== "publish" && verb !== "export") return yield* judged(verb, directory)
    const organization = yield* required(values.organization, "organization", help)
    const environment = yield* required(values.environment, "environment", help)
    if (!isEnvironment(environment)) return yield* misused("--environment must be sandbox or live.", help)
    const percentage = Number(values.rollout ?? 100)
    if (!Number.isInteger(percentage) || percentage < 1 || percentage > 100 || (verb === "export" && values.rollout !== undefined)) {
      return yield* misused("--rollout must be a whole number from 1 to 100, and is for publish alone.", help)
    }
    return yield* stored(verb, directory, { organization, environment }, percentage, settings)
  })
)
