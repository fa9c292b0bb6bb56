import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { operations } from "@vouchkit/core/registry"

const root = fileURLToPath(new URL("../", import.meta.url))
const packages = ["core", "adapters", "http", "mcp", "worker"]

/** Words that `docs/vocabulary.md` replaces. */
const avoided =
  /\b(?:told|tells?|anew|somebody|whoever|nobody|lone|parcels?|errands?|couriers?|forgone|owe[ds]|shelf|shelves|lanes?|rooms?|bury|buried|arrivals?|joint commits?|gather(?:ed|ing|s)?|young|twins?|folded|setbacks?|flaws?|patience)\b/

/** Terms of the field that contain such a word. */
const terms: ReadonlyArray<string> = ["lone surrogate", "lone surrogates"]

const spaced = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_.]/g, " ")
    .toLowerCase()

const refused = (name: string): boolean => avoided.test(terms.reduce((rest, term) => rest.replaceAll(term, ""), spaced(name)))

const sources = packages.flatMap((name) =>
  readdirSync(join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `packages/${name}/src/${path}`)
)

test("no file or folder has a word that the vocabulary avoids", () => {
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((path) => path.split("/").slice(3).some(refused))).toEqual([])
})

test("no declared name has a word that the vocabulary avoids", () => {
  const declared = /^\s*(?:export )?(?:declare )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
  const found = sources.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(declared)]
      .map(([, name = ""]) => name)
      .filter(refused)
      .map((name) => `${path}: ${name}`)
  )
  expect(found).toEqual([])
})

test("no operation has a word that the vocabulary avoids", () => {
  const names = operations.map(({ contract }) => contract.name)
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter(refused)).toEqual([])
})
