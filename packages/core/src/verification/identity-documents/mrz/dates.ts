import { isCalendarDate } from "../../../kernel/foundation/moment.ts"

/** A date of a zone, which prints two digits of the year and may leave parts out as fillers. */
export interface MrzDate {
  /** The six characters as they stand there. */
  readonly printed: string
  /** Four digits, the century chosen by the rule of the field. */
  readonly year: number | null
  readonly month: number | null
  readonly day: number | null
  /** `YYYY-MM-DD` when all parts are known and the day exists. */
  readonly date: string | null
  /** True when every part is a possible number or left out; a day that the month does not have, or a letter, makes it false. */
  readonly regular: boolean
}

/** Documents are not valid for longer; a year that lies further ahead belongs to the century before. */
const longestValidityYears = 50

const part = (text: string): number | null => (/^\d\d$/.test(text) ? Number(text) : null)

const twoDigits = (value: number): string => String(value).padStart(2, "0")

const written = (year: number, month: number | null, day: number | null): string =>
  `${year}-${twoDigits(month ?? 1)}-${twoDigits(day ?? 1)}`

const dated = (printed: string, yearOf: (short: number, month: number | null, day: number | null) => number): MrzDate => {
  const [short, month, day] = [part(printed.slice(0, 2)), part(printed.slice(2, 4)), part(printed.slice(4, 6))]
  const year = short === null ? null : yearOf(short, month, day)
  const possible =
    /^(?:\d\d|<<){3}$/.test(printed) && (month === null || (month >= 1 && month <= 12)) && (day === null || (day >= 1 && day <= 31))
  // A leap year stands in where the year is unknown, so that 29 February stays possible; a long month where the month is.
  const regular = possible && isCalendarDate(written(year ?? 2000, month ?? 1, day))
  const known = regular && year !== null && month !== null && day !== null
  return { printed, year, month, day, date: known ? written(year, month, day) : null, regular }
}

/**
 * A date of birth: the latest century that does not lie in the future on `today` (`YYYY-MM-DD`). Unknown parts count as the earliest they
 * can be. Someone older than a hundred years is taken for a child; the zone cannot say otherwise.
 */
export const birthDateOf = (printed: string, today: string): MrzDate =>
  dated(printed, (short, month, day) => {
    const century = Number(today.slice(0, 2)) * 100
    return written(century + short, month, day) <= today ? century + short : century - 100 + short
  })

/** A date of issue: the latest century that does not lie in the future on `today` (`YYYY-MM-DD`). */
export const issueDateOf = birthDateOf

/**
 * A date of expiry: at most fifty years ahead of `today` (`YYYY-MM-DD`), else in the century before; documents that expired long ago keep their
 * year that way. None expires before its holder's birth, so a permanent card of a young holder that says 99 means 2099.
 */
export const expiryDateOf = (printed: string, today: string, birth: MrzDate): MrzDate =>
  dated(printed, (short) => {
    const now = Number(today.slice(0, 4))
    const century = Math.floor(now / 100) * 100
    const near = century + short - now > longestValidityYears ? century - 100 + short : century + short
    return birth.year !== null && near < birth.year ? near + 100 : near
  })
