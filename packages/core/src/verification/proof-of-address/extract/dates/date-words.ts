import { normalizedWords } from "../../../names/text/normalized.ts"
import type { LineReader } from "./line.ts"

/** What may stand between the parts of a date: «18» вересня 2026, 18. septembril 2026, 18-IX-2026. */
export const loose = /^[\s.,'’"”“„«»º°ª\-–/]{0,4}$/

/** Endings of ordinals, and the small words of dates: "1er", "2nd of", "18 de", "18ης", "ika-18 ng", "18fed o", "18 ta' Settembru", "พ.ศ.". */
const small = new Set(
  `st nd rd th er ere eme de of del den di o a º ª da do the d ng ta tal en n an én ad fed ain af il ydd eg u ú ης η ος го е та ти ма พ ศ jo je
  fomhair الثاني الاول`
    .split(/\s+/)
    .map((word) => (word === "º" || word === "ª" ? word : normalizedWords(word)))
)

/** Skips ordinal endings and the small words of dates. */
export const skipSmall = (line: LineReader, at: number): number => {
  let next = at
  for (let passed = 0; passed < 2; passed++) {
    const token = line.token(next)
    if (token === undefined || token.number !== null || !small.has(normalizedWords(token.word)) || !loose.test(line.gap(next - 1))) break
    next++
  }
  return next
}

/** The year behind a day and a month, and the place of its last token. */
export const yearAt = (line: LineReader, at: number, tight: boolean): { readonly year: number; readonly last: number } | null => {
  const gap = line.gap(at - 1)
  const next = skipSmall(line, at)
  const year = line.year(next)
  if (year === null || !loose.test(line.gap(next - 1))) return null
  if (line.token(next)?.digits === 4) return { year, last: next }
  const clock = line.gap(next) === ":" || line.gap(next) === "/"
  const joined = /^[-–./]$|['’]/.test(gap)
  return !clock && (joined || (!tight && /^[ ,.]*$/.test(gap))) ? { year, last: next } : null
}
