import type { Candidate } from "./candidates.ts"
import { aligned, headingAbove, type Scope } from "./cells.ts"
import { breaksAddress, isStreetLike } from "./lines.ts"
import { namesLocality } from "./localities.ts"
import { postcodeIn } from "./postcode-shapes.ts"
import { fieldStart } from "../field-labels.ts"
import { nameLikeness } from "../parties/person-name.ts"
import { inColumn, type Segment } from "../printed-text.ts"

/** East Asian addresses begin with the postcode and go down from it. */
export const descending = (text: Scope, anchor: Segment): Candidate | null => {
  const postcode = postcodeIn(anchor.text, text.country)
  if (postcode?.shape.countries[0] !== "JP") return null
  const lines = [anchor.text]
  let current = inColumn(text, anchor, 1, 1.5)
  let last = anchor
  while (
    current !== null &&
    lines.length < 5 &&
    aligned(current, last) &&
    !breaksAddress(current.text) &&
    fieldStart(text, current) !== 0
  ) {
    lines.push(current.text)
    last = current
    current = inColumn(text, current, 1, 1.5)
  }
  const name = lines.findIndex((line, position) => position > 0 && nameLikeness(line) > 0 && !isStreetLike(line) && !namesLocality(line))
  const ordered = name > 0 ? [lines[name] ?? "", ...lines.slice(0, name)] : lines
  return { lines: ordered, anchor, first: anchor, label: headingAbove(text, anchor), inline: false, postcode: true }
}
