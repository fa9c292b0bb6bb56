import { longPattern } from "../long-pattern.ts"
import { wordSet } from "../../../names/words/word-set.ts"

/** Words that stand alone on a line above a recipient, in lower case and without accents: forms of address and "to". */
export const formsAboveNames = wordSet(`
  gosp gospodin gospodja gospoda gospa gospodicna gda gdja gdin gdjica gica vazeny vazena vazeni pan pani pani pana panstvo slecna
  tisztelt ur uram urnak asszony asszonynak holgy urholgy reszere cimzett domnul doamna domnisoara domnului doamnei dlui dl dna dnei stimate stimata
  catre sayin sn bay bayan hr pr proua harra preili lugupeetud kungs kundze kungam kundzei kgs kdze godatais godata cienijamais cienijama
  ponas ponia ponui poniai gerbiamas gerbiama herra rouva fru frk froken herr vidtakandi til kos kyrios kyria pros
  zoti zonja zotit zonjes znj kepada yth terhormat yang bapak ibu bpk bp sdr sdri saudara saudari tuan puan encik cik kinh gui goi ong quy khach
  senor senora senorita senores estimado estimada attention atencion atencao lattention att monsieur madame mademoiselle
  lehet lil ghal sinjur sinjura sra senhor senhora jaun jauna andrea andre agurgarria
  господин господина господину госпожа госпожі госпоже г-н г-жа гн гжа гну гже до кому пан пані панові пану уважаемый уважаемая шановний шановна
  уважаеми уважаема почитувани поштовани господине госпођо госпођа гђа госпођица господа
  προς προσ κυριος κυριοσ κοσ κυρια κυριον κυριαν κ κος κα κον καν αξιοτιμο αξιοτιμη
  السيد السيدة الى إلى المحترم السادة श्री श्रीमती सेवा में জনাব বেগম কাছে جناب محترمہ לכבוד מר גברת คุณ เรียน
`)

/** Forms of address and "to" in front of a name, in the same line. */
const leading = longPattern("iu")`
    ^(?:(?:kepada(?:\s+yth)?|yth|yang terhormat|kính (?:gửi|gởi)(?: quý khách(?: hàng)?)?|către|προς(?: τον| την| τη)?|до|кому|à l['’]attention de|
    a la atención de|ao cuidado de|sayın|sn|tisztelt|vážen[ýá]|cien(?:ījam(?:ais|ā))?|god(?:ātais|ātā)?|lugupeetud|gerb(?:iamas|iama)?|stimat[eă]|
    domnul(?:ui)?|doamn(?:a|ei)|domnișoar(?:a|ei)|d-l|d-lui|d-na|d-nei|d-ra|dl|dlui|gosp(?:odin|ođa|odja|a|odična)?|g-din|g-đa|g-ja|gđa|
    slečna|hr|härra|proua|pr|preili|k-gs|k-dze|ponas|ponia|herra|rouva|κύρι(?:ος|ο)|κυρία|господину?|госпож[аіе]|г-н|г-жа|г-ну|г-же|
    господин[ае]?|госпођ[аои]|г-ђа|гђа|пані|панові|znj|zoti|zonja|bapak|bpk|ibu|sdr|sdri|encik|tuan\/puan|puan|tn\.|ny\.|nn\.|ông|bà|
    ông\/bà|anh\/chị|คุณ|นางสาว|นาย|นาง|السيدة?|श्री(?:मती)?|জনাব|বেগম|جناب|محترمہ|מר|גב['׳]|sinjur[ai]?|jaun(?:a)?\s+andrea?|
    señor(?:a|ita|es)?(?:\s*\(?es\)?)?|sr\.?\s?\(a\)|sr\.?\/sra|exm[oa]s?\.?|mr\.?\s?\/\s?(?:mrs|ms)|licda?|lcdo|lcda|arq|abg|econ|alhaj[ia]|hajiya|hajia|mallam|chief|barr|engr|
    attn|attention|fao)
    (?:[.:,]+\s*|\s+))+(?=\p{L})`
/** "κ. Παπαδόπουλος": in capitals the letter is an initial. */
const greekForm = /^κ(?:ος|ον|α|αν)?\.?\s+(?=\p{Lu})/u
/** "g. Janez Novak", "ga. Novak Kovačič", "p. Jan Novák": in capitals the letter is an initial. */
const smallForm = /^(?:g|ga|gdč|p|pí|sl|kk)\.\s+(?=\p{Lu})/u
/** Scripts that write no space behind a form of address. */
const attached = /^(?:คุณ|นางสาว|นาย|นาง)(?=\p{Script=Thai})/u

const trailing = /\s*(?:様|殿|님|귀하|台启|收|先生|女士|小姐)$/u
/** Forms of address behind a name, and "for": "Horváth-Kiss Péter részére", "Mehmet Yılmaz Bey". */
const lastWords = wordSet("részére úr úrnak asszony asszonynak úrhölgy kungam kundzei kungs kundze bey hanım hanim beyefendi hanımefendi")
/** The letters that these words begin with: the last word of most lines need not be looked up. */
const lastLetters = new Set([...lastWords].flatMap((word) => [word.charAt(0), word.charAt(0).toUpperCase()]))

/** Degrees behind a name and a comma: "Nives Bršić, dipl. iur.", "Rahmat Hidayat, S.H., M.Kn." */
const degreesBehind = longPattern("u")`
    (?:,\s*(?:(?:dipl|univ|mag|spec|struč|bacc|mr|dr|prof|akad)\.?\s?(?:\p{Ll}{2,5}\.?\s?){0,4}|ing\.?|iur\.?|oec\.?|CSc\.?|DrSc\.?|DSc\.?|Ph\.?\s?D\.?|Th\.?\s?D\.?|Dr\.?|
    MBA|MPA|MPH|MHA|LL\.?\s?[BM]\.?|DiS\.?|BBA|[BM]\.?\s?[ASE](?:c|ng|d)?\.?|FCCA|ACCA|CPA|CA|SH|SE|ST|SS|[SMA]\.\s?(?:[A-Z][A-Za-z]{0,3}\.?\s?){1,3}|Esq\.?|Jr\.?))+$`

/** A Greek paper names the father behind the name: "Εμμανουήλ Χατζηδάκη του Γεωργίου". */
const ofFather = /\s+του\s+\p{Lu}[\p{L}.]+$/u

const words = (text: string) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length

/** First words that the pattern of leading forms may begin with: most lines begin with none of them. */
const firstWords = wordSet(`
  kepada yth yang kính către προς до кому à a ao sayın sn tisztelt vážený vážená cien cienījamais cienījamā god godātais godātā lugupeetud gerb gerbiamas
  gerbiama stimate stimată domnul domnului doamna doamnei domnișoara domnișoarei d-l d-lui d-na d-nei d-ra dl dlui gosp gospodin gospođa gospodja gospa
  gospodična g-din g-đa g-ja gđa slečna hr härra proua pr preili k-gs k-dze ponas ponia herra rouva κύριος κύριο κυρία κ κος κον κα καν господин госпожа
  госпожі госпоже господину господине г-н г-жа г-ну г-же госпођа госпођо г-ђа гђа пані панові znj zoti zonja bapak bpk ibu sdr sdri encik tuan puan tn ny nn
  ông bà ông/bà anh/chị คุณ นางสาว นาย นาง السيد السيدة श्री श्रीमती জনাব বেগম جناب محترمہ מר sinjur sinjura jaun jauna señor señora señorita señores
  sr sr/sra exmo exma exmos exmas mr licda lic lcdo lcda arq abg econ alhaji alhaja hajiya hajia mallam chief barr engr attn attention fao
`)
const firstWord = /^[^\s.:,(]+/u
const firstLetter = 65
const startsAttached = /^[คน]/u

const withoutLeading = (line: string): string => {
  if (line.charCodeAt(0) < firstLetter) return line
  if (startsAttached.test(line)) return line.replace(attached, "").replace(leading, "")
  if (smallForm.test(line)) return line.replace(smallForm, "")
  const first = firstWord.exec(line)?.[0].toLowerCase() ?? ""
  return firstWords.has(first) ? line.replace(leading, "").replace(greekForm, "") : line
}

const withoutTrailing = (line: string): string => {
  const last = line.slice(line.lastIndexOf(" ") + 1)
  if (lastLetters.has(last.charAt(0)) && lastWords.has(last.replace(/[:,.]$/, "").toLowerCase())) return line.slice(0, -last.length).trim()
  return last.charCodeAt(last.length - 1) > 0x2e80 ? line.replace(trailing, "") : line
}

/** A name without the forms of address and the degrees around it; one word is left as it is printed. */
export const withoutForms = (line: string): string => {
  const body = withoutLeading(line)
  let name = withoutTrailing(body === line || words(body) >= 2 ? body : line)
  if (name.includes(",")) name = name.replace(degreesBehind, "")
  if (name.includes(" του ")) name = name.replace(ofFather, "")
  if (name === line) return line
  name = name.trim()
  return words(name) >= 2 || name === line ? name : line
}
