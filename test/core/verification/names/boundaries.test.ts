import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const source = fileURLToPath(new URL("../../../../packages/core/src/", import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"))
const importsOf = (path: string): ReadonlyArray<string> =>
  [...readFileSync(join(source, path), "utf8").matchAll(/^(?:import|export)\b[^;]*? from "([^"]+)"/gm)].map(
    ([, specifier = ""]) => specifier
  )

test("the library of names imports the kernel and itself alone", () => {
  const beyond = files
    .filter((path) => path.startsWith("verification/names/"))
    .flatMap((path) =>
      importsOf(path)
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => relative(source, resolve(source, dirname(path), specifier)))
        .filter((target) => !/^(?:verification\/names|kernel)\//.test(target))
        .map((target) => `${path}: ${target}`)
    )
  expect(beyond).toEqual([])
})

test("no two folders of the library import each other", () => {
  const library = join(source, "verification/names")
  const arrows = new Set(
    files
      .filter((path) => path.startsWith("verification/names/"))
      .flatMap((path) =>
        importsOf(path).map((specifier) => [dirname(path), dirname(relative(source, resolve(source, dirname(path), specifier)))])
      )
      .map((pair) => pair.map((folder) => relative(library, join(source, folder))).join(" "))
  )
  const mutual = [...arrows].filter((arrow) => {
    const [from, to] = arrow.split(" ")
    return from !== to && arrows.has(`${to} ${from}`)
  })
  expect(mutual).toEqual([])
})

test("names are put into Latin letters by the library alone", () => {
  const readers = files.filter((path) => importsOf(path).includes("any-ascii"))
  // The report prints what its fonts lack, and compares nothing.
  expect(readers.toSorted()).toEqual(["flows/report/printable.ts", "verification/names/text/latin-letters.ts"])
})
