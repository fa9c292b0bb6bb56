import { normalizedNumber } from "../identity-documents/fingerprint.ts"
import { type ComponentComparison, type ExplanationCode, notComparable } from "./facts.ts"
import { editDistance } from "../names/distance/edit-distance.ts"

const unconfused = (number: string): string => number.replaceAll("O", "0").replaceAll("I", "1")
const unpadded = (number: string): string => number.replace(/^0+(?=.)/u, "")

const compared = (score: number, verdict: ComponentComparison["verdict"], ...explanations: ReadonlyArray<ExplanationCode>) =>
  ({ component: "document_number", score, verdict, explanations }) satisfies ComponentComparison

/** Compares two document numbers: O and 0, I and 1 may be a misreading, and missing zeros in front a habit, which a person has to confirm. */
export const compareDocumentNumbers = (one: string | null | undefined, other: string | null | undefined): ComponentComparison => {
  const [a, b] = [normalizedNumber(one ?? ""), normalizedNumber(other ?? "")]
  if (a === "" || b === "") return notComparable("document_number")
  if (a === b) return compared(1, "match")
  if (unconfused(a) === unconfused(b)) return compared(0.85, "partial", "confusable_characters")
  if (unpadded(a) === unpadded(b)) return compared(0.8, "partial", "leading_zeros")
  return editDistance(a, b) === 1 ? compared(0.3, "mismatch", "one_character_differs") : compared(0, "mismatch", "different_number")
}
