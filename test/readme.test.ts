import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { mintSecret, signatureHeader } from "@vouchkit/core/resources/webhooks/deliveries/signature"
import { variableNames } from "@vouchkit/worker/settings/settings"
import { isGenuine } from "./examples/verify-webhook.ts"
import { ownedDatabase } from "./support/postgres.ts"
import { temporaryFolder } from "./support/running-service.ts"
import { organizationOfShared } from "./support/shared-service.ts"

const root = fileURLToPath(new URL("../", import.meta.url))
const at = (path: string): string => readFileSync(join(root, path), "utf8")
const readme = at("README.md")
const configuration = at("docs/configuration.md")
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(at("package.json"))

interface Block {
  readonly language: string
  readonly name: string
  readonly text: string
}
const blocks: ReadonlyArray<Block> = [...readme.matchAll(/^```(\w+)(?: ([\w-]+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language = "", name = "", text = ""]) => ({ language, name, text })
)
const commands = blocks.filter(({ language }) => language === "sh").map(({ text }) => text)
const runs = (text: string, script: string): boolean => new RegExp(`\\brun ${script}\\b`).test(text)

/** What a script does, less the installation, which has happened by the time a test runs and must not run beside others. */
const fileOf = (script: string): string => {
  const file = scripts[script]?.split("&&").at(-1)?.trim().split(" ")[1]
  if (file === undefined) throw new Error(`package.json has no script ${script}`)
  return join(root, file)
}
const asFiles = (text: string): string =>
  text.replaceAll(/(?:npx --yes bun@[\d.]+|\bbun) run ([\w-]+)/g, (_, script: string) => `'${process.execPath}' '${fileOf(script)}'`)

/** Blocks that a person runs once around all others. */
const starts = (text: string): boolean => runs(text, "start") || runs(text, "test")
const operates = (text: string): boolean => text.includes("DATABASE_URL")
const walk = commands.filter((text) => !starts(text) && !operates(text))

test("the two commands of a newcomer stand there as they have to be typed", () => {
  expect(commands.filter(starts)).toEqual(["npx --yes bun@1.4.5 run start\n", "npx --yes bun@1.4.5 run test\n"])
})

test("every script that is named exists", () => {
  const named = [...readme.matchAll(/(?:bun|bun@[\d.]+)`? run ([a-z]+)/g)].map(([, script = ""]) => script)
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((script) => !(script in scripts) || !existsSync(fileOf(script)))).toEqual([])
})

test("every link into the repository leads somewhere", () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = ""]) => path)
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test("the table of variables names those that the service reads, and no others", () => {
  const rows = configuration.split("\n").filter((line) => line.startsWith("| `"))
  const listed = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = ""]) => name))
  expect(variableNames.length).toBeGreaterThan(15)
  expect(listed.toSorted()).toEqual(variableNames.toSorted())
})

describe("the programs", () => {
  const programs = blocks.filter(({ language }) => language === "ts")

  test("are files that are type-checked with everything else", () => {
    expect(programs.map(({ name }) => name)).toEqual(["verify-webhook", "embedding"])
    for (const { name, text } of programs) expect(text).toBe(at(`test/examples/${name}.ts`))
  })

  test("the embedded core decides two sessions of one person, who becomes one identity", () => {
    const run = Bun.spawnSync([process.execPath, join(root, "test/examples/embedding.ts")], { cwd: root })
    expect(run.stderr.toString()).toBe("")
    expect(run.stdout.toString()).toBe(
      "approved, checks: proof_of_address passed\napproved, checks: proof_of_address passed\nAda Byron: one identity of 2 sessions, assurance basic\n"
    )
  })

  test("the verifier accepts what the service signs, during a rotation too, and nothing else", () => {
    const [secret, other] = [mintSecret(new Uint8Array(32).fill(1)), mintSecret(new Uint8Array(32).fill(2))]
    const [timestamp, body] = [1_790_000_000, '{"id":"evt_1","name":"Zoë"}']
    const header = signatureHeader({ secrets: [secret], timestamp, body })
    expect(isGenuine(secret, header, body, timestamp + 299)).toBe(true)
    expect(isGenuine(secret, signatureHeader({ secrets: [other, secret], timestamp, body }), body, timestamp)).toBe(true)
    expect(isGenuine(other, header, body, timestamp)).toBe(false)
    expect(isGenuine(secret, header, body.replace("Zoë", "Zoe"), timestamp)).toBe(false)
    expect(isGenuine(secret, header, body, timestamp + 301)).toBe(false)
    for (const broken of ["", "t=", `t=${timestamp}`, header.replace(/^t=\d+/, "t=soon"), header.replace("v1=", "v0=")]) {
      expect(isGenuine(secret, broken, body, timestamp)).toBe(false)
    }
  })
})

test("the configuration of an agent is JSON, for an address that the service serves", () => {
  const [configured] = blocks.filter(({ language }) => language === "json")
  expect(JSON.parse(configured?.text ?? "").mcpServers.vouchkit).toMatchObject({ type: "http", url: expect.stringMatching(/\/mcp\?/) })
})

const tools = ["bash", "curl", "grep"].every((name) => Bun.which(name) !== null)

describe.skipIf(!tools)("the commands", () => {
  const folder = mkdtempSync(join(tmpdir(), "vouchkit-readme-"))
  let service: Awaited<ReturnType<typeof organizationOfShared>>
  beforeAll(async () => {
    service = await organizationOfShared()
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test("lead from a key to a decided session, a case, a new key and an agent's answer, in the order in which they stand", async () => {
    const placeholders = /^export (VOUCHKIT|KEY|SANDBOX_KEY)=.*\n/gm
    expect(readme.match(placeholders)?.length).toBe(3)
    const script = [
      "set -euo pipefail",
      // A refusal ends the script, and shows what was said.
      'curl() { command curl --fail-with-body "$@" || { echo "refused: $*" >&2; return 1; }; }',
      ...walk.map((text, index) => `echo; echo "@@${index}"\n${asFiles(text.replace(placeholders, ""))}`)
    ].join("\n")
    const { folder: data, keys, url } = service
    const child = Bun.spawn(["bash", "-c", script], {
      cwd: folder,
      env: { ...process.env, VOUCHKIT: url, KEY: keys.live, SANDBOX_KEY: keys.sandbox, DATA_DIR: data },
      stdout: "pipe",
      stderr: "pipe"
    })
    const [output, errors, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
    expect({ code, errors }).toEqual({ code: 0, errors: expect.any(String) })

    const printed = output.split(/^@@\d+\n/m).slice(1)
    const [, demo, created, result, endpoint, sandbox, issued, agent] = printed
    expect(printed.length).toBe(8)
    expect(demo).toContain("Every step passed")
    expect(created).toContain('"object":"document"')
    expect(result).toContain('"outcome":"passed"')
    expect(result).toContain("Amelia Hartwell")
    expect(endpoint).toMatch(/"secret":"whsec_[A-Za-z0-9+/=]+"/)
    expect(sandbox).toContain('"pagination":{"total":1,')
    expect(issued).toMatch(/vk_live_\w+/)
    expect(issued).toContain("reviewers")
    expect(agent).toContain('"jsonrpc":"2.0"')
    expect(agent).toContain("rvc_")
    expect(agent).not.toContain("Ada Review")
  }, 300_000)

  test("the last names of the sandbox do what is said of them", async () => {
    const said: Readonly<Record<string, string>> = {
      Decline: "declined",
      Review: "in_review",
      Sanctions: "in_review",
      Duplicate: "in_review",
      Error: "in_review",
      Byron: "approved"
    }
    for (const name of Object.keys(said)) if (name !== "Byron") expect(readme).toContain(`\`${name}\``)
    // The commands count the records of their organization, so this is another one.
    const { keys } = await organizationOfShared()
    const call = async (method: string, path: string, body?: object): Promise<any> => {
      const response = await fetch(`${service.url}/api/v1${path}`, {
        method,
        headers: { "X-API-Key": keys.sandbox, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return response.json()
    }
    const decided = async (last_name: string): Promise<string> => {
      const { id } = await call("POST", "/sessions", { expected: { last_name } })
      await call("POST", `/sessions/${id}/simulate`, { actions: [{ type: "upload_document" }, { type: "submit" }] })
      for (;;) {
        const { status } = await call("GET", `/sessions/${id}`)
        if (status !== "processing") return status
      }
    }
    const found = await Promise.all(Object.keys(said).map(async (name) => [name, await decided(name)] as const))
    expect(Object.fromEntries(found)).toEqual(said)
  }, 300_000)
})

describe("the commands of an operator", () => {
  const text = commands.find(operates) ?? ""
  const lines = text.split("\n").filter((line) => line.startsWith("bun run"))
  const wordsOf = (line: string): ReadonlyArray<string> => {
    const [, , script = "", ...rest] = line.split(" ")
    return [process.execPath, fileOf(script), ...rest]
  }

  const untilReady = async (output: ReadableStream<Uint8Array>): Promise<string> => {
    let heard = ""
    for await (const chunk of output) {
      heard += new TextDecoder().decode(chunk)
      if (heard.includes("ready")) break
    }
    return heard
  }

  test("run API and worker apart over a database that has an address", async () => {
    const database = await ownedDatabase()
    // The embedded server listens on a socket alone; an operator's has a host and a port.
    const door = createServer((client) => {
      const server = connect("url" in database ? "" : database.path)
      client.pipe(server).pipe(client)
      for (const socket of [client, server]) socket.on("error", () => socket.destroy())
    })
    await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve))
    const address = door.address()
    const port = typeof address === "object" ? address?.port : undefined
    const named =
      "url" in database ? database.url : `postgres://${database.user}:${database.password}@127.0.0.1:${port}/${database.database}`
    const env = {
      ...process.env,
      DATABASE_URL: named,
      MASTER_KEY: Buffer.alloc(32, 5).toString("base64"),
      DATA_DIR: temporaryFolder(),
      PORT: "0"
    }
    expect(text).toMatch(/^export DATABASE_URL=postgres:.*\nexport MASTER_KEY=\$\(openssl rand -base64 32\)$/m)
    expect(lines.map((line) => line.split(" ")[2])).toEqual(["migrate", "keys", "api", "worker"])

    const [migrate = "", keys = "", ...services] = lines
    const outputs: Array<string> = []
    for (const line of [migrate, keys]) {
      const child = Bun.spawn([...wordsOf(line)], { env, stdout: "pipe", stderr: "pipe" })
      outputs.push(await new Response(child.stdout).text())
      expect(await child.exited).toBe(0)
    }
    const key = /vk_live_\w+/.exec(outputs[1] ?? "")?.[0] ?? ""

    const running = services.map((line) => Bun.spawn([...wordsOf(line)], { env, stdout: "pipe", stderr: "pipe" }))
    try {
      const [api = "", worker = ""] = await Promise.all(running.map(({ stdout }) => untilReady(stdout)))
      expect(worker).toContain("The worker is ready")
      const base = /http:\/\/[\d.]+:\d+/.exec(api)?.[0] ?? ""
      expect((await fetch(`${base}/readyz`)).status).toBe(200)
      const headers = { "X-API-Key": key, "Content-Type": "application/json" }
      const created = await fetch(`${base}/api/v1/sessions`, { method: "POST", headers, body: "{}" })
      expect(created.status).toBe(201)
    } finally {
      for (const child of running) child.kill("SIGTERM")
    }
    expect(await Promise.all(running.map(({ exited }) => exited))).toEqual([0, 0])
    door.close()
  }, 300_000)
})
