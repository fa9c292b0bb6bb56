import { afterAll, expect, test } from "bun:test"
import { EngineConfinement, engineConfinementLayer } from "@vouchkit/adapters/engines/confinement/probe"
import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

interface Report {
  readonly outcomes: Readonly<Record<string, string>>
  readonly unconfined: Readonly<Record<string, string>>
  readonly reached: ReadonlyArray<string>
  readonly account: number
  readonly own_account: number
}

const folders: Array<string> = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const program = (name: string) => fileURLToPath(new URL(`../../support/break-out/${name}`, import.meta.url))

/** Starts a stand-in for the service, whose engine tries to break out. */
const reportOf = async (start: "service.ts" | "without-rights.ts"): Promise<Report> => {
  const folder = mkdtempSync(join(tmpdir(), "break-out-"))
  folders.push(folder)
  const child = Bun.spawn([process.execPath, program(start), folder], { env: {}, stdio: ["ignore", "pipe", "inherit"] })
  return JSON.parse(await new Response(child.stdout).text())
}

const held = Effect.runPromise(
  Effect.gen(function* () {
    const levels = yield* EngineConfinement
    return levels.filter(({ held }) => held).map(({ level }) => level)
  }).pipe(Effect.provide(engineConfinementLayer))
)

const names = (outcomes: Readonly<Record<string, string>>, outcome: string) =>
  Object.keys(outcomes).filter((name) => outcomes[name] === outcome)

const linux = process.platform === "linux"

test.if(linux)("an engine that was taken over gets out by no way of a level that the service says holds", async () => {
  const levels = await held
  const { account, outcomes, own_account, reached, unconfined } = await reportOf("service.ts")
  expect(names(unconfined, "refused")).toEqual([])
  expect(names(outcomes, "done").filter((name) => levels.some((level) => name.startsWith(`${level}:`)))).toEqual([])
  if (levels.includes("network")) expect(reached).toEqual([])
  if (levels.includes("account")) expect(account).not.toBe(own_account)
})

const closed = (path: string): boolean => (statSync(path).mode & 0o005) !== 0o005 || (dirname(path) !== path && closed(dirname(path)))
const root = process.getuid?.() === 0

// From a checkout that only its owner may open, no other account can start anything; a plain user runs the test above.
test.if(linux && root && !closed(dirname(fileURLToPath(import.meta.url))))("nor an engine of a service without rights", async () => {
  const levels = await held
  const { account, outcomes, own_account, reached, unconfined } = await reportOf("without-rights.ts")
  expect([account, own_account]).not.toContain(0)
  expect(names(unconfined, "refused")).toEqual(["files: the accounts of the system"])
  const own = levels.filter((level) => level !== "account")
  expect(names(outcomes, "done").filter((name) => own.some((level) => name.startsWith(`${level}:`)))).toEqual([])
  if (own.includes("network")) expect(reached).toEqual([])
})

const filters = linux && ["x64", "arm64"].includes(process.arch) && readFileSync("/proc/self/status", "utf8").includes("Seccomp:")

test.if(filters)("where the kernel knows filters of calls, everything that needs nothing else holds", async () => {
  expect(await held).toEqual(expect.arrayContaining(["network", "capabilities", "system_calls", "limits"]))
})
