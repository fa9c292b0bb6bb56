import { createWriteStream } from "node:fs"
import { join } from "node:path"
import { pause } from "./chance.ts"

const command = (name: string) => new URL(`../../packages/worker/src/commands/${name}.ts`, import.meta.url).pathname

/** Soon enough to matter, late enough not to spin where it cannot start. */
const againMillis = 250
const readyMillis = 60_000
const stopMillis = 40_000

/** A process of the service that is started again whenever it ends, as a supervisor does. */
export interface Role {
  readonly name: string
  readonly kill: () => void
  /** Settles once the process that runs now says that it is ready. */
  readonly ready: () => Promise<void>
  /** Asks it to end, and answers with which code it did; null when it had to be killed. */
  readonly stop: () => Promise<number | null>
  readonly starts: () => number
  /** How it ended without being killed after it had been ready: there is no right way to. */
  readonly endings: () => ReadonlyArray<string>
}

export const play = (
  name: string,
  {
    environment,
    folder,
    program,
    ready: readyLine
  }: {
    readonly program: "api" | "worker"
    readonly environment: Readonly<Record<string, string>>
    readonly folder: string
    readonly ready: string
  }
): Role => {
  const log = createWriteStream(join(folder, `${name}.log`))
  const endings: Array<string> = []
  let starts = 0
  let stopping = false
  let killed = false
  let becameReady = Promise.withResolvers<void>()
  let isReady = false

  const spawn = () => {
    starts += 1
    killed = false
    isReady = false
    const child = Bun.spawn([process.execPath, command(program)], {
      // Named like a script, so that the process ends when this one dies.
      env: { ...process.env, npm_lifecycle_event: "test", ...environment },
      stdout: "pipe",
      stderr: "pipe"
    })
    log.write(`--- start ${starts}, process ${child.pid}\n`)
    const read = async (stream: ReadableStream<Uint8Array>) => {
      const decoder = new TextDecoder()
      for await (const chunk of stream) {
        const text = decoder.decode(chunk)
        log.write(text)
        if (isReady || !text.includes(readyLine)) continue
        isReady = true
        becameReady.resolve()
      }
    }
    void read(child.stdout)
    void read(child.stderr)
    return child
  }

  let child = spawn()
  const watch = async () => {
    for (;;) {
      const code = await child.exited
      log.write(`--- ended with ${code}${killed ? ", killed" : ""}\n`)
      if (stopping) return
      if (!killed && isReady) endings.push(`${name} ended by itself with ${code} (start ${starts})`)
      if (isReady) becameReady = Promise.withResolvers<void>()
      isReady = false
      await pause(againMillis)
      if (stopping) return
      child = spawn()
    }
  }
  const watching = watch()
  const end = async (): Promise<number | null> => {
    stopping = true
    child.kill("SIGTERM")
    const insist = setTimeout(() => {
      killed = true
      child.kill("SIGKILL")
    }, stopMillis)
    const code = await child.exited
    clearTimeout(insist)
    await watching
    log.end()
    return killed ? null : code
  }
  let ended: Promise<number | null> | undefined

  return {
    name,
    kill: () => {
      killed = true
      child.kill("SIGKILL")
    },
    ready: async () => {
      const waiting = isReady ? Promise.resolve() : becameReady.promise
      const late = pause(readyMillis).then(() => Promise.reject(new Error(`${name} does not become ready`)))
      await Promise.race([waiting, late])
    },
    stop: () => {
      ended ??= end()
      return ended
    },
    starts: () => starts,
    endings: () => endings
  }
}
