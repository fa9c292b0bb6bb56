/** What did not hold, in a sentence for the person who watches. */
export class Broken extends Error {
  override readonly name = "Broken"
}

/** A step that failed: its title, and what did not hold. */
export class StepFailed extends Error {
  override readonly name = "StepFailed"
  constructor(step: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The step "${step}" failed: ${reason.replace(/\.?$/, ".")}`)
  }
}

/** Ends a step unless the statement holds. */
export const expectThat: (holds: boolean, otherwise: string) => asserts holds = (holds, otherwise) => {
  if (!holds) throw new Broken(otherwise)
}

/** Tells the story while it happens. */
export interface Narration {
  readonly chapter: (title: string) => void
  /** Does the work of one step, or fails with a `StepFailed`. The work may `report` what it found; that is printed below the step. */
  readonly step: <A>(title: string, work: (report: (line: string) => void) => Promise<A>) => Promise<A>
}

interface Screen {
  readonly write: (text: string) => void
  /** Whether lines can be drawn over; else every line is written once. */
  readonly interactive: boolean
  readonly colours: boolean
  /** Characters in a line; what is drawn over must not be longer. */
  readonly columns: number
}

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
const frameMillis = 80
const timedFromMillis = 100
/** Codes of ECMA-48. */
const styles = { bold: 1, dim: 2, red: 31, green: 32 } as const

const duration = (millis: number): string => (millis < timedFromMillis ? "" : `  ${(millis / 1000).toFixed(1)} s`)

/** A promise that fails when the signal aborts, and otherwise never settles. */
const untilAborted = (signal: AbortSignal): { readonly promise: Promise<never>; readonly dispose: () => void } => {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener("abort", abort)
  return { promise, dispose: () => signal.removeEventListener("abort", abort) }
}

/** Narrates to a screen; a step ends at once, failed, when the signal aborts. */
export const narrate = ({ colours, columns, interactive, write }: Screen, signal: AbortSignal): Narration => {
  const paint = (style: keyof typeof styles, text: string) => (colours ? `\u001b[${styles[style]}m${text}\u001b[0m` : text)
  const erase = () => (interactive ? "\r\u001b[2K" : "")

  const spin = (title: string) => {
    if (!interactive) return () => undefined
    let at = 0
    const draw = () => write(`${erase()}${frames[at++ % frames.length]} ${title.slice(0, columns - 3)}`)
    draw()
    const timer = setInterval(draw, frameMillis)
    return () => clearInterval(timer)
  }

  return {
    chapter: (title) => write(`\n${paint("bold", title)}\n`),
    step: async (title, work) => {
      const reported: Array<string> = []
      const started = performance.now()
      const stop = spin(title)
      const stopped = untilAborted(signal)
      try {
        const result = await Promise.race([work((line) => reported.push(line)), stopped.promise])
        stop()
        write(`${erase()}${paint("green", "✔")} ${title}${paint("dim", duration(performance.now() - started))}\n`)
        for (const line of reported) write(`    ${line}\n`)
        return result
      } catch (cause) {
        stop()
        write(`${erase()}${paint("red", "✘")} ${title}\n`)
        for (const line of reported) write(`    ${line}\n`)
        // What fails while everything is being stopped fails because of that.
        throw new StepFailed(title, signal.aborted ? signal.reason : cause)
      } finally {
        stopped.dispose()
      }
    }
  }
}
