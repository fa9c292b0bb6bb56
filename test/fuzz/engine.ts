import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const entryOf = (engine: string): string => fileURLToPath(import.meta.resolve(`@vouchkit/adapters/engines/${engine}/entry`))
const ticksASecond = 100
/** Where the times of a process stand behind its name in `/proc`. */
const [userTime, systemTime] = [11, 12] as const

/** Seconds of processor time that a process has taken; 0 once it is gone. */
const processorSeconds = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return (Number(fields[userTime]) + Number(fields[systemTime])) / ticksASecond
  } catch {
    return 0
  }
}

export interface Outcome {
  /** What the engine answered; undefined where it ended instead. */
  readonly answer: unknown
  readonly seconds: number
}

/** An engine process as the service has it, but without confinement, which is tested elsewhere. It is started again when it ends. */
export class FuzzedEngine {
  private readonly entry: string
  private child: ReturnType<typeof Bun.spawn> | null = null
  private settle: (answer: unknown) => void = () => {}

  constructor(engine: string) {
    this.entry = entryOf(engine)
  }

  private started(): ReturnType<typeof Bun.spawn> {
    if (this.child !== null && this.child.exitCode === null && this.child.signalCode === null) return this.child
    this.child = Bun.spawn([process.execPath, this.entry], {
      env: { TZ: "UTC", LANG: "C.UTF-8", PATH: process.env.PATH ?? "" },
      stdio: ["ignore", "ignore", "ignore"],
      serialization: "advanced",
      ipc: (message: unknown) => this.settle(message),
      onExit: () => this.settle(undefined)
    })
    return this.child
  }

  /** Gives it a job. It is ended where that takes more than `mostSeconds` of a processor. */
  async ask(job: object, mostSeconds: number): Promise<Outcome> {
    const child = this.started()
    const before = processorSeconds(child.pid)
    let seconds = 0
    const look = setInterval(() => {
      seconds = Math.max(seconds, processorSeconds(child.pid) - before)
      if (seconds > mostSeconds) child.kill("SIGKILL")
    }, 100)
    const answer = await new Promise<unknown>((resolve) => {
      this.settle = resolve
      child.send(job)
    })
    clearInterval(look)
    return { answer, seconds: Math.max(seconds, processorSeconds(child.pid) - before) }
  }

  end(): void {
    this.settle = () => {}
    this.child?.kill("SIGKILL")
  }
}
