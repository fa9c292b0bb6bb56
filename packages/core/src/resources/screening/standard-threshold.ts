import { thresholds } from "../../verification/screening/engine/query.ts"

/** Least match score, 0 to 100, that asks for a person where nothing else is said. */
export const standardThreshold = Math.round(thresholds.review * 100)
