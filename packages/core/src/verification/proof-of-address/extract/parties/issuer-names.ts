import { normalizedWords } from "../../../names/text/normalized.ts"
import { countryNamed } from "../../compare/addresses/country-names.ts"
import { postcodeIn } from "../addresses/postcode-shapes.ts"
import { writtenDates } from "../dates/written-dates.ts"
import { longPattern } from "../long-pattern.ts"
import type { PrintedText, Segment } from "../printed-text.ts"

export const longestName = 90

const isPlainHeading = (name: string) => /^\d|^(?:page|seite|página|pagina|strona|p\.)\b/i.test(name) || /\d{4,}/.test(name)

/** Words that head a document or a field and name no one. */
const headings = longPattern("iu")`
    ^(?:(?:tax |vat |pro ?forma |green |final |e-?)?(?:invoice|bill|statement|receipt|notice|letter|certificate|summary)|rechnung|
    facture|factura|fatura|fattura|bolletta|factuur|nota|faktura|räkning|regning|lasku|számla|factură|račun|fatura|copy|original|
    duplicate|duplicat|duplicado|account(?: name| summary| details| number)?|company name|employee(?: name)?|customer(?: name)?|
    name|address|important|page|details|private (?:and|&) confidential|kontoauszug|auszug|bescheid|mitteilung|avis|relevé|
    extracto|extrato|estratto|uittreksel|afschrift|wyciąg|utdrag|conditions particulières|condiciones particulares|
    votre contrat|your (?:account|bill|policy|statement)|billing summary|payment slip|p\.? ?p\.?)[\s:.]*$`

const sentences = longPattern("iu")`
    ^(?:que|dear|sehr|cher|estimad|prezad|gentile|geachte|your|ihre?|votre|vos|su|sua|uw|thank|please|welcome|this|to|for|if|we|you|how|
    bitte|merci|hello|hi)(?![\p{L}\p{M}])`

/** "Bankverbindung: Müritzer Sparbank eG": the bank that payments go to, and not who asks for them. */
const bankOfPayment = longPattern("iu")`
    ^(?:bank|bankverbindung(?:en)?|kontoverbindung|zahlstelle|konto|kontonummer|bank details|bank account|bankers?|pay(?:able)? to|account|sort code|iban|bic|swift|
    coordonnées bancaires|domiciliation|banque|compte|datos bancarios|cuenta(?: bancaria| corriente| iban)?|banco|dados bancários|conta|coordinate bancarie|
    banca(?: d['’]appoggio)?|conto(?: corrente)?|bankrelatie|bankgegevens|bankrekening|rekening|rachunek(?: bankowy)?|nr rachunku|numer rachunku|bankovní spojení|
    číslo účtu|účet|bankové spojenie|bankszámla(?:szám)?|számlavezető bank|cont(?: bancar| iban)?|žiro račun|račun|transakcijski račun|tekući račun|sąskaita|
    a\. ?s|bankas|konts|norēķinu konts|pangakonto|arvelduskonto|arveldusarve|bankgiro|plusgiro|tilinumero|pankkiyhteys|kontonr|reikningsnr|
    банкова сметка|сметка|банк(?: получателя| одержувача)?|расчетный счет|рахунок|р\/с|р\/р|жиро сметка|жиро рачун|текући рачун|hesap(?: no)?|banka adı|
    τράπεζα|λογαριασμός|nomor rekening|số tài khoản|ngân hàng|tài khoản)\s*(?:\([^)]{0,20}\))?\s*(?:nr|no|n[°º])?\.?\s*[:：]`

/** True for a word that heads a document and is no one's name: "INVOICE" above a customer. */
export const isPlainTitle = (line: string): boolean => headings.test(line)

/** Whether a line may be the name of an issuer at all. */
export const acceptable = (name: string): boolean => {
  if (name.length < 3 || name.length > longestName || !/\p{L}{2}/u.test(name) || isPlainHeading(name) || headings.test(name)) return false
  if (bankOfPayment.test(name)) return false
  if (/[@<>]|www\.|https?:/.test(name) || /[?!]$/.test(name)) return false
  if (countryNamed(name) !== null || postcodeIn(name) !== null || writtenDates(name).some(({ kind }) => kind === "day")) return false
  // "The Corporation of the City of London" is a name, "The amount due" is none.
  return !sentences.test(name) && !/^the\s+(?:\p{Ll}|amount|total|property|tenant|landlord)/u.test(name.replace(/^the/i, "the"))
}

const state = longPattern("u")`
    ^(?:(?:the )?(?:republic|kingdom|state|commonwealth|government|federal republic|islamic republic|united republic|democratic republic) of|
    republik[ae]?|republika|republica|repubblica|republique|republiek|royaume|reino de|reino da|regno|koninkrijk|kongeriket|konungariket|
    ελληνικη δημοκρατια|κυπριακη δημοκρατια|republik|tcki|bundesrepublik|confederation|rzeczpospolita|romania|magyarorszag|eesti vabariik|
    latvijas republika|lietuvos respublika|turkiye cumhuriyeti|t ?\.? ?c\.?$|россииская|российская федерация|україна|украина|република|македонија|
    cong hoa xa hoi|المملكة|الجمهورية|الجمهوريه|دولة|estado plurinacional|bosna i hercegovina|crna gora|federacija)`
const higher = longPattern("u")`
    ^(?:ministere|ministerio|ministerstvo|ministerstwo|ministarstvo|ministerul|ministrija|ministerija|ministeerium|ministero|ministerie|ministry|kementerian|
    υπουργειο|министерство|міністерство|bakanligi|وزارة|bo tai chinh|judetul|consiliul judetean|zupanija|\p{L}+ska zupanija|provinsi|
    pemerintah|departement|wilaya de|province de|prefecture de|region de|perifereia|περιφερεια|νομος|област|województwo|wojewodztwo|powiat|
    kraj |wojt |burmistrz|prezydent miasta|starosta|primarul|nacelnik|gradonacelnik|zupan|pejabat setiausaha|mayor of|alcalde|le maire|le prefet)`

/** How far above the issuer a line of a letterhead stands: the state above its ministries, and those and counties and mayors above an office. */
export const levelAbove = (name: string): 0 | 1 | 2 => {
  const words = normalizedWords(name).trim()
  return state.test(words) ? 2 : higher.test(words) ? 1 : 0
}

/** A line with amounts to its right is one of a table, and names what is charged. */
export const isTableRow = ({ rows }: PrintedText, segment: Segment): boolean =>
  (rows[segment.row] ?? []).filter(({ left, text }) => left > segment.left && /^-?[\d.,\s]+(?:\p{L}{1,3}|[€$£%])?$/u.test(text)).length >= 2
