import { longPattern } from "../long-pattern.ts"
import { namesHamlet } from "../../compare/addresses/abbreviations.ts"
import { countryNamed } from "../../compare/addresses/country-names.ts"
import { organizationWords } from "../../../names/companies/organization-words.ts"
import { isOfFamily, isTitleLine, joinsNames, nameLikeness } from "../parties/person-name.ts"
import { namesLocality } from "./localities.ts"
import { postcodeIn } from "./postcode-shapes.ts"
import { writtenDates } from "../dates/written-dates.ts"
import { normalizedWords } from "../../../names/text/normalized.ts"

const streetWords = longPattern("")`
    (?:^|[\s,.-])(?:street|st|str|road|rd|avenue|ave|av|lane|ln|drive|dr|close|court|crescent|cres|gardens|gdns|terrace|place|pl|
    way|walk|square|sq|boulevard|blvd|bvd|parkway|pkwy|highway|hwy|circle|cir|trail|mews|grove|row|hill|rise|green|park|parade|quay|
    wharf|view|rue|allee|chemin|impasse|quai|cours|route|faubourg|calle|c|avda|avenida|paseo|plaza|camino|carrer|ronda|travesia|rua|
    travessa|praca|largo|estrada|alameda|rodovia|via|viale|piazza|corso|vicolo|largo|strada|platz|gasse|weg|ring|ufer|damm|ul|ulica|
    triq|misrah|pjazza|sqaq|trejqet|vjal|wesghet|dawret|al|aleja|aleje|os|osiedle|pl|plac|utca|ut|ter|korut|sokak|sk|cadde|cad|mahallesi|mah|bulvari|ulitsa|ulice|namesti|trida|vag|
    gata|gatan|vej|gade|gata|veien|vei|katu|tie|straat|laan|weg|plein|kade|gracht|dreef|singel|oδος|οδος|ул|улица|проспект|пр|вул|
    вулиця|nagar|marg|sector|colony|jalan|jln|jl|lorong|soi|thanon|duong|col|colonia|bairro|quadra|barrio|urb|urbanizacion|
    sheikh zayed)(?:[\s.,]|$)`
/** Abbreviations of streets that are particles and initials in names ("Fatima Al Mansoori"): without a number they say nothing. */
const particles = longPattern("")`
    ^(?!.*(?:^|[\s,.-])(?:street|str|road|avenue|lane|drive|close|court|crescent|gardens|terrace|square|boulevard|rue|calle|avenida|
    paseo|plaza|rua|via|viale|piazza|corso|platz|gasse|weg|ulica|straat|laan|vej|gade|gata|vei|utca|sokak|cadde)(?:[\s.,]|$))
    .*(?:^|\s)(?:al|os|pl|c|ut|ter|m|col|mah|pr|st|dr|av|ave|ul)(?:[\s.,]|$)`
const streetEndings = longPattern("")`
    (?:strasse|straße|str|weg|platz|gasse|allee|ring|damm|ufer|straat|laan|plein|kade|gracht|dreef|gatan|vagen|vägen|veien|vegen|
    vejen|gade|katu|tie|kuja|utca|ulica|stieg|steig|wall|markt|hof|graben|chaussee)\.?\s+\d`
const unitWords = longPattern("")`
    (?:^|[\s,])(?:flat|apartment|apt|unit|suite|ste|room|floor|fl|block|building|bldg|tower|house no|plot|lot|door no|h no|
    appartement|appt|apt|batiment|bat|etage|escalier|residence|esc|piso|pta|puerta|planta|bloque|edificio|edf|andar|lote|bloco|
    fraccao|apto|scala|interno|int|piano|palazzina|wohnung|whg|top|stiege|hinterhaus|og|bus|appt|mieszkanie|m|lok|lokal|byt|emelet|
    ajto|etaj|bloc|sc|ap|daire|kat|kv|кв|корп|po box|p o box|postfach|bp|apartado|apartado de correos|caixa postal|casella postale|
    postbus|skr poczt|postboks|box|pobox)(?:[\s.:,]|$)`

/** Words of dwellings that need no number beside them: "Garden Flat", "Ground Floor". */
const dwellingWords = longPattern("")`
    (?:^|[\s,])(?:flat|apartment|floor|building|basement|penthouse|residence|appartement|batiment|etage|wohnung|po box|p o box|
    postfach|apartado|postbus|plot)(?:[\s.,]|$)`

const buildingNames = longPattern("i")`
    \b(?:house|cottage|court|villa|farm|lodge|manor|hall|barn|towers?|mansions?|chambers|residences?|heights|apartments|grange|
    rectory|vicarage|bungalow|mill|chalet|château|chateau|résidence|residencia|résidences|edificio|edifício|palazzo|hof|schloss|
    society|nagar|enclave|colony|estate|condominios?|condomínio|conjunto|residencial|residenciales|multifamiliar(?:es)?|torres?|apartamentos|
    fraccionamiento|privada|razzett)\b`

/** True when a line carries a street, a number, a unit or a post-office box. */
export const isStreetLike = (text: string): boolean => {
  const normalized = normalizedWords(text).replace(/[/'’]/g, " ")
  if (/^\s*(?:n[o°º.]? ?)?\d{1,5}[a-z]?\b/.test(normalized) || /\b\d{1,5}\s?[a-z]?(?:\s?[-/,]\s?\d{1,4}\s?[a-z]?)?\s*\.?$/.test(normalized))
    return true
  if (/\d/.test(normalized) ? unitWords.test(normalized) : dwellingWords.test(normalized)) return true
  return (
    namesHamlet(text) ||
    (streetWords.test(normalized) && (/\d/.test(normalized) || (nameLikeness(text) < 2 && !particles.test(normalized)))) ||
    streetEndings.test(normalized) ||
    /\d{1,5}\s?[a-z]?,/.test(normalized) ||
    /丁目|番地|号|路|街|巷|弄|동|로\s?\d/.test(text)
  )
}

/** True when a line may be the name of a house above a street. */
export const isBuildingName = (text: string): boolean => buildingNames.test(text) && nameLikeness(text) < 2

const contacts =
  /(?:\bwww\.|https?:|@|\btel(?:efon|éfono|efone|ephone)?\b|\bphone\b|\bfax\b|\be-?mail\b|\biban\b|\bbic\b|\b0800\b|\+\d{2})/i
const amounts =
  /(?:[£$€]\s?\d|\d[.,]\d{2}\s?(?:€|£|eur|gbp|usd|zł|zl|kr|chf|kč|ft|lei)?(?:\s|$)|(?:\d|(?:^|\s)(?:rs|rp|rm|aed|ghs|ksh))\.?\s?(?:\d[\d.,]*\s?)?(?:yen|円|원|лв|ден|дин|грн|руб|lei|€)\.?$|\d\s?%|\bkwh\b)/i

/** A street that bears a day: Straße des 17. Juni 135, rue du 8 mai 1945, ul. 3 Maja 12, 9 de Julio Avenida. */
const streetOfDay = longPattern("iu")`
    ^\s*(?:\d{1,4}\s?[a-z]?\s*,?\s+)?(?:strasse|straße|str\.?|platz|allee|rue|place|avenue|av\.?|avda\.?|boulevard|bd\.?|quai|calle|c\/|
    avenida|plaza|paseo|rua|praça|largo|via|viale|corso|piazza|ulica|ul\.|plac|pl\.|aleja|al\.|ulice|náměstí|strada|bulevardul|ул\.?|улица|
    вул\.?|вулиця)\s+(?:des|der|du|de la|de|del|da|do|dei|dos)?\s*\d{1,2}\.?(?:er|º|°)?\s+(?:de\s+)?\p{L}{3,}`

/** "25 de Mayo 1820": a street of Argentina or Uruguay that bears a day and no other word, with its house. */
const dayAndHouse = /^\s*\d{1,2}º? de \p{L}{4,10}(?: n[o°º]\.?)? \d{1,5}\b/iu

/** "ABN 44 118 220 447", "RUC 20411778210": what the state knows an issuer by. */
const companyNumber = longPattern("iu")`
    ^\s*(?:a\.?b\.?n|a\.?c\.?n|nzbn|r\.?u\.?c|n\.?i\.?t|c\.?u\.?i\.?t|c\.?i\.?f|n\.?i\.?f|r\.?u\.?t|r\.?f\.?c|tin|vat|gstin?|btw|kvk|cvr|siren|siret|
    uid|cnpj|nipc|rnc|cin|kra pin|p\.? ?iva|org\.? ?(?:nr|nummer)|y-tunnus|ust-?id(?:nr)?|steuernummer|dič|ičo)\b[\s.:nrºo°-]{0,8}
    [\p{L}\d][\p{L}\d .\/-]{4,}$`

/** "1-7-12-804 Nishi-Nakasu": block, house and door before the quarter. */
const blocksOfJapan = /^[1-9]\d?-[1-9]\d?-[1-9]\d{0,2}(?:-\d{1,4})?\s+\p{Lu}\p{Ll}+(?:-\p{Lu}?\p{Ll}+)?(?:$|,)/u

/** True for a line that can be no part of an address: contact details, amounts, dates and sentences. */
export const breaksAddress = (text: string): boolean => {
  if (text.length > 90 || contacts.test(text) || amounts.test(text) || /[Xx*]{3,}|\d{7}/.test(text)) return true
  const number = /^\d{1,5}[a-z]?$|^# ?\d{1,4}-\d{1,5}[a-z]?$/i.test(text)
  if ((/^\d[\d ]{7,}$/.test(text) || !/\p{L}/u.test(text)) && !number && postcodeIn(text) === null) return true
  if (companyNumber.test(text)) return true
  const words = text.split(" ")
  const lower = words.filter((word) => /^\p{Ll}{2,}[.,]?$/u.test(word)).length
  if (words.length >= 6 && lower >= words.length * 0.6 && !/\d/.test(text)) return true
  // "Salzgasse 5/2/14" is house, stair and door, and no day.
  if (blocksOfJapan.test(text)) return false
  if (/^\D+\d+\/\d+\/\d+$/.test(text) && streetEndings.test(text.toLowerCase())) return false
  return (
    !streetOfDay.test(text) &&
    writtenDates(text).some((written) => written.kind === "day" && !(written.year === null && dayAndHouse.test(text)))
  )
}

/** Countries whose postal codes are as long as the number of an account. */
const longCodes = new Set(["CL", "IL"])
const longCode = /(?<!\d)\d{7}(?!\d)/

/** The same in a country, where a long number may be its postal code: "Hof HaCarmel 3780700". */
export const breaksAddressIn = (text: string, country: string | null): boolean =>
  breaksAddress(text) &&
  !(longCodes.has(country ?? "") && postcodeIn(text, country) !== null && !breaksAddress(text.replace(longCode, "").trim()))

/** Legal forms that open a name and are letters of no other alphabet: "АТ «Карпатібанк»", "UAB „Pamario šiluma“"; and those that close one. */
const openingForm = longPattern("u")`
    ^(?:АТ|ПАТ|ПрАТ|ПАО|ОАО|ООО|ЗАО|ТОВ|ТОО|КП|МУП|ГУП|ГУ|РУП|УП|ЈКП|ЈП|АО|ОсОО|ДП|СООО|SIA|UAB|VšĮ|VŠĮ|OÜ|MTÜ|OsOO|[Ττ]ράπεζα)\s+["“”„«]?\p{Lu}|
    ^(?:AS|AB|PT|JSC|LLC|OJSC)\s+["“”„«]\p{Lu}`
const otherLetters = /[А-яΑ-ω]/u
const closingForm = /\s(?:АД|ЕАД|ООД|ЕООД|ДОО|ДООЕЛ|а\.?д\.?|д\.?о\.?о\.?|А\.?Е\.?|Α\.?Ε\.?|Ε\.?Π\.?Ε\.?|Ι\.?Κ\.?Ε\.?)[.\s]*$/u

const legalForm = longPattern("i")`
    \b(?:ltd|limited|plc|llp|llc|inc|corp|gmbh|ag|se|kg|ohg|s\.?a\.?s?|sarl|s\.?r\.?l\.?|s\.?p\.?a\.?|b\.?v\.?|n\.?v\.?|sp\. ?z|oy|
    ab|a/s|as|aps|s\.?l\.?u?\.?|lda|ltda|pty|pvt|sdn bhd|s\.r\.o\.|d\.o\.o\.|a\.s(?=\.?\s*$)|kft|zrt)\b\.?`

/** True when a line names an organization by its legal form or a word that only organizations bear. */
export const isOrganizationLine = (text: string): boolean =>
  (legalForm.test(text) && nameLikeness(text) < 2) ||
  openingForm.test(text) ||
  (otherLetters.test(text) && closingForm.test(text)) ||
  normalizedWords(text)
    .split(/[^\p{L}]+/u)
    .some((word) => word.length > 3 && organizationWords.has(word))

/** True for a line that is only the name of a country. */
export const isCountryLine = (text: string): boolean =>
  countryNamed(text.replace(/\s*\((?:r\.?o\.?c|p\.?r\.?c)\.?\)$/i, "").replace(/[.,;]$/, "")) !== null

const careOf = /^\s*(?:c\s?\/\s?o|care of|attn|attention|fao|z\.? ?hd\.?|zu händen|bei|chez|p\/a|a\/c|a\/a|at\.)\b/i

const parentage =
  /^\s*(?:[sdwh]\s?\/\s?o\b|(?:son|daughter|wife|husband|widow) of\b|(?:father|husband|guardian|mother)(?:['’]s name)?\s*:)(?=[\s.:]*\p{L})/iu

/** "W/O: Late Haripada Das": whose wife, son or daughter someone is stands between the name and the address, and is a part of neither. */
export const namesParent = (line: string): boolean => parentage.test(line) && !/\d/.test(line)

export interface DividedBlock {
  readonly recipients: ReadonlyArray<string>
  readonly lines: ReadonlyArray<string>
}

/** "Service for" above a name: words that are neither a name nor a part of an address. */
const isCaption = (line: string): boolean =>
  nameLikeness(line) === 0 && !isOrganizationLine(line) && !isStreetLike(line) && !isBuildingName(line) && /^\p{L}[\p{L} :]*$/u.test(line)

/** Two unknown names one below the other, right above a street with its number: an account of two holders. */
const isSecondHolder = (upper: string, line: string, street: string): boolean =>
  nameLikeness(upper) > 0 && !isOrganizationLine(upper) && !isBuildingName(line) && /\d/.test(street) && isStreetLike(street)

/** Parts a block into the recipient's lines and the address: names stand above the first street, building or box. */
export const divided = (block: ReadonlyArray<string>, country: string | null, inline = false): DividedBlock => {
  let first = block.findIndex(
    (line, position) =>
      !isTitleLine(line) &&
      !careOf.test(line) &&
      (isStreetLike(line) ||
        (namesLocality(line) && nameLikeness(line) < 2) ||
        position === block.length - 1 ||
        postcodeIn(line, country) !== null) &&
      nameLikeness(line) < 3
  )
  if (first < 0) first = 0
  const above = block.slice(0, first)
  let names = above.length
  while (names > 1) {
    const line = above[names - 1] ?? ""
    const upper = above[names - 2] ?? ""
    const belongsToName =
      nameLikeness(line) >= 2 ||
      (names === 2 && nameLikeness(line) === 1 && (isCaption(upper) || isSecondHolder(upper, line, block[first] ?? ""))) ||
      isOrganizationLine(line) ||
      careOf.test(line) ||
      isTitleLine(upper) ||
      joinsNames(upper, line) ||
      isOfFamily(upper, line)
    if (belongsToName) break
    names--
  }
  // Of an address in one line ("Wiehre, Günterstalstraße 41"), a first part that cannot be a name is a district.
  if (names === 1 && inline && nameLikeness(above[0] ?? "") === 0 && !isOrganizationLine(above[0] ?? "")) names = 0
  if (names === 1 && above.length === 1 && isBuildingName(above[0] ?? "") && !isOrganizationLine(above[0] ?? "")) names = 0
  return { recipients: above.slice(0, names), lines: block.slice(names) }
}
