import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { freePort } from "@vouchkit/worker/processes/free-port"
import { Effect } from "effect"
import { runCommand } from "../support/running-service.ts"
import { type Database, startDatabase } from "./database.ts"
import type { Finding } from "./finding.ts"
import type { Keys } from "./journeys.ts"
import type { Options } from "./options.ts"
import { type JobQueueServer, startQueue } from "./queue.ts"
import { type Receiver, startReceiver } from "./receiver.ts"
import { play, type Role } from "./role.ts"

/** Everything that takes part. */
export interface Cast {
  readonly database: Database
  readonly queue: JobQueueServer
  readonly receiver: Receiver
  readonly apis: ReadonlyArray<Role>
  readonly workers: ReadonlyArray<Role>
  /** Where the API processes answer, in their order. */
  readonly bases: ReadonlyArray<string>
  readonly keys: Keys
  /** Asks all processes to end, and judges how they did. */
  readonly dismiss: () => Promise<Finding>
  readonly close: () => Promise<void>
}

/** As many attempts as it takes: what a receiver may do in a row is not what is tried here. */
const retries = ["500ms", "1s", "1s", "2s", ...Array.from({ length: 30 }, () => "3s")].join(",")

const post = async (base: string, apiKey: string, path: string, body: object): Promise<any> => {
  const response = await fetch(`${base}/api/v1${path}`, {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return response.json()
}

/** What only some scenarios need. */
interface Staging {
  /** What the endpoints hear of; everything unless stated. */
  readonly enabled_events?: ReadonlyArray<string>
  /** Puts something between the workers and the socket of the database, and answers the folder of its own socket. */
  readonly wire?: (socket: string) => Promise<{ readonly directory: string; readonly stop: () => Promise<void> }>
}

/** The reviewer's own key, and an endpoint that hears of what it asked for. */
const settle = async (
  base: string,
  environment: "sandbox" | "live",
  apiKey: string,
  receiver: Receiver,
  { enabled_events = [] }: Staging
): Promise<string> => {
  const reviewer = await post(base, apiKey, "/api-keys", { name: "Reviewer", scopes: ["cases:read", "cases:write", "cases:decide"] })
  const { secret } = await post(base, apiKey, "/webhooks/endpoints", { url: receiver.url(environment), enabled_events })
  receiver.trust(environment, secret)
  return reviewer.key
}

export const openCast = async (
  { apis, queue: kind, seed, workers }: Pick<Options, "apis" | "queue" | "seed" | "workers">,
  folder: string,
  staging: Staging = {}
): Promise<Cast> => {
  const resources = new AsyncDisposableStack()
  try {
    const database = await startDatabase(join(folder, "d"))
    resources.defer(() => database.stop())
    const wire = await staging.wire?.(database.socket)
    if (wire !== undefined) resources.defer(() => wire.stop())
    const queue = await startQueue(kind, seed)
    resources.defer(() => queue.stop())
    const receiver = await startReceiver(seed)
    resources.defer(() => receiver.stop())

    const first = { sandbox: `vk_sandbox_${randomBytes(20).toString("hex")}`, live: `vk_live_${randomBytes(20).toString("hex")}` }
    const environment = {
      ...database.environment,
      ...queue.environment,
      MASTER_KEY: randomBytes(32).toString("base64"),
      DATA_DIR: join(folder, "files"),
      BOOTSTRAP_SANDBOX_KEY: first.sandbox,
      BOOTSTRAP_LIVE_KEY: first.live,
      RATE_LIMIT_PER_MINUTE: "0",
      WEBHOOK_ALLOW_INSECURE_TARGETS: receiver.target,
      WEBHOOK_RETRY_SCHEDULE: retries,
      LOG_LEVEL: "info",
      LOG_FORMAT: "json"
    }
    const migrated = await runCommand("migrate", [], environment)
    if (migrated.code !== 0) throw new Error(`the schema cannot be made:\n${migrated.errors}`)

    const ports = await Promise.all(Array.from({ length: apis }, () => Effect.runPromise(freePort("127.0.0.1"))))
    const bases = ports.map((port) => `http://127.0.0.1:${port}`)
    const roles = {
      apis: ports.map((port, index) =>
        play(`api-${index + 1}`, { program: "api", environment: { ...environment, PORT: String(port) }, folder, ready: "The API is ready" })
      ),
      workers: Array.from({ length: workers }, (_, index) =>
        play(`worker-${index + 1}`, {
          program: "worker",
          environment: { ...environment, ...(wire === undefined ? {} : { PGHOST: wire.directory }) },
          folder,
          ready: "The worker is ready"
        })
      )
    }
    const all = [...roles.apis, ...roles.workers]
    resources.defer(async () => void (await Promise.all(all.map((role) => role.stop()))))
    await Promise.all(all.map((role) => role.ready()))

    const [base = ""] = bases
    const reviewer = {
      sandbox: await settle(base, "sandbox", first.sandbox, receiver, staging),
      live: await settle(base, "live", first.live, receiver, staging)
    }
    return {
      database,
      queue,
      receiver,
      ...roles,
      bases,
      keys: { ...first, reviewer },
      dismiss: async () => {
        const codes = await Promise.all(all.map(async (role) => ({ name: role.name, code: await role.stop() })))
        return {
          rule: "no process ended by itself, and each ends in time when it is asked to",
          looked_at: all.reduce((total, role) => total + role.starts(), 0),
          offending: [
            ...all.flatMap((role) => role.endings()),
            ...codes.filter(({ code }) => code !== 0).map(({ code, name }) => `${name} ended with ${code ?? "nothing and was killed"}`)
          ]
        }
      },
      close: () => resources.disposeAsync()
    }
  } catch (cause) {
    await resources.disposeAsync()
    throw cause
  }
}
