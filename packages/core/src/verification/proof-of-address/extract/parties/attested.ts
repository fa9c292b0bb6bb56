import { longPattern } from "../long-pattern.ts"
import { isOrganizationLine, isStreetLike } from "../addresses/lines.ts"
import { normalizedWords } from "../../../names/text/normalized.ts"
import { nameLikeness } from "./person-name.ts"
import { inColumn, type PrintedText, type Segment } from "../printed-text.ts"

/** "CERTIFICA CHE", "hereby certifies that", "Hiermit wird bestätigt, dass": what a certificate says below it is said of a person. */
const leads = longPattern("")`
    (?:certif|attest|confirm|bestatig|bescheinig|constar|hago saber|declara|dichiara|verkla|bevestig|zaswiadcz|intyg|bekraeft|bekreft|
    todist).{0,60}\b(?:che|that|dass|das|que|dat|ze|att|at|etta)$`

const born = longPattern("")`
    ^\(?(?:nat[oa](?:\/?[oa])?|born|nee?(?:\(e\)|\/nee)?|ne\(e\)|geb|geboren|nacid[oa](?:\/?a)?|nascid[oa](?:\/?a)?|urodzon[ya]|fodt|fodd|
    syntynyt|narozen[ay]?|szuletett|nascut[a]?)\b`

const words = (segment: Segment) => normalizedWords(segment.text).replace(/[\s,:;.]+$/, "")

const isPerson = ({ text }: Segment): boolean => {
  const name = text.replace(/[\s,;.]+$/, "")
  return nameLikeness(name) > 0 && name.split(/\s+/).length <= 6 && !isOrganizationLine(name) && !isStreetLike(name)
}

const nameReach = 3

/** The name that stands on a line of its own in a certificate: below the words that lead to it, or above the person's birth. */
export const attestedOnLine = (text: PrintedText): string | null => {
  for (const segment of text.segments) {
    const below = inColumn(text, segment, 1, nameReach) ?? text.rows[segment.row + 1]?.[0] ?? null
    if (below === null || below.page !== segment.page) continue
    const name = leads.test(words(segment)) && isPerson(below) ? below : born.test(words(below)) && isPerson(segment) ? segment : null
    if (name !== null) return name.text.replace(/[\s,;.]+$/, "")
  }
  return null
}
