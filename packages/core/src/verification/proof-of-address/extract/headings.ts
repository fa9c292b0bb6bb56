import { findAddressLabels } from "./addresses/labels.ts"
import { findDateLabels } from "./dates/labels.ts"
import { fieldStart } from "./field-labels.ts"
import { findNameLabels } from "./parties/holder-labels.ts"
import { isSlashed } from "./parties/person-name.ts"
import { type Skeleton, skeletonOf } from "./skeleton.ts"
import type { PrintedText, Segment } from "./printed-text.ts"

const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "")

const finders = [findNameLabels, findAddressLabels, findDateLabels]

/** True for a text that is only the label of a name, an address or a date, or several heads of a table ("Distrito / Sección / Hoja"). */
export const isLabelText = (text: string, tolerant: boolean, skeleton: Skeleton = skeletonOf(text)): boolean =>
  isSlashed(text) ||
  finders.some((find) => find(skeleton, tolerant).some(({ end, start }) => bare(text.slice(0, start) + text.slice(end)) === ""))

/** True for a cell that is only the label of a name, an address, a date or another field, and so says nothing of anyone itself. */
export const isHeading = (text: PrintedText, segment: Segment): boolean =>
  fieldStart(text, segment) === 0 || isLabelText(segment.text, text.tolerant, segment.skeleton)
