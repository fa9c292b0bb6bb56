import { longPattern } from "./long-pattern.ts"
import { findDateLabels } from "./dates/labels.ts"
import { furtherFieldPhrases } from "./field-label-words.ts"
import { phraseFinder } from "./phrase-finder.ts"
import type { Skeleton } from "./skeleton.ts"
import type { PrintedText, Segment } from "./printed-text.ts"

/** Labels of numbers and amounts: where one begins, a name or an address has ended, even when two columns were read as one line. */
export const fieldPhrases = `
    account number|account no|account ending|account ending in|card ending|card ending in|card number ending in|mortgage account number|
    mortgage account|loan account number|social insurance number|social security number|ssn|sin|unidade consumidora|kartennummer|
    verfügungsrahmen|n° client|numero cliente|account|acct no|acct|customer number|customer no|customer id|customer reference|
    account reference|invoice number|invoice no|invoice|bill number|bill no|statement number|statement no|reference|reference number|
    our reference|your reference|our ref|your ref|ref|ref no|policy number|policy no|card number|sort code|iban|bic|swift|telephone|
    phone|tel|fax|mobile|email|e mail|website|web|amount due|total due|total amount due|balance|new balance|amount|total|page|page no|
    meter number|vat no|vat number|vat reg no|tax reference|employee number|employee no|employee id|ni number|national insurance number|
    tax code|department|payroll number|credit limit|minimum payment|band|property reference|council tax band|tariff|consumer no|
    customer care|customer service|questions|pin|routing number|member number|loan number|parcel number|national insurance no|
    works number|reference code|utr|contract number|contract no|order number|sheet|statement|kundennummer|kunden nr|kd nr|vertragskonto|
    vertragsnummer|rechnungsnummer|rechnung nr|rechnungs nr|kontonummer|konto nr|zählernummer|steuernummer|aktenzeichen|ihr zeichen|
    unser zeichen|telefon|telefax|betrag|seite|blatt|personalnummer|personal nr|versicherungsnummer|buchungszeichen|kassenzeichen|
    steuer id|identifikationsnummer|geschäftszeichen|bearbeiter|ansprechpartner|durchwahl|auszug|auszug nr|blz|steuerklasse|sv nummer|
    numéro client|n client|numéro de client|référence client|référence|réf|n de compte|numéro de compte|compte n|numéro de facture|
    n de facture|facture n|numéro fiscal|téléphone|tél|montant|montant à payer|courriel|matricule|n de contrat|numéro de contrat|
    contrat n|n siret|référence de l avis|vos références|n allocataire|n sécurité sociale|número de cliente|nº de cliente|nº cliente|
    número de factura|nº factura|nº de factura|factura nº|número de cuenta|nº de cuenta|nº contrato|nº de contrato|número de contrato|
    referencia|teléfono|correo electrónico|importe|total a pagar|nif|dni|cif|nie|cups|número de afiliación|página|núm|nº|
    número de contribuinte|nº de contribuinte|contribuinte nº|número da fatura|fatura nº|número do cliente|conta nº|nº de conta|
    telefone|correio eletrónico|valor a pagar|valor|cpf|cnpj|codice cliente|numero fattura|fattura n|n fattura|codice fiscale|
    partita iva|p iva|telefono|importo|totale da pagare|pagina|numero contratto|codice contratto|matricola|conto n|numero conto|cf|pod|
    klantnummer|factuurnummer|rekeningnummer|polisnummer|contractnummer|kenmerk|ons kenmerk|uw kenmerk|telefoon|bedrag|te betalen|bsn|
    aanslagnummer|debiteurnummer|burgerservicenummer|personeelsnummer|relatienummer|betalingskenmerk|numer klienta|nr klienta|
    numer faktury|faktura nr|nr faktury|numer rachunku|nr rachunku|numer umowy|kwota|do zapłaty|strona|pesel|nip|nr ewidencyjny|
    znak sprawy|nr konta|kundnummer|kundenummer|fakturanummer|ocr|asiakasnumero|laskun numero|viitenumero|personnummer|číslo zákazníka|
    zákaznické číslo|číslo faktury|variabilní symbol|variabilný symbol|ügyfélszám|számlaszám|cod client|număr factură|broj računa|
    šifra kupca|αριθμός λογαριασμού|κωδικός πελάτη|αφμ|müşteri no|tesisat no|hesap no|лицевой счет|договор|номер|客戶編號|帳戶號碼|客户号|お客様番号|
    계좌번호|dear|sehr geehrte|cher|chère|estimado|estimada|prezado|caro|cara|gentile|spett|geachte|beste|szanowny|szanowna|hej|vážený|
    tisztelt|stimate`

const findFields = phraseFinder([
  [fieldPhrases, true],
  [furtherFieldPhrases, true]
])

/** Words that begin a customer's name or an address as often as they begin a field. */
const needsColon = longPattern("i")`
    ^(?:account|acct|total|band|page|reference|pin|statement|department|mobile|balance|amount|invoice|web|ref|email|betrag|valor|
    cara|caro|beste|hej|sheet|blatt|seite|número|núm|номер|pagina|página|tel|date|data|datum|den|le|month|mes|mese|jahr|year|ano|
    año|li|lì|from|since|term|duration|depuis|exp|expires|issued|rev|act|jour|or)$`

/** What a number of a dwelling is announced by: "H. No. 118/2" is a house, and no number of a customer. */
const dwellingBefore = longPattern("i")`
    (?:^|[\s,:(])(?:h|d|f|hse|hs|house|flat|door|plot|apartment|apt|room|shop|unit|block|street|road|lane|gali|ward|quarter|qtr|survey|sy|
    khasra|kh|holding|bldg|building|floor|tower|site|new|old|villa|stand|erf|unit|lot|blok|rumah|street|st|jalan|
    dom|sokak|sok|sk|mah|mahallesi|köyü|mevkii)[\s./]*$`
/** "Carrera 7 No. 71-21": Colombia counts its houses from a crossing. */
const crossingBefore = longPattern("i")`
    (?:^|[\s,:(])(?:carrera|cra|kra|kr|cr|calle|cll|cl|avenida|av|ak|ac|diagonal|dg|diag|transversal|tv|transv|circular|circ|autopista)
    \.?\s+\d{1,3}\s?[a-z]{0,2}(?:\s(?:bis|norte|sur|este|oeste))?\s*$`
/** "C Reforma No 1148": a line that begins with the kind of a street. */
const streetBefore =
  /^\s*(?:c|calle|av|avda|avenida|blvd|boulevard|calz|calzada|prol|priv|privada|cda|cerrada|carr|carretera|jr|jirón|psje|pasaje|rua)[./]?\s+\S/i
/** "Jl. Tukad Badung Gg. XIV No. 7": a street, a lane or an estate somewhere before the number. */
const streetWithin = longPattern("iu")`
    (?:^|[\s,])(?:jl|jln|jalan|gg|gang|lorong|lrg|perum|perumahan|komplek|kompleks|blok|block|mah|mahallesi|mahalle|sok|sokak|sokağı|cad|caddesi|cd|bulvarı|
    köyü|mevkii|sitesi|street|road|avenue|lane|drive|close|crescent|estate|layout|carretera|km|manzana|mz|residencial|urb|urbanización|barrio|sector|
    rue|quartier|lotissement|strada|aleea|bulevardul|calea|ulica)\.?\s[^:]*$`
/** "NO: 12 D: 8", "No. 7 Sabon Gari Quarters" and "5F., No. 14, Lane 7": a house and what it stands in, at the beginning of a line or between commas. */
const houseAndDoor = longPattern("iu")`
    ^no\s?[:.]?\s?\d{1,4}\s?\p{L}?(?:\s?[/-]\s?\d{1,3}|[\s,]+(?:k|kat|d|da|daire|blok|iç kapı|apt)[\s:.]\s?\p{L}*\s?\d|
    (?:,|\s)\s?(?:\d{1,2}(?:st|nd|rd|th)\s)?\p{L}{3,}[^:\d]*(?:\d{1,3})?$|,\s?(?:\p{L}|\d{1,3}\p{L}))`
const houseBetween = /^[.:]?\s?\d{1,4}\p{L}?\s?,\s?\p{L}/u
const isDwellingNumber = (segment: Segment, { end, start }: { readonly start: number; readonly end: number }): boolean =>
  (/^[\s:：]*$/.test(segment.text.slice(0, start)) && houseAndDoor.test(segment.text.slice(start))) ||
  (/,\s*$/.test(segment.text.slice(0, start)) && houseBetween.test(segment.text.slice(end))) ||
  (/^n[oº°]\.?$/i.test(segment.text.slice(start, end)) &&
    [dwellingBefore, crossingBefore, streetBefore, streetWithin].some((before) => before.test(segment.text.slice(0, start))) &&
    /^[\s.:#-]*(?:\w*|[a-z]{1,3}[- /])\d/i.test(segment.text.slice(end)))

/** "bl. C3" of a Romanian address is no BIC: a short label has no dot and gap in it. */
const isTwoWords = (printed: string): boolean => printed.length <= 6 && /^\p{L}{1,3}\.\s/u.test(printed)

/** Several rules ask the same of a line: what was found stays with its skeleton, which lives as long as the page. */
const starts = new WeakMap<Skeleton, number | null>()

/** Where the first label of another field begins in a line, or null. A common word counts only with a colon or a number after it. */
export const fieldStart = (text: PrintedText, segment: Segment): number | null => {
  const known = starts.get(segment.skeleton)
  if (known !== undefined) return known
  const found = firstField(text, segment)
  starts.set(segment.skeleton, found)
  return found
}

const firstField = (text: PrintedText, segment: Segment): number | null => {
  const dates = findDateLabels(segment.skeleton, false).filter(({ start, end }) => end - start > 4)
  let first: number | null = null
  for (const { start, end } of [...findFields(segment.skeleton, text.tolerant), ...dates]) {
    const printed = segment.text.slice(start, end)
    const rest = segment.text.slice(end)
    const marked = /^\s*[:#.]\s*\S|^\s*[:#]|^\s+[\d./-]{4}/.test(rest) || /^\s*(?:no|nr|n°|nº|number|name)\b/i.test(rest)
    if (isDwellingNumber(segment, { start, end }) || isTwoWords(printed)) continue
    const common = needsColon.test(printed) || end - start <= 4
    if (common && !marked) continue
    if (first === null || start < first) first = start
  }
  return first
}
