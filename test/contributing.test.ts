import { afterAll, expect, test } from "bun:test"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../", import.meta.url))
const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8")
const blocks = [...page.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(([, language = "", path = "", text = ""]) => ({
  language,
  path,
  text
}))

const copy = mkdtempSync(join(tmpdir(), "vouchkit-contributing-"))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** The sources, beside which the packages of others are the same, and our own are those of the copy. */
const copySources = (): void => {
  for (const name of ["packages", "test", "docs", "package.json", "tsconfig.json", ".biome.json"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true })
  }
  mkdirSync(join(copy, "node_modules/@vouchkit"), { recursive: true })
  const names = readdirSync(join(root, "node_modules")).filter((name) => name !== "@vouchkit")
  for (const name of names) symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name))
  for (const name of readdirSync(join(root, "packages")))
    symlinkSync(join(copy, "packages", name), join(copy, "node_modules/@vouchkit", name))
}

/** Adds the lines of a `diff` to a file, each part where the lines around it stand. */
const changed = (before: string, diff: string): string =>
  diff.split("@@\n").reduce((text, part) => {
    const lines = part.split("\n").filter((line) => line !== "")
    const known = lines.filter((line) => line.startsWith(" ")).map((line) => `${line.slice(1)}\n`)
    const parts = text.split(known.join(""))
    if (parts.length !== 2) throw new Error(`these lines have to stand in the file once: ${known.join("")}`)
    return parts.join(lines.map((line) => `${line.slice(1)}\n`).join(""))
  }, before)

const nextMigration = (): string => {
  const numbers = readdirSync(join(root, "packages/adapters/src/postgres/migrations")).map((name) => Number(name.slice(0, 4)))
  return String(Math.max(...numbers) + 1).padStart(4, "0")
}

const written: Array<string> = []
const write = ({ language, path, text }: (typeof blocks)[number]): void => {
  const at = path.replace("NEXT", nextMigration())
  const file = join(copy, at)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, language === "diff" ? changed(readFileSync(file, "utf8"), text) : text)
  if (at.endsWith(".ts")) written.push(at)
}

const inCopy = async (...words: ReadonlyArray<string>) => {
  const child = Bun.spawn([...words], { cwd: copy, stdout: "pipe", stderr: "pipe" })
  const [output, errors, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  return { code, said: `${output}${errors}` }
}
const passed = { code: 0, said: expect.any(String) }

copySources()
for (const block of blocks) write(block)

test("the example is a model, its operations, a migration, its tests, and lines in five files", () => {
  expect(blocks.map(({ language, path }) => `${language} ${path.split("/").at(-1)}`)).toEqual([
    "diff id.ts",
    "ts model.ts",
    "sql NEXT_note_templates.sql",
    "diff stores.ts",
    "ts operations.ts",
    "diff registry.ts",
    "ts operations.test.ts",
    "diff fixtures.ts",
    "diff wanted-tools.ts"
  ])
})

test("the model and the operations have the right types, and all that the example writes has the right format", async () => {
  const config = { extends: "./tsconfig.json", include: [], files: written.filter((path) => path.includes("/src/resources/")) }
  writeFileSync(join(copy, "tsconfig.example.json"), JSON.stringify(config))
  expect(await inCopy(process.execPath, "node_modules/.bin/tsc", "--noEmit", "-p", "tsconfig.example.json")).toEqual(passed)
  const biome = ["node_modules/.bin/biome", "check", "--vcs-enabled=false", ...written]
  expect(await inCopy(process.execPath, ...biome)).toEqual(passed)
}, 300_000)

test("its operations and its tool work, and the tables of the tests know them", async () => {
  const tests = [
    "./test/core/resources/note-templates",
    "./test/core/kernel/resource",
    "./test/http/access-matrix.test.ts",
    "./test/mcp/registry.test.ts"
  ]
  expect(await inCopy(process.execPath, "test", "--timeout", "300000", ...tests)).toEqual(passed)
}, 300_000)

test("the printed reference lists its operations", async () => {
  expect(await inCopy(process.execPath, "packages/worker/src/commands/docs.ts", "--write")).toEqual(passed)
  const reference = readFileSync(join(copy, "docs/reference.md"), "utf8")
  for (const verb of ["create", "list", "get", "update", "archive"]) expect(reference).toContain(`\`note_templates.${verb}\``)
  expect(reference).toContain("`create_note_template`")
}, 300_000)
