import type { Rows } from "../transaction.ts"
import type { Parameter, Statement } from "./statement.ts"

/** So many answers are kept at most: a transaction that goes through very many records reads each of them once anyway. */
const mostAnswers = 64

const keyOf = ({ parameters, text }: Statement): string => `${text}\n${JSON.stringify(parameters satisfies ReadonlyArray<Parameter>)}`

/**
 * What one transaction has read, for as long as it stands. A write takes what was read of its table, and a lock takes all: whoever waited for one may find
 * what others committed meanwhile, and reads once more.
 */
export class KnownAnswers {
  private readonly answers = new Map<string, { readonly table: string; readonly rows: Rows }>()
  private changes = 0

  find(statement: Statement): Rows | undefined {
    return this.answers.size === 0 ? undefined : this.answers.get(keyOf(statement))?.rows
  }

  /** Call it as a read is sent; the answered function keeps what it found, unless something has changed since. */
  sent(table: string, statement: Statement): (rows: Rows) => void {
    const before = this.changes
    return (rows) => {
      if (before !== this.changes) return
      if (this.answers.size >= mostAnswers) this.answers.clear()
      this.answers.set(keyOf(statement), { table, rows })
    }
  }

  changed(table: string): void {
    this.changes += 1
    for (const [key, answer] of this.answers) if (answer.table === table) this.answers.delete(key)
  }

  forget(): void {
    this.changes += 1
    this.answers.clear()
  }
}
