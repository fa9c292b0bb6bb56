import type { AamvaCard } from "./aamva/read-aamva.ts"
import { evidenceIn, type ValueEvidence } from "../evidence/evidence.ts"
import type { IdentityClassification } from "./classify.ts"
import type { ExaminedPicture } from "./examined-picture.ts"
import { type IdentityFieldName, identityFieldNames, type SourceValue } from "./field-value.ts"
import { mrzValues } from "./mrz-values.ts"
import { areaPlace, cornersPlace, textPicture } from "./picture-places.ts"
import { readVisualZone } from "./visual-zone/read-visual-zone.ts"

/**
 * What a chip says, by field; dates as YYYY-MM-DD, states as `issuerValue` names them. `authenticated` where passive authentication held up to a
 * trusted anchor.
 */
export interface ChipValues {
  readonly authenticated: boolean
  /** The zone of the chip has no more room for names than that of the page. */
  readonly names_truncated: boolean
  readonly values: Readonly<Partial<Record<IdentityFieldName, string>>>
  /** What holds the reading of the chip; left out where nothing was kept. */
  readonly document_id?: string
}

/** PDF417 corrects its own errors, so what was decoded is what was printed. */
const barcodeConfidence = 0.99

const barcodeValues = (card: AamvaCard, evidence: ValueEvidence): ReadonlyArray<SourceValue> => {
  const { document_id } = evidence
  const value = (field: IdentityFieldName, text: string | null, truncated = false): ReadonlyArray<SourceValue> =>
    text === null
      ? []
      : [{ field, source: "barcode", value: text, confidence: barcodeConfidence, standing: "verified", document_id, truncated, evidence }]
  return [
    ...value("document_number", card.document_number),
    ...value("surname", card.surname, card.truncated.surname === true),
    ...value("given_names", card.given_names, card.truncated.first_name === true || card.truncated.middle_name === true),
    ...value("date_of_birth", card.date_of_birth),
    ...value("sex", card.sex),
    ...value("issuing_country", card.issuer?.country ?? card.country),
    ...value("expiry_date", card.expiry_date),
    ...value("issue_date", card.issue_date),
    ...value("address", card.address.length === 0 ? null : card.address.join(", ")),
    ...value("place_of_birth", card.place_of_birth)
  ]
}

const chipValues = (chip: ChipValues): ReadonlyArray<SourceValue> =>
  Object.entries(chip.values).flatMap(([name, value]) => {
    const field = fieldNamed(name)
    return field === null || value === "" ? [] : [chipValue(field, value, chip)]
  })

const chipValue = (
  field: IdentityFieldName,
  value: string,
  { authenticated, document_id, names_truncated }: Omit<ChipValues, "values">
): SourceValue => ({
  field,
  source: "chip",
  value: value.slice(0, 300),
  confidence: authenticated ? 1 : 0.8,
  standing: authenticated ? "verified" : "read",
  document_id: null,
  evidence: evidenceIn(document_id ?? null, null),
  truncated: names_truncated && (field === "surname" || field === "given_names")
})

/** What the engine named itself, and what our rules find among the lines beside it. */
const visualValues = (
  { document_id, picture, zone }: ExaminedPicture,
  context: { readonly country: string | null; readonly today: string }
): ReadonlyArray<SourceValue> => {
  const named = (picture.fields ?? []).filter(({ value }) => value !== "")
  const found = readVisualZone(zone, context).filter(({ field }) => !named.some((one) => one.field === field))
  const placed = [...named.map(({ place, ...field }) => ({ ...field, area: place ?? null })), ...found]
  return placed.map(
    ({ area, confidence, field, value }): SourceValue => ({
      field,
      source: "visual",
      value: value.slice(0, 300),
      confidence,
      standing: "read",
      document_id,
      truncated: false,
      evidence: evidenceIn(document_id, area === null ? { page: picture.page, box: null } : areaPlace(textPicture(picture), area))
    })
  )
}

const names = new Map<string, IdentityFieldName>(identityFieldNames.map((name) => [name, name]))
const fieldNamed = (name: string): IdentityFieldName | null => names.get(name) ?? null

/** Everything that the sources of one document say; `today` is YYYY-MM-DD. */
export const sourceValues = (
  pictures: ReadonlyArray<ExaminedPicture>,
  {
    chip,
    classification,
    today
  }: { readonly chip: ChipValues | null; readonly classification: IdentityClassification; readonly today: string }
): ReadonlyArray<SourceValue> => [
  ...(chip === null ? [] : chipValues(chip)),
  ...pictures.flatMap((picture) => [
    ...picture.barcodes.flatMap((barcode) =>
      barcode.kind === "aamva"
        ? barcodeValues(barcode.card, evidenceIn(picture.document_id, cornersPlace(picture.picture, barcode.place)))
        : []
    ),
    ...(picture.mrz === null ? [] : mrzValues(picture.mrz, picture)),
    ...visualValues(picture, { country: classification.country, today })
  ])
]
