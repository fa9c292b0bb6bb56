/** How a session is brought to its decision. */
export type Kind = "simulated" | "checked" | "reviewed" | "bill" | "bill-reviewed" | "without-key"

/** What the service acknowledged about one session. */
export interface Page {
  readonly kind: Kind
  readonly environment: "sandbox" | "live"
  readonly reference: string
  readonly id: string
  /** The documents that were uploaded. */
  readonly documents: Array<string>
  submitted: boolean
  /** The case a reviewer decided, and how. */
  review: { readonly case_id: string; readonly decision: "approved" | "rejected" } | null
  /** What it came to, as the service said it. */
  status: string | null
}

/** What clients know: every answer that acknowledged something, and every one that should not have come. */
export interface Book {
  readonly pages: Map<string, Page>
  /** References of requests without an idempotency key that no one answered: the session may be there, once, or not. */
  readonly unsure: Set<string>
  readonly wrongs: Array<string>
  readonly tally: Map<string, number>
}

export const newBook = (): Book => ({ pages: new Map(), unsure: new Set(), wrongs: [], tally: new Map() })

export const count = ({ tally }: Book, name: string): void => void tally.set(name, (tally.get(name) ?? 0) + 1)
