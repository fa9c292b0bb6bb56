import { afterAll, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { transitions } from "@vouchkit/core/resources/sessions/transitions"
import { aWatchlist, sanctioned } from "./support/screening.ts"
import { runJobs } from "./support/service-jobs.ts"
import { startService } from "./support/service.ts"

const page = readFileSync(join(import.meta.dir, "../docs/recipes.md"), "utf8")
const workflows = join(import.meta.dir, "../examples/workflows")
const request = /```http\n *([A-Z]+) (\/api\/v1\/\S+)\n(?:\s*\n *(\{.*\})\n)? *```/g

const service = await startService("memory", { beside: aWatchlist(sanctioned()).layer })
afterAll(() => service.stop())

test("every request of the recipes succeeds, one after the other", async () => {
  const key = await service.key()
  const call = async (method: string, path: string, body?: object) => {
    const answer = await service.request(method, path, { key, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  /** What names in braces stand for: workflows by their names, and the newest record of each kind. */
  const known: Record<string, string> = {}
  for (const file of readdirSync(workflows).filter((name) => !name.endsWith(".tests.json"))) {
    const { graph, name } = JSON.parse(readFileSync(join(workflows, file), "utf8"))
    const { id } = await call("POST", "/api/v1/workflows", { name })
    const version = await call("POST", `/api/v1/workflows/${id}/versions`, { graph })
    await call("POST", `/api/v1/workflows/${id}/versions/${version.id}/publish`, {})
    known[name] = id
  }
  const filled = (text: string) => text.replaceAll(/\{([A-Za-z_ -]+)\}/g, (_, name: string) => known[name] ?? `{${name}}`)

  const played: Array<string> = []
  for (const [, method = "", path = "", body] of page.matchAll(request)) {
    const answer = await call(method, filled(path), body === undefined ? undefined : JSON.parse(filled(body)))
    if (path.endsWith("/simulate")) await runJobs(service, "documents.read", "sessions.run_checks")
    if (answer?.valid === false || answer?.publishable === false) throw new Error(`${path}: ${JSON.stringify(answer.problems)}`)
    if (method === "POST" && answer?.object !== undefined)
      known[answer.identity_type === "organization" ? "company" : answer.object] = answer.id
    played.push(`${method} ${path}`)
  }
  expect(played).toHaveLength([...page.matchAll(/```http/g)].length)
  expect(played.length).toBeGreaterThan(10)
})

test("every arrow in the life of a session is one of its transitions", () => {
  const arrows = [...page.matchAll(/^ {2}(\w+) --> (\w+)/gm)].map(([, from, to]) => `${from} ${to}`)
  const possible = new Set(
    Object.values(transitions)
      .flat()
      .flatMap(({ from, to }) => from.map((status) => `${status} ${to}`))
  )
  expect(arrows.length).toBeGreaterThan(10)
  expect(arrows.filter((arrow) => !possible.has(arrow))).toEqual([])
})
