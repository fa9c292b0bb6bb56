import type { DocumentReading, PrintedWord } from "../../document-reading.ts"
import { mostRestedOn, type ReadPlace } from "../../evidence/evidence.ts"
import { areaAround, boxOnPage } from "../../evidence/place.ts"
import type { ProofOfAddressExtraction } from "../types.ts"
import { type RelevantWords, wordsThatMatter } from "./words-that-matter.ts"

/** Fewer letters than these say nothing of a typeface: the four figures of a year may all have been taken for others. */
const fewestLetters = 5

/**
 * From where on a measure is beyond what honest bills show, and up to where it is one of print at all: beyond that, letters were mistaken for
 * others. Chosen on drawn bills; docs/engines.md says on which, and how bills that were held out fare.
 */
const limits = {
  size: { least: 0.065, most: 0.3 },
  base_line: { least: 0.145, most: 0.4 },
  /** Bold print among plain print. */
  weight: { least: 0.15, most: 0.8 },
  typeface: { shape: 0.05, most: 0.4, proportion: 0.06, size: 0.05, weight: 0.1 },
  /** Letters set wider or narrower, beside other forms of letters. */
  spacingOfFace: 0.08,
  /** Letters that are smaller or larger and set narrower or wider as well: two measures that agree need fewer letters. */
  smaller: { size: 0.065, spacing: 0.06 },
  /** In spreads of the words of the page. */
  grain: 2.1,
  patch: -3,
  quantized: -2,
  tint: 2.5,
  paper: 5,
  hue: 0.05
} as const

type Measure = Exclude<keyof PrintedWord, "text" | "page" | "left" | "top" | "width" | "height" | "letters">

/** Measures that rest on the letters that could be compared; the others rest on the whole word. */
const ofLetters: ReadonlySet<Measure> = new Set(["shape", "size", "proportion", "weight"])

/** The middle of a measure over the letters of some words. */
const middle = (words: ReadonlyArray<PrintedWord>, measure: Measure): number | null => {
  const known = words
    .flatMap((word) => {
      const value = word[measure]
      return value === null || !Number.isFinite(value)
        ? []
        : [{ value, weight: Math.max(1, ofLetters.has(measure) ? word.letters : word.text.length) }]
    })
    .sort((a, b) => a.value - b.value)
  const half = known.reduce((sum, { weight }) => sum + weight, 0) / 2
  let passed = 0
  for (const { value, weight } of known) {
    passed += weight
    if (passed >= half) return value
  }
  return null
}

const lettersOf = (words: ReadonlyArray<PrintedWord>): number => words.reduce((sum, { letters }) => sum + letters, 0)

const within = (value: number | null, { least, most }: { readonly least: number; readonly most: number }): boolean =>
  value !== null && Math.abs(value) >= least && Math.abs(value) <= most

const beyond = (value: number | null, least: number): boolean => value !== null && Math.abs(value) >= least

/** Whether the same letters are drawn unlike those around: by another face, in another size or weight. */
const otherLetters = ({ part, words }: RelevantWords): boolean => {
  const compared = words.filter(({ letters, weight }) => letters > 0 && weight !== null)
  if (lettersOf(compared) < fewestLetters) return false
  const weight = middle(compared, "weight")
  // Issuers print names in bold, and plain values beside bold labels.
  if (part !== "name" && weight !== null && weight > 0 && within(weight, limits.weight)) return true
  // Bold letters have another form and width, and a little another height: only letters of one weight are compared further.
  const alike = compared.filter((word) => !beyond(word.weight, limits.weight.least))
  if (lettersOf(alike) < fewestLetters) return false
  const [shape, size, proportion] = [middle(alike, "shape"), middle(alike, "size"), middle(alike, "proportion")]
  const { typeface } = limits
  // Letters as unlike as this were taken for others, and nothing of them can be compared.
  if (shape !== null && shape > typeface.most) return false
  const drawnOtherwise = shape !== null && shape >= typeface.shape
  const otherwise =
    beyond(proportion, typeface.proportion) ||
    beyond(size, typeface.size) ||
    beyond(middle(alike, "weight"), typeface.weight) ||
    beyond(middle(alike, "spacing"), limits.spacingOfFace)
  return within(size, limits.size) || (drawnOtherwise && otherwise)
}

/** Whether letters of one weight are smaller or larger, and set narrower or wider as well: bold ones are wider on honest bills. */
const otherSetting = ({ words }: RelevantWords): boolean => {
  const plain = words.filter(({ weight }) => weight !== null && !beyond(weight, limits.typeface.weight))
  const [shape, size, spacing] = [middle(plain, "shape"), middle(plain, "size"), middle(words, "spacing")]
  if (shape !== null && shape > limits.typeface.most) return false
  const { smaller } = limits
  const agree = size !== null && spacing !== null && size * spacing > 0
  return agree && within(size, { ...limits.size, least: smaller.size }) && beyond(spacing, smaller.spacing)
}

const below = (value: number | null, limit: number): boolean => value !== null && value <= limit

/** Whether the paper at the words is another: smoother or rougher, lighter or darker, compressed otherwise, or with colour around the ink. */
const otherPaper = ({ words }: RelevantWords): boolean =>
  beyond(middle(words, "grain"), limits.grain) ||
  beyond(middle(words, "paper"), limits.paper) ||
  beyond(middle(words, "tint"), limits.tint) ||
  below(middle(words, "patch"), limits.patch) ||
  below(middle(words, "quantized"), limits.quantized)

/** Whether one thing that the check relies on is printed unlike what stands around it. */
const isAltered = (found: RelevantWords): boolean =>
  otherLetters(found) ||
  otherSetting(found) ||
  otherPaper(found) ||
  beyond(middle(found.words, "hue"), limits.hue) ||
  within(middle(found.words, "base_line"), limits.base_line)

/** Print that the check relies on and that is unlike what stands around it. */
export interface AlteredPrint extends ReadPlace {
  readonly field: "holder_name" | "address" | "issue_date" | "period_end"
}

type Relied = Pick<ProofOfAddressExtraction, "holder_names" | "extracted_address" | "issue_date" | "period_end">

const fieldOf = (part: RelevantWords["part"], { issue_date }: Relied): AlteredPrint["field"] => {
  if (part === "date") return issue_date === null ? "period_end" : "issue_date"
  return part === "name" ? "holder_name" : "address"
}

/** Where the name, the address or the date of a picture is printed unlike what stands around it. */
export const alteredPrint = (
  { lines, pages, print }: Pick<DocumentReading, "lines" | "pages" | "print">,
  extraction: Relied
): ReadonlyArray<AlteredPrint> =>
  print === undefined
    ? []
    : wordsThatMatter({ lines, print }, extraction)
        .filter(isAltered)
        .slice(0, mostRestedOn)
        .flatMap(({ part, words }) => {
          const [page, area] = [words[0]?.page, areaAround(words)]
          if (page === undefined || area === null) return []
          const onto = pages?.find((one) => one.page === page)?.onto ?? null
          return [{ field: fieldOf(part, extraction), page, box: boxOnPage(area, onto) }]
        })
