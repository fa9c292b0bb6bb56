/** One thing that has to hold, and what speaks against it. */
export interface Finding {
  readonly rule: string
  /** How many were looked at. */
  readonly looked_at: number
  readonly offending: ReadonlyArray<string>
}

const shown = 12

export const holds = ({ offending }: Finding): boolean => offending.length === 0

/** Rules with their counts, one line each, and under a broken one what breaks it. */
export const printed = (findings: ReadonlyArray<Finding>): string =>
  findings
    .flatMap(({ looked_at, offending, rule }) => [
      `${offending.length === 0 ? "  holds " : "BROKEN  "} ${String(looked_at).padStart(7)}  ${rule}`,
      ...offending.slice(0, shown).map((one) => `                   ${one}`),
      ...(offending.length > shown ? [`                   and ${offending.length - shown} more`] : [])
    ])
    .join("\n")

/** Names and figures in two columns. */
export const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, figure]) => `${String(figure).padStart(15)}  ${name}`)
    .join("\n")
