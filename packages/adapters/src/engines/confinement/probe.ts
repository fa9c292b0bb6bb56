import { fileURLToPath } from "node:url"
import { Context, Effect, Layer, Schema } from "effect"
import { makeOwnFolder, removeOwnFolder, sweepOwnFolders } from "../process/own-folder.ts"
import { Confinement, confinementLevels, type LevelState } from "./levels.ts"

/** How far the engines of this process are confined, tried out once at its start. */
export class EngineConfinement extends Context.Service<EngineConfinement, Confinement>()("@vouchkit/adapters/engines/EngineConfinement") {}

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Confinement))

const nothing = (detail: string): Confinement => confinementLevels.map((level) => ({ level, held: false, detail }))

const printed = async (): Promise<string> => {
  const child = Bun.spawn([process.execPath, program("./launch.ts"), "--probe", program("../process/entry.ts")], {
    cwd: program("."),
    env: {},
    stdio: ["ignore", "pipe", "ignore"]
  })
  return new Response(child.stdout).text()
}

/** Whether engines get folders of their own, tried by making one, after those of services that were killed are swept. */
const ownFolder = (): LevelState => {
  sweepOwnFolders()
  const folder = makeOwnFolder()
  removeOwnFolder(folder)
  const detail =
    folder === null ? "the folder for temporary files refuses one: print is read in one language at a time" : "a folder for each engine"
  return { level: "own_folder", held: folder !== null, detail }
}

const tried = Effect.tryPromise(printed).pipe(
  Effect.flatMap(decode),
  Effect.catch(() => Effect.succeed(nothing("the program that confines engines did not start"))),
  Effect.map((levels): Confinement => [...levels.filter(({ level }) => level !== "own_folder"), ownFolder()])
)

const reported = Effect.fnUntraced(function* (levels: Confinement) {
  const missing = levels.filter(({ held }) => !held)
  if (missing.length === 0) return yield* Effect.logInfo("engines are confined at every level")
  const without = Object.fromEntries(missing.map(({ detail, level }) => [level, detail]))
  yield* Effect.logWarning("engines are confined, but not at every level: see docs/engines.md", { without })
})

/** Starts one program that confines itself as engines do, asks it what holds, and writes what is missing to the log. */
export const engineConfinementLayer = Layer.effect(
  EngineConfinement,
  Effect.tap(process.platform === "linux" ? tried : Effect.succeed(nothing("engines are confined on Linux alone")), reported)
)
