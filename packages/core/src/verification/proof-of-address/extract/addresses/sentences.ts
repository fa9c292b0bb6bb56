import type { Candidate } from "./candidates.ts"
import type { Scope } from "./cells.ts"
import { findAddressLabels } from "./labels.ts"
import { breaksAddress, isStreetLike } from "./lines.ts"
import { postcodeIn } from "./postcode-shapes.ts"
import { inColumn, type Segment } from "../printed-text.ts"

const trimLead = (line: string) => line.replace(/^[\s,:;"'(]+/, "").replace(/[\s,;:"'(]+$/, "")

/** Where the place that follows a postcode ends: "10115 Berlin wohnhaft" ends after Berlin. */
const afterPlace = (line: string, end: number, start: number): number => {
  const cityBefore =
    /\p{L}{3,}[,\s]*$/u.test(line.slice(0, start)) && /\d$|\p{Lu}$/u.test(line.slice(0, end)) && !/^\s+\p{Lu}/u.test(line.slice(end))
  if (cityBefore) return end
  const following =
    /^(?:-\p{L}[\p{L}'’-]*)?(?:[ ,]{0,2}(?:\p{Lu}[\p{L}'’.-]*|a\.?d\.?|am|an|der|sur|de|la|le|del|di|aan|den|op|\([\p{L}. ]{2,30}\))){0,5}/u.exec(
      line.slice(end)
    )
  return end + (following?.[0].length ?? 0)
}

/** The part of a sentence that is an address: after the last word that leads into one, up to the postcode and its place. */
export const withinSentence = (text: Scope, anchor: Segment): Candidate | null => {
  const above = inColumn(text, anchor, -1, 1.6)
  const pieces = above === null ? [anchor] : [anchor, above]
  const postcode = postcodeIn(anchor.text, text.country)
  if (postcode === null) return null
  const end = afterPlace(anchor.text, postcode.end, postcode.index)
  for (const piece of pieces) {
    const limit = piece.index === anchor.index ? postcode.index : piece.text.length
    const leads = findAddressLabels(piece.skeleton, text.tolerant).filter(
      ({ value, end: last }) => last <= limit + 2 && (value === "lead" || value === "foreign" || /^\s*[:：]/.test(piece.text.slice(last)))
    )
    const lead = leads.at(-1)
    const of = /.*\b(?:of|at|in|au|en|à|te|unter)\s+(?=(?:flat|apartment|apt\.?|unit|\d)[\s\w])/iu.exec(piece.text.slice(0, limit))
    const from = lead === undefined ? (of?.[0].length ?? null) : Math.max(lead.end, of?.[0].length ?? 0)
    if (from === null) continue
    if (piece !== anchor && postcodeIn(piece.text.slice(from), text.country) !== null) break
    const printed = piece.index === anchor.index ? anchor.text.slice(from, end) : `${piece.text.slice(from)} ${anchor.text.slice(0, end)}`
    const line = trimLead(printed)
    if (line.length < 8 || line.length > 140 || !/\p{L}/u.test(line)) continue
    if (line.split(" ").filter((word) => /^\p{Ll}{2,}$/u.test(word)).length > 5) continue
    const lines = line.split(/\s*,\s*/).filter((part) => part !== "")
    const label = lead?.value ?? "lead"
    return { lines, anchor, first: piece, label, inline: true, postcode: true }
  }
  return null
}

/** "She lives at Apartment 12, Marina Tower, Dubai": a sentence without a postcode, led into by the word for living somewhere. */
export const livingAt = (text: Scope, segment: Segment): Candidate | null => {
  if (segment.text.length < 30) return null
  const lead = findAddressLabels(segment.skeleton, text.tolerant)
    .filter(({ value }) => value === "lead")
    .at(-1)
  if (lead === undefined) return null
  const parts = trimLead(
    segment.text
      .slice(lead.end)
      .replace(/^\s*(?:la|el|the|der|die|das|o|a)\s+(?=\p{Lu})/u, "")
      .replace(/\.\s.*$/, "")
      .replace(/\.$/, "")
  ).split(/\s*,\s*/)
  const sentence = parts.some((part) => part.split(" ").length > (/\d/.test(part) ? 8 : 5) || breaksAddress(part))
  if (parts.length < 2 || parts.length > 7 || sentence || !parts.some((part) => isStreetLike(part))) return null
  return { lines: parts, anchor: segment, first: segment, label: "lead", inline: true, postcode: false }
}
