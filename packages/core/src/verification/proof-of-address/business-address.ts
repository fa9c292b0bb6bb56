import { type NormalizedAddress, normalizeAddress } from "./address-segments.ts"
import { isMailDrop, mailServices } from "./mail-services.ts"

/** What makes an address look like a place of business. */
type BusinessMark =
  | "company_form"
  | "registered_office"
  | "virtual_office"
  | "mailbox_provider"
  | "office_unit"
  | "business_park"
  | "care_of"
  | "suite"
  | "floor"
  | "office_building"

/** Marks that settle the matter alone; the others count only together, and not beside a dwelling. */
const decisive: ReadonlySet<BusinessMark> = new Set<BusinessMark>([
  "company_form",
  "registered_office",
  "virtual_office",
  "mailbox_provider",
  "office_unit",
  "business_park"
])

interface Rule {
  readonly mark: BusinessMark
  readonly pattern: RegExp
  /** ISO 3166-1 alpha-2 codes where the words mean this; everywhere when absent. */
  readonly countries?: ReadonlyArray<string>
}
const rule = (mark: BusinessMark, pattern: string, countries?: string): Rule => ({
  mark,
  pattern: new RegExp(pattern, "u"),
  ...(countries === undefined ? {} : { countries: countries.split(" ") })
})

const street = "(?! ?(?:road|rd|street|st|lane|ln|avenue|ave|drive|way|close|row|blvd|boulevard|terrace|crescent|gardens?|court)\\b)"
const unitNumber = "(?:n(?:o|r|ro|°)? ?)?(?:[a-z]-?)?\\p{Nd}"

/** Matched anywhere in a line. */
const anywhere: ReadonlyArray<Rule> = [
  // Legal forms that are words of nothing else. Dots are gone: "S.r.l." is "s r l".
  rule(
    "company_form",
    `(?<!^)\\b(?:ltd|limited|ltda|llc|llp|plc|gmbh|sarl|sasu|eurl|gbr|ohg|kgaa|ggmbh|haftungsbeschrankt|oyj|aps|eood|ood|uab|zrt|nyrt|kft|bvba|fze|fzco|fzc|wll|lllp|pllc)\\b${street}`
  ),
  rule(
    "company_form",
    "(?<=\\p{L} )(?:l l c|l l p|p l c|s a r l|s r l|s p a|s a s|b v|n v|sp z o o|z o o|s r o|d o o|k k|p t e|pty|pvt|pte|sdn bhd|bhd|s de r l|s a de c v|s l u)(?![\\p{L}\\p{Nd}])(?! \\p{Nd})"
  ),
  rule(
    "company_form",
    `\\b(?:private limited|public limited|proprietary limited|societe anonyme|aktiengesellschaft|& co kg|fz-?llc|& co|and company)(?![a-z])${street}`
  ),
  rule("company_form", "(?<!\\p{L})(?:ооо|оао|зао|пао|одоо)(?: |«)|(?<=\\p{L} )(?:ооо|еоод|оод|еад)(?!\\p{L})|общество с ограниченнои"),
  rule("company_form", "(?<!\\p{L})тов(?: |«)|товариство з обмеженою", "UA"),
  rule(
    "company_form",
    "株式会社|有限会社|合同会社|(?:股份)?有限公司|有限責任|주식회사|유한회사|㈜|\\(株\\)|(?<!\\p{L})בע ?מ(?!\\p{L})|ذ ?م ?م(?!\\p{L})|شركة|บริษัท"
  ),
  rule(
    "registered_office",
    "\\bregistered (?:office|address)\\b|\\b(?:head|corporate|branch) office\\b|\\bheadquarters\\b|\\bprincipal place of business\\b"
  ),
  rule(
    "registered_office",
    "\\bsiege social\\b|\\bsede (?:legale|legal|social|sociale)\\b|\\bdomicilio (?:social|fiscal)\\b|\\bfirmensitz\\b|\\bsitz der gesellschaft\\b|\\bgeschaftsadresse\\b|\\bmaatschappelijke zetel\\b|\\bsiedziba\\b|\\bsidlo spolecnosti\\b"
  ),
  rule("registered_office", "юридическии адрес|юридична адреса|注册地址|註冊地址|登记地址|本社|本店所在地|본사"),
  rule(
    "virtual_office",
    "\\bvirtual (?:office|mail ?box|address)\\b|\\bserviced offices?\\b|\\bco-?working\\b|\\bbusiness cent(?:re|er)\\b|\\bbusiness hub\\b|\\bdomiciliation\\b|\\bbureau virtuel\\b|\\boficina virtual\\b|\\bufficio virtuale\\b|\\bvirtuelles buro\\b|\\bgeschaftszentrum\\b|\\bcentre d ?affaires\\b|\\bcentro de negocios\\b|бизнес[- ]центр|бізнес[- ]центр|비즈니스 ?센터"
  ),
  rule(
    "mailbox_provider",
    `\\bmail ?(?:forwarding|drop|room|handling)\\b|(?<!\\p{L})mail ?box ${unitNumber}|\\breshipping\\b|\\bparcel forwarding\\b`
  ),
  rule(
    "business_park",
    `\\b(?:business|office|science|technology|tech|enterprise|retail|corporate|commerce|trading|industrial) (?:park|campus|estate|centre|center|village|units?)${street}`
  ),
  rule(
    "business_park",
    `\\b(?:gewerbepark|gewerbegebiet|gewerbehof|industriepark|industriegebiet|businesspark|burocenter|technologiepark|bedrijventerrein|bedrijvenpark|bedrijvencentrum|kantoorgebouw|parc d ?activites?|zone (?:industrielle|artisanale|d ?activites?)|parc technologique|poligono industrial|parque (?:empresarial|industrial|tecnologico)|zona industriale|centro direzionale|distrito industrial|free zone)\\b`
  ),
  rule("office_unit", "\\b(?:crown|commercial) building\\b|\\bworld trade cent(?:re|er)\\b")
]

/** Matched at the beginning of a part of the address. */
const atStart: ReadonlyArray<Rule> = [
  rule("care_of", "^c/o\\b|^care of\\b|^z ?hd\\b|^chez\\b|^att?n\\b|^attention\\b|^dept\\b|^department of\\b|^accounts payable\\b"),
  rule(
    "office_unit",
    `^(?:office|offices|ofis|kontor|kantoor|buro|bureau|ufficio|oficina|escritorio|iroda|biuro|офис|оф|офіс|gabinete|showroom|warehouse|godown|factory|workshop)(?: suite| unit)? ${unitNumber}`
  ),
  rule("office_unit", `^(?:shop|loja|lj) ${unitNumber}`),
  rule("office_unit", `^(?:of|ofc|sala|sl|cj|conj) ${unitNumber}`, "BR CL AR PE CO EC MX"),
  rule("suite", `^(?:suite|ste|suites) ${unitNumber}`),
  rule(
    "floor",
    `^(?:floor|level|lvl|etage|piano|verdieping|kat) ?${unitNumber}|^\\p{Nd}{1,2} ?(?:st|nd|rd|th)? (?:floor|fl|og|etage|etg)\\b|^(?:ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|top) floor\\b`
  ),
  rule(
    "office_building",
    `\\b(?:tower|towers|plaza|trade cent(?:re|er)|exchange|chambers|works|mill|arcade|headquarters|building)(?: \\p{Nd}{1,3})?$`
  )
]

/** Words at the end of a part without digits that are a legal form in these countries and a state, a canton or an ordinary word in others. */
const endings: ReadonlyArray<Rule> = [
  rule("company_form", "\\p{L}{2}.* (?:inc|incorporated|corp|corporation|lp)$"),
  rule("company_form", "\\p{L}{2}.* (?:ag|kg|ug|ek|e k|eg|se)$", "DE AT CH LI"),
  rule("company_form", "\\p{L}{2}.* (?:sa|s a|sas|sca|snc)$", "FR BE LU CH MC ES PT PL AR CL CO PE UY MX BR GR MA TN SN CI RO"),
  rule("company_form", "\\p{L}{2}.* (?:sl|s l|slu|sau|cb)$", "ES AD"),
  rule("company_form", "\\p{L}{2}.* (?:srl|spa|snc|sas|sapa)$", "IT RO AR CL BE MX DO BO PE UY"),
  rule("company_form", "\\p{L}{2}.* (?:bv|nv|vof|cv)$", "NL BE SR CW AW"),
  rule("company_form", "\\p{L}{2}.* (?:ab|hb|oy|ky)$", "SE FI AX"),
  rule("company_form", "\\p{L}{2}.* (?:as|a/s|asa|ans|i/s|k/s|ivs)$", "NO DK EE CZ SK FO GL TR"),
  rule("company_form", "\\p{L}{2}.* (?:ou|tu)$", "EE"),
  rule("company_form", "^(?:sia|as) .*\\p{L}{2}", "LV"),
  rule("company_form", "\\p{L}{2}.* (?:lda|unipessoal|eireli|me|epp)$", "PT BR AO MZ"),
  rule("company_form", "\\p{L}{2}.* (?:doo|dd|ad|d d|a d)$", "HR SI RS BA ME MK BG"),
  rule("company_form", "\\p{L}{2}.* (?:bt|rt)$", "HU"),
  rule("company_form", "^(?:pt|cv) \\p{L}{2}|\\p{L}{2}.* tbk$", "ID"),
  rule("company_form", "\\p{L}{2}.* (?:a s|sti|ltd sti)$", "TR"),
  rule("company_form", "\\p{L}{2}.* (?:αε|α ε|επε|ε π ε|οε|ικε|ι κ ε)$", "GR CY")
]

/** Words for a dwelling: beside one, a floor or a tower says only where the flat is. */
const dwelling = new RegExp(
  [
    "\\b(?:flat|apartment|apartments|apt|apartamento|appartement|appt|apto|aptos|depto|dpto|departamento|condo|condominium|penthouse|maisonette|bedsit|studio|basement flat)\\b",
    "\\b(?:wohnung|whg|wohnheim|studentenwohnheim|residence|residences|residencia|residenza|villa|villas|bungalow|cottage|hostel|dormitory|halls? of residence|student (?:house|village))\\b",
    "\\b(?:house no|h no|hno|flat no|qtr|quarters?|society|chs|piso|puerta|escalera|esc|pta|dcha|izda|interno|int|scala|lagenhet|lgh|hdb|blk|mieszkanie|daire|byt|lakas|kerulet|appart|logement|batiment|bat)\\b",
    "(?<!\\p{L})(?:кв|квартира|общежитие|διαμ|διαμερισμα|شقة|فيلا|דירה|室|号室|號室|호|บ้าน|कमरा|मकान)(?!\\p{L})|\\p{Nd} ?(?:号室|號室|호|室)|マンション|アパート|아파트|公寓|小区"
  ].join("|"),
  "u"
)

const applies = ({ countries }: Rule, country: string | null): boolean =>
  countries === undefined || (country !== null && countries.includes(country))

const marksOf = (address: NormalizedAddress, country: string | null): ReadonlySet<BusinessMark> => {
  const marks = new Set<BusinessMark>()
  for (const known of anywhere) {
    if (applies(known, country) && address.lines.some((line) => known.pattern.test(line))) marks.add(known.mark)
  }
  for (const known of atStart) {
    if (applies(known, country) && address.segments.some((segment) => known.pattern.test(segment))) marks.add(known.mark)
  }
  // "8001 Aarau AG" is a town in a canton and "Muster AG" a company: a part with a number in it is no name.
  const names = address.segments.filter((segment) => !/\p{Nd}/u.test(segment))
  for (const known of endings) {
    if (applies(known, country) && names.some((name) => known.pattern.test(name))) marks.add(known.mark)
  }
  if (address.lines.some((line) => mailServices.test(line))) marks.add("mailbox_provider")
  if (isMailDrop(address)) marks.add("mailbox_provider")
  return marks
}

/**
 * Whether an address looks like a place of business or a mail service: one decisive mark, or two weak ones where no dwelling is named.
 * `country` is ISO 3166-1 alpha-2, null when unknown. "Care of" names a relative in India and is never enough alone.
 */
export const isBusinessAddress = (lines: ReadonlyArray<string>, country: string | null): boolean => {
  const address = normalizeAddress(lines)
  const marks = marksOf(address, country)
  if ([...marks].some((mark) => decisive.has(mark))) return true
  if (address.lines.some((line) => dwelling.test(line))) return false
  const weak = [...marks].filter((mark) => mark !== "care_of" || country !== "IN").length
  // The postal service of the United States reserves "suite" for commercial units.
  return weak >= 2 || (country === "US" && marks.has("suite"))
}
