/** How many words carry the two names, and what was found in weights of rare words. */
export interface NameStrength {
  readonly asked: number
  readonly listed: number
  readonly evidence: number
}

/** Evidence, in weights of rare words, with which a name counts in full, and with which it keeps the poorest share: one very common word. */
const fullEvidence = 1.3
const poorEvidence = 0.4
const poorestShare = 0.75
const oneOfTwoShare = 0.75
const singleWordShare = 0.9

/**
 * Share that a name keeps when too few of its words were found; `found` counts the strong ones. Grows with each of them and with the evidence,
 * so that of bounds of these it is a bound.
 */
export const strengthBound = ({ asked, evidence, listed }: NameStrength, found: number): number => {
  const richness = (evidence - poorEvidence) / (fullEvidence - poorEvidence)
  const share = poorestShare + (1 - poorestShare) * Math.min(1, Math.max(0, richness))
  const least = Math.min(asked, listed)
  if (least >= 2 && found < 2) return share * oneOfTwoShare
  return asked <= 1 && listed >= 2 && found < 2 ? share * singleWordShare : share
}
