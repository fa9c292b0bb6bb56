import { normalizedWords } from "../../../names/text/normalized.ts"
import type { Found } from "../phrase-finder.ts"
import type { DateLabel } from "./label.ts"

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Words for the paper before this one or after it: "Date of last invoice", "Rechnungsdatum der letzten Rechnung". */
const ofAnother = wordSet(
  `previous prior last next following earlier letzte letzten letzter letztes vorherige vorherigen vorheriger vorige vorigen voriger
  nachste nachsten nachster naechste naechsten fruhere fruheren precedent precedente dernier derniere prochain prochaine ancien ancienne
  suivant suivante anterior ultimo ultima proximo proxima siguiente seguinte prossimo prossima successivo successiva volgende laatste
  vorig forrige seneste naeste næste sidste foregaende foregående forra nasta senaste sista neste siste edellinen edellisen seuraava seuraavan viimeisin
  viimeisimman poprzednia poprzedniej ostatnia ostatniej nastepna nastepnej
  predchozi minule posledni pristi nasledujici dalsi predchadzajuca predchadzajucej posledna poslednej dalsia dalsej nasledujuca nasledujucej
  elozo kovetkezo utolso legutobbi anterioara precedenta urmatoare urmatoarea viitoare ultimei prethodni prethodnog prosli proslog sljedeci sljedeceg
  iduci zadnji posljednji posljednjeg sledeci sledeceg poslednji prejsnji prejsnjega naslednji naslednjega zadnjega eelmine eelmise jargmine jargmise
  viimane viimase iepriekseja ieprieksejais nakama nakamais pedeja pedejais ankstesne ankstesnes kita kitos paskutine paskutines praejusio
  siðasti siðasta fyrri næsti næsta onceki sonraki gecen gelecek προηγουμενη προηγουμενου προηγουμενος επομενη επομενου επομενος τελευταια
  τελευταιου предыдущии предыдущего следующии следующего последнии последнего попереднии попереднього наступнии наступного останнии останнього предишна
  предишната следваща следващата последна последната претходна претходни претходног следна следеһи sebelumnya berikutnya terdahulu seterusnya terakhir
  nakaraang susunod huling iliyopita ijayo paraprake ardhshme proxim proximei precedents seguent aurreko hurrengo azken blaenorol nesaf vorherige
  السابق السابقة القادم القادمة التالي التالية הקודם הבא`
)

/** Words beside a bare "date" that leave it the day of this paper: what the paper is, where it was written and small words. */
const besideDate = wordSet(
  `of the this your our on in at and de du des la le les del della dello dell do da di den der des dem d l van het een en op te og och i und
  et e y ja for fur pour per por il lo li el los o a as
  invoice bill billing statement document letter notice demand certificate policy issue issued issuing print printed tax receipt report account
  rechnung rechnungs beleg bescheid ausstellung ausstellungs brief dokument ausdruck auszug schreiben erstellung druck
  facture avis document emission edition releve courrier attestation certificat quittance etablissement
  factura recibo emision expedicion documento extracto carta certificado estado corte
  fattura bolletta emissione rilascio stampa avviso certificato nota factuur afschrift rekening aanslag polis afgifte document
  fatura emissao extrato conta impressao certidao faktura fakturaens regning brev brevets udskrift kontoutdrag lasku laskun tuloste
  time heure uhrzeit hora ora tijd tid kello klokkeslett place lieu ort lugar luogo plaats sted plats stad city local localidad
  dd mm yyyy yy jj aaaa tt jjjj date datum fecha data dato number no nr num numero nummer page seite pagina sida side customer client
  reference ref id`
)

const wordsOf = (text: string): ReadonlyArray<string> =>
  normalizedWords(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "")

/** What stands beyond a number, a colon, a full stop or a gap belongs to something else. */
const closeBefore = (text: string): ReadonlyArray<string> => wordsOf(text.split(/[\d:;,.|/()–]|\s{2}/u).at(-1) ?? "")
const closeAfter = (text: string): ReadonlyArray<string> => wordsOf(text.split(/[\d:;|/()–]|\s{2}/u)[0] ?? "")

const leavesIt = (word: string) => besideDate.has(word) || /(?:nummer|numero|number|nr)$/.test(word)

/** "Den" and "le" are articles, and stand behind any word. */
const shortestNoun = 4

const mostWordsOfLabel = 6

/** True for a text with a word for another paper, such as "Fattura precedente n. 44 del". */
export const speaksOfAnother = (text: string): boolean => wordsOf(text).some((word) => ofAnother.has(word))

/** "Forrige faktura", "Vorige nota": a cell that speaks of another paper, though no label of a date is in it. */
export const isOfAnother = (text: string): boolean => wordsOf(text).length <= mostWordsOfLabel && !/\d/.test(text) && speaksOfAnother(text)

/**
 * What a label means together with the words beside it: the date of "the last invoice" is no date of this one, and a "date" of something that
 * is not this paper ("Datum opname", "Renewal date") is another day.
 */
export const inItsPlace = (label: Found<DateLabel>, text: string, until: number): DateLabel => {
  const { end, start, value } = label
  if (value !== "issue" && value !== "date" && value !== "closing" && value !== "balance") return value
  const before = closeBefore(text.slice(0, start)).slice(-3)
  const after = closeAfter(text.slice(end, Math.max(end, until)))
  if ([...before, ...after].some((word) => ofAnother.has(word))) return "other"
  if (value !== "date" || end - start < shortestNoun) return value
  const last = before.at(-1)
  return after.every(leavesIt) && (last === undefined || leavesIt(last)) ? value : "other"
}
