import type { Rows } from "../transaction.ts"
import type { Parameter, Statement } from "./statement.ts"

/** So many answers are kept at most: a transaction that goes through very many records reads each of them once anyway. */
const mostAnswers = 64

const keyOf = ({ parameters, text }: Statement): string => `${text}\n${JSON.stringify(parameters satisfies ReadonlyArray<Parameter>)}`

/**
 * What the server answered one transaction, for as long as it would answer the same. A write that is sent takes what was read of its table, and a lock takes
 * all: whoever waited for one may find what others committed meanwhile, and reads once more.
 */
export class KnownAnswers {
  private readonly answers = new Map<string, { readonly table: string; readonly rows: Rows }>()
  private readonly changes = new Map<string, number>()
  private forgotten = 0

  find(statement: Statement): Rows | undefined {
    return this.answers.size === 0 ? undefined : this.answers.get(keyOf(statement))?.rows
  }

  /** Call it as a read is sent; the answered function keeps what it found, unless something has changed since. */
  sent(table: string, statement: Statement): (rows: Rows) => void {
    const [forgotten, changes] = [this.forgotten, this.changes.get(table)]
    return (rows) => {
      if (forgotten !== this.forgotten || changes !== this.changes.get(table)) return
      if (this.answers.size >= mostAnswers) this.answers.clear()
      this.answers.set(keyOf(statement), { table, rows })
    }
  }

  changed(table: string): void {
    this.changes.set(table, (this.changes.get(table) ?? 0) + 1)
    for (const [key, answer] of this.answers) if (answer.table === table) this.answers.delete(key)
  }

  forget(): void {
    this.forgotten += 1
    this.answers.clear()
  }
}
