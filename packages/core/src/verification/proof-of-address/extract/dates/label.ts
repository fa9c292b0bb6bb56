/** What a printed label says about the date beside it. */
export type DateLabel =
  /** The day the document was made: "Invoice date", "Rechnungsdatum". */
  | "issue"
  /** The day a statement closes, which stands for its day of issue when nothing better is printed. */
  | "closing"
  /** The day of a balance or of what else the paper tells, which stands for its day of issue where nothing better is printed. */
  | "balance"
  /** A bare "Date". */
  | "date"
  | "period"
  | "period_start"
  | "period_end"
  | "valid_until"
  /** The day wages were paid, which dates a payslip and nothing else. */
  | "paid"
  /** Last day of a tenancy. */
  | "term"
  | "term_start"
  | "term_end"
  /** Due dates, births, direct debits, meter readings, earlier and later bills: never the date of this document. */
  | "other"

/** Phrases (`|` between them) and what they say. */
export type DatePhrases = ReadonlyArray<readonly [phrases: string, label: DateLabel]>
