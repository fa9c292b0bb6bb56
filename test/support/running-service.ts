import { folderOfThisProcess } from "@vouchkit/worker/commands/test-folder"
import type { Ended, Order } from "./command-host.ts"

const command = (name: string) => new URL(`../../packages/worker/src/commands/${name}.ts`, import.meta.url).pathname

/** A data folder of its own, gone when the test run is. */
export const temporaryFolder = (): string => folderOfThisProcess("vouchkit-service-")

export interface RunningService {
  readonly url: string
  readonly output: () => string
  readonly keys: Readonly<Record<"sandbox" | "live", string>>
  /** Sends the signal and answers the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number>
  /** The exit code, once it has ended. */
  readonly exited: Promise<number>
}

/** Starts the service as its users do, on a free port, and waits until it says that it is ready. */
export const runService = async (folder: string, environment: Readonly<Record<string, string>> = {}): Promise<RunningService> => {
  const child = Bun.spawn([process.execPath, command("start")], {
    // Named like a script, so that the service stops when the test run above it dies.
    env: {
      ...process.env,
      npm_lifecycle_event: "test",
      DATA_DIR: folder,
      PORT: "0",
      RATE_LIMIT_PER_MINUTE: "0",
      LOG_LEVEL: "warn",
      ...environment
    },
    stdout: "pipe",
    stderr: "pipe"
  })
  let output = ""
  const decoder = new TextDecoder()
  const ready = Promise.withResolvers<void>()
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) {
      output += decoder.decode(chunk)
      if (output.includes("Ctrl-C")) ready.resolve()
    }
  }
  const whole = Promise.all([read(child.stdout), read(child.stderr)])
  void child.exited.then(async (code) => {
    // What it said last may arrive after its end.
    await whole
    ready.reject(new Error(`the service ended with ${code}:\n${output}`))
  })
  await ready.promise
  const found = (pattern: RegExp): string => pattern.exec(output)?.[0] ?? ""
  return {
    url: found(/http:\/\/[0-9.]+:[0-9]+/),
    output: () => output,
    keys: { sandbox: found(/vk_sandbox_\w+/), live: found(/vk_live_\w+/) },
    exited: child.exited,
    stop: (signal = "SIGTERM") => {
      child.kill(signal)
      return child.exited
    }
  }
}

/** Runs a command to its end, in a process of its own. */
export const runCommandAlone = async (
  name: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>
): Promise<Ended> => {
  const child = Bun.spawn([process.execPath, command(name), ...args], {
    env: { ...process.env, ...environment },
    stdout: "pipe",
    stderr: "pipe"
  })
  const [output, errors, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  return { code, output, errors }
}

/** A process that has loaded what commands are made of, and the command that it runs. */
let host: { readonly run: (order: Order) => Promise<Ended> } | undefined
let busy = false

const startHost = () => {
  let running = Promise.withResolvers<Ended>()
  const child = Bun.spawn([process.execPath, new URL("./command-host.ts", import.meta.url).pathname], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (ended: Ended) => running.resolve(ended),
    onExit: (_, code) => {
      host = undefined
      running.reject(new Error(`the process of the commands ended with ${code}`))
    }
  })
  child.unref()
  return {
    run: async (order: Order) => {
      running = Promise.withResolvers<Ended>()
      // The loop of a process that waits for nothing it knows of turns without a pause: as much processor as the command itself takes.
      child.ref()
      child.send(order)
      return running.promise.finally(() => child.unref())
    }
  }
}

/**
 * Runs a command to its end, with its own arguments, environment and output as in a process of its own, but in one that has loaded the program before: most
 * of what a command takes is that. Beside another one it gets its own process.
 */
export const runCommand: typeof runCommandAlone = async (name, args, environment) => {
  if (busy) return runCommandAlone(name, args, environment)
  busy = true
  try {
    host ??= startHost()
    return await host.run({ file: command(name), args, environment: { ...process.env, ...environment } })
  } finally {
    busy = false
  }
}
