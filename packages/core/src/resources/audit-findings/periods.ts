/** The day of a moment, such as `2026-03-02`. */
export const dayOf = (at: string): string => at.slice(0, 10)

/** The month of a moment, such as `2026-03`. */
export const monthOf = (at: string): string => at.slice(0, 7)

/** The month before a month. */
export const monthBefore = (month: string): string => {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return number > 1 ? `${month.slice(0, 5)}${String(number - 1).padStart(2, "0")}` : `${String(year - 1).padStart(4, "0")}-12`
}
