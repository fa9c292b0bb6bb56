/** The first thing in the text that no database column or UTF-8 encoder can hold: a NUL or half of a surrogate pair. */
export const unstorable = (text: string): "a NUL character" | "an unpaired surrogate" | undefined => {
  if (text.includes("\u0000")) return "a NUL character"
  return text.isWellFormed() ? undefined : "an unpaired surrogate"
}

/** Control characters but for tab and line ends (Unicode category Cc). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u

/** Whether the text holds control characters that terminals and logs may obey and that no reader sees. */
export const unprintable = (text: string): boolean => controls.test(text)

/** Scripts that spell with joiners (RFC 5892, appendix A). */
const joining = "Arab|Syrc|Mong|Nkoo|Deva|Beng|Guru|Gujr|Orya|Taml|Telu|Knda|Mlym|Sinh|Khmr|Mymr|Tibt"
  .split("|")
  .map((script) => `\\p{Script=${script}}`)
  .join("")
const emoji = "\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f"
/** Signs without a shape of their own that are part of ordinary writing in one place, and hide something in any other. */
const inPlace = [
  // Joiners between letters of these scripts, and in emoji of several parts.
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
  `(?<=[${emoji}])\\u200d(?=\\p{Extended_Pictographic})`,
  // One variation selector behind what it varies: emoji, ideographs, Mongolian letters.
  "(?<=[\\p{Emoji}])[\\ufe0e\\ufe0f]",
  "(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]",
  "(?<=\\p{Script=Mong})[\\u180b-\\u180d\\u180f]"
].join("|")
/** Invisible, direction-changing (UAX #9) and annotating characters, separators of lines that no one typed, and controls. */
const hidden =
  "\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\u2028\\u2029\\ufff9-\\ufffb\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f"
const deceptive = new RegExp(`(?:(?!${inPlace})[${hidden}])+`, "gu")

/**
 * Text as it is shown to agents and people: characters that no one sees, or that turn other text around, are marked by one replacement character
 * (U+FFFD) for each run, so that what is read is what is there. It never gets longer, and never empty.
 */
export const legible = (text: string): string => text.replace(deceptive, "\ufffd")

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
