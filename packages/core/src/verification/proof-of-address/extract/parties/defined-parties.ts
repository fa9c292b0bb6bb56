import { longPattern } from "../long-pattern.ts"
import { nameLikeness, personsNamed } from "./person-name.ts"
import type { PrintedText } from "../printed-text.ts"

const mostLetters = 12_000
const mostParties = 4
/** A party is defined this close behind its name, with an address or a birth in between. */
const longestLead = 260

/** "(the Tenant)", "nachfolgend „Mieter“ genannt", "ci-après le locataire": how a contract names a party for the rest of its text. */
const definition = longPattern("giu")`
    [("“”„«'][\s("“”„«']{0,3}(?:(?:hereinafter|hereafter|collectively|jointly|together|referred to as|called|known as|the|der|die|
    le|la|les|el|los|il|la|de|den|o|a|nachfolgend|nachstehend|im folgenden|als|ci-après|dénommée?s?|désignée?s?|en adelante|
    denominad[oa]s?|de ora em diante|doravante|designad[oa]s?|di seguito|in seguito|hierna|te noemen|zwan[yaąe]|dalej|nedan|kallad|
    herefter|heretter)[\s:,]{1,3}){0,6}["“”„«'(]{0,2}\s?(tenants?|lessees?|renters?|licensees?|occupants?|mieter(?:in)?|locataires?|
    preneurs?|arrendatari[oa]s?|inquilin[oa]s?|conduttor[ei]|conduttrice|huurders?|najemc[aąy]|arrendatári[oa]s?|locatári[oa]s?|
    hyresgäst(?:en)?|lejer(?:en)?|leietaker(?:en)?|(landlords?|lessors?|licensors?|owners?|vermieter(?:in)?|bailleurs?|
    arrendador(?:a|es)?|senhorios?|locador(?:a|es)?|locator[ei]|verhuurders?|wynajmując[yą]m?|hyresvärd(?:en)?|udlejer(?:en)?|
    utleier(?:en)?))(?!\p{L})`

const name = longPattern("gu")`
    (?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herrn?|Frau|Monsieur|Madame|Mme|Mlle|M|Sr|Sra|D|Dª|Don|Doña|Sig|Sig\.ra|Dhr|Mevr|De heer|
    Mevrouw|Pan|Pani|Panem|Panią)\.?\s+)?\p{Lu}[\p{L}'’.-]{0,30}(?:\s(?:(?:van|von|de|der|den|da|do|dos|di|del|la|le|el|al|bin)\s)?
    \p{Lu}[\p{L}'’.-]{0,30}){1,4}`

interface DefinedParties {
  readonly tenants: ReadonlyArray<string>
  readonly landlords: ReadonlyArray<string>
}

/** The last name before a definition that is a person's: what lies between is an address, a birth or a register number. */
const namesBefore = (lead: string): ReadonlyArray<string> => {
  // What closes before the lead is the definition of the other party.
  const own = lead.replace(/^.*["”“»’')]\s*\)?(?=[\s,;:]*(?:and|und|et|y|e|en|i|&|\(?\d\)|[,;]|$))/su, "")
  for (const match of own.matchAll(name)) {
    const found = match[0]
    if (nameLikeness(found) === 0) continue
    const partner = /^\s*(?:and|&|und|et|y|e|en|i|oraz|och|og)\s+/u.exec(own.slice(match.index + found.length))
    const next = partner === null ? null : new RegExp(name.source, "u").exec(own.slice(match.index + found.length + partner[0].length))
    const second = next !== null && next.index === 0 && nameLikeness(next[0]) > 0 ? personsNamed(next[0]) : []
    return [...personsNamed(found), ...second]
  }
  return []
}

/** The people whom a contract defines as its tenant and its landlord in running text. */
export const definedParties = ({ segments }: PrintedText): DefinedParties => {
  let text = ""
  for (const segment of segments) {
    if (text.length > mostLetters) break
    text += `${segment.text} `
  }
  const tenants: Array<string> = []
  const landlords: Array<string> = []
  let from = 0
  for (const match of text.matchAll(definition)) {
    if (tenants.length + landlords.length >= mostParties * 2) break
    const lead = text.slice(Math.max(from, match.index - longestLead), match.index)
    const names = namesBefore(lead)
    if (names.length > 0) (match[2] === undefined ? tenants : landlords).push(...names)
    from = match.index + match[0].length
  }
  return { tenants: tenants.slice(0, mostParties), landlords: landlords.slice(0, mostParties) }
}
