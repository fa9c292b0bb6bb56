import { Schema } from "effect"
import { issueCode } from "../../kernel/schema/faults.ts"

/** Keys of lists: what results, settings and commands call them. */
export const isListKey = (text: string): boolean => /^[a-z][a-z0-9_]{0,63}$/.test(text)

/** The key of a watchlist. */
export const ListKey = Schema.String.check(
  Schema.makeFilter((key: string) => isListKey(key) || "must be the key of a list, such as un_consolidated", {
    [issueCode]: "pattern",
    expected: "the key of a list",
    toJsonSchema: () => ({ minLength: 1, maxLength: 64, pattern: "^[a-z][a-z0-9_]*$" })
  })
)
