/** Of repetitions of no fixed length a pattern has so many at most: on a value of 255 characters their product bounds the work. */
const mostRepetitions = 3
const mostOptions = 4
/** The longest value that a pattern is matched against. */
const longestMatched = 255

interface Scan {
  at: number
  repetitions: number
  options: number
}

const refusals = {
  syntax: "is not a regular expression",
  group: "must not look ahead or behind, or name groups; plain groups ( ) and (?: ) are enough",
  reference: "must not refer back to a group",
  nested: "must not repeat a group that holds a repetition, an option or an alternative",
  many: `must have at most ${mostRepetitions} repetitions of no fixed length and ${mostOptions} optional parts`
} as const

const groupProblem = (pattern: string, at: number): string | undefined =>
  pattern.charAt(at + 1) === "?" && pattern.charAt(at + 2) !== ":" ? refusals.group : undefined

const escapeProblem = (next: string): string | undefined => (/[1-9k]/u.test(next) ? refusals.reference : undefined)

const quantifier = /^(?:[*+?]|\{\d{1,4}(?:,\d{0,4})?\})\??/u

/** What is wrong with repeating what stands before: `simple` where that is one character, or a group without repetitions of its own. */
const repetitionProblem = (found: string, simple: boolean, scan: Scan): string | undefined => {
  const fixed = /^\{(\d+)(?:,\1)?\}/u.test(found)
  if (!simple) return refusals.nested
  if (found.startsWith("?")) scan.options += 1
  else if (!fixed) scan.repetitions += 1
  return scan.repetitions > mostRepetitions || scan.options > mostOptions ? refusals.many : undefined
}

const classEnd = (pattern: string, at: number): number => {
  for (let place = at + 1; place < pattern.length; place += 1) {
    if (pattern.charAt(place) === "\\") place += 1
    else if (pattern.charAt(place) === "]" && place > at + 1) return place
  }
  return pattern.length
}

/**
 * Why a pattern of a caller is not run; undefined where it is. An engine that backtracks takes longest on repetitions within repetitions, and on many of
 * them in a row, so that neither is accepted: what is left is done in a number of steps that its length bounds.
 */
export const patternProblem = (pattern: string): string | undefined => {
  const scan: Scan = { at: 0, repetitions: 0, options: 0 }
  /** Of each open group, whether it may be repeated. */
  const simple: Array<boolean> = [true]
  let last = false
  while (scan.at < pattern.length) {
    const sign = pattern.charAt(scan.at)
    const repeated = quantifier.exec(pattern.slice(scan.at, scan.at + 12))?.[0]
    let problem: string | undefined
    if (repeated !== undefined) {
      problem = repetitionProblem(repeated, last, scan)
      simple[simple.length - 1] = false
      last = false
      scan.at += repeated.length - 1
    } else if (sign === "\\") {
      problem = escapeProblem(pattern.charAt(scan.at + 1))
      last = true
      // A property of characters is named in braces.
      scan.at += /^\\[pP]\{\w{1,40}(?:=\w{1,40})?\}/u.exec(pattern.slice(scan.at))?.[0].length ?? 2
      scan.at -= 1
    } else if (sign === "[") {
      scan.at = classEnd(pattern, scan.at)
      last = true
    } else if (sign === "(") {
      problem = groupProblem(pattern, scan.at)
      if (pattern.charAt(scan.at + 1) === "?") scan.at += 2
      simple.push(true)
      last = false
    } else if (sign === ")") {
      last = simple.pop() === true
      if (!last && simple.length > 0) simple[simple.length - 1] = false
    } else {
      if (sign === "|") simple[simple.length - 1] = false
      last = sign !== "|" && sign !== "^" && sign !== "$"
    }
    if (problem !== undefined) return problem
    scan.at += 1
  }
  return isReadable(pattern) ? undefined : refusals.syntax
}

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, "u")

const isReadable = (pattern: string): boolean => {
  try {
    // By itself first: a parenthesis that closes another one is not closed by ours.
    return new RegExp(pattern, "u").source !== "" && whole(pattern).source !== ""
  } catch {
    return false
  }
}

/** Whether the whole of a value matches. */
export const matchesPattern = (pattern: string, value: string): boolean => value.length <= longestMatched && whole(pattern).test(value)
