import { editDistance } from "../../../names/distance/edit-distance.ts"
import { normalizedWords } from "../../../names/text/normalized.ts"
import { longPattern } from "../long-pattern.ts"
import { isProminent } from "../parties/letterhead.ts"
import { nameLikeness } from "../parties/person-name.ts"
import type { PrintedText, Segment } from "../printed-text.ts"
import type { Candidate } from "./candidates.ts"
import { divided } from "./lines.ts"

/** "P.P." stands alone, before a postcode or behind one: elsewhere the two letters are someone's initials. */
const postage = longPattern("iu")`
    ^(?:p\.? ?p\.?(?:$|[,;:]|\s*(?:[a-z]{1,2}[- ])?\d|\s+a$)|pb[- ]?pp\b|[ab]-post\b|[ab][- ](?:priority|economy|prioritaire)\b|prioritaire$|
    port (?:pay[ée]|betaald)|porto ?betal[td]|postage paid|u\.? ?s\.? postage|presorted|prsrt\b|(?:entgelt|gebühr|porto) (?:bar )?bezahlt|postentgelt|taxe perçue|
    tassa pagata|taxa paga|franqueo (?:pagado|concertado|en destino)|opłata pobrana|opłacono|dv \d\d)|\d.*\bp\. ?p\.$|\b(?:postage|port) (?:paid|payé|betaald)$`
const carriers = longPattern("iu")`
    ^(?:deutsche post|österreichische post|(?:die )?post ch|la poste|royal mail|correos|ctt correios|poste italiane|poczta polska|postnl|postnord|posti oy|česká pošta|
    an post)(?!\p{L})`

const longestMark = 60

/** True for a mark that the postage is paid, and where. */
export const isPostageMark = (text: string): boolean => text.length <= longestMark && postage.test(text.trim())

/** What the post prints above a recipient: the mark of the postage or the name of the carrier. It is no part of an address. */
export const isFranking = (text: string): boolean => isPostageMark(text) || (text.length <= longestMark && carriers.test(text.trim()))

const sameEdge = 0.03
/** In heights of a line: the window of an envelope leaves this much between the sender's line and the recipient. */
const windowGap = 5
/** The sender's line is set small, and what a recognizer takes for a line may be higher than its letters. */
const setHeight = 1.3
const readHeight = 2

/** The sender's line in the window of an envelope: an address in one line without a label, right above the block of a recipient. */
export const isAboveRecipient = (
  { tolerant }: PrintedText,
  { anchor, first, inline, label }: Candidate,
  { candidates, country }: { readonly candidates: ReadonlyArray<Candidate>; readonly country: string | null }
): boolean => {
  if (!inline || label !== null || first.index !== anchor.index) return false
  const mostHeight = tolerant ? readHeight : setHeight
  return candidates.some((other) => {
    const begin = other.first
    const gap = begin.top - anchor.bottom
    const height = Math.max(begin.height, anchor.height)
    const placed =
      begin.page === anchor.page && Math.abs(begin.left - anchor.left) <= sameEdge && gap > -0.5 * height && gap <= windowGap * height
    if (other.inline || !placed || anchor.height > mostHeight * begin.height || (other.label !== null && other.label !== "own"))
      return false
    return divided(other.lines, country).recipients.length > 0
  })
}

const lettersOf = (text: string) => normalizedWords(text).replace(/[^\p{L}\p{N}]/gu, "")
const shortestLikened = 8
/** One sign in this many may be read wrongly. */
const signsForOne = 8

/** Whether two prints are one name; where signs may be misread, one in eight of them may differ. */
export const isLikePrint = (one: string, other: string, tolerant: boolean): boolean => {
  const [first, second] = [lettersOf(one), lettersOf(other)]
  if (first === second) return first !== ""
  const shorter = Math.min(first.length, second.length)
  return tolerant && shorter >= shortestLikened && editDistance(first, second) <= Math.floor(shorter / signsForOne)
}

const letterheadReach = 0.15

/** True where the name above an address is that in the letterhead: it is the issuer's. */
export const isOfLetterhead = (text: PrintedText, first: Segment, recipients: ReadonlyArray<string>): boolean => {
  const names = recipients.filter((line) => nameLikeness(line) < 2)
  if (names.length === 0) return false
  return text.segments.some((head) => {
    if (head.page !== 1 || head.top >= letterheadReach || !isProminent(text, head)) return false
    const alike = names.filter((name) => isLikePrint(head.text, name, text.tolerant)).length
    // The letterhead may be the first line of the block.
    return head.index === first.index ? alike > 1 : alike > 0 && head.bottom <= first.top
  })
}
