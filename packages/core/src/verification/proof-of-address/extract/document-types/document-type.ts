import type { PoaDocumentType } from "../../types.ts"
import { phraseFinder } from "../phrase-finder.ts"
import type { PrintedText, Segment } from "../printed-text.ts"
import { centralEvidence } from "./evidence-central.ts"
import { easternEvidence } from "./evidence-eastern.ts"
import { financialEvidence } from "./evidence-financial.ts"
import { householdEvidence } from "./evidence-household.ts"
import { levyEvidence } from "./evidence-levies.ts"
import { northernEvidence } from "./evidence-northern.ts"
import { overseasEvidence } from "./evidence-overseas.ts"
import { publicEvidence } from "./evidence-public.ts"

interface TypeFinding {
  readonly type: PoaDocumentType | null
  /** 0 to 1. */
  readonly confidence: number
}

interface Evidence {
  readonly type: PoaDocumentType
  readonly weight: number
}

const findEvidence = phraseFinder(
  [
    ...householdEvidence,
    ...financialEvidence,
    ...publicEvidence,
    ...centralEvidence,
    ...northernEvidence,
    ...easternEvidence,
    ...overseasEvidence,
    ...levyEvidence
  ].map(([type, weight, phrases]) => [phrases, { type, weight }] as const)
)

/** Below this score the words are chance. */
const lowestScore = 3.6
/** A phrase that titles name counts in a title more than in a sentence, where it may be mentioned only. */
const titleWeight = 6
const mostPhrases = 4_000
/** Words that only support a title, and how much each further one adds. */
const wordShare = 0.7
const decay = 0.77
/** A bill for something measured or connected is titled "Invoice" or "Facture" and nothing else as often as not. */
const billed = 1.35
/** Shops and companies of every trade appear in the list of payments of an account. */
const listedShare = 0.2

const bills: ReadonlySet<PoaDocumentType> = new Set<PoaDocumentType>(["utility_bill", "telecom_bill", "mobile_phone_bill"])
/** Types whose evidence holds names of authorities and taxes in a few capitals. */
const official: ReadonlySet<PoaDocumentType> = new Set<PoaDocumentType>([
  "government_letter",
  "tax_document",
  "council_tax_bill",
  "identity_document",
  "residence_certificate"
])
const findBill = phraseFinder([
  [
    `
    bill|invoice|tax invoice|your bill|bill date|invoice number|invoice date|bill number|total due|amount due|rechnung|rechnungsnummer|
    rechnungsdatum|*rechnung|facture|n de facture|factura|nº de factura|fatura|nº da fatura|nota fiscal|conta do mês|fattura|bolletta|
    factuur|factuurnummer|*factuur|faktura|faktura vat|fakturanummer|fakturadatum|fakturadato|*faktura|*regning|*räkning|lasku|
    vyúčtování|faktúra|számla|factură|račun|λογαριασμός|fatura no|счет|квитанция|*arve|arve nr|rēķins|sąskaita|sąskaita faktūra|reikningur|rokning|fatură|faturë|сметка|рачун|фактура|рахунок|
    tagihan|*számla|bil no|no bil|hóa đơn|hoá đơn|ankara|bili|فاتورة|חשבון|ใบแจ้งหนี้|recibo|total a pagar|à payer|att betala|å betale|zu zahlen`,
    true
  ]
])

/** How much a line's place and size make it a title: short, large, high on the first page. */
const prominence = (segment: Segment, usualHeight: number): number => {
  const words = segment.text.split(" ").length
  const short = words <= 7 ? 1 : words <= 12 ? 0.75 : 0.45
  const place = segment.page > 1 ? 0.5 : segment.top < 0.4 ? 1.4 : segment.top > 0.85 ? 0.5 : 0.9
  const size = segment.height > usualHeight * 1.6 ? 1.8 : segment.height > usualHeight * 1.25 ? 1.4 : 1
  return short * place * size
}

/** A row that begins with a date and holds an amount is a payment in a list. */
const isPayment = (text: PrintedText, segment: Segment): boolean => {
  const row = text.rows[segment.row] ?? []
  const dated = /^\W?\d{1,2}[\s./-]{0,2}(?:\d{1,2}\b|\p{L}{3})/u.test(row[0]?.text ?? "")
  return dated && row.length > 1 && row.some((cell) => /\d[.,]\d{2}\b/.test(cell.text))
}

interface Tally {
  /** Best prominence at which each phrase was seen, by phrase. */
  readonly phrases: Map<string, number>
}

const tallied = (text: PrintedText): ReadonlyMap<PoaDocumentType, Tally> => {
  const tallies = new Map<PoaDocumentType, Tally>()
  let seen = 0
  for (const segment of text.segments) {
    const visible = prominence(segment, text.usualHeight) * (isPayment(text, segment) ? listedShare : 1)
    for (const { value, start, end } of findEvidence(segment.skeleton, text.tolerant)) {
      if (seen++ > mostPhrases) return tallies
      const evidence: Evidence = value
      // "DUO" is an authority and "duo" a brand or a word: names of three letters count in capitals.
      const printed = segment.text.slice(start, end)
      if (end - start <= 3 && official.has(evidence.type) && /^[a-z]+$/i.test(printed) && printed !== printed.toUpperCase()) continue
      const tally = tallies.get(evidence.type) ?? { phrases: new Map<string, number>() }
      tallies.set(evidence.type, tally)
      const alone = end - start >= segment.text.length * 0.7
      const strength =
        evidence.weight >= titleWeight ? evidence.weight * visible * (alone ? 1.25 : 1) : evidence.weight * Math.min(1, visible) * wordShare
      const key = `${evidence.weight >= titleWeight ? "title" : "word"} ${segment.text.slice(start, end).toLowerCase()}`
      tally.phrases.set(key, Math.max(tally.phrases.get(key) ?? 0, strength))
    }
  }
  return tallies
}

/** Each further phrase says less than the one before: a long list of common words never outweighs one clear title. */
const totalOf = ({ phrases }: Tally): number => {
  const sorted = [...phrases.values()].sort((one, other) => other - one)
  return sorted.reduce((total, strength, position) => total + strength * decay ** position, 0)
}

/**
 * Tells the type of a proof of address by weighted words and titles in some sixty languages. Confidence grows with the evidence and
 * with its lead over the next type; null when the words could be chance.
 */
export const documentType = (text: PrintedText): TypeFinding => {
  const isBill = text.segments.some(
    (segment) => segment.page === 1 && segment.text.length < 60 && findBill(segment.skeleton, text.tolerant).length > 0
  )
  const scores = [...tallied(text)]
    .map(([type, tally]) => ({ type, score: totalOf(tally) * (isBill && bills.has(type) ? billed : 1) }))
    .sort((one, other) => other.score - one.score)
  const best = scores[0]
  if (best === undefined || best.score < lowestScore) return { type: null, confidence: 0 }
  const next = scores[1]?.score ?? 0
  const lead = (best.score - next) / best.score
  const amount = 1 - Math.exp(-best.score / 6)
  return { type: best.type, confidence: Math.round(Math.min(0.99, amount * (0.5 + 0.5 * Math.min(1, lead * 1.6))) * 100) / 100 }
}

/** True for a line that does little more than name the document. */
export const isDocumentTitle = (text: PrintedText, segment: Segment): boolean =>
  findEvidence(segment.skeleton, text.tolerant).some(
    ({ value, start, end }) => value.weight >= titleWeight && end - start >= segment.text.length * 0.5
  )

/** True for a line that names a public body whose name alone tells the type, such as a pension service. */
export const isAuthorityLetter = (text: PrintedText, segment: Segment): boolean =>
  findEvidence(segment.skeleton, text.tolerant).some(
    ({ value, start, end }) => value.type === "government_letter" && end - start >= segment.text.length * 0.5
  )
