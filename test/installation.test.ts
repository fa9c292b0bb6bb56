import { expect, test } from "bun:test"
import { readFileSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

const root = join(import.meta.dir, "..")
const lockfile: unknown = Bun.JSONC.parse(readFileSync(join(root, "bun.lock"), "utf8"))

type Table = Readonly<Record<string, any>>
const { packages, workspaces } = lockfile as { readonly packages: Table; readonly workspaces: Table }

/** Peers that are not installed with the service, and why no code of ours comes to them. */
const leftOut: Readonly<Record<string, string>> = {
  express: "of a package for development",
  "file-type": "elysia looks into files whose schema names a type; our bodies are read by our own code",
  hono: "of a package for development",
  "openapi-types": "types for the OpenAPI plugin of elysia",
  pg: "of a package for development",
  zod: "of a package for development, and a dependency of those that need it"
}

test("an installation without peers lacks nothing that the service needs", () => {
  const direct = new Set(Object.values(workspaces).flatMap(({ dependencies = {} }) => Object.keys(dependencies)))
  const needed = Object.values(packages).flatMap(([, , { optionalPeers = [], peerDependencies = {} } = {} as Table]) =>
    Object.keys(peerDependencies).filter((name) => !optionalPeers.includes(name) && !direct.has(name))
  )
  expect([...new Set(needed)].toSorted()).toEqual(Object.keys(leftOut))
})

test("the descriptor network gets the core of TensorFlow.js, and the same one as the detector", () => {
  const require = createRequire(join(root, "packages/adapters/src/engines/faces/face-libraries.ts"))
  const asked = realpathSync(require.resolve("@tensorflow/tfjs"))
  expect(asked).toBe(realpathSync(require.resolve("@tensorflow/tfjs-core")))
  expect(Object.keys(packages).filter((name) => /^@tensorflow\/tfjs-(?:layers|data|backend-webgl)$/.test(name))).toEqual([])
})

test("a service installs no compiler and no types", () => {
  const text = readFileSync(join(root, "packages/worker/src/commands/install.ts"), "utf8")
  expect(text).toContain('"--production"')
  expect(text).toContain('"--omit=peer"')
  const named = Object.entries(workspaces).flatMap(([folder, { dependencies = {} }]) => (folder === "" ? [] : Object.keys(dependencies)))
  expect(named.filter((name) => name.startsWith("@types/") || name === "typescript" || name.startsWith("@biomejs/"))).toEqual([])
})
