import { countryNamed } from "../proof-of-address/compare/addresses/country-names.ts"
import { issuerOf } from "./countries.ts"
import type { DocumentSide, IdentityDocumentType } from "./document-type.ts"
import type { ExaminedMrz, ExaminedPicture } from "./examined-picture.ts"
import { printedCountry } from "./printed-country.ts"
import { findTitles } from "./titles.ts"
import { findVisualLabels } from "./visual-zone/labels.ts"
import { licenceMarks } from "./visual-zone/numbered-fields.ts"
import type { PrintedZone } from "./visual-zone/printed-zone.ts"

/** What a document is, by everything that it shows. */
export interface IdentityClassification {
  readonly type: IdentityDocumentType | null
  /** 0 to 1. */
  readonly confidence: number
  /** Other types that something speaks for, most likely first, at most three. */
  readonly alternatives: ReadonlyArray<{ readonly type: IdentityDocumentType; readonly confidence: number }>
  /** ISO 3166-1 alpha-2; null when unknown, and where no country issued the document (`issuer` names who did). */
  readonly country: string | null
  readonly country_confidence: number
  /** Code of ICAO 9303 part 3 from the machine readable zone; null where there is none. */
  readonly issuer: string | null
  /** State, province or territory of a North American card. */
  readonly region: string | null
}

type Votes = Map<IdentityDocumentType, number>

/** Independent evidence adds up to certainty without ever reaching it. */
const add = (votes: Votes, type: IdentityDocumentType, weight: number): void => {
  votes.set(type, 1 - (1 - (votes.get(type) ?? 0)) * (1 - weight))
}

/** Second letters of passports that are travel documents of people who are not the issuer's nationals (ICAO 9303 part 4, PR and PT). */
const foreignersCodes: ReadonlySet<string> = new Set(["PR", "PT"])
const residenceCodes: ReadonlySet<string> = new Set(["IR", "AR", "CR", "C1", "C2", "RP", "IX", "AX"])

const mrzVotes = ({ fields, reading }: ExaminedMrz): ReadonlyArray<readonly [IdentityDocumentType, number]> => {
  const code = fields.document_code
  const sure = fields.checksums_valid && !reading.ambiguous ? 0.97 : 0.8
  if (reading.format === "MRVA" || reading.format === "MRVB") return [["visa", sure]]
  const holder = issuerOf(fields.nationality)?.kind
  const without = holder === "stateless" || holder === "refugee" || foreignersCodes.has(code)
  if (code.startsWith("P") && reading.format === "TD3") return [[without ? "travel_document" : "passport", sure]]
  if (residenceCodes.has(code)) return [["residence_permit", sure]]
  // The passport card of the United States is a card of the size of others.
  if (code === "IP") return [["passport", sure]]
  // Certificates of crew members (ICAO 9303 part 5).
  if (code === "AC") return [["other", sure]]
  const foreigner = issuerOf(fields.issuing_state)?.alpha_2 !== issuerOf(fields.nationality)?.alpha_2
  // States issue identity cards to their nationals; a few to everybody who lives there.
  return [
    ["national_id", foreigner ? sure * 0.6 : sure * 0.95],
    ["residence_permit", foreigner ? 0.5 : 0.1]
  ]
}

const titleWeights = { top: 0.75, below: 0.45, short: 0.35 } as const

const votesOfText = (votes: Votes, { text }: PrintedZone): void => {
  const seen = new Set<IdentityDocumentType>()
  for (const segment of text.segments) {
    const labels = findVisualLabels(segment.skeleton, text.tolerant)
    for (const { end, start, value } of findTitles(segment.skeleton, text.tolerant)) {
      // "Passport No" labels a number; the title stands by itself.
      const inLabel = labels.some((label) => label.start <= start && label.end >= end && label.end - label.start > end - start)
      if (inLabel || seen.has(value)) continue
      const short = end - start <= 4 && /^[\p{Script=Latin}\s]+$/u.test(segment.text.slice(start, end))
      seen.add(value)
      add(votes, value, short ? titleWeights.short : segment.top <= 0.4 ? titleWeights.top : titleWeights.below)
    }
  }
}

const votesOfPicture = (votes: Votes, { barcodes, mrz, zone }: ExaminedPicture): void => {
  for (const [type, weight] of mrz === null ? [] : mrzVotes(mrz)) add(votes, type, weight)
  for (const barcode of barcodes) {
    if (barcode.kind !== "aamva") continue
    add(votes, barcode.card.card === "ID" ? "national_id" : "drivers_license", barcode.card.card === null ? 0.8 : 0.98)
  }
  if (licenceMarks(zone) > 0) add(votes, "drivers_license", 0.3 + 0.1 * licenceMarks(zone))
  votesOfText(votes, zone)
}

interface IssuingCountry {
  readonly country: string | null
  readonly confidence: number
  readonly issuer: string | null
  readonly region: string | null
}

const round = (value: number): number => Math.round(value * 1000) / 1000

const issuingCountry = (pictures: ReadonlyArray<ExaminedPicture>): IssuingCountry => {
  const zones = pictures.flatMap(({ mrz }) => (mrz === null ? [] : [mrz]))
  const mrz = zones.find(({ fields }) => fields.checksums_valid) ?? zones[0]
  const issuer = mrz === undefined ? null : issuerOf(mrz.fields.issuing_state)
  const cards = pictures.flatMap(({ barcodes }) => barcodes.flatMap((barcode) => (barcode.kind === "aamva" ? [barcode.card] : [])))
  const [card] = cards
  if (issuer !== null && issuer.kind !== "unspecified") {
    const confidence = mrz?.fields.checksums_valid === true ? 0.97 : 0.8
    return { country: issuer.alpha_2, confidence, issuer: issuer.code, region: card?.issuer?.jurisdiction ?? null }
  }
  if (card !== undefined && (card.issuer !== null || card.country !== null)) {
    return {
      country: card.issuer?.country ?? card.country,
      confidence: card.issuer === null ? 0.7 : 0.98,
      issuer: null,
      region: card.issuer?.jurisdiction ?? null
    }
  }
  const printed = pictures
    .map(({ zone }) => printedCountry(zone))
    .reduce((best, one) => (one !== null && one.confidence > (best?.confidence ?? 0) ? one : best), null)
  return { country: printed?.country ?? null, confidence: printed?.confidence ?? 0, issuer: null, region: null }
}

/** Below this nothing is called by a name. */
const leastClassification = 0.3

/** Classifies the pictures of one document, front and back together, from machine readable zone, barcode and print. */
export const classifyDocument = (pictures: ReadonlyArray<ExaminedPicture>): IdentityClassification => {
  const votes: Votes = new Map()
  for (const picture of pictures) votesOfPicture(votes, picture)
  const ranked = [...votes].sort(([, one], [, other]) => other - one).map(([type, confidence]) => ({ type, confidence: round(confidence) }))
  const [best, ...rest] = ranked.filter(({ confidence }) => confidence >= leastClassification)
  const { confidence, country, issuer, region } = issuingCountry(pictures)
  return {
    type: best?.type ?? null,
    // What also speaks for another type takes from this one.
    confidence: best === undefined ? 0 : round(best.confidence * (1 - (rest[0]?.confidence ?? 0) / 4)),
    alternatives: rest.slice(0, 3),
    country,
    country_confidence: round(confidence),
    issuer,
    region
  }
}

/** Share of a document's width from which a face on it is the portrait; the small copies that some issuers print beside it, or on the back, are narrower. */
export const leastPortrait = 0.12

const holderLabels: ReadonlySet<string> = new Set(["surname", "given_names", "full_name", "date_of_birth"])

/** The side that a picture shows; declared sides win, since cards of some issuers are laid out the other way round. Null when it cannot be determined. */
export const sideShown = ({ barcodes, declared, mrz, picture, zone }: ExaminedPicture): DocumentSide | null => {
  if (declared.side === "front" || declared.side === "back" || declared.side === "spread") return declared.side
  const format = mrz?.reading.format
  if (format === "TD3" || format === "MRVA" || format === "MRVB") return "front"
  const labels = new Set(zone.text.segments.flatMap(({ skeleton }) => findVisualLabels(skeleton, false).map(({ value }) => value)))
  const holder = [...labels].filter((label) => holderLabels.has(label)).length >= 2 || licenceMarks(zone) > 0
  const aamva = barcodes.some(({ kind }) => kind === "aamva")
  const back = format === "TD1" || aamva
  const portrait = picture.portrait !== null && picture.portrait.width >= leastPortrait
  if (portrait || holder) return back ? "spread" : "front"
  if (back) return "back"
  return format === "TD2" || format === "FR_ID" || zone.text.segments.some(({ text }) => countryNamed(text) !== null) ? "front" : null
}
