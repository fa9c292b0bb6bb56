import { createHmac } from "node:crypto"
import { Effect, type Schema } from "effect"
import { Tenant } from "../../../kernel/access/caller.ts"
import { Vault } from "../../../kernel/storage/vault.ts"
import type { FieldIndex, StoredCustomField } from "../../settings/custom-fields/model.ts"
import { comparedForm } from "../../settings/custom-fields/values.ts"

/** How long the beginnings are that a field with the index `prefix` is found by. */
const prefixLengths = { least: 3, most: 12 } as const
const lastCharacters = 4
/** 64 bits: two values of one field have one token by accident about once in ten billion pairs of ten thousand. */
const tokenDigits = 16

type Match = Exclude<FieldIndex, "none">
type Indexed = Pick<StoredCustomField, "key" | "type" | "indexed">

const bare = (text: string): ReadonlyArray<string> => [...text.replace(/[^\p{L}\p{M}\p{N}]/gu, "")]

/** The token of one kind of match: the key is of this organization, environment and field alone, so that no two can be compared. */
const tokenOf = (key: Buffer, field: string, match: Match, text: string): string =>
  `${field}:${createHmac("sha256", key).update(`${match}\u001f${text}`).digest("hex").slice(0, tokenDigits)}`

const keyOf = Effect.fnUntraced(function* (field: string) {
  const { environment, organization } = yield* Tenant
  const { digest } = yield* Vault
  return Buffer.from(digest("custom-field-index", [organization, environment, field].join("\u001f")), "hex")
})

/** The token of every identity that has a value of an indexed field. It tells no more than its other tokens, which name the field too. */
export const presenceToken = (field: string): string => `${field}:`

/** By which tokens an identity with this value is found. */
export const tokensOf = Effect.fnUntraced(function* ({ indexed, key: field, type }: Indexed, value: Schema.Json) {
  if (indexed === "none") return []
  const key = yield* keyOf(field)
  const text = comparedForm(type, value)
  const characters = [...text]
  const whole = [presenceToken(field), tokenOf(key, field, "exact", text)]
  switch (indexed) {
    case "exact":
      return whole
    case "last4":
      return [...whole, tokenOf(key, field, "last4", bare(text).slice(-lastCharacters).join(""))]
    case "prefix": {
      const { least, most } = prefixLengths
      const lengths = Array.from({ length: most - least + 1 }, (_, index) => least + index).filter((length) => length <= characters.length)
      return [...whole, ...lengths.map((length) => tokenOf(key, field, "prefix", characters.slice(0, length).join("")))]
    }
  }
})

/** The token that those have who match; what is wrong with the text where none can. */
export const searchToken = Effect.fnUntraced(function* ({ indexed, key: field, type }: Indexed, match: Match, value: Schema.Json) {
  if (indexed === "none" || (match !== "exact" && match !== indexed)) return { problem: "the field has no index for this match" } as const
  const key = yield* keyOf(field)
  const text = comparedForm(type, value)
  if (match === "exact") return { token: tokenOf(key, field, match, text) } as const
  if (match === "last4") {
    const last = bare(text)
    return last.length === lastCharacters
      ? ({ token: tokenOf(key, field, match, last.join("")) } as const)
      : ({ problem: `must have ${lastCharacters} letters or digits` } as const)
  }
  const { length } = [...text]
  return length >= prefixLengths.least && length <= prefixLengths.most
    ? ({ token: tokenOf(key, field, match, text) } as const)
    : ({ problem: `must have ${prefixLengths.least} to ${prefixLengths.most} characters` } as const)
})

/** Whether a token is of this field. */
export const isTokenOf = (field: string, token: string): boolean => token.startsWith(`${field}:`)
