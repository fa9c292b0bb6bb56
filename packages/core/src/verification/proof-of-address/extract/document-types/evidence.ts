import type { PoaDocumentType } from "../../types.ts"

/** Phrases that speak for a type, with their weight: 6 names the document, 3 hardly occurs elsewhere, 1 fits. */
export type TypeEvidence = readonly [type: PoaDocumentType, weight: number, phrases: string]
