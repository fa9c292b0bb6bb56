import { isCalendarDate } from "../../kernel/foundation/moment.ts"
import { type ComponentComparison, type ExplanationCode, factLimits, notComparable } from "./facts.ts"

/** A date of birth of which parts may be unknown (ICAO 9303 part 3 section 4.8), as they were printed. */
interface PrintedDate {
  readonly year: string
  readonly month: string | null
  readonly day: string | null
}

const printed = /^(\d{4})(?:-(\d{2}|XX|xx|<<)(?:-(\d{2}|XX|xx|<<))?)?$/u
const known = (part: string | undefined): string | null => (part !== undefined && /^\d{2}$/u.test(part) && part !== "00" ? part : null)

const readDate = (text: string | null | undefined): PrintedDate | null => {
  const match = printed.exec((text ?? "").slice(0, factLimits.date).trim())
  const year = match?.[1]
  if (year === undefined || year === "0000") return null
  const [month, day] = [known(match?.[2]), known(match?.[3])]
  return isCalendarDate(`${year}-${month ?? "01"}-${day ?? "01"}`) ? { year, month, day } : null
}

/** Whether a text is a date of birth that can be compared with another one. */
export const isDateOfBirth = (text: string): boolean => readDate(text) !== null

const compared = (score: number, verdict: ComponentComparison["verdict"], ...explanations: ReadonlyArray<ExplanationCode>) =>
  ({ component: "date_of_birth", score, verdict, explanations }) satisfies ComponentComparison

const digits = ({ day, month, year }: PrintedDate): string => `${year}${month ?? ""}${day ?? ""}`

const oneDigitDiffers = (one: string, other: string): boolean =>
  one.length === other.length && [...one].filter((digit, at) => digit !== other[at]).length === 1

const agree = (one: string | null, other: string | null): boolean => one === null || other === null || one === other

/** Which parts no one knows; null where the date is whole. */
const gap = ({ day, month }: PrintedDate): "year_only" | "day_unknown" | null =>
  month === null ? "year_only" : day === null ? "day_unknown" : null

/** Compares two dates of birth. What is unknown on one side agrees with nothing for certain, and day and month that changed places are a question. */
export const compareDatesOfBirth = (one: string | null | undefined, other: string | null | undefined): ComponentComparison => {
  const [a, b] = [readDate(one), readDate(other)]
  if (a === null || b === null) return notComparable("date_of_birth")
  const gaps = [gap(a), gap(b)].filter((each) => each !== null)
  if (a.year === b.year && a.month === b.month && a.day === b.day) return compared(1, "match", ...new Set(gaps))
  if (gaps.length > 0) {
    if (a.year !== b.year || !agree(a.month, b.month) || !agree(a.day, b.day)) return compared(0, "mismatch", "different_date")
    return gaps.includes("year_only") ? compared(0.75, "partial", "year_only") : compared(0.85, "partial", "day_unknown")
  }
  if (a.year === b.year && a.month === b.day && a.day === b.month) return compared(0.8, "partial", "day_month_swapped")
  return oneDigitDiffers(digits(a), digits(b)) ? compared(0.3, "mismatch", "one_digit_differs") : compared(0, "mismatch", "different_date")
}
