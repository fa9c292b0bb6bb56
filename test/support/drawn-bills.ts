/** A drawn page of a proof of address, and what a careful person reads on it. */
export interface DrawnBill {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly holder: string
  /** The words of the recipient's address as they are printed, in one line. */
  readonly address: string
  /** YYYY-MM-DD: the day of issue, or where the page names none the last day of its period. */
  readonly issued: string
  readonly issuer: string
  /** As `printedPage` takes it. */
  readonly drawing: string
}

/** Pages parted by `---`; the first line of each is country, holder, address, day and issuer, parted by `|`. */
export const drawnBills = (pages: string): ReadonlyArray<DrawnBill> =>
  pages
    .trim()
    .split("\n---\n")
    .map((page) => {
      const [head = "", ...rows] = page.trimStart().split("\n")
      const [country = "", holder = "", address = "", issued = "", issuer = ""] = head.split(" | ").map((part) => part.trim())
      return { country, holder, address, issued, issuer, drawing: `\n${rows.join("\n")}` }
    })

/** The address in one line, as someone would state it: with a comma wherever the page parts it. */
export const addressInLine = ({ address, drawing }: DrawnBill): string => {
  const cells = drawing.split("\n").flatMap((row) =>
    row
      .replace(/^#/, "")
      .split(/ {3,}|: /)
      .map((cell) => ` ${cell.trim()} `)
  )
  const words = address.split(" ")
  return words.reduce((line, word, at) => {
    const before = words[at - 1] ?? ""
    const together = before.endsWith(",") || cells.some((cell) => [" ", ",", ";"].some((end) => cell.includes(` ${before} ${word}${end}`)))
    return at === 0 ? word : `${line}${together ? "" : ","} ${word}`
  }, "")
}
