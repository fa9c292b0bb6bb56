import type { PrintedText } from "./printed-text.ts"
import { normalizedWords } from "../../names/text/normalized.ts"

/** Small words and words of bills that set a language apart from its neighbours, without accents. */
const words: Readonly<Record<string, string>> = {
  en: `
    the of and to your for with is are this that from you please bill date account number statement period payment total amount due 
    balance our we on by invoice customer charges name address will be if contact pay tax if not any have has was been`,
  de: `
    der die das und ist sie ihr ihre ihren ihrem fur von mit auf bei zum zur den dem des ein eine nicht wird werden im am rechnung 
    datum betrag kundennummer konto zeitraum bitte wir unsere uber nach rechnungsnummer vom bis strasse gmbh`,
  fr: `
    le la les des du de et vous votre vos pour avec est sur dans par une un au aux nous notre facture date montant client numero 
    compte periode ce cette sont ou ne pas votre euros ttc a payer rue et`,
  es: `
    el la los las de del y su sus para con es por en una un se al que factura fecha importe cliente numero cuenta periodo total 
    nuestro pago le ha titular calle usted nos euros direccion`,
  pt: `
    o a os as de do da dos das e para com em um uma se que no na nos ao seu sua fatura data valor cliente numero conta periodo nao 
    por pagamento nome morada rua contribuinte esta pelo pela endereco total`,
  it: `
    il la lo gli le di del della dei delle e per con in un una che al alla sul dal nel non si fattura data importo cliente numero 
    conto periodo codice totale sono pagamento via suo sua bolletta scadenza questo indirizzo`,
  nl: `
    de het een en van voor met is op te uw u wij in aan bij naar dat zijn niet wordt door om ons factuur datum bedrag klantnummer 
    rekening periode totaal betalen factuurnummer rekeningnummer per of deze heeft straat btw tot`,
  pl: `
    i w na z do od za dla oraz nie jest sie po przez ul nr faktura data kwota klienta klient numer rachunku okres razem dnia zl 
    prosimy panstwa adres konta platnosci termin to ze pan pani lub`,
  sv: `
    och att for med pa av till ar som din ditt dina fran vi du det den faktura datum belopp kundnummer konto period betala oss er 
    eller summa att betala kronor har inte`,
  da: `
    og for med pa af til er som din dit fra vi du det den faktura dato belob kundenummer konto periode betales ikke eller har at 
    moms kr betaling i alt`,
  no: `
    og for med pa av til er som din ditt fra vi du det den faktura dato belop kundenummer konto periode betales ikke eller har mva 
    kr betaling sum forfall`,
  fi: `
    ja on ei se tai lasku paivamaara maksu asiakasnumero tili yhteensa erapaiva viitenumero sahko alv kpl summa laskun osoite nimi 
    asiakas mennessa tilinumero kuukausi eur maksaa saaja`,
  cs: `
    a v na z do od za pro je se ze faktura datum castka zakaznik cislo ucet obdobi celkem kc uhradte adresa smlouvy dph splatnosti 
    jmeno nebo jsou ve dne ulice vyuctovani platba`,
  sk: `
    a v na z do od za pre je sa ze faktura datum suma zakaznik cislo ucet obdobie spolu adresa zmluvy dph splatnosti meno alebo su 
    vo dna ulica uhrada platba eur`,
  hu: `
    es a az egy hogy nem van szamla datum osszeg ugyfel szam szamlaszam idoszak osszesen ft fizetendo hatarido cim nev utca forint 
    szamlak kelt vagy befizetes`,
  ro: `
    si de la in pentru cu din pe este nu sau factura data suma client numar cont perioada total plata strada nume adresa lei 
    emitere scadenta prin dumneavoastra a fost sunt`,
  hr: `
    i u na za od do je se s iz racun datum iznos kupac broj razdoblje ukupno eur adresa ulica dospijeca placanje ime ili pdv vas 
    vase`,
  sl: `
    in v na za od do je se z iz racun datum znesek kupec stevilka obdobje skupaj eur naslov ulica rok placila ime ali ddv vas vase 
    placilo`,
  tr: `
    ve ile bir bu icin fatura tarihi tutar musteri numarasi hesap donem toplam odeme son adres adi soyadi tl no sayin lira kdv 
    mahallesi sokak olarak`,
  et: "ja on ei see voi arve kuupaev summa klient number konto periood kokku tasuda maksetahtaeg aadress nimi eur km",
  lv: "un ir ar par no lidz uz vai rekins datums summa klients numurs konts periods kopa apmaksas adrese vards eur pvn",
  lt: "ir yra su uz nuo iki arba saskaita data suma klientas numeris laikotarpis viso moketi adresas vardas eur pvm gatve",
  ca: `
    el la els les de del i per amb es una un al que factura data import client numero compte periode total carrer vostre adreca`,
  vi: "va cua la cho tu den ngay thang nam so tien khach hang hoa don dia chi tong cong thanh toan ky dong ma ten",
  id: `
    dan yang di untuk dari dengan ini tagihan tanggal jumlah pelanggan nomor rekening periode total alamat nama pembayaran jalan rp 
    kota atau`,
  ms: `
    dan yang di untuk dari dengan ini bil tarikh jumlah pelanggan nombor akaun tempoh bayaran alamat nama jalan rm atau anda sila 
    cukai`,
  is: `
    reikningur reikningi kennitala dagsetning gjalddagi eindagi greidandi upphaed samtals fyrir heimilisfang simi timabil ekki vid eru er vsk
    rafmagn husavik reykjavik sveitarfelag fasteignagjold`,
  fo: "rokning rokningin gjaldkomudagur upphaedd kundanummar bustadur kommuna streymur foroyar goldin mvg",
  sq: "dhe eshte fatura fature klienti adresa shuma pagesa tvsh afati muaji energjise rruga emri",
  eu: "dira faktura fakturaren bezeroa zenbakia helbidea guztira ordaindu ordaintzeko kontratua epea zure kalea kontsumoa",
  gl: "unha cliente enderezo importe factura coa nos seu vencemento auga concello pagamento titular",
  mt: "kont kontijiet triq ilma dawl indirizz klijent hlas ammont perjodu",
  ga: "agus bille seoladh iomlan ioctha cuntas custaimeir treimhse uimhir leictreachas",
  cy: "dyddiad cyfeiriad cyfanswm cyfrif cwsmer cyfnod rhif eich ddyledus trydan",
  sw: "ankara tarehe jumla mteja namba akaunti malipo anwani jina deni umeme maji mita kwa",
  af: "vir rekening bedrag rekeningnommer betaal totaal verskuldig krag straat munisipaliteit",
  tl: "petsa halaga pangalan tirahan bayad kabuuan singil kuryente tubig bayaran inyong mga"
}

const scripts: ReadonlyArray<readonly [RegExp, (text: string) => string]> = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, () => "ja"],
  [/\p{Script=Hangul}/gu, () => "ko"],
  [/\p{Script=Han}/gu, () => "zh"],
  [/\p{Script=Greek}/gu, () => "el"],
  [/\p{Script=Hebrew}/gu, () => "he"],
  [/\p{Script=Thai}/gu, () => "th"],
  [/\p{Script=Devanagari}/gu, () => "hi"],
  [/\p{Script=Bengali}/gu, () => "bn"],
  [/\p{Script=Tamil}/gu, () => "ta"],
  [/\p{Script=Georgian}/gu, () => "ka"],
  [/\p{Script=Armenian}/gu, () => "hy"],
  [/\p{Script=Arabic}/gu, (text) => (/[ٹڈڑںے]/.test(text) ? "ur" : /[پچژگ]/.test(text) ? "fa" : "ar")],
  [
    /\p{Script=Cyrillic}/gu,
    (text) =>
      /[ѓќѕ]/i.test(text)
        ? "mk"
        : /ў/i.test(text)
          ? "be"
          : /[әғқңөұүһ]/i.test(text)
            ? "kk"
            : /[іїєґ]/i.test(text)
              ? "uk"
              : /[ђјљњћџ]/i.test(text)
                ? "sr"
                : /[ыэё]/i.test(text)
                  ? "ru"
                  : /[ъщ]/i.test(text) && !/[ыэ]/i.test(text)
                    ? "bg"
                    : "ru"
  ]
]

/** Letters that a language owns among those written in Latin script. */
const letters: ReadonlyArray<readonly [RegExp, ReadonlyArray<string>, number]> = [
  [/ß/, ["de"], 3],
  [/[þ]/i, ["is"], 4],
  [/[ð]/i, ["is", "fo"], 3],
  [/[ħġż]\p{L}*[ħġ]|ħ/iu, ["mt"], 3],
  [/[äöü]/i, ["de", "sv", "fi", "et", "tr", "hu"], 0.6],
  [/[ñ¿]/i, ["es"], 2.5],
  [/[ãõ]/i, ["pt"], 2.5],
  [/[łąęśźż]/i, ["pl"], 2.5],
  [/[řůě]/i, ["cs"], 3],
  [/[ľĺŕô]/i, ["sk"], 1.5],
  [/[őű]/i, ["hu"], 4],
  [/[șțăşţ]/i, ["ro"], 1.5],
  [/[ğış]/, ["tr"], 2],
  [/[åæø]/i, ["no", "da"], 1.2],
  [/[åäö]/i, ["sv", "fi"], 0.6],
  [/[çèêàœ]/i, ["fr"], 0.8],
  [/[ìòù]/i, ["it"], 1.2],
  [/[ēīūāģķļņ]/i, ["lv"], 2],
  [/[ėįųūč]/i, ["lt"], 1],
  [/[đć]/i, ["hr"], 2],
  [/[ơưđạảấầ]/i, ["vi"], 3],
  [/l·l/i, ["ca"], 4]
]

const owners = new Map<string, Array<string>>()
for (const [language, list] of Object.entries(words)) {
  for (const word of new Set(list.split(/\s+/))) owners.set(word, [...(owners.get(word) ?? []), language])
}

const usual: Readonly<Record<string, string>> = {
  GB: "en",
  IE: "en",
  US: "en",
  AU: "en",
  NZ: "en",
  DE: "de",
  AT: "de",
  FR: "fr",
  ES: "es",
  MX: "es",
  AR: "es",
  CL: "es",
  CO: "es",
  PE: "es",
  PT: "pt",
  BR: "pt",
  IT: "it",
  NL: "nl",
  PL: "pl",
  SE: "sv",
  DK: "da",
  NO: "no",
  FI: "fi",
  CZ: "cs",
  SK: "sk",
  HU: "hu",
  RO: "ro",
  HR: "hr",
  SI: "sl",
  TR: "tr",
  EE: "et",
  LV: "lv",
  LT: "lt",
  BG: "bg",
  GR: "el",
  UA: "uk",
  RU: "ru",
  JP: "ja",
  KR: "ko",
  VN: "vi",
  ID: "id",
  TH: "th",
  IS: "is",
  FO: "fo",
  RS: "sr",
  ME: "hr",
  BA: "hr",
  MK: "mk",
  AL: "sq",
  BY: "be",
  KZ: "ru",
  GE: "ka",
  AM: "hy",
  CY: "el",
  MY: "ms",
  CN: "zh",
  TW: "zh",
  HK: "zh",
  IL: "he",
  SA: "ar",
  EG: "ar",
  UY: "es",
  PY: "es",
  BO: "es",
  EC: "es",
  VE: "es",
  DO: "es",
  CR: "es",
  PA: "es",
  GT: "es",
  HN: "es",
  SV: "es",
  NI: "es",
  CU: "es",
  GH: "en",
  NG: "en",
  ZA: "en",
  PK: "en",
  MD: "ro"
}

const mostWords = 6_000
const fewestVotes = 1.5

const bySpecialScript = (sample: string): string | null => {
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0
  let best: { readonly language: string; readonly count: number } | null = null
  for (const [pattern, language] of scripts) {
    const count = sample.match(pattern)?.length ?? 0
    // Kana decide for Japanese however many Chinese characters stand between them.
    const weight = language("") === "ja" ? count * 6 : count
    if (weight > (best?.count ?? 0)) best = { language: language(sample), count: weight }
  }
  return best !== null && best.count >= 8 && best.count * 1.5 >= latin ? best.language : null
}

/** The main language of a document (ISO 639-1), by script first, then by small words; null when the text says too little. */
export const documentLanguage = ({ segments }: PrintedText): string | null => {
  const sample = segments
    .map(({ text }) => text)
    .join("\n")
    .slice(0, 60_000)
  const special = bySpecialScript(sample)
  if (special !== null) return special
  const votes = new Map<string, number>()
  const vote = (language: string, weight: number) => votes.set(language, (votes.get(language) ?? 0) + weight)
  const found = normalizedWords(sample).match(/[a-z]+/g) ?? []
  for (const word of found.slice(0, mostWords)) {
    const languages = owners.get(word)
    // A word that many languages share says little about any of them.
    for (const language of languages ?? []) vote(language, (word.length >= 4 ? 1.3 : 1) / (languages?.length ?? 1) ** 0.7)
  }
  const spelled = Math.max(1, Math.sqrt(found.length) / 6)
  for (const [pattern, languages, weight] of letters)
    if (pattern.test(sample)) for (const language of languages) vote(language, weight * spelled)
  let best: string | null = null
  for (const [language, weight] of votes)
    if (weight >= fewestVotes && weight > (best === null ? 0 : (votes.get(best) ?? 0))) best = language
  return best
}

/** The language in which a country's institutions usually print, where there is one. */
export const usualLanguage = (country: string | null): string | null => (country === null ? null : (usual[country] ?? null))
