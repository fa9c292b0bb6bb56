import { documentLanguage } from "@vouchkit/core/verification/proof-of-address/extract/language"
import { printedText } from "@vouchkit/core/verification/proof-of-address/extract/printed-text"
import type { GreyImage } from "../pdf/render.ts"
import { installedLanguages, languageNamed, languagesFor, otherScripts } from "./languages.ts"
import { PrintAllowance, printBounds } from "./print-work.ts"
import { type RecognizedPage, recognizePage } from "./page.ts"
import { TooMuchWork } from "../too-much-work.ts"
import { isHardlyRead } from "./unread-script.ts"

/** A page in a script that the languages do not have is tried in this many others, as each takes as long as the first. */
const mostTried = 2

/**
 * Further languages to read a page in, by what the first reading shows: the language of its words, or those of other scripts where hardly a
 * word was read. Only what is `installed` and was not `read` in already.
 */
export const languagesOfLook = (
  { lines, script }: Pick<RecognizedPage, "lines" | "script">,
  read: ReadonlyArray<string>,
  installed: (code: string) => boolean
): ReadonlyArray<string> => {
  const looks = isHardlyRead(script) ? otherScripts : [languageNamed(documentLanguage(printedText({ lines, source: "ocr" })))]
  return looks.flatMap((code) => (code !== null && !read.includes(code) && installed(code) ? [code] : [])).slice(0, mostTried)
}

const isInstalled = (code: string): boolean => installedLanguages([code]) !== ""

/** The first page says whose document it is. On the back of many a bill stand conditions in the smallest print, which no one needs to read. */
const nullBehindTheFirst =
  (number: number) =>
  (cause: unknown): null => {
    if (number > 1 && cause instanceof TooMuchWork) return null
    throw cause
  }

/**
 * Reads the pages of one document: first in the languages of its country, then in the one that the page itself looks to be in. The reading in
 * which more was surely read stands, and further pages are read in its languages. A page behind the first with too much print is not read: it is null.
 */
export const pageReader = (country: string | null): ((picture: GreyImage, number: number) => Promise<RecognizedPage | null>) => {
  let languages = languagesFor(country)
  let settled = false
  const allowance = new PrintAllowance(printBounds.file)
  return async (picture, number) => {
    let best = await recognizePage(picture, number, languages, allowance).catch(nullBehindTheFirst(number))
    if (settled || best === null) return best
    settled = true
    for (const code of languagesOfLook(best, languages, isInstalled)) {
      const other = [code, "eng"]
      const again = await recognizePage(picture, number, other, new PrintAllowance(printBounds.file))
      if (again.confidence <= best.confidence) continue
      best = again
      languages = other
    }
    return best
  }
}
