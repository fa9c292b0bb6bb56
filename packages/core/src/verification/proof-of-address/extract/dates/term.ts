import { longPattern } from "../long-pattern.ts"
import type { PrintedText } from "../printed-text.ts"
import { normalizedWords } from "../../../names/text/normalized.ts"

const longestTermMonths = 240

const months = /^(months?|monate?n?|mois|meses|mes|mesi|mese|maanden|maand|miesiecy|miesiace|manader|maneder|mesicu|luni|honap)$/
const years = /^(years?|yrs?|jahre?n?|annees?|ans?|anos?|anni|anno|jaar|jaren|lata?|rok|roku|ar|let|ani|ev)$/

const spelled: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  six: 6,
  nine: 9,
  twelve: 12,
  eighteen: 18,
  ein: 1,
  einem: 1,
  zwei: 2,
  drei: 3,
  sechs: 6,
  zwolf: 12,
  un: 1,
  une: 1,
  deux: 2,
  trois: 3,
  douze: 12,
  uno: 1,
  dos: 2,
  tres: 3,
  cinco: 5,
  doce: 12,
  um: 1,
  dois: 2,
  doze: 12,
  due: 2,
  tre: 3,
  quattro: 4,
  dodici: 12,
  een: 1,
  twee: 2,
  twaalf: 12
}

/** The first length of a tenancy that is printed as such, in months ("for a term of 12 months", "une durée de trois ans"). */
export const termInMonths = ({ segments }: PrintedText): number | null => {
  for (const { text } of segments) {
    const words = normalizedWords(text).match(/[\p{L}]+|\d{1,3}/gu) ?? []
    const about = words.some((word) =>
      longPattern("")`
        ^(term|tenancy|period|lease|duree|bail|plazo|duracion|duracao|prazo|durata|mietdauer|mietzeit|dauer|duur|periode|huur|czas|
        okres|loc|for|pour|fur|por|per|voor)`.test(word)
    )
    if (!about) continue
    for (const [position, word] of words.entries()) {
      const unit = months.test(word) ? 1 : years.test(word) ? 12 : 0
      const before = words[position - 1] ?? ""
      const count = /^\d+$/.test(before) ? Number(before) : (spelled[before] ?? 0)
      const behind = words[position + 1] ?? ""
      const after = unit === 0 || count > 0 ? 0 : (spelled[behind] ?? (/^\d{1,2}$/.test(behind) ? Number(behind) : 0))
      const total = unit * (count || after)
      if (total >= 1 && total <= longestTermMonths) return total
    }
  }
  return null
}
