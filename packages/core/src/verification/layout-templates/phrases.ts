import { visualLabelPhrases } from "../identity-documents/visual-zone/labels.ts"
import { titlePhrases } from "../identity-documents/titles.ts"
import { englishDatePhrases } from "../proof-of-address/extract/dates/phrases/english.ts"
import { otherDatePhrases } from "../proof-of-address/extract/dates/phrases/other.ts"
import { westernDatePhrases } from "../proof-of-address/extract/dates/phrases/western.ts"
import { financialEvidence } from "../proof-of-address/extract/document-types/evidence-financial.ts"
import { householdEvidence } from "../proof-of-address/extract/document-types/evidence-household.ts"
import { publicEvidence } from "../proof-of-address/extract/document-types/evidence-public.ts"
import { fieldPhrases } from "../proof-of-address/extract/field-labels.ts"
import { phraseFinder } from "../proof-of-address/extract/phrase-finder.ts"
import type { Skeleton } from "../proof-of-address/extract/skeleton.ts"

/** Heads of tables and names of charges, which no other rule reads. */
const tableHeads = `
    description|details|quantity|unit price|unit rate|rate|charge|charges|standing charge|usage|units|previous balance|previous balance carried forward|
    payments received|subtotal|sub total|value added tax|vat|tax|net amount|gross amount|balance brought forward|balance carried forward|
    money in|money out|paid in|paid out|opening balance|closing balance|payment due|due date|pay by|energy used|meter reading|
    beschreibung|bezeichnung|menge|einzelpreis|gesamtpreis|nettobetrag|mehrwertsteuer|umsatzsteuer|bruttobetrag|rechnungsbetrag|grundpreis|
    arbeitspreis|verbrauch|zahlbar bis|désignation|quantité|prix unitaire|montant ht|montant ttc|abonnement|consommation|solde|à payer avant|
    descripción|concepto|cantidad|precio|importe total|base imponible|consumo|vencimiento|descrizione|quantità|prezzo|imponibile|consumi|scadenza|
    omschrijving|aantal|prijs|btw|verbruik|vervaldatum|opis|ilość|cena|wartość|zużycie|termin płatności`

/** One of these stands for itself: what is kept of a line is the phrase of the list, and never the words of the page. */
type FoundPhrase = { readonly value: string; readonly start: number; readonly end: number }
export type FindPhrases = (skeleton: Skeleton, tolerant: boolean) => ReadonlyArray<FoundPhrase>

const bare = (phrase: string): string => phrase.replaceAll("*", "").replace(/\s+/gu, " ").trim()

const finderOf = (lists: ReadonlyArray<string>): FindPhrases => {
  const entries = new Map<string, string>()
  for (const phrase of lists.flatMap((list) => list.split("|")).map((one) => one.trim())) {
    if (phrase.length > 2 && !entries.has(phrase)) entries.set(phrase, bare(phrase))
  }
  return phraseFinder(entries)
}

const lazily = (make: () => FindPhrases): FindPhrases => {
  let made: FindPhrases | null = null
  return (skeleton, tolerant) => {
    made ??= make()
    return made(skeleton, tolerant)
  }
}

/** Phrases that issuers print on bills, statements and letters, each found under its own name. */
export const findBillPhrases = lazily(() =>
  finderOf([
    fieldPhrases,
    tableHeads,
    ...[...englishDatePhrases, ...westernDatePhrases, ...otherDatePhrases].map(([phrases]) => phrases),
    ...[...householdEvidence, ...financialEvidence, ...publicEvidence].map(([, , phrases]) => phrases)
  ])
)

/** Labels and titles of identity documents, each found under its own name. */
export const findIdentityPhrases = lazily(() => finderOf([...Object.values(visualLabelPhrases), ...Object.values(titlePhrases)]))
