import { longPattern } from "../long-pattern.ts"
import { titles } from "../../../names/words/titles.ts"
import type { PoaDocumentType } from "../../types.ts"
import { isLikePrint } from "../addresses/envelope.ts"
import { isOrganizationLine, isStreetLike } from "../addresses/lines.ts"
import { isLabelText } from "../headings.ts"
import { attestedOnLine } from "./attested.ts"
import { definedParties } from "./defined-parties.ts"
import { type Labelled, labelledNames } from "./labelled-names.ts"
import { isPlainTitle } from "./issuer-names.ts"
import { isOfFamily, isTitleLine, joinsNames, nameLikeness, personsNamed } from "./person-name.ts"
import type { PrintedText } from "../printed-text.ts"
import { normalizedWords } from "../../../names/text/normalized.ts"

const mostHolders = 4

const isSingleName = (name: string) => /^\p{Lu}[\p{L}'’ -]{1,40}$/u.test(name)

const isName = (name: string) => nameLikeness(name) > 0

/** Given and family name belong together when they are printed this close. */
const mostRowsApart = 4

/** Names that a form prints in two fields. A bare "Name" or "Nombre" beside one of the two stands for the other. */
const combined = (names: ReadonlyArray<Labelled>): ReadonlyArray<string> => {
  const parts = (label: Labelled["label"]) => names.filter((entry) => entry.label === label && isSingleName(entry.name))
  const [families, givens, bare] = [parts("family"), parts("given"), parts("holder")]
  const others = givens.length === 0 || families.length === 0 ? bare : []
  const paired = (family: ReadonlyArray<Labelled>, given: ReadonlyArray<Labelled>) =>
    family.flatMap((one) => {
      const near = given.find(({ row }) => Math.abs(row - one.row) <= mostRowsApart)
      return near === undefined ? [] : [`${near.name} ${one.name}`]
    })
  const pairs = paired(families.length === 0 ? others : families, givens.length === 0 ? others : givens)
  return givens.length === 0 && families.length === 0 ? [] : [...new Set(pairs)].slice(0, 2)
}

/** Licences of the European model number their fields: 1 is the surname, 2 the given names. */
const numbered = ({ segments }: PrintedText): ReadonlyArray<string> => {
  const field = (number: number) => {
    const pattern = new RegExp(`^\\s*${number}[.,)]?\\s+(\\p{Lu}[\\p{L}'’ .-]{1,50})$`, "u")
    const match = segments.map(({ text }) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
    return match?.replace(/^(?:mr|mrs|ms|miss|dr)\.?\s+/i, "").trim()
  }
  const family = field(1)
  const given = field(2)
  return family === undefined || given === undefined ? [] : [`${given} ${family}`]
}

const titledName = longPattern("u")`
    (?:^|[\s(,;])((?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herrn?|Frau|Monsieur|Madame|Mme|Mlle|M\.|Sr|Sra|D\.|D\.ª|Dña|Don|Doña|Sig|Sig\.ra|
    Signor|Signora|Dhr|Mevr|Mevrouw|De heer|Pan|Pani|Pana|Panią|[Ss]enhora?|[Ss]eñora?)\.?\s+\p{Lu}[\p{L}'’.-]*(?:\s+(?:van|von|de|der|den|
    da|do|dos|di|del|la|le|el|al|bin|y|e|\p{Lu}[\p{L}'’.-]*)){0,5})`

/** A person named with a title in a sentence: "We confirm that Mr John Smith of 12 Oak Road ...". */
const inSentence = ({ segments }: PrintedText, lead: RegExp | null): string | null => {
  for (const { text } of segments) {
    const start = lead === null ? 0 : (lead.exec(normalizedWords(text))?.index ?? -1)
    if (start < 0) continue
    const found = titledName.exec(text.slice(start))?.[1]?.trim()
    const words = found?.split(/\s+/) ?? []
    if (found !== undefined && words.length >= 2 && nameLikeness(found) > 0) return found
  }
  return null
}

const attestations = longPattern("")`
    confirm|certif|attest|bestatig|bescheinig|hace constar|declara|dichiara|verkla|bevestig|zaswiadcz|tenant|mieter|locataire|intyg|
    employ|resid`
const plainName = longPattern("u")`
    (?:confirm that|certify that|certifies that|that|confirms that|bestätigen,? dass|bescheinigt,? dass|certifie que|attestons que|
    atteste que|certifica que|constar que|que|certifica che|che|dat|że|between|and)\s+(\p{Lu}[\p{L}'’.-]+(?:\s+(?:(?:de|da|do|dos|
    van|von|der|del|la|di)\s+)?\p{Lu}[\p{L}'’.-]+){1,4})(?=[,(]|\s(?:of|é|titular|es|ist|hat|war|lives|living|zam|je|er|is|has|is|
    was|with|holds|resid|wohn|est|titula|figura|born|maintains|demeur|domicili|nat|è|mit|bei|geb|né)|\s?$)`

/** "FERRARI LORENZO, nato a Modena": registers name a person before the birth. */
const bornName = longPattern("u")`
    (?:^|[\s,;:.])(\p{Lu}[\p{L}'’.-]+(?:\s+(?:(?:de|da|do|dos|van|von|der|del|la|di)\s+)?\p{Lu}[\p{L}'’.-]+){1,4})\s*,?\s+\(?(?:nat[oa]|
    born|née?|geb\.|geboren|nacid[oa]|nascid[oa]|urodzon[ya]|ur\.|född|født|syntynyt|narozen[aá]?|született|născut[ă]?)(?=[\s.])`

const attested = ({ segments }: PrintedText): string | null => {
  for (const { text } of segments) {
    const name = (plainName.exec(text)?.[1] ?? bornName.exec(text)?.[1])?.trim()
    if (name !== undefined && nameLikeness(name) > 0) return name
  }
  return null
}

const salutation = /^(?:dear|sehr geehrter?|cher|chère|estimad[oa]|prezad[oa]|gentile|egregio|geachte|szanown[ya])\s+(.{3,60}?)[,:!]?$/iu

const saluted = ({ segments }: PrintedText): string | null => {
  for (const { text } of segments) {
    const name = salutation.exec(text)?.[1]?.replace(/^(?:heer|mevrouw|herrn?|frau)\s+/iu, "")
    if (name !== undefined && isName(name) && !/customer|kunde|client|damen|sir|madam/i.test(name)) return name
    const single = name?.trim().split(/\s+/) ?? []
    if (
      name !== undefined &&
      single.length === 1 &&
      isSingleName(name) &&
      name !== name.toLowerCase() &&
      !/customer|kund|client|sir|madam|resident|herr|mevrouw|member|taxpayer|homeowner|sirs/i.test(name)
    )
      return name
  }
  return null
}

const tokens = (name: string): ReadonlySet<string> =>
  new Set(
    normalizedWords(name)
      .split(/[^\p{L}]+/u)
      .filter((word) => word !== "" && !(titles.has(word) && word.length > 1))
      // A Greek name loses its last letter where the letter is addressed to it.
      .map((word) => word.replace(/(?<=[α-ω])[σς]$/u, ""))
  )

const covers = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...other].every((word) => one.has(word) || (word.length === 1 && [...one].some((known) => known.startsWith(word))))

/** "Χατζηδάκης" beside "Χατζηδάκη": the form in which a name is told, and not the one in which it is addressed. */
const isFullerGreek = (name: string, known: string): boolean =>
  /[α-ωΑ-Ω]/u.test(name) && name.length > known.length && tokens(name).size === tokens(known).size

/** The same person printed twice stays once, in the fuller form. */
const distinct = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const kept: Array<string> = []
  for (const name of names) {
    const own = tokens(name)
    if (own.size === 0) continue
    const same = kept.findIndex((known) => covers(tokens(known), own) || covers(own, tokens(known)))
    if (same < 0) kept.push(name)
    else if (own.size > tokens(kept[same] ?? "").size || isFullerGreek(name, kept[same] ?? "")) kept[same] = name
  }
  return kept.slice(0, mostHolders)
}

const recipientNames = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  // "S/o", "d/o" and "w/o" name a father or a husband.
  const persons = lines.filter(
    (line) => !isTitleLine(line) && nameLikeness(line) > 0 && !isOrganizationLine(line) && !/^\s*[cdhsw]\s?\/\s?o\b/i.test(line)
  )
  if (persons.length > 0) {
    const together = (upper: string, lower: string) => joinsNames(upper, lower) || isOfFamily(upper, lower)
    const joined = (line: string, at: number) => together(persons[at - 1] ?? "", line) || together(line, persons[at + 1] ?? "")
    const likely = persons.filter((line, at) => nameLikeness(line) >= 2 || joined(line, at))
    // The second of two lines was taken for a recipient and no part of the address: it is the other holder.
    const both = persons.length === 2 && (likely.length === 0 || likely[0] === persons[0])
    return (both ? persons : likely.length > 0 ? likely : persons.slice(0, 1)).flatMap(personsNamed)
  }
  const first = lines.find((line) => !isTitleLine(line) && !/^\s*(?:to|an|c\s?\/\s?o|attn)\b[:.]?\s*$/i.test(line))
  return first === undefined ? [] : [first.replace(/^\s*(?:c\s?\/\s?o|attn\.?:?|fao:?)\s+/i, "")]
}

/** The persons whom the document names as its holder, without titles: the recipient, labelled holders, else a name in a sentence. */
export const holderNames = (
  text: PrintedText,
  {
    recipients,
    type,
    issuer,
    nearby
  }: {
    readonly recipients: ReadonlyArray<string>
    readonly type: PoaDocumentType | null
    readonly issuer: string | null
    /** A name that stands near the address or under a caption for the customer, for where no other is found. */
    readonly nearby: () => string | null
  }
): ReadonlyArray<string> => {
  const labelled = labelledNames(text)
  const isIssuer = (name: string) =>
    issuer !== null &&
    (normalizedWords(issuer).includes(normalizedWords(name)) || (nameLikeness(issuer) < 2 && isLikePrint(issuer, name, text.tolerant)))
  const valid = ({ name }: Labelled) => isName(name) && !isStreetLike(name) && !isIssuer(name)
  const tenants = labelled.filter((entry) => entry.label === "tenant" && valid(entry)).flatMap(({ name }) => personsNamed(name))
  const holders = labelled.filter((entry) => entry.label === "holder" && valid(entry)).flatMap(({ name }) => personsNamed(name))
  const others = labelled.filter(({ label }) => label === "other" || label === "landlord").map(({ name }) => tokens(name))
  const notOther = (name: string) => !others.some((other) => other.size > 1 && covers(other, tokens(name)))
  const recipient = recipientNames(recipients.filter((line) => !isLabelText(line, text.tolerant) && !isPlainTitle(line))).filter(
    (name) => !isIssuer(name)
  )
  if (type === "lease_agreement") {
    const parties = definedParties(text)
    const lets = (name: string) => parties.landlords.some((landlord) => covers(tokens(landlord), tokens(name)))
    const renting = tenants.length > 0 ? tenants : parties.tenants
    const found = distinct((renting.length > 0 ? renting : recipient.filter(notOther)).filter((name) => !lets(name)))
    if (found.length > 0) return found
  }
  const pairs = type === "identity_document" ? [...combined(labelled), ...numbered(text)] : combined(labelled)
  const persons = distinct([...recipient, ...pairs, ...holders.filter(notOther)].filter((name) => name !== ""))
  if (persons.length > 0) return persons
  const found = nearby()
  const near = (found === null ? [] : personsNamed(found)).filter((name) => !isIssuer(name) && notOther(name))
  if (near.length > 0) return distinct(near)
  const sentence = inSentence(text, attestations) ?? attested(text) ?? attestedOnLine(text) ?? inSentence(text, null) ?? saluted(text)
  return sentence === null ? [] : distinct(personsNamed(sentence))
}
