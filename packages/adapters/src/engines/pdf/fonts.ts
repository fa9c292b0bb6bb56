import type { Mark } from "./painter.ts"
import type { Painting } from "./painting.ts"

/** A word or more in plain letters: producers split a font into subsets by script, never by word. */
const wholeWord = /^[A-Za-z0-9][A-Za-z0-9 .,'&/-]{2,}$/

/** An edit touches a line or two; a producer that splits its fonts does so all over the page. */
const mostEditedRuns = 3
const fewestRuns = 15

interface SubsetFont {
  readonly subset: string
  readonly family: string
}

const subsetOf = (name: string): SubsetFont | null => {
  const parts = /^([A-Z]{6})\+(.{1,100})$/.exec(name)
  return parts?.[1] === undefined || parts[2] === undefined ? null : { subset: parts[1], family: parts[2] }
}

/**
 * Tells whether a run or two of a page use another embedded subset of the very font that the rest of the page is set in.
 * A document that is written in one go embeds a font once; an editor that retypes a word embeds it again.
 */
export const hasForeignSubset = ({ marks }: Painting): boolean => {
  const runs = marks.flatMap((mark: Mark) => {
    const font = mark.kind === "text" && mark.drawn && mark.annotation === null ? subsetOf(mark.fontName) : null
    return font === null ? [] : [{ mark, font }]
  })
  const families = Map.groupBy(runs, ({ font }) => font.family)
  return [...families.values()].some((family) => {
    if (family.length < fewestRuns) return false
    const subsets = [...Map.groupBy(family, ({ font }) => font.subset).values()].sort((a, b) => b.length - a.length)
    const [, ...rare] = subsets
    if (rare.length === 0 || rare.length > 2) return false
    return rare.some((subset) => subset.length <= mostEditedRuns && subset.every(({ mark }) => wholeWord.test(mark.text.trim())))
  })
}
