/** The first thing in the text that no database column or UTF-8 encoder can hold: a NUL or half of a surrogate pair. */
export const unstorable = (text: string): "a NUL character" | "an unpaired surrogate" | undefined => {
  if (text.includes("\u0000")) return "a NUL character"
  return text.isWellFormed() ? undefined : "an unpaired surrogate"
}

/**
 * How many Unicode characters the text has, counted no further than `limit + 1`.
 * JSON Schema bounds lengths in characters where JavaScript counts UTF-16 units, so that an emoji is one here as it is there.
 */
export const charactersUpTo = (text: string, limit: number): number => {
  // Text of n units has at least n/2 characters: hopelessly long text is not walked at all.
  if (text.length > 2 * limit) return limit + 1
  let count = 0
  for (const _ of text) {
    count += 1
    if (count > limit) break
  }
  return count
}
