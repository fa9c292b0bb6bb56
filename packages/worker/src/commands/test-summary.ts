/** What a run of the test runner came to. */
interface Tally {
  readonly passed: number
  readonly failed: number
  /** Whether the runner said so itself; one that crashed does not. */
  readonly complete: boolean
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character.
const colours = /\u001b\[[0-9;]*m/g
const countOf = (text: string, word: string): number => {
  const counts = [...text.matchAll(new RegExp(`^\\s*(\\d{1,9}) ${word}s?\\s*$`, "gm"))]
  return Number(counts.at(-1)?.[1] ?? 0)
}
const marks = (text: string, mark: string): number => text.split("\n").filter((line) => line.startsWith(mark)).length

/** Reads the closing lines of `bun test`; where they are missing, the marks of single tests. */
export const tally = (output: string): Tally => {
  const plain = output.replace(colours, "").replaceAll("\r", "")
  const complete = /^Ran \d{1,9} tests? across \d{1,9} files?\b/m.test(plain)
  return complete
    ? { passed: countOf(plain, "pass"), failed: countOf(plain, "fail") + countOf(plain, "error"), complete }
    : { passed: marks(plain, "(pass)"), failed: marks(plain, "(fail)"), complete }
}

/** The counts to show: whatever went wrong without being counted is counted once. */
export const settled = ({ complete, failed, passed }: Tally, exit_code: number | null): Pick<Tally, "passed" | "failed"> => {
  const sound = complete && exit_code === 0
  return { passed, failed: sound || failed > 0 ? failed : 1 }
}
