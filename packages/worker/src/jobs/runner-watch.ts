import { readFileSync } from "node:fs"

const lookEveryMillis = 500

/** The parent of a process, or undefined when there is no such process (or no /proc to ask). */
const parentOf = (pid: number | "self"): number | undefined => {
  try {
    // The name in parentheses may hold anything, parentheses too; state and parent follow the last one.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1)?.trim().split(" ")
    const parent = Number(fields?.[1])
    return Number.isSafeInteger(parent) ? parent : undefined
  } catch {
    return undefined
  }
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").slice(0, 1_000)
  } catch {
    return ""
  }
}
const shell = /^(?:\S*\/)?(?:ba|da)?sh /
const packageRunner = /(?:^|\/| )np[mx](?:-cli\.js)? /

type Link = readonly [child: number | "self", parent: number]

/** Those who stand between this process and anyone who started the package script: the script runner, and above it npx with its shell. */
const runners = (): ReadonlyArray<Link> => {
  const runner = parentOf("self")
  if (runner === undefined) return []
  const own: ReadonlyArray<Link> = [["self", runner]]
  const second = parentOf(runner)
  if (second === undefined) return own
  if (packageRunner.test(commandOf(second))) return [...own, [runner, second]]
  const third = shell.test(commandOf(second)) ? parentOf(second) : undefined
  if (third === undefined || !packageRunner.test(commandOf(third))) return own
  return [...own, [runner, second], [second, third]]
}

/**
 * Calls `stop` when a script runner above this process ends. Killed runners do not tell their children, so that a service
 * started by `npx bun run start` would go on unseen after its `npx` was asked to end.
 */
export const watchRunners = (environment: Readonly<Record<string, string | undefined>>, stop: () => void): void => {
  if (environment.npm_lifecycle_event === undefined || process.platform !== "linux") return
  const chain = runners()
  const timer = setInterval(() => {
    if (chain.every(([child, parent]) => parentOf(child) === parent)) return
    clearInterval(timer)
    stop()
  }, lookEveryMillis)
  timer.unref()
}
