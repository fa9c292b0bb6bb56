import { isRegion } from "../../compare/addresses/regions.ts"
import { normalizedLetters } from "../../../names/text/normalized.ts"
import { namesLocality } from "./localities.ts"

/** Regions that stand on a line of their own below the place, by country: as they are printed, in lower case and without accents. */
const regions: Readonly<Record<string, string>> = {
  TR: `adana|adiyaman|afyonkarahisar|afyon|agri|aksaray|amasya|ankara|antalya|ardahan|artvin|aydin|balikesir|bartin|batman|bayburt|bilecik|bingol|bitlis|bolu|
    burdur|bursa|canakkale|cankiri|corum|denizli|diyarbakir|duzce|edirne|elazig|erzincan|erzurum|eskisehir|gaziantep|giresun|gumushane|hakkari|hatay|igdir|
    isparta|istanbul|izmir|kahramanmaras|karabuk|karaman|kars|kastamonu|kayseri|kilis|kirikkale|kirklareli|kirsehir|kocaeli|konya|kutahya|malatya|manisa|
    mardin|mersin|mugla|mus|nevsehir|nigde|ordu|osmaniye|rize|sakarya|samsun|sanliurfa|siirt|sinop|sivas|sirnak|tekirdag|tokat|trabzon|tunceli|usak|van|
    yalova|yozgat|zonguldak`,
  RO: `alba|arad|arges|bacau|bihor|bistrita nasaud|botosani|braila|brasov|bucuresti|buzau|calarasi|caras severin|cluj|constanta|covasna|dambovita|dolj|galati|
    giurgiu|gorj|harghita|hunedoara|ialomita|iasi|ilfov|maramures|mehedinti|mures|neamt|olt|prahova|salaj|satu mare|sibiu|suceava|teleorman|timis|tulcea|
    valcea|vaslui|vrancea`,
  MY: `johor|johor darul takzim|kedah|kedah darul aman|kelantan|kelantan darul naim|melaka|malacca|negeri sembilan|negeri sembilan darul khusus|pahang|
    pahang darul makmur|perak|perak darul ridzuan|perlis|perlis indera kayangan|pulau pinang|penang|sabah|sarawak|selangor|selangor darul ehsan|terengganu|
    terengganu darul iman|kuala lumpur|wilayah persekutuan|wp kuala lumpur|wilayah persekutuan kuala lumpur|labuan|putrajaya`,
  AE: "abu dhabi|dubai|sharjah|ajman|umm al quwain|ras al khaimah|fujairah",
  ID: `aceh|bali|banten|bengkulu|di yogyakarta|daerah istimewa yogyakarta|dki jakarta|gorontalo|jambi|jawa barat|jawa tengah|jawa timur|kalimantan barat|
    kalimantan selatan|kalimantan tengah|kalimantan timur|kalimantan utara|kepulauan bangka belitung|kepulauan riau|lampung|maluku|maluku utara|
    nusa tenggara barat|nusa tenggara timur|papua|papua barat|papua pegunungan|papua selatan|papua tengah|papua barat daya|riau|sulawesi barat|
    sulawesi selatan|sulawesi tengah|sulawesi tenggara|sulawesi utara|sumatera barat|sumatera selatan|sumatera utara|west java|central java|east java`,
  PE: `amazonas|ancash|apurimac|arequipa|ayacucho|cajamarca|callao|cusco|huancavelica|huanuco|ica|junin|la libertad|lambayeque|lima|loreto|madre de dios|
    moquegua|pasco|piura|puno|san martin|tacna|tumbes|ucayali`,
  EC: `azuay|bolivar|canar|carchi|chimborazo|cotopaxi|el oro|esmeraldas|galapagos|guayas|imbabura|loja|los rios|manabi|morona santiago|napo|orellana|pastaza|
    pichincha|santa elena|santo domingo de los tsachilas|sucumbios|tungurahua|zamora chinchipe`,
  BO: "beni|chuquisaca|cochabamba|la paz|oruro|pando|potosi|santa cruz|tarija",
  AR: `buenos aires|catamarca|chaco|chubut|cordoba|corrientes|entre rios|formosa|jujuy|la pampa|la rioja|mendoza|misiones|neuquen|rio negro|salta|san juan|
    san luis|santa cruz|santa fe|santiago del estero|tierra del fuego|tucuman|caba`,
  CL: `arica y parinacota|tarapaca|antofagasta|atacama|coquimbo|valparaiso|region metropolitana|ohiggins|o higgins|maule|nuble|biobio|bio bio|araucania|
    la araucania|los rios|los lagos|aysen|magallanes`,
  PK: "punjab|sindh|balochistan|khyber pakhtunkhwa|kpk|islamabad capital territory|ict|gilgit baltistan|azad kashmir|ajk",
  VE: `amazonas|anzoategui|apure|aragua|barinas|bolivar|carabobo|cojedes|delta amacuro|distrito capital|falcon|guarico|lara|merida|miranda|monagas|
    nueva esparta|portuguesa|sucre|tachira|trujillo|vargas|la guaira|yaracuy|zulia`,
  UY: `artigas|canelones|cerro largo|colonia|durazno|flores|florida|lavalleja|maldonado|montevideo|paysandu|rio negro|rivera|rocha|salto|san jose|soriano|
    tacuarembo|treinta y tres`,
  CR: "alajuela|cartago|guanacaste|heredia|limon|puntarenas|san jose",
  PH: `metro manila|ncr|cavite|laguna|batangas|rizal|quezon|bulacan|pampanga|tarlac|nueva ecija|zambales|bataan|pangasinan|la union|ilocos norte|ilocos sur|
    benguet|isabela|cagayan|albay|camarines sur|camarines norte|sorsogon|iloilo|negros occidental|negros oriental|cebu|bohol|leyte|southern leyte|samar|
    aklan|antique|capiz|palawan|misamis oriental|bukidnon|davao del sur|davao del norte|davao de oro|south cotabato|zamboanga del sur|lanao del norte`,
  HU: `bacs kiskun|baranya|bekes|borsod abauj zemplen|csongrad csanad|fejer|gyor moson sopron|hajdu bihar|heves|jasz nagykun szolnok|komarom esztergom|nograd|
    pest|somogy|szabolcs szatmar bereg|tolna|vas|veszprem|zala`,
  EE: `harju|harjumaa|hiiumaa|ida virumaa|jogevamaa|jarvamaa|laanemaa|laane virumaa|polvamaa|parnumaa|raplamaa|saaremaa|tartumaa|valgamaa|viljandimaa|vorumaa`,
  KE: `nairobi|mombasa|kiambu|nakuru|kisumu|uasin gishu|machakos|kajiado|meru|nyeri|kilifi|kakamega|bungoma|kericho|embu`
}

const known = new Map<string, ReadonlySet<string>>()

const namesOf = (country: string): ReadonlySet<string> => {
  const names = known.get(country) ?? new Set((regions[country] ?? "").split("|").map((name) => name.trim()))
  known.set(country, names)
  return names
}

const key = (text: string): string =>
  normalizedLetters(text)
    .replace(/ı/g, "i")
    .replace(/[^\p{L}]+/gu, " ")
    .trim()

/** True for a line that is only a region of its country, or names one by its kind ("Ashanti Region", "Põlva maakond", "jud. Bihor"). */
export const isRegionLine = (text: string, country: string | null): boolean =>
  !/\d/.test(text) &&
  text.length <= 50 &&
  (isRegion(text, country) || (country !== null && namesOf(country).has(key(text))) || namesLocality(text))
