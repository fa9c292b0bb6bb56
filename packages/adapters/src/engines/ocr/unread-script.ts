import type { ReadQuality } from "@vouchkit/core/verification/document-reading"
import type { TextPiece } from "./text-layout.ts"

/** A word of fewer letters is read by chance in a script that the recognizer does not know. */
const longWord = 4
/** From this confidence on a word was read and not guessed. */
const surely = 0.8
/** Below this share of letters in surely read long words, a page that is sharp is in a script that no installed language has. */
const leastRead = 0.2
const highestConfidence = 0.62
/** Fewer letters than these, however read, say nothing of a script. */
const fewestLetters = 40
/** Where the picture itself is poor, that is why its print was not read. */
const leastQuality = { focus: 0.5, brightness: 0.4, resolution: 0.4 } as const

/** How much of the letters of a page was read at all. Figures are the same in many scripts, and do not count. */
export interface ScriptSigns {
  readonly letters: number
  /** Mean confidence over the letters, 0 to 1. */
  readonly confidence: number
  /** Share of the letters that stand in surely read words of some length. */
  readonly read: number
}

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

export const scriptSigns = (words: ReadonlyArray<TextPiece>): ScriptSigns => {
  let [letters, weighed, read] = [0, 0, 0]
  for (const { confidence, text } of words) {
    const own = lettersIn(text)
    letters += own
    weighed += own * confidence
    if (own >= longWord && confidence >= surely) read += own
  }
  return letters === 0 ? { letters, confidence: 0, read: 0 } : { letters, confidence: weighed / letters, read: read / letters }
}

/** True where hardly a word of a page was read: its print is in a script or a hand that the languages do not have, or its picture is poor. */
export const isHardlyRead = ({ confidence, letters, read }: ScriptSigns): boolean =>
  letters >= fewestLetters && confidence < highestConfidence && read < leastRead

/**
 * True for a good picture of print that was hardly read: it is in a script, or a hand, that no installed language knows, and no better picture
 * would help.
 */
export const isUnreadScript = (signs: ScriptSigns, { brightness, focus, resolution }: Omit<ReadQuality, "overall">): boolean =>
  isHardlyRead(signs) &&
  (focus ?? 0) >= leastQuality.focus &&
  (brightness ?? 0) >= leastQuality.brightness &&
  (resolution ?? 0) >= leastQuality.resolution
