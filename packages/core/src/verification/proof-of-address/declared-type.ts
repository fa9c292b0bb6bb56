import { Schema } from "effect"
import { legacyTypes, PoaDocumentType } from "./types.ts"

const isType = Schema.is(PoaDocumentType)

/** The canonical subtype for a name that a client sent, legacy names included; null for a name that is not accepted. */
export const canonicalType = (name: string): PoaDocumentType | null => {
  if (isType(name)) return name
  if (name === "rental_agreement" || name === "vehicle_registration") return legacyTypes[name]
  return null
}
