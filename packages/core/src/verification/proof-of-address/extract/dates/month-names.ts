import { once } from "../../../../kernel/schema/once.ts"
import { editDistance } from "../../../names/distance/edit-distance.ts"
import { normalizedWords } from "../../../names/text/normalized.ts"
import { skeletonOf } from "../phrase-finder.ts"

/** Twelve months a language, languages apart by a semicolon, alternatives joined by a slash; inflected forms as they stand in dates. */
const spellings = `
january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov
december/dec;
januar/jänner februar/feber märz/maerz/mrz april mai juni juli august september oktober/okt november dezember/dez;
janvier/janv février/févr/fév mars avril/avr mai juin juillet/juil août/aout septembre octobre novembre décembre/déc;
enero/ene febrero marzo abril/abr mayo junio julio agosto/ago septiembre/setiembre octubre noviembre diciembre/dic;
janeiro fevereiro/fev março abril maio/mai junho julho agosto setembro/set outubro/out novembro dezembro/dez;
gennaio/gen febbraio marzo aprile maggio/mag giugno/giu luglio/lug agosto settembre ottobre/ott novembre dicembre;
januari februari maart/mrt april mei juni juli augustus september oktober november december;
stycznia/styczeń/sty lutego/luty marca/marzec kwietnia/kwiecień/kwi maja/maj czerwca/czerwiec/cze lipca/lipiec/lip
sierpnia/sierpień/sie września/wrzesień/wrz października/październik/paź listopada/listopad grudnia/grudzień/gru;
januari februari mars april maj juni juli augusti september oktober november december;
januar februar marts/mars april maj/mai juni juli august september oktober november december/desember/des;
tammikuuta/tammikuu helmikuuta/helmikuu maaliskuuta/maaliskuu huhtikuuta/huhtikuu toukokuuta/toukokuu kesäkuuta/kesäkuu
heinäkuuta/heinäkuu elokuuta/elokuu syyskuuta/syyskuu lokakuuta/lokakuu marraskuuta/marraskuu joulukuuta/joulukuu;
ledna/leden února/únor března/březen dubna/duben května/květen června/červen července/červenec srpna/srpen září října/říjen
listopadu prosince/prosinec;
januára február/februára marec/marca apríla máj/mája jún/júna júl/júla augusta septembra október/októbra novembra decembra;
január/januar február március/márc április/ápr május/máj június/jún július/júl augusztus szeptember/szept október november december;
ianuarie/ian februarie martie aprilie mai iunie/iun iulie/iul august septembrie octombrie noiembrie/noi decembrie;
siječnja/siječanj veljače/veljača ožujka/ožujak travnja/travanj svibnja/svibanj lipnja/lipanj srpnja/srpanj kolovoza/kolovoz
rujna/rujan - studenoga/studenog/studeni prosinca/prosinac;
januar februar marec april maj junij/junija julij/julija avgust/avgusta september oktober november december;
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık;
jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember;
janvāris/janvāra februāris/februāra marts/marta aprīlis/aprīļa maijs/maija jūnijs/jūnija jūlijs/jūlija augusts/augusta
septembris/septembra oktobris/oktobra novembris/novembra decembris/decembra;
sausio/sausis vasario/vasaris kovo/kovas balandžio/balandis gegužės/gegužė birželio/birželis liepos/liepa rugpjūčio/rugpjūtis
rugsėjo/rugsėjis spalio/spalis lapkričio/lapkritis gruodžio/gruodis;
januari/januari pebruari maret mac/april mei/mei juni/jun juli/julai agustus/ogos september/september oktober november
desember/disember;
ιανουαρίου/ιανουάριος/ιαν φεβρουαρίου/φεβρουάριος/φεβ μαρτίου/μάρτιος/μαρ απριλίου/απρίλιος/απρ μαΐου/μάιος/μαι
ιουνίου/ιούνιος/ιουν ιουλίου/ιούλιος/ιουλ αυγούστου/αύγουστος/αυγ σεπτεμβρίου/σεπτέμβριος/σεπ οκτωβρίου/οκτώβριος/οκτ
νοεμβρίου/νοέμβριος/νοε δεκεμβρίου/δεκέμβριος/δεκ;
января/январь/янв февраля/февраль/фев марта/март/мар апреля/апрель/апр мая/май июня/июнь/июн июля/июль/июл августа/август/авг
сентября/сентябрь/сен октября/октябрь/окт ноября/ноябрь/ноя декабря/декабрь/дек;
січня/січень лютого/лютий березня/березень квітня/квітень травня/травень червня/червень липня/липень серпня/серпень
вересня/вересень жовтня/жовтень листопада/листопад грудня/грудень;
януари февруари март април май юни юли август септември октомври ноември декември;
gener febrer març abril maig juny juliol agost setembre octubre novembre desembre;
يناير فبراير مارس أبريل/ابريل مايو يونيو يوليو أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر;
ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר;
जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर/अक्तूबर नवंबर दिसंबर;
มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม
`

/** Where two languages share a spelling the earlier line decides: "listopad" is November, as in Polish and Czech, not the Croatian October. */
const months = once((): ReadonlyMap<string, number> => {
  const named = new Map<string, number>()
  for (const line of spellings.trim().split(";")) {
    for (const [index, alternatives] of line.trim().split(/\s+/).entries()) {
      for (const spelling of alternatives.split("/")) {
        const name = normalizedWords(spelling)
        if (spelling !== "-" && !named.has(name)) named.set(name, index + 1)
      }
    }
  }
  return named
})

const misreadDigits: Readonly<Record<string, string>> = { "0": "o", "1": "l", "5": "s", "8": "b", "|": "l" }

/** Month (1 to 12) that a printed word names in any of the known languages, or null; single digits read for letters are forgiven. */
export const monthNamed = (word: string): number | null => {
  if (word.length < 2 || word.length > 14) return null
  const normalized = normalizedWords(word)
  const known = months().get(normalized)
  if (known !== undefined) return known
  if (!/[0158|]/.test(normalized) || !/\p{L}/u.test(normalized)) return null
  const mended = normalized.replace(/[0158|]/g, (character) => misreadDigits[character] ?? character)
  return months().get(mended) ?? months().get(mended.replace(/l(?!y)/g, "i")) ?? null
}

/** Names by their shapes, in which i and l, or rn and m, are one: so that signs that only look alike are no mistake. */
const shapes = once(
  (): ReadonlyArray<readonly [shape: string, month: number]> => [...months()].map(([name, month]) => [skeletonOf(name).letters, month])
)

/** Shortest words in which one and two wrong signs are forgiven: "jun" and "jul" differ by one. */
const oneForgiven = 5
const twoForgiven = 8

/**
 * Month (1 to 12) whose name a misread word is nearest to, as "Novcmber" is to November. Null where no name is near, or where names of two
 * months are equally near.
 */
export const monthNear = (word: string): number | null => {
  const shape = skeletonOf(word).letters
  if (shape.length < 3 || shape.length > 16) return null
  const allowed = shape.length >= twoForgiven ? 2 : shape.length >= oneForgiven ? 1 : 0
  let [least, nearest]: [number, ReadonlySet<number>] = [allowed + 1, new Set()]
  for (const [name, month] of shapes()) {
    if (Math.abs(name.length - shape.length) > allowed) continue
    const distance = name === shape ? 0 : editDistance(name, shape)
    if (distance > least) continue
    nearest = new Set(distance < least ? [month] : [...nearest, month])
    least = distance
  }
  const [only] = nearest
  return least <= allowed && nearest.size === 1 ? (only ?? null) : null
}
