import type { TextLine } from "@vouchkit/core/verification/document-reading"
import type { Mark } from "./painter.ts"
import type { Painting } from "./painting.ts"

/** Lines of a page whose font is looked for, and characters of a name: real pages and fonts stay below both. */
const limits = { lines: 300, name: 64 } as const

/** The name without the letters of the embedded subset, which differ from file to file. */
const familyOf = (name: string): string =>
  name
    .replace(/^[A-Z]{6}\+/, "")
    .replace(/[^A-Za-z0-9,-]+/g, "")
    .slice(0, limits.name)

const sharedWidth = ({ box }: Mark, left: number, right: number): number => Math.min(box.right, right) - Math.max(box.left, left)

/** For each line the font that most of its width is set in; null where the page names none. */
export const fontsOfLines = (lines: ReadonlyArray<TextLine>, { height, marks, width }: Painting): ReadonlyArray<string | null> => {
  const texts = marks.filter((mark) => mark.kind === "text" && mark.drawn && mark.fontName !== "")
  return lines.map((line, index) => {
    if (index >= limits.lines) return null
    const [left, right] = [line.left * width, (line.left + line.width) * width]
    const middle = (line.top + line.height / 2) * height
    const widths = new Map<string, number>()
    for (const mark of texts) {
      if (mark.box.top > middle || mark.box.bottom < middle) continue
      const shared = sharedWidth(mark, left, right)
      if (shared <= 0) continue
      const family = familyOf(mark.fontName)
      widths.set(family, (widths.get(family) ?? 0) + shared)
    }
    const [widest] = [...widths].sort(([, one], [, other]) => other - one)
    return widest === undefined || widest[0] === "" ? null : widest[0]
  })
}
