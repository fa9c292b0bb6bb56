import type { Area } from "../../evidence/place.ts"

/** What the visual zone can tell of a holder or a document. */
export type VisualFieldName =
  | "document_number"
  | "surname"
  | "given_names"
  | "full_name"
  | "date_of_birth"
  | "sex"
  | "nationality"
  | "expiry_date"
  | "issue_date"
  | "personal_number"
  | "address"
  | "place_of_birth"

/** A value read from print; dates as YYYY-MM-DD, sex as M, F or X, nationality as alpha-2 or a code of ICAO 9303, the rest as printed. */
export interface VisualField {
  readonly field: VisualFieldName
  readonly value: string
  /** 0 to 1: recognition of the line times how clearly the label owns the value. */
  readonly confidence: number
  /** Where its print stands on the upright picture, in fractions of it; null where lines have no layout. */
  readonly area: Area | null
}

/** Of several readings of a field the one that is surest. */
export const surest = (readings: ReadonlyArray<VisualField>): ReadonlyArray<VisualField> => {
  const best = new Map<VisualFieldName, VisualField>()
  for (const reading of readings) {
    if (reading.confidence > (best.get(reading.field)?.confidence ?? -1)) best.set(reading.field, reading)
  }
  return [...best.values()]
}
