import { expect, test } from "bun:test"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../", import.meta.url))
const at = (path: string): string => readFileSync(join(root, path), "utf8")
const page = at("docs/architecture.md")
const pages = [
  ...["docs", "docs/decisions"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`)
  ),
  ...["README.md", "AGENTS.md", "SECURITY.md", "CONTRIBUTING.md"]
]

test("every file that the page names exists", () => {
  const named = [...page.matchAll(/`((?:core|adapters|http|mcp|worker)\/src\/[^`]+)`/g)].map(([, path = ""]) => `packages/${path}`)
  const tests = [...page.matchAll(/`(test\/[^`]+\.ts)`/g)].map(([, path = ""]) => path)
  expect(named.length).toBeGreaterThan(50)
  expect([...named, ...tests].filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test("every file of the code that a page names by its name stands somewhere", () => {
  const files = readdirSync(join(root, "packages"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes("node_modules"))
    .map((path) => `/packages/${path}`)
  const tests = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" }).map((path) => `/test/${path}`)
  const named = pages.flatMap((page) => [...at(page).matchAll(/`([a-z0-9./-]+\.ts)`/g)].map(([, path = ""]) => ({ page, path })))
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ path }) => ![...files, ...tests].some((file) => file.endsWith(`/${path}`)))).toEqual([])
})

test("the table of rules has at least 25 rows", () => {
  const [, table = ""] = page.split("## Where is the rule for …")
  const [rows = ""] = table.split("\n## ")
  expect(rows.split("\n").filter((line) => line.includes("| `")).length).toBeGreaterThanOrEqual(25)
})

test("every link between pages leads somewhere", () => {
  const broken = pages.flatMap((path) =>
    [...at(path).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !existsSync(join(root, dirname(path), target)))
      .map((target) => `${path}: ${target}`)
  )
  expect(broken).toEqual([])
})

test("every page that a comment in the code names exists", () => {
  const named = ["core", "adapters", "http", "mcp", "worker"].flatMap((name) =>
    readdirSync(join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) => [...at(`packages/${name}/src/${path}`).matchAll(/docs\/(?:decisions\/)?[a-z-]+\.md/g)].map(([page]) => page))
  )
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
