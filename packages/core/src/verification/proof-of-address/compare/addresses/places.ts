import { latinSpellings } from "../../../names/transliteration/latin-spellings.ts"
import { slipSimilarity } from "../../../names/distance/slips.ts"

// One place per group: its own name, names in other languages, former names and usual abbreviations, separated by commas.
const groups = `
munich,munchen|cologne,koln|nuremberg,nurnberg|hanover,hannover|brunswick,braunschweig|aachen,aix la chapelle|frankfurt am main,frankfurt main|vienna,wien,vienne,viena|geneva,geneve,genf,ginevra|zurich,zuerich|bern,berne,berna|basel,bale,basle,basilea|lucerne,luzern|lausanne,losanna
prague,praha,prag,praga|brno,brunn|pilsen,plzen|warsaw,warszawa,warschau,varsovie,varsavia|krakow,cracow,krakau,cracovie|wroclaw,breslau|gdansk,danzig|poznan,posen|szczecin,stettin|bucharest,bucuresti|belgrade,beograd|sofia,sofija|athens,athina,athinai,athen,atene,athenes|thessaloniki,salonica,saloniki,thessalonique|piraeus,peiraias,pireas|heraklion,irakleio,iraklio
lisbon,lisboa,lissabon,lisbonne|porto,oporto|seville,sevilla|zaragoza,saragossa|a coruna,la coruna,corunna|san sebastian,donostia|bilbao,bilbo|palma,palma de mallorca|rome,roma,rom|florence,firenze,florenz|milan,milano,mailand|turin,torino|naples,napoli,neapel|venice,venezia,venedig,venise|genoa,genova,genua|padua,padova|mantua,mantova|leghorn,livorno|syracuse,siracusa
brussels,bruxelles,brussel|antwerp,antwerpen,anvers|ghent,gent,gand|bruges,brugge|leuven,louvain|liege,luik,luttich|mechelen,malines|namur,namen|ostend,oostende,ostende|kortrijk,courtrai|ixelles,elsene|the hague,den haag,s gravenhage|den bosch,s hertogenbosch|copenhagen,kobenhavn,kopenhagen|gothenburg,goteborg|helsinki,helsingfors|turku,abo|tampere,tammerfors|espoo,esbo|vantaa,vanda|oslo,christiania
moscow,moskva,moskau|saint petersburg,sankt peterburg,st petersburg|kyiv,kiev,kyjiv|lviv,lvov|odesa,odessa|kharkiv,kharkov|vilnius,vilna|tallinn,reval|istanbul,constantinople|izmir,smyrna|ankara,angora|nicosia,lefkosia,lefkosa|jerusalem,yerushalayim,al quds|cairo,al qahirah|alexandria,al iskandariyah|casablanca,ad dar al bayda|marrakesh,marrakech|fez,fes|tangier,tanger|algiers,alger|damascus,dimashq
abu dhabi,abudhabi|mecca,makkah|medina,madinah|jeddah,jiddah|riyadh,ar riyad|muscat,masqat|tehran,teheran
bengaluru,bangalore|mumbai,bombay|kolkata,calcutta|chennai,madras|pune,poona|kochi,cochin|thiruvananthapuram,trivandrum|kozhikode,calicut|mysuru,mysore|mangaluru,mangalore|vadodara,baroda|varanasi,benares,banaras|gurugram,gurgaon|prayagraj,allahabad|puducherry,pondicherry|visakhapatnam,vizag|tiruchirappalli,trichy|thrissur,trichur|alappuzha,alleppey|kollam,quilon|hubballi,hubli|belagavi,belgaum|shimla,simla|guwahati,gauhati|new delhi,delhi
beijing,peking|guangzhou,canton|nanjing,nanking|tianjin,tientsin|chongqing,chungking|xiamen,amoy|yangon,rangoon|ho chi minh city,saigon,thanh pho ho chi minh,tp ho chi minh,hcmc,tphcm|hanoi,ha noi|bangkok,krung thep|jakarta,djakarta|busan,pusan|incheon,inchon|daegu,taegu|taipei,taibei|kaohsiung,gaoxiong|tokyo,tokio|new york,new york city,nyc|los angeles,la|washington,washington dc|saint louis,st louis|philadelphia,phila|san francisco,sf
mexico city,ciudad de mexico,cdmx,mexico df|havana,la habana|quebec,quebec city|cape town,kaapstad,ikapa|johannesburg,joburg,jhb|pretoria,tshwane|gqeberha,port elizabeth|durban,ethekwini|dublin,baile atha cliath|cork,corcaigh|cardiff,caerdydd|swansea,abertawe|newport,casnewydd|luxembourg,luxemburg,letzebuerg|strasbourg,strassburg|mulhouse,mulhausen|lyon,lyons|marseille,marseilles|nice,nizza|bolzano,bozen|merano,meran|trento,trient
`

const canonical: ReadonlyMap<string, string> = new Map(
  groups
    .trim()
    .split(/[|\n]/)
    .flatMap((group) => {
      const names = group.split(",")
      return names.map((name): readonly [string, string] => [name, names[0] ?? name])
    })
)

const plain = (spelling: string): string =>
  spelling
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\b(?:city of|municipality of|greater|gmina|g|gorod|dist|district)\s+(?=[a-z]{3})/g, "")
    .replace(/\bcedex(?:\s?\d{1,2})?\b/g, "")
    .replace(/\bst\b/g, "saint")
    .trim()

/** The postal district behind a city (Dublin 2, Praha 1, Paris 16, København K) is not part of its name. */
const withoutDistrict = (name: string): string =>
  name.replace(/\s(?:\d{1,2}(?:e|er|eme|o)?(?: arrondissement)?|[a-z]|[nsew][ew]|sad)$/, "").trim()

const qualifiers: ReadonlySet<string> = new Set(
  "am an auf bei im in ob der die upon on by sur en les la le de del di do da under near city town".split(" ")
)

/** True when the longer name only adds a river, a region or the word city (Frankfurt and Frankfurt am Main). */
const isExtension = (short: string, long: string): boolean => {
  if (!long.startsWith(`${short} `) || short.length < 3) return false
  return qualifiers.has(long.slice(short.length + 1).split(" ")[0] ?? "")
}

const similarity = (a: string, b: string): number => {
  if (a === "" || b === "") return 0
  const one = canonical.get(a) ?? a
  const other = canonical.get(b) ?? b
  if (one === other || one.replace(/ /g, "") === other.replace(/ /g, "")) return 1
  const bareOne = withoutDistrict(one)
  const bareOther = withoutDistrict(other)
  if ((canonical.get(bareOne) ?? bareOne) === (canonical.get(bareOther) ?? bareOther)) {
    const district = (name: string, bare: string): string => name.slice(bare.length).replace(/\D/g, "") || name.slice(bare.length).trim()
    if (one === bareOne || other === bareOther) return 0.97
    return district(one, bareOne) === district(other, bareOther) ? 1 : 0.7
  }
  if (isExtension(one, other) || isExtension(other, one)) return 0.94
  const wordsOne = one.split(" ")
  const wordsOther = other.split(" ")
  if (wordsOne.length !== wordsOther.length) return slipSimilarity(one.replace(/ /g, ""), other.replace(/ /g, "")) >= 0.84 ? 0.84 : 0
  return Math.min(...wordsOne.map((word, at) => slipSimilarity(word, wordsOther[at] ?? "")))
}

/** Score of two places, 0 to 1, over all their Latin spellings, with a table of names in other languages (Köln and Cologne). */
export const comparePlaces = (a: string, b: string): number => {
  if (areOtherDistricts(a, b)) return 0
  const main = (text: string): string => text.split(/[-–/]/u)[0]?.trim() ?? ""
  const whole = compareSpellings(a, b)
  // Stuttgart-Vaihingen is a district of Stuttgart.
  if (whole >= 0.92 || a.includes("-") === b.includes("-") || Math.min(main(a).length, main(b).length) < 4) return whole
  return Math.max(whole, compareSpellings(main(a), main(b)) >= 0.97 ? 0.92 : 0)
}

const numbersOf = (text: string): ReadonlyArray<string> => text.slice(0, 120).match(/\d+/gu) ?? []
/** Dublin 4 and Dublin 14. */
const areOtherDistricts = (a: string, b: string): boolean => {
  const [one, other] = [numbersOf(a), numbersOf(b)]
  return one.length > 0 && other.length > 0 && !one.some((number) => other.includes(number))
}

const compareSpellings = (a: string, b: string): number => {
  let best = 0
  for (const one of latinSpellings(a.slice(0, 120))) {
    for (const other of latinSpellings(b.slice(0, 120))) best = Math.max(best, similarity(plain(one), plain(other)))
  }
  return best
}
