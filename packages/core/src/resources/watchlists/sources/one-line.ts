// Control characters, and the marks that turn the direction of text, say nothing about a name and hide what stands beside them.
const invisible = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** One line as the source prints it, without control characters and doubled space. Half a character becomes the replacement character. */
export const oneLine = (text: string): string => text.toWellFormed().replace(invisible, " ").replace(/\s+/g, " ").trim()

/** Several lines, each as `oneLine` has it. */
export const lines = (text: string): string => text.split(/\r?\n/).map(oneLine).join("\n").trim()

/** The first `limit` UTF-16 units, without cutting a character in two. */
export const cutAt = (text: string, limit: number): string =>
  text.length <= limit ? text : text.slice(0, limit - (/[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? 1 : 0))
