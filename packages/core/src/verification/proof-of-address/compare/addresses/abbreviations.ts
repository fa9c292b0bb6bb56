import { latin } from "../../../names/transliteration/latin-spellings.ts"

const table = (list: string): ReadonlyMap<string, string> =>
  new Map(
    list
      .trim()
      .split(/[|\n]/)
      .flatMap((row) => {
        const forms = row.trim().split(/\s+/)
        return forms.map((form): readonly [string, string] => [form, forms[0] ?? form])
      })
  )

// First word of each group is what the others are compared as. "st" is street and saint at once: both sides meet in it.
const kinds = table(`
st street saint sainte sta sto santa santo san|road rd|av ave avenue avenida avda avd aven aveniu aleja al aleje alameda viale vle aly|boulevard blvd bd bvd boul bulevar blv bld|drive dr drv|lane ln|court ct crt|close cl clo|crescent cres cr crs
gardens gdns gdn garden gds|grove gr gro grv|place pl plc plaza pza plaza platz plac pza plza plads praca pca piazza pzza pza plateia plein|square sq sqr|terrace ter terr tce|parade pde|parkway pkwy pky|highway hwy|expressway expy|freeway fwy|circle cir circ|trail trl tr|turnpike tpke|way wy|walk wlk
mews mws|rise|view vw|hill hl|park pk|heights hts|green grn|row|yard yd|quay qy|esplanade esp|calle c call cll|carrer|carrera cra kr|paseo pso po passeig pg|camino cno cmno|ronda rda|travesia trv trva tv|callejon cjon|carretera ctra crta|glorieta gta|prolongacion prol|calzada calz|rua r rue|travessa|estrada estr|rodovia rod|largo lgo
route rte rt|chemin ch che|impasse imp|allee all alle|quai|cours|faubourg fbg|passage pass|sentier|square sq|chaussee chee|via v|corso cso|vicolo|strada|contrada|lungotevere lgt
strasse str straat|gasse g|weg wg|ring|damm|ufer|allee|laan|gracht|kade|singel|dijk|plantsoen|gatan gata gate gt gade|vagen vag veien vegen vei vej vn|katu k|tie t|ulica ul ulitsa vulytsia|osiedle os|nabrezi nabr nab|namesti nam|trida|prospekt pr prosp prospect|pereulok per|leoforos leof lewforos|odos od|plateia plat|utca u|ut|koz|nagar ngr|marg|salai|jalan jln jl|lorong lor|sokak sk sokagi|caddesi cad cd|bulvari bulv|mahallesi mah mh|colony|sector sec|phase ph|cross|main mn|chowk|bazar bazaar|extension extn ext|colonia col|fraccionamiento fracc|barrio bo
mount mt|fort ft|north n northern|south s southern|east e eastern|west w western ouest o|northeast ne|northwest nw noroeste|southeast se|southwest sw sudoeste|est|nord|sud|centre center ctr|doctor|general gral gen|professor prof profesor|president pres|sankt skt|near nr|junction jn jct|bridge br brg|building bldg edificio edif edf|tower twr towers|apartments apts|house hse|station stn
`)

const streetTypes: ReadonlySet<string> = new Set(
  (
    "st road av boulevard drive lane court close crescent gardens grove place square terrace parade parkway highway expressway freeway circle trail turnpike way walk mews rise view hill row yard quay esplanade green " +
    "calle carrer carrera paseo camino ronda travesia callejon carretera glorieta prolongacion calzada rua travessa alameda estrada rodovia largo rue route chemin impasse allee quai cours faubourg passage sentier chaussee via corso vicolo strada contrada lungotevere " +
    "strasse gasse weg ring damm ufer straat laan gracht kade singel dijk plantsoen gatan vagen katu tie ulica osiedle nabrezi namesti trida prospekt pereulok leoforos odos plateia utca ut marg salai jalan lorong sokak caddesi bulvari cross"
  ).split(" ")
)

/** Words that every language of the table leaves out or adds freely in a street name. */
const free: ReadonlySet<string> = new Set(
  "the of and de la le les l du des d del della dello dei degli di da do dos das el los las y i e van der den am an im zur zum auf in".split(
    " "
  )
)

const compounds: ReadonlyArray<readonly [RegExp, string]> = [
  // The last seven are what text recognition makes of "straße".
  [/(?<=..)(?:strasse|strase|str|stralle|strabe|strafe|strale|strae|strare|stra3e)$/, "strasse"],
  [/(?<=...)(?:gatan|gata|gate|gaten|gt|gade)$/, "gatan"],
  [/(?<=...)(?:vagen|veien|vegen|vagen|vaegen)$/, "vagen"],
  [/(?<=...)(?:straat)$/, "strasse"],
  [/(?<=....)(?:inkatu|ankatu|katu|ink)$/, "katu"],
  [/(?<=...)(?:gasse)$/, "gasse"],
  [/(?<=...)(?:platz|plein|plads)$/, "place"],
  [/(?<=...)(?:allee|weg|ring|damm|ufer|laan|gracht|kade|singel|dijk|tie|vej|vei)$/, ""]
]

const numbers: Readonly<Record<string, string>> = {
  first: "1",
  second: "2",
  third: "3",
  fourth: "4",
  fifth: "5",
  sixth: "6",
  seventh: "7",
  eighth: "8",
  ninth: "9",
  tenth: "10",
  eleventh: "11",
  twelfth: "12",
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  ten: "10"
}

const directions: ReadonlySet<string> = new Set(["north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest"])

/** A street name taken apart for comparison, everything in Latin letters and lower case. */
export interface StreetWords {
  /** What is left when kind, direction, numbers and small words are taken off. */
  readonly core: Array<string>
  readonly kinds: Array<string>
  readonly directions: Array<string>
  readonly numbers: Array<string>
}

const clean = (text: string): ReadonlyArray<string> =>
  text
    .replace(/[’'`´]/g, "")
    .replace(/\bc\s?\//g, "calle ")
    .replace(/\bp\.?(?:zza|za|le)\b/g, "piazza")
    .replace(/\bc\.?so\b/g, "corso")
    .replace(/\bv\.?le\b/g, "viale")
    .replace(/\bl\.?go\b/g, "largo")
    .replace(/[^a-z0-9]+/g, " ")
    // Initials are printed apart or together: M G Road, MG Road.
    .replace(/(?<!^)\b[a-z](?: [a-z]\b)+|^(?![rcv] )[a-z](?: [a-z]\b)+/g, (initials) => initials.replace(/ /g, ""))
    .trim()
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, 24)

/** The words of a street in one Latin spelling with abbreviations written out; a compound such as Lindenstr. parts into name and kind. */
export const streetWords = (spelling: string): StreetWords => {
  const found: StreetWords = { core: [], kinds: [], directions: [], numbers: [] }
  const words = clean(spelling)
  words.forEach((word, at) => {
    const whole = kinds.get(word) ?? word
    const ordinal = /^(\d{1,5})(?:st|nd|rd|th|o|a|e|er|eme|ste|de)?$/.exec(word)?.[1] ?? numbers[word]
    if (ordinal !== undefined) found.numbers.push(ordinal)
    else if (directions.has(whole) && (word.length > 2 || words.length > 1) && !(word === "e" && at > 0 && at < words.length - 1))
      found.directions.push(whole)
    else if (streetTypes.has(whole)) found.kinds.push(whole)
    else if (!free.has(word)) {
      const compound = compounds.find(([ending]) => ending.test(word))
      if (compound === undefined) found.core.push(whole)
      else {
        const stem = word.replace(compound[0], "")
        const kind = compound[1] === "" ? (compound[0].exec(word)?.[0] ?? "") : compound[1]
        if (stem !== "") found.core.push(stem)
        found.kinds.push(kind)
      }
    }
  })
  // "V." is Via in front of a name, and "van" when the name ends in a kind of street of its own (v. Baerlestraat).
  const otherKinds = found.kinds.filter((kind) => kind !== "via")
  return words.includes("v") && otherKinds.length > 0 ? { ...found, kinds: otherKinds } : found
}

/** A word of an address in the form that its abbreviations are compared as: "avenue", "ave" and "avda" are one. */
export const writtenOut = (word: string): string => kinds.get(word) ?? word

const isCompound = (word: string): boolean => compounds.some(([ending]) => ending.test(word))

/** True when a printed text contains a word that names a kind of street in one of the languages of the tables. */
export const namesStreet = (text: string): boolean => {
  const words = clean(latin(text))
  if (words.length === 1) return isCompound(words[0] ?? "")
  // One letter (R., C., V.) is a kind of street only in front of a name; "al" is as often the Arabic article.
  return words.some((word, at) =>
    word.length > 1
      ? word !== "al" && (streetTypes.has(kinds.get(word) ?? word) || isCompound(word))
      : at === 0 && streetTypes.has(kinds.get(word) ?? word)
  )
}

/** Hamlets and farms that stand where others have a street: "Lieu-dit Kerguélen", "Cascina Rossa". */
export const namesHamlet = (text: string): boolean =>
  /^(?:lieu[- ]?dit|l\.?d\.|hameau|ferme|cortijo|finca|cascina|localit[aà]|loc\.|fraz(?:ione)?\.?|s[ií]tio|fazenda|weiler|quinta|casal)\s+\p{L}/iu.test(
    text.trim()
  )

/** True for a word that, by itself, is a kind of street written in English after the name (Street, Rd, Ave). */
export const endsStreet = (word: string): boolean =>
  /^(?:st|street|road|rd|ave|avenue|blvd|boulevard|drive|dr|lane|ln|court|ct|close|crescent|cres|gardens|gdns|grove|place|pl|square|sq|terrace|parade|parkway|pkwy|highway|hwy|circle|cir|trail|way|walk|mews|row|quay)$/.test(
    latin(word).replace(/[^a-z]/g, "")
  )

/** A direction that follows a kind of street in North America (Queen St W). */
export const isDirection = (word: string): boolean => directions.has(kinds.get(latin(word).replace(/[^a-z]/g, "")) ?? "")

const buildings =
  /\b(?:house|cottage|lodge|farm|farmhouse|villas?|manor|hall|barn|mill|rectory|vicarage|bungalow|grange|towers?|apartments?|residency|residences?|residence|r[ée]sidence|heights|mansions?|building|bldg|plaza|complex|enclave|estate|society|chs|chambers|court|point|wharf|works|oast|croft|cabin|chalet|hacienda|quinta|edificio|edif|edf|immeuble|haus|palazzo|condominio|cond|block)\b/iu

/** True when a text names a building and not a street. */
export const namesBuilding = (text: string): boolean => buildings.test(text)
