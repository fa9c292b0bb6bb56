import { Schema } from "effect"

const most = 16
const decades = Schema.Array(Schema.String.check(Schema.isMaxCodePoints(5))).check(Schema.isMaxLength(most))
const countries = Schema.Array(Schema.String.check(Schema.isMaxCodePoints(2))).check(Schema.isMaxLength(most))

/**
 * Decades and countries. They tell a reviewer without sight of personal data why two people of one name are not the same, and tell no one who they are:
 * a birth is said to ten years.
 */
export const CoarseFacts = Schema.Struct({
  subject: Schema.Struct({ birth_decades: decades, countries }).annotate({ identifier: "CoarseFactsOfSubject" }),
  entry: Schema.Struct({ birth_decades: decades, countries }).annotate({ identifier: "CoarseFactsOfEntry" })
}).annotate({ identifier: "CoarseFacts" })

interface HitFindings {
  readonly evidence: ReadonlyArray<{ readonly kind: string; readonly value: string }>
  readonly explanation: { readonly qualifiers: ReadonlyArray<{ readonly field: string; readonly query: string | null }> }
}

const once = (values: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(values)].toSorted().slice(0, most)
const decadesIn = (texts: ReadonlyArray<string>) =>
  once(texts.flatMap((text) => [...text.matchAll(/\b(?:1[89]|20)\d(?=\d\b)/gu)].map(([decade]) => `${decade}0s`)))
const countriesIn = (texts: ReadonlyArray<string>) =>
  once(texts.flatMap((text) => text.split(" ")).flatMap((word) => (/^[A-Za-z]{2}$/u.test(word) ? [word.toUpperCase()] : [])))

/** Of the subject it tells what was compared, so that it is empty once the subject's data was erased. */
export const coarseFacts = ({ evidence, explanation: { qualifiers } }: HitFindings): typeof CoarseFacts.Type => {
  const asked = (field: string) => qualifiers.flatMap((each) => (each.field === field && each.query !== null ? [each.query] : []))
  const listed = (kind: string) => evidence.flatMap((piece) => (piece.kind === kind ? [piece.value] : []))
  return {
    subject: { birth_decades: decadesIn(asked("date_of_birth")), countries: countriesIn(asked("country")) },
    entry: { birth_decades: decadesIn(listed("birth")), countries: countriesIn(listed("country")) }
  }
}
