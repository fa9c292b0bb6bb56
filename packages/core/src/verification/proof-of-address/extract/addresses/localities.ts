import { longPattern } from "../long-pattern.ts"

const sources: Array<string> = []
/** A pattern whose words are known: most lines hold none of them, and a table is asked faster than a pattern. */
const kinds = (source: TemplateStringsArray): RegExp => {
  sources.push(source.join(""))
  return longPattern("iu")(source)
}

/** Parts of a country, a town or a village in front of their name: "Kec. Ajibata", "Tehsil Takht", "Urb. Los Pinos". */
const before = kinds`
    (?:^|[\s,])(?:county|contae|desa|dusun|kelurahan|kel|kecamatan|kec|kabupaten|kab|kota|provinsi|kampung|kampong|kg|taman|mukim|felda|perum|perumahan|komplek|
    kompleks|gang|gg|lorong|jalan|jln|jl|pangsapuri|simpang|sat|satul|comuna|județul|judeţul|judetul|jud|orașul|sectorul|cartier|tehsil|taluka|taluk|
    mandal|district|distt|village|vill|moh|mohalla|mohallah|muhalla|upazila|thana|zila|goth|p\.?o|p\.?s|post office|police station|gram panchayat|
    tambon|amphoe|amphur|changwat|khwaeng|khet|buôn|làng|plei|xóm|sóc|phường|quận|xã|huyện|tỉnh|thôn|ấp|khu phố|thành phố|thị xã|thị trấn|barangay|brgy|bgy|purok|sitio|
    subdivision|comunidad|caserío|aldea|vereda|corregimiento|parroquia|cantón|recinto|distrito|provincia|paraje|sección|ensanche|reparto|
    residencial|urbanización|urb|barrio|colonia|sector|manzana|aa\.?\s?hh|asentamiento|centro poblado|pueblo joven|municipio|departamento|
    fraccionamiento|ejido|rancho|finca|hacienda|sítio|povoado|loteamento|fazenda|chácara|assentamento|bairro|douar|commune|quartier|lotissement|cité|
    wilaya|daïra|secteur|derb|province|arrondissement|carrefour|îlot|woreda|kebele|kifle ketema|sub[- ]?city|sub[- ]?county|parish|umudugudu|akagari|
    umurenge|fshati|lagjja|lagja|rruga|pallati|naselje|zaselak|selo|општина|opština|općina|насеље|село|община|область|вул|вулиця|бул|ул|смт|район|
    viensėdis|kaimas|seniūnija|χωριό|δήμος|νομός|οδός)(?:\.\s*|\s*:\s*|\s+)(?=[\p{L}\d"“«„])`

/** The same by a letter or a short word, which is one only with its dot: "com. Chiuza", "с. Гоце", "гр. София". */
const shortened = kinds`
    (?:^|[\s,])(?:com|co|dist|tal|prov|ens|edif|col|mz|mza|dpto|depto|bo|subd|imm|ul|bd|с|гр|общ|обл|кв|м|д|дер|пос|жк|ж\.к|пл|к-т|бл|στ|τ\.κ|т\.к|rr|k|km|c)
    \.\s?(?=[\p{L}\d"“«„])`

/** Words that say a place of living with a number behind them: "RT 004", "Lot 447", "Moo 4", "Ward No. 7". */
const numbered = kinds`
    (?:^|[\s,])(?:rt|rw|lot|blok|apto|apt|appt|apartamento|apartment|piso|interior|torre|casa|moo|mu|tổ|ward|chak|gali|house|hse|h|plot|block|stand|erf|villa|flat|unit|phase|zone|zona|mz|mza|lt|lote|km|kilómetro|imm|
    immeuble|bloc|bl|sc|ap|d|daire|kat|kv|кв|бл|ап|вх|ет|жк|villa|ilot|secteur|sector)(?:\.?\s?\/?\s?n[o°º])?[.:]?\s?(?:[a-z]{0,3}[ -]?)?\d`

/** The same behind their name: "Kanepi vald", "Taurenes pagasts", "Kuşkonmaz Köyü", "Ashanti Region". */
const behind = kinds`
    [\p{L}"”»]\s+(?:küla|vald|linn|maakond|talu|linnaosa|alevik|pagasts|novads|ciems|pag\.?|nov\.?|rajons|mājas|raj\.?|k\.|km\.?|mstl\.|sav\.|r\.\s?sav\.|sen\.|
    rajonas|apskritis|savivaldybė|köyü|mahallesi|mah\.?|mevkii|beldesi|ilçesi|ili|sokağı|sokak|sok\.?|caddesi|cad\.?|sitesi|apartmanı|
    district|region|province|county|state|division|municipality|metropolis|town|village|estate|layout|compound|emirate|governorate|quarters|lga|
    megye|járás|kerület|puszta|tanya|dűlő|županija|naselje|општина|opština|okrug|okres|kraj|kraji|gmina|powiat|województwo|
    sveit|hreppur|sýsla|hérað|socken|sogn|kommune|fylke|
    nagar|mohalla|gali|chowk|bazar|bazaar|thana|upazila|zila|tole|gaun|
    обл\.?|область|область|район|р-н|обл|община|округ|сільрада|сельсовет)
    (?:[\s,.\d]|$)`

const joinedBehind = /\p{L}{2}-(?:ku|shi|gun|mura|cho|chō|ken|machi|dong|gu|si|do|ro|gil|fu|to)(?:[\s,]|$)/iu
/** A farm or a house by its name in quotes, as in Latvia: "Kalnarāji". */
const quoted = /^["“„«'‘]\p{Lu}[\p{L} .-]{2,30}["”“»'’]$/u
const withoutNumber = /(?:^|[\s,])(?:s\/n|s\.n\.|b\.?b\.|б\.б\.|bez čísla|č\.\s?(?:p|ev)\.|lieu[- ]dit|plot|stand|erf)(?:[\s,.\d]|$)/iu

const known = new Set(sources.flatMap((source) => source.match(/\p{L}+/gu) ?? []).map((word) => word.toLowerCase()))
const divides = /[^\p{L}]+/u
const holdsWord = (text: string): boolean =>
  text
    .toLowerCase()
    .split(divides)
    .some((word) => known.has(word))

/** True for a part of an address that names a place by its kind: a village, a quarter, a district, a county or a house without a number. */
export const namesLocality = (text: string): boolean =>
  text.length <= 90 &&
  ((holdsWord(text) && [before, shortened, numbered, behind].some((pattern) => pattern.test(text))) ||
    joinedBehind.test(text) ||
    quoted.test(text.trim()) ||
    withoutNumber.test(text))
