const command = (name: string) => new URL(`../../packages/worker/src/commands/${name}.ts`, import.meta.url).pathname

/** A command that stays: the line that says it is ready, all that it wrote, and how to end it. */
export interface RunningProcess {
  readonly line: RegExpExecArray
  readonly output: () => string
  readonly exited: Promise<number>
  readonly signal: (signal?: NodeJS.Signals) => void
  /** Sends the signal and answers the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number>
}

/** Starts a command that stays, and waits for a line that it prints. */
export const launch = async (name: string, environment: Readonly<Record<string, string>>, line: RegExp): Promise<RunningProcess> => {
  const child = Bun.spawn([process.execPath, command(name)], { env: { ...process.env, ...environment }, stdout: "pipe", stderr: "pipe" })
  const found = Promise.withResolvers<RegExpExecArray>()
  let output = ""
  const decoder = new TextDecoder()
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) {
      output += decoder.decode(chunk)
      const match = line.exec(output)
      if (match !== null) found.resolve(match)
    }
  }
  void Promise.all([read(child.stdout), read(child.stderr)]).then(() => found.reject(new Error(`${name} ended:\n${output}`)))
  const signal = (wanted: NodeJS.Signals = "SIGTERM") => child.kill(wanted)
  return {
    line: await found.promise,
    output: () => output,
    exited: child.exited,
    signal,
    stop: (wanted) => {
      signal(wanted)
      return child.exited
    }
  }
}
