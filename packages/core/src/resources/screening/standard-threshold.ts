import { thresholds } from "../../verification/screening/engine/query.ts"

/** Least match score, 0 to 100, that asks for a person where nothing else is said. */
export const standardThreshold = Math.round(thresholds.review * 100)

/** The same as a score, 0 to 1: scores are rounded to whole points when a screening is assessed. */
export const monitoringThreshold = (standardThreshold - 0.5) / 100
