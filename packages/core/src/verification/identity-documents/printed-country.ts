import { countryNamed, isAmbiguousCountryName } from "../proof-of-address/compare/addresses/country-names.ts"
import { regionCode } from "../proof-of-address/compare/addresses/regions.ts"
import { phraseFinder } from "../proof-of-address/extract/phrase-finder.ts"
import type { Segment } from "../proof-of-address/extract/printed-text.ts"
import type { PrintedZone } from "./visual-zone/printed-zone.ts"

/** How states and their authorities call themselves on documents, where no list of country names has the form. */
const selfNames: Readonly<Record<string, string>> = {
  DE: "bundesrepublik deutschland|federal republic of germany|république fédérale d'allemagne",
  AT: "republik österreich",
  CH: "confédération suisse|schweizerische eidgenossenschaft|confederazione svizzera",
  FR: "république française|préfecture",
  BE: "royaume de belgique|koninkrijk belgië",
  NL: "koninkrijk der nederlanden",
  LU: "grand duché de luxembourg",
  ES: "reino de españa|documento nacional de identidad",
  PT: "república portuguesa|cartão de cidadão",
  IT: "repubblica italiana",
  GB: "dvla|united kingdom of great britain and northern ireland|hm passport office|biometric residence permit",
  IE: "éire|ceadúnas tiomána|national driver licence service",
  PL: "rzeczpospolita polska",
  CZ: "česká republika",
  SK: "slovenská republika",
  HU: "magyarország|magyar köztársaság",
  RO: "românia|roumanie",
  BG: "република българия",
  HR: "republika hrvatska",
  SI: "republika slovenija",
  RS: "република србија|republika srbija",
  GR: "ελληνική δημοκρατία",
  CY: "κυπριακή δημοκρατία",
  TR: "türkiye cumhuriyeti",
  DK: "kongeriget danmark",
  SE: "konungariket sverige",
  NO: "kongeriket norge",
  FI: "suomi finland|suomen tasavalta",
  EE: "eesti vabariik",
  LV: "latvijas republika",
  LT: "lietuvos respublika",
  UA: "україна",
  RU: "российская федерация",
  US: "usa|united states of america|department of motor vehicles|real id",
  CA: "gouvernement du canada|government of canada",
  MX: "estados unidos mexicanos|instituto nacional electoral|credencial para votar",
  BR: "república federativa do brasil|carteira nacional de habilitação",
  AR: "república argentina|registro nacional de las personas",
  CO: "república de colombia",
  CL: "república de chile",
  PE: "república del perú|reniec",
  IN: "government of india|republic of india|income tax department|unique identification authority of india|election commission of india|aadhaar",
  PK: "islamic republic of pakistan|nadra",
  BD: "people's republic of bangladesh",
  LK: "democratic socialist republic of sri lanka",
  PH: "republika ng pilipinas|republic of the philippines",
  ID: "republik indonesia|kartu tanda penduduk",
  MY: "kad pengenalan|mykad",
  SG: "republic of singapore",
  TH: "บัตรประจำตัวประชาชน",
  VN: "cộng hòa xã hội chủ nghĩa việt nam|căn cước công dân",
  CN: "中华人民共和国|居民身份证",
  JP: "日本国|運転免許証|在留カード",
  KR: "대한민국|주민등록증|운전면허증",
  TW: "中華民國",
  AE: "united arab emirates|الإمارات العربية المتحدة",
  SA: "kingdom of saudi arabia|المملكة العربية السعودية",
  EG: "جمهورية مصر العربية",
  MA: "royaume du maroc|المملكة المغربية",
  IL: "מדינת ישראל|state of israel",
  NG: "federal republic of nigeria|national identity management commission",
  KE: "jamhuri ya kenya|republic of kenya",
  ZA: "republic of south africa",
  GH: "republic of ghana",
  AU: "commonwealth of australia|australian capital territory",
  NZ: "new zealand government|aotearoa"
}

const findSelfNames = phraseFinder(Object.entries(selfNames).map(([country, names]) => [names, country] as const))

/** Weights of what speaks for a country, before the place on the page is counted. */
const weights = { self_name: 0.8, named: 0.6, state_of: 0.7, region: 0.75 } as const
const titleZone = 0.4

/** "Republic of Kenya", "Royaume du Maroc": the words before the name of a state. */
const stateOf =
  /^(?:(?:the )?(?:federal |people'?s |islamic |democratic )?(?:republic|kingdom|commonwealth|state|government|republik|república|république|repubblica|republika|reino|royaume|regno)) (?:of the |of |de la |de |del |du |d'|di |da |do )?(.{3,50})$/iu

const licensed = /^(.{3,30}?)[\s,]+(?:driver|driving|identification|operator|enhanced|commercial|usa\b)/iu
const federations = ["US", "CA", "AU"] as const

const votesOf = ({ skeleton, text }: Segment): ReadonlyArray<readonly [string, number]> => {
  const named = findSelfNames(skeleton, true).map(({ value }) => [value, weights.self_name] as const)
  const parts = text
    .slice(0, 120)
    .split(/\s?[/|•·]\s?/u)
    .map((part) => part.trim())
  const others = parts.flatMap((part) => {
    const whole = isAmbiguousCountryName(part) || part.length < 4 ? null : countryNamed(part)
    const state = stateOf.exec(part)?.[1]
    const ruled = state === undefined ? null : countryNamed(state)
    const region = (licensed.exec(part)?.[1] ?? part).replace(/^state of | state$/iu, "")
    const federal = region.length < 4 ? undefined : federations.find((country) => regionCode(region, country) !== null)
    return [
      ...(whole === null ? [] : [[whole, weights.named] as const]),
      ...(ruled === null ? [] : [[ruled, weights.state_of] as const]),
      ...(federal === undefined ? [] : [[federal, weights.region] as const])
    ]
  })
  return [...named, ...others]
}

/** The country whose authority a print names, with 0 to 1 for how clearly; null when nothing does. Titles at the top weigh most. */
export const printedCountry = (zone: PrintedZone): { readonly country: string; readonly confidence: number } | null => {
  const doubts = new Map<string, number>()
  for (const segment of zone.text.segments) {
    for (const [country, weight] of votesOf(segment)) {
      const placed = segment.top <= titleZone ? weight : weight * 0.5
      doubts.set(country, (doubts.get(country) ?? 1) * (1 - placed))
    }
  }
  const [best, second] = [...doubts].sort(([, one], [, other]) => one - other)
  if (best === undefined) return null
  const rival = second === undefined ? 0 : 1 - second[1]
  // Two countries named equally well name none.
  return { country: best[0], confidence: Math.round(Math.min(0.95, (1 - best[1]) * (1 - rival / 2)) * 1000) / 1000 }
}
