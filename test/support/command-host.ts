/**
 * Runs commands one after the other, each as if in a process of its own: its module is loaded anew, with its own arguments and environment, until it ends
 * the process. What all of them are made of is loaded once, which is most of the work of a command.
 */
export interface Order {
  readonly file: string
  readonly args: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string | undefined>>
}
export interface Ended {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Answers what is written to a stream from now on, which nobody else gets. */
const heardOn = (stream: NodeJS.WriteStream): (() => string) => {
  let heard = ""
  // The host may have the terminal of the tests; a command that is read has none.
  stream.isTTY = false
  stream.write = (chunk: string | Uint8Array, ...rest: ReadonlyArray<unknown>) => {
    heard += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk)
    const written = rest.at(-1)
    if (typeof written === "function") queueMicrotask(() => written())
    return true
  }
  return () => heard
}

let runs = 0
const run = async ({ args, environment, file }: Order): Promise<Ended> => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) process.env[name] = value
  process.argv = [process.execPath, file, ...args]
  const [output, errors] = [heardOn(process.stdout), heardOn(process.stderr)]
  const ended = Promise.withResolvers<number>()
  process.exit = ((code?: number) => ended.resolve(code ?? 0)) as typeof process.exit
  runs += 1
  await import(`${file}?run=${runs}`)
  const code = await ended.promise
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.removeAllListeners(signal)
  return { code, output: output(), errors: errors() }
}

const leave = process.exit.bind(process)
process.on("disconnect", () => leave(0))
process.on("message", async (order: Order) => void process.send?.(await run(order)))
