import { type ListFile, ListUnreadable } from "@vouchkit/core/resources/watchlists/sources/reading"
import { type TextOptions, textOf } from "./text-stream.ts"

/** Most characters of one line; the longest entities have some hundred thousand. */
const longestLine = 16 * 1024 * 1024

const parsed = (file: string, text: string, line: number, last: boolean): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw last
      ? new ListUnreadable("truncated", `The last line of ${file} (${line}) is incomplete.`)
      : new ListUnreadable("malformed", `Line ${line} of ${file} is not JSON.`)
  }
}

/** The values of a file with one JSON text per line, each with its line number. */
export async function* jsonLines(
  file: ListFile,
  options: TextOptions = {}
): AsyncGenerator<{ readonly value: unknown; readonly line: number }, void, undefined> {
  let rest = ""
  let line = 0
  for await (const text of textOf(file, options)) {
    const pieces = (rest + text).split("\n")
    rest = pieces.pop() ?? ""
    if (rest.length > longestLine)
      throw new ListUnreadable("too_long", `Line ${line + 1} of ${file.name} is longer than ${longestLine} characters.`)
    for (const piece of pieces) {
      line += 1
      if (piece.trim() !== "") yield { value: parsed(file.name, piece, line, false), line }
    }
  }
  if (rest.trim() !== "") yield { value: parsed(file.name, rest, line + 1, true), line: line + 1 }
}
