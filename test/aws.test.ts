import { describe, expect, test } from "bun:test"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { hiddenSeconds } from "@vouchkit/adapters/sqs/client"
import { graceSeconds } from "@vouchkit/worker/settings/shutdown"
import { leaseSeconds } from "@vouchkit/worker/jobs/run-job"

const root = fileURLToPath(new URL("../", import.meta.url))
const at = (path: string): string => readFileSync(join(root, path), "utf8")

const folder = "docs/aws/terraform"
const terraform = readdirSync(join(root, folder))
  .filter((name) => name.endsWith(".tf"))
  .map((name) => ({ name, text: at(`${folder}/${name}`) }))
const everything = terraform.map(({ text }) => text).join("\n")
const dockerfile = at("docs/aws/Dockerfile")
const guide = at("docs/aws.md")

const settings = readdirSync(join(root, "packages/worker/src/settings"))
const declaration = /^ {2}([A-Z][A-Z0-9_]+): (?:optional|Schema\.optionalKey)\(/gm
const read = new Set(
  settings.flatMap((name) => [...at(`packages/worker/src/settings/${name}`).matchAll(declaration)].map(([, variable = ""]) => variable))
)

/** What is between the braces of the block that begins with this text. */
const blockAfter = (text: string, start: string): string => {
  const from = text.indexOf("{", text.indexOf(start) + start.length)
  if (!text.includes(start)) throw new Error(`there is no ${start}`)
  let depth = 0
  for (let position = from; position < text.length; position += 1) {
    if (text[position] === "{") depth += 1
    if (text[position] === "}") depth -= 1
    if (depth === 0) return text.slice(from + 1, position)
  }
  throw new Error(`the block of ${start} does not end`)
}

describe("the variables", () => {
  const given = (name: string) =>
    [...blockAfter(at(`${folder}/tasks.tf`), `${name} = merge(`).matchAll(/\b([A-Z][A-Z0-9_]{3,})\b\s*=/g)].map(([, found = ""]) => found)
  const local = at(`${folder}/tasks.tf`)
  const named = [...new Set([...local.matchAll(/\b([A-Z][A-Z0-9_]{3,})\b\s+= /g)].map(([, name = ""]) => name))]

  test("of the tasks are ones that the service reads", () => {
    expect(read.size).toBeGreaterThan(20)
    expect(given("environment")).toContain("PUBLIC_URL")
    expect(named.length).toBeGreaterThan(18)
    expect(named.filter((name) => !read.has(name))).toEqual([])
  })

  test("of the image are ones that the service or its runtime reads", () => {
    const runtime = ["HOME", "TMPDIR", "NODE_ENV", "NODE_EXTRA_CA_CERTS", "BUN_RUNTIME_TRANSPILER_CACHE_PATH"]
    const [, block = ""] = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile) ?? []
    const names = [...block.matchAll(/\b([A-Z][A-Z_]*)=/g)].map(([, name = ""]) => name)
    expect(names).toContain("DATA_DIR")
    expect(names.filter((name) => !read.has(name) && !runtime.includes(name))).toEqual([])
  })

  test("that the guide names are ones that the service or its runtime reads", () => {
    const runtime = ["NODE_EXTRA_CA_CERTS", "TMPDIR"]
    // What TLS says when it refuses.
    const answers = ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_TLS_CERT_ALTNAME_INVALID"]
    const names = [...guide.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)].map(([, name = ""]) => name)
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !read.has(name) && ![...runtime, ...answers].includes(name))).toEqual([])
  })

  test("that hold secrets come from the secret store", () => {
    const plain = given("environment")
    for (const secret of ["DATABASE_URL", "MASTER_KEY", "SMTP_URL", "METRICS_TOKEN"]) expect(plain).not.toContain(secret)
  })
})

describe("what is named", () => {
  test("in the image exists, and every package is in it", () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = ""]) => paths.split(" "))
    expect(copied.length).toBeGreaterThan(10)
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    for (const name of readdirSync(join(root, "packages"))) {
      expect(copied).toContain(`packages/${name}/package.json`)
      expect(copied).toContain(`packages/${name}/src`)
    }
  })

  test("as a command of a task exists", () => {
    const commands = [...blockAfter(at(`${folder}/tasks.tf`), "roles = ").matchAll(/command = "([a-z-]+)"/g)].map(([, name = ""]) => name)
    expect(commands).toEqual(["api", "worker", "migrate"])
    const files = [...`${dockerfile}${guide}${everything}`.matchAll(/packages\/worker\/src\/commands\/([a-z-]+)\.ts/g)]
    const named = [...new Set([...commands, ...files.map(([, name = ""]) => name)])]
    expect(named.filter((name) => !existsSync(join(root, `packages/worker/src/commands/${name}.ts`)))).toEqual([])
  })

  test("by a link of the guide exists", () => {
    const links = [...guide.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = ""]) => path)
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter((path) => !existsSync(join(root, "docs", path)))).toEqual([])
  })

  test("runs on the Bun that the project is tested with", () => {
    const { engines } = JSON.parse(at("package.json"))
    const versions = [...dockerfile.matchAll(/^FROM oven\/bun:([\d.]+)/gm)].map(([, version]) => version)
    expect(versions.length).toBe(2)
    for (const version of versions) expect(engines.bun).toBe(`>=${version}`)
  })

  test("as a variable or a resource of Terraform is declared, and every variable is used", () => {
    const declared = new Set([...everything.matchAll(/^variable "(\w+)"/gm)].map(([, name = ""]) => name))
    const used = new Set([...everything.matchAll(/\bvar\.(\w+)/g)].map(([, name = ""]) => name))
    expect([...used].filter((name) => !declared.has(name))).toEqual([])
    expect([...declared].filter((name) => !used.has(name))).toEqual([])

    const things = new Set(
      [...everything.matchAll(/^(resource|data|ephemeral) "(\w+)" "(\w+)"/gm)].map(([, , type, name]) => `${type}.${name}`)
    )
    const meant = [...everything.matchAll(/(?<![\w."/])(?:data\.|ephemeral\.)?((?:aws|random)_\w+\.\w+)/g)].map(([, thing = ""]) => thing)
    expect(meant.length).toBeGreaterThan(50)
    expect(meant.filter((thing) => !things.has(thing))).toEqual([])
  })
})

describe("the numbers", () => {
  const number = (name: string): number => Number(new RegExp(`${name}\\s*=\\s*(\\d+)`).exec(everything)?.[1])

  test("give a task longer to stop than its jobs get to end, and than a stuck process gives itself", () => {
    const stuck =
      Number(/stuckAfterMillis = ([\d_]+)/.exec(at("packages/worker/src/processes/process.ts"))?.[1]?.replaceAll("_", "")) / 1000
    expect(number("stop_timeout_seconds")).toBeGreaterThan(graceSeconds + stuck)
    // The most that Fargate gives.
    expect(number("stop_timeout_seconds")).toBeLessThanOrEqual(120)
  })

  test("hide a message for as long as the service itself does, which is longer than a lease", () => {
    expect(Number(/visibility_timeout_seconds = .*\? (\d+)/.exec(everything)?.[1])).toBe(hiddenSeconds)
    expect(hiddenSeconds).toBeGreaterThan(leaseSeconds)
  })
})

describe("the permissions", () => {
  test("name their actions and their resources one by one", () => {
    const roles = terraform.filter(({ name }) => name === "roles.tf" || name === "lambda.tf").map(({ text }) => text)
    const actions = roles.flatMap((text) =>
      [...text.matchAll(/actions\s*=\s*\[([^\]]*)\]/g)].flatMap(([, list = ""]) => list.match(/"[^"]+"/g) ?? [])
    )
    expect(actions.length).toBeGreaterThan(10)
    expect(actions.filter((action) => action.includes("*"))).toEqual([])
    // AWS knows no resource that these actions could be bounded by; what bounds them is the region, and the wish of the operator.
    const boundless = new Set([
      "textract:AnalyzeID",
      "rekognition:DetectFaces",
      "rekognition:CompareFaces",
      "rekognition:CreateFaceLivenessSession",
      "rekognition:GetFaceLivenessSessionResults"
    ])
    const open = roles.flatMap((text) => text.split(/^ {2}statement \{/m).filter((one) => /resources\s*=\s*\["\*"\]/.test(one)))
    expect(open.length).toBe(3)
    for (const statement of open) {
      const [, list = ""] = /actions\s*=\s*\[([^\]]*)\]/.exec(statement) ?? []
      expect((list.match(/[^",\s]+/g) ?? []).filter((action) => !boundless.has(action))).toEqual([])
      expect(statement).toMatch(/variable = "aws:RequestedRegion"\s+values\s+= \[var\.region\]/)
    }
    // Who may do so: each role by a wish of its own, and only the side that does it.
    const policies = [...everything.matchAll(/^resource "aws_iam_role_policy" "(\w+)" \{([^}]*)\}/gm)].map(([, name = "", block = ""]) => ({
      name,
      wish: /count\s+= (.*)/.exec(block)?.[1] ?? "always",
      policy: /policy = data\.aws_iam_policy_document\.(\w+)\.json/.exec(block)?.[1]
    }))
    const boundlessDocuments = ["vision", "liveness_begin", "liveness_result"]
    expect(policies.filter(({ policy = "" }) => boundlessDocuments.includes(policy))).toEqual([
      { name: "lambda_vision", wish: "var.lambda_image != null && var.vision_by_aws ? 1 : 0", policy: "vision" },
      { name: "lambda_liveness", wish: "var.lambda_image != null && var.liveness_by_aws ? 1 : 0", policy: "liveness_result" },
      { name: "worker_vision", wish: "var.vision_by_aws ? 1 : 0", policy: "vision" },
      { name: "api_liveness", wish: "var.liveness_by_aws ? 1 : 0", policy: "liveness_begin" },
      { name: "worker_liveness", wish: "var.liveness_by_aws ? 1 : 0", policy: "liveness_result" }
    ])
  })
})

describe("the Terraform files", () => {
  test("close what they open", () => {
    for (const { name, text } of terraform) {
      const bare = text.replace(/#.*$/gm, "").replace(/"(?:[^"\\]|\\.)*"/g, '""')
      const count = (sign: string) => bare.split(sign).length - 1
      expect({ name, braces: count("{"), brackets: count("["), round: count("(") }).toEqual({
        name,
        braces: count("}"),
        brackets: count("]"),
        round: count(")")
      })
    }
  })

  test("align the equals signs of arguments that follow each other", () => {
    const crooked = terraform.flatMap(({ name, text }) => {
      const lines = text.split("\n").map((line, index) => ({ line, index, match: /^( *)([\w"]+)( +)= (.*)$/.exec(line) }))
      return lines.flatMap(({ index, match }) => {
        const next = lines[index + 1]
        // A value that goes on over further lines stands in a group of its own.
        const closed = (found: RegExpExecArray | null | undefined) => found != null && !/[[({]$/.test(found[4] ?? "")
        if (!closed(match) || !closed(next?.match) || match?.[1] !== next?.match?.[1]) return []
        const column = (found: RegExpExecArray | null | undefined) => found?.slice(1, 4).join("").length
        return column(match) === column(next?.match) ? [] : [`${name}:${index + 1}`]
      })
    })
    expect(crooked).toEqual([])
  })

  const binary = Bun.which("terraform") ?? Bun.which("tofu")
  test.skipIf(binary === null)("are formatted as Terraform formats them", () => {
    const { exitCode, stdout } = Bun.spawnSync([binary ?? "", "fmt", "-check", "-recursive", join(root, folder)])
    expect({ exitCode, unformatted: stdout.toString() }).toEqual({ exitCode: 0, unformatted: "" })
  })
})
