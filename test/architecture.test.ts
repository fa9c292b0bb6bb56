import { describe, expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parsedFunctions } from "./support/parsed-functions.ts"

const root = fileURLToPath(new URL("../", import.meta.url))
const at = (path: string): string => readFileSync(join(root, path), "utf8")

const filesOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => !name.split("/").includes("node_modules"))
    .map((name) => `${folder}/${name}`)

const sourcesOf = (name: string): ReadonlyArray<string> => filesOf(`packages/${name}/src`).filter((path) => path.endsWith(".ts"))
const packages = ["core", "adapters", "http", "mcp", "worker"] as const

/** Comments out, so that a rule never trips over its own explanation; strings stay, since imports are strings. */
const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`\\])\/\/.*$/gm, "$1")

const imports =
  /(?<![.\w$"'])(?:(?:from|import|require(?:\.resolve)?)\s*\(?\s*["'](?<quoted>[^"'\n]+)["']|import\s*\(\s*`(?<templated>[^`\n]+)`)/g

const importsOf = (path: string): ReadonlyArray<string> =>
  [...withoutComments(at(path)).matchAll(imports)].map(({ groups }) => groups?.quoted ?? groups?.templated ?? "")

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")

/** Imports that break a rule, as `file: specifier`, so that a failure says where to look. */
const breaches = (paths: ReadonlyArray<string>, allowed: (specifier: string, path: string) => boolean): ReadonlyArray<string> =>
  paths.flatMap((path) =>
    importsOf(path)
      .filter((specifier) => !allowed(specifier, path))
      .map((specifier) => `${path}: ${specifier}`)
  )

const staysInside = (specifier: string, path: string): boolean => {
  const [, name] = path.split("/")
  const target = relative(join(root, `packages/${name}`), resolve(dirname(join(root, path)), specifier))
  return target === "package.json" || (target.startsWith("src/") && target.endsWith(".ts"))
}

/** What the rules themselves can be trusted with. */
describe("the scan", () => {
  test("sees imports of every form", () => {
    const seen = ["effect", "node:crypto", "ipaddr.js"].map((name) => sourcesOf("core").some((path) => importsOf(path).includes(name)))
    expect(seen).toEqual([true, true, true])
    expect(sourcesOf("worker").flatMap(importsOf)).toContain("effect/observability")
    expect(sourcesOf("core").length).toBeGreaterThan(100)
  })
})

describe("core", () => {
  const pure = ["any-ascii", "chrono-node", "fflate", "i18n-iso-countries", "ipaddr.js", "lru-cache"]
  const subpaths = /^@noble\/(?:curves|ciphers)\/(?:abstract\/)?[a-z0-9-]+\.js$/
  const table = /^i18n-iso-countries\/(?:codes|langs\/[a-z]{2})\.json$/

  test("imports the stable parts of effect, node:crypto, node:zlib and libraries without I/O, and nothing else", () => {
    const allowed = (specifier: string, path: string) =>
      specifier === "effect" ||
      specifier === "node:crypto" ||
      specifier === "node:zlib" ||
      pure.includes(specifier) ||
      table.test(specifier) ||
      subpaths.test(specifier) ||
      (specifier.startsWith(".") && staysInside(specifier, path))
    expect(breaches(sourcesOf("core"), allowed)).toEqual([])
  })

  test("knows no runtime: neither Bun nor the process, no clock, no chance, no timers, no network, no console", () => {
    const forbidden =
      /(?<![\w.$"'`/-])(?:Bun\.|process\.|console\.|performance\.|Date\.now\b|new Date\(\)|Math\.random\b|setTimeout\(|setInterval\(|setImmediate\(|queueMicrotask\(|fetch\(|globalThis\b|crypto\.randomUUID|randomUUID\(|randomBytes\()/
    const found = sourcesOf("core").flatMap((path) =>
      withoutComments(at(path))
        .split("\n")
        .filter((line) => forbidden.test(line))
        .map((line) => `${path}: ${line.trim()}`)
    )
    expect(found).toEqual([])
  })

  const wings = ["kernel", "verification", "resources", "flows"]
  const source = "packages/core/src/"
  /** A file below core's sources as the names of its folders and its own. */
  const placeOf = (path: string): ReadonlyArray<string> => path.slice(source.length).split("/")
  /** What the files of core import of each other, as paths from the root. */
  const links = sourcesOf("core").flatMap((from) =>
    importsOf(from)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => ({ from, to: relative(root, resolve(dirname(join(root, from)), specifier)) }))
  )

  test("has four wings, and above them its registry, its stores and its surface alone", () => {
    expect([...new Set(sourcesOf("core").map((path) => placeOf(path)[0] ?? ""))].sort()).toEqual(
      [...wings, "index.ts", "registry.ts", "stores.ts"].sort()
    )
  })

  test("imports downwards only between its wings", () => {
    const rank = (path: string) => {
      const found = wings.indexOf(placeOf(path)[0] ?? "")
      return found === -1 ? wings.length : found
    }
    expect(links.filter(({ from, to }) => rank(to) > rank(from)).map(({ from, to }) => `${from}: ${to}`)).toEqual([])
  })

  test("has no circle of folders within a wing", () => {
    const folderOf = (path: string) => placeOf(path).slice(0, -1).slice(0, 2).join("/")
    const arrows = new Map<string, Set<string>>()
    for (const { from, to } of links) {
      const [here, there] = [folderOf(from), folderOf(to)]
      if (here !== there && here.split("/")[0] === there.split("/")[0]) arrows.set(here, (arrows.get(here) ?? new Set()).add(there))
    }
    const reachable = (start: string): ReadonlySet<string> => {
      const seen = new Set<string>()
      const waiting = [...(arrows.get(start) ?? [])]
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (seen.has(next)) continue
        seen.add(next)
        waiting.push(...(arrows.get(next) ?? []))
      }
      return seen
    }
    expect([...arrows.keys()].filter((folder) => reachable(folder).has(folder)).sort()).toEqual([])
  })

  /** A file that declares an operation, whatever its name. */
  const declaresOperation = (path: string) =>
    !path.startsWith(`${source}kernel/`) && /(?<![\w.])(?:operation|preparedOperation)\(/.test(withoutComments(at(path)))
  const declaring = new Set(sourcesOf("core").filter(declaresOperation))

  test("lets one folder use another's models and ports, never its operations", () => {
    expect(declaring.size).toBeGreaterThan(30)
    const above = [`${source}registry.ts`, `${source}index.ts`, `${source}stores.ts`]
    const found = links.filter(({ from, to }) => declaring.has(to) && dirname(from) !== dirname(to) && !above.includes(from))
    expect(found.map(({ from, to }) => `${from}: ${to}`)).toEqual([])
  })
})

describe("the packages around core", () => {
  const ours = (specifier: string) => (specifier.startsWith("@vouchkit/") ? packageOf(specifier) : undefined)
  const seenBy: Record<(typeof packages)[number], ReadonlyArray<string>> = {
    core: [],
    adapters: ["@vouchkit/core"],
    http: ["@vouchkit/core"],
    mcp: ["@vouchkit/core"],
    worker: ["@vouchkit/core", "@vouchkit/adapters", "@vouchkit/http", "@vouchkit/mcp"]
  }

  for (const name of packages) {
    test(`${name} sees ${seenBy[name].join(", ") || "none of the others"}`, () => {
      const allowed = (specifier: string, path: string) => {
        const other = ours(specifier)
        return other === undefined ? !specifier.startsWith(".") || staysInside(specifier, path) : seenBy[name].includes(other)
      }
      expect(breaches(sourcesOf(name), allowed)).toEqual([])
    })

    test(`${name} declares every library that it imports`, () => {
      const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(at(`packages/${name}/package.json`))
      const breachesOf = (files: ReadonlyArray<string>, declared: object) =>
        breaches(files, (specifier) => /^(?:\.|node:|bun(?::|$))/.test(specifier) || packageOf(specifier) in declared)
      // The demo installs what is for development; the service must not need it.
      const [demo, service] = [true, false].map((wanted) => sourcesOf(name).filter((path) => path.includes("/commands/demo/") === wanted))
      expect(breachesOf(service ?? [], { ...dependencies, ...optionalDependencies })).toEqual([])
      expect(breachesOf(demo ?? [], { ...dependencies, ...devDependencies })).toEqual([])
    })
  }

  test("the parts of the worker that run jobs and timers know ports, not adapters", () => {
    const engine = ["loop", "run-job", "schedule", "timers", "system-caller", "metrics"].map(
      (name) => `packages/worker/src/jobs/${name}.ts`
    )
    expect(breaches(engine, (specifier) => !specifier.startsWith("@vouchkit/") || ours(specifier) === "@vouchkit/core")).toEqual([])
  })

  test("only one file reads the environment of the process into settings", () => {
    const readers = packages.flatMap(sourcesOf).filter((path) => /readSettings\(process\.env/.test(withoutComments(at(path))))
    expect(readers).toEqual(["packages/worker/src/processes/process.ts"])
  })
})

describe("files", () => {
  const sources = packages.flatMap(sourcesOf)
  const longest = 300

  test(`of the packages stay within ${longest} lines`, () => {
    const long = sources.map((path) => ({ path, lines: at(path).split("\n").length - 1 })).filter(({ lines }) => lines > longest)
    expect(long).toEqual([])
  })

  const longestFunction = 60

  test(`of the packages hold no function of more than ${longestFunction} lines, blank ones and comments included`, async () => {
    const functions = await parsedFunctions(sources.map((path) => join(root, path)))
    expect(functions.length).toBeGreaterThan(10_000)
    const long = functions.filter(({ lines }) => lines > longestFunction)
    expect(long.map(({ line, lines, path }) => `${relative(root, path)}:${line} ${lines}`)).toEqual([])
  }, 120_000)

  test("stand at most 25 in a folder", () => {
    const benchmarks = packages.flatMap((name) =>
      existsSync(join(root, `packages/${name}/bench`)) ? filesOf(`packages/${name}/bench`) : []
    )
    const folders = Map.groupBy([...sources, ...benchmarks.filter((path) => path.endsWith(".ts"))], (path) => dirname(path))
    expect([...folders].filter(([, paths]) => paths.length > 25).map(([folder, paths]) => `${folder} ${paths.length}`)).toEqual([])
  })

  test("are named for what they hold, never as a drawer", () => {
    const drawers = new Set(["util", "utils", "helper", "helpers", "common", "misc", "shared", "lib", "constants", "types", "interfaces"])
    // The fifteen types of proof of address are the subject of this one.
    const exceptions = ["packages/core/src/verification/proof-of-address/types.ts"]
    const named = [...sources, ...filesOf("test")].filter((path) => path.endsWith(".ts"))
    const drawn = named.filter((path) => path.split("/").some((part) => drawers.has(part.replace(/(?:\.test)?\.ts$/, ""))))
    expect(drawn.filter((path) => !exceptions.includes(path))).toEqual([])
  })

  test("are written in kebab-case", () => {
    const names = sources.map((path) => basename(path))
    expect(names.filter((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/.test(name))).toEqual([])
  })

  test("hold nothing unfinished and silence no compiler", () => {
    const marks = /\b(?:TODO|FIXME|XXX|HACK)\b|@ts-(?:ignore|nocheck|expect-error)|biome-ignore-all/
    expect(sources.filter((path) => marks.test(at(path)))).toEqual([])
  })

  const tracked = spawnSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })

  test.skipIf(tracked.status !== 0)("of the top level are those that a newcomer is told of", () => {
    const known = [
      "AGENTS.md",
      "CONTRIBUTING.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "bun.lock",
      "bunfig.toml",
      "docs",
      "examples",
      "package.json",
      "packages",
      "test",
      "tsconfig.json"
    ]
    const found = new Set(
      tracked.stdout
        .trimEnd()
        .split("\n")
        .map((path) => path.split("/")[0] ?? "")
    )
    const standing = [...found].filter((name) => existsSync(join(root, name)))
    expect(standing.filter((name) => !name.startsWith(".") && !known.includes(name))).toEqual([])
    expect(known.filter((name) => !existsSync(join(root, name)))).toEqual([])
  })
})

test("the lockfile names no host, so that it installs from whichever registry a machine uses", () => {
  expect(
    at("bun.lock")
      .split("\n")
      .filter((line) => /"https?:\/\//.test(line))
  ).toEqual([])
})

test("no dependency runs a script of its own while it is installed", () => {
  expect(JSON.parse(at("package.json")).trustedDependencies).toEqual([])
})

test("every version in a package.json is exact", () => {
  const manifests = ["package.json", ...packages.map((name) => `packages/${name}/package.json`)]
  const loose = manifests.flatMap((path) => {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(at(path))
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^(?:workspace:\*|(?:npm:@?[0-9a-z/.-]+@)?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.test(String(version)))
      .map(([name, version]) => `${path}: ${name} ${version}`)
  })
  expect(loose).toEqual([])
})

test("what package.json runs and exports exists", () => {
  const { scripts } = JSON.parse(at("package.json"))
  const run = Object.values<string>(scripts).flatMap((script) => [...script.matchAll(/packages\/\S+\.ts/g)].map(([path]) => path))
  const exported = packages.flatMap((name) =>
    Object.values<string>(JSON.parse(at(`packages/${name}/package.json`)).exports)
      .filter((path) => !path.includes("*"))
      .map((path) => `packages/${name}/${path.slice(2)}`)
  )
  expect([...run, ...exported].filter((path) => !existsSync(join(root, path)))).toEqual([])
})
