import type { PrintedText, Segment } from "../printed-text.ts"
import { findOrganizationMarks, type OrganizationMark } from "./organization-marks.ts"

/** Legal forms that go before the name: "PT Nusa", "SIA "Latgales"", "UAB Vilniaus", "ТОВ «Київські»". */
const leadingForms = new Set(
  "PT SIA UAB AB OÜ AS KÜ MTÜ АО ООО ОАО ПАО ЗАО ТОО МУП ГУП УП РУП ТОВ АТ ПАТ КП ЈКП ЈП АД ЕАД JKP VĮ VŠĮ VšĮ JSC BRF".split(" ")
)
/** Short forms that are printed in small letters: "Suðurnet hf.", "Jihomoravský plyn, a.s.", "Marjan Telekom d.d.". */
const smallForms = /^(?:a\.? ?s|d\.? ?d|k\.? ?s|hf|ohf|ehf|sf|slf)$/

const isForm = (line: string, { end, start }: { readonly start: number; readonly end: number }): boolean => {
  const printed = line.slice(start, end)
  if (start === 0) return leadingForms.has(printed) && /^\s+["“”„«]?\p{Lu}/u.test(line.slice(end))
  if (/\p{Lu}/u.test(printed)) return true
  return smallForms.test(printed) && /\p{L}{2}["”“»]?,?\s$/u.test(line.slice(0, start)) && /^\.?(?:$|[,;:)]|\s)/.test(line.slice(end))
}

/** The marks of an organization in a line. Short legal forms are words in some language: they close or lead a name that begins with a capital. */
export const marksOf = (
  text: PrintedText,
  segment: Segment
): ReadonlyArray<{ readonly value: OrganizationMark; readonly start: number; readonly end: number }> =>
  findOrganizationMarks(segment.skeleton, text.tolerant).filter(
    (mark) => mark.value !== "form" || mark.end - mark.start > 3 || isForm(segment.text, mark)
  )
