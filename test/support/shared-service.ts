import { preparedFolder } from "./prepared-folder.ts"
import { type RunningService, runCommand, runService } from "./running-service.ts"

/**
 * A service in the live environment that the test files of a process share: a start and engines that get ready cost more than most of what is tested with
 * them. Each file has organizations of its own there. The service ends when the process of the tests does, as after a run that was killed.
 */
interface Shared {
  readonly service: RunningService
  readonly folder: string
  /** Where the service reaches this process. */
  readonly door: string
}

/** What receives events, by its path: the service may call one port alone, which it has to know when it starts. */
const receivers = new Map<string, (request: Request) => Promise<Response>>()
let shared: Promise<Shared> | undefined

const start = async (): Promise<Shared> => {
  const door = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => (await receivers.get(new URL(request.url).pathname)?.(request)) ?? new Response("nobody", { status: 410 })
  })
  door.unref()
  const folder = await preparedFolder()
  const service = await runService(folder, { WEBHOOK_ALLOW_INSECURE_TARGETS: `127.0.0.1:${door.port}` })
  // Whoever meets its end fails by it; the files behind begin with another one.
  void service.exited.then(() => {
    shared = undefined
  })
  return { door: door.url.origin, folder, service }
}

const sharedService = (): Promise<Shared> => (shared ??= start())

/** Where the shared service reaches a receiver of webhooks, an address of its own for each. */
export const receiverOfShared = async (receive: (request: Request) => Promise<Response>): Promise<string> => {
  const { door } = await sharedService()
  const path = `/${receivers.size + 1}`
  receivers.set(path, receive)
  return `${door}${path}`
}

let organizations = 0
/** The shared service as a new organization sees it, with keys of its own for every scope. */
export const organizationOfShared = async (): Promise<Pick<RunningService, "url" | "keys" | "output"> & Pick<Shared, "folder">> => {
  const { folder, service } = await sharedService()
  organizations += 1
  const organization = `org_shared_${organizations}`
  const keyOf = async (environment: "sandbox" | "live"): Promise<string> => {
    const asked = ["create", "--organization", organization, "--environment", environment, "--scopes", "all", "--json"]
    const { code, errors, output } = await runCommand("keys", asked, { DATA_DIR: folder })
    if (code !== 0) throw new Error(`no key: ${errors}`)
    return JSON.parse(output).key
  }
  return { url: service.url, output: service.output, folder, keys: { sandbox: await keyOf("sandbox"), live: await keyOf("live") } }
}
