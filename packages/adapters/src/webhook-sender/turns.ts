/** How many requests one URL gets at once from this process; more wait for their turn. */
export const connectionsPerUrl = 50

/** Someone whose turn has not come; `begin` is called once it has. */
type Waiting = (end: () => void) => void

interface Line {
  running: number
  readonly waiting: Set<Waiting>
}

/**
 * Turns at each URL, in the order in which they were asked for. No one is given one within the call that asks for it. The answered function
 * leaves the line; whose turn has come has to `end` it, once.
 */
export const makeTurns = () => {
  const lines = new Map<string, Line>()

  const next = (url: string, line: Line): void => {
    for (const begin of line.waiting) {
      if (line.running >= connectionsPerUrl) break
      line.waiting.delete(begin)
      line.running += 1
      begin(() => {
        line.running -= 1
        next(url, line)
      })
    }
    // Someone who asked and left may come back to a line that has ended, where another has begun.
    if (line.running === 0 && line.waiting.size === 0 && lines.get(url) === line) lines.delete(url)
  }

  return (url: string, begin: Waiting): (() => void) => {
    const line = lines.get(url) ?? { running: 0, waiting: new Set() }
    lines.set(url, line)
    line.waiting.add(begin)
    queueMicrotask(() => next(url, line))
    return () => void line.waiting.delete(begin)
  }
}
export type Turns = ReturnType<typeof makeTurns>
