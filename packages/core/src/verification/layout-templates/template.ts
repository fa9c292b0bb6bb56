import { median } from "../median.ts"
import type { LayoutAgreement } from "../layout-agreement.ts"
import {
  alignedWith,
  fewestParts,
  fitOf,
  nameOf,
  placeTolerance,
  pointOf,
  sameLayout,
  sameProportions,
  tolerances,
  type WantedPart
} from "./agreement.ts"
import type { LayoutFingerprint, LayoutPart } from "./fingerprint.ts"

/** As many accepted documents have to agree before their layout is a template. */
export const fewestAgreeing = 3

/** A fingerprint with the name that it is known by. */
export interface KnownFingerprint {
  readonly id: string
  readonly fingerprint: LayoutFingerprint
}

interface LayoutTemplate {
  readonly medium: LayoutFingerprint["medium"]
  readonly proportions: ReadonlyArray<number>
  readonly producer: string | null
  readonly parts: ReadonlyArray<WantedPart>
  /** The fingerprints that it was made of. */
  readonly ids: ReadonlyArray<string>
}

/** Share of the documents of a template that carry a part of it. */
const usual = 0.6
const most = { fingerprints: 50 } as const

const spread = (values: ReadonlyArray<number>): number => Math.max(...values) - Math.min(...values)

/** What several documents agree on of one part; null where even its left edge differs. */
const agreedPart = (
  found: ReadonlyArray<{ readonly part: LayoutPart; readonly place: readonly [number, number] }>,
  { medium, members }: { readonly medium: LayoutFingerprint["medium"]; readonly members: number }
): WantedPart | null => {
  const [first] = found
  if (first === undefined) return null
  const within = 2 * placeTolerance(medium, first.part.key)
  const [lefts, middles] = [found.map(({ place }) => place[0]), found.map(({ place }) => place[1])]
  if (spread(lefts) > within) return null
  const heights = found.map(({ part }) => part.height)
  const widths = found.flatMap(({ part }) => part.width ?? [])
  const fonts = new Set(found.map(({ part }) => part.font))
  const height = median(heights) ?? 0
  const steady = Math.max(...heights) / Math.min(...heights) <= tolerances[medium].height
  return {
    ...first.part,
    left: median(lefts) ?? 0,
    top: spread(middles) <= within ? (median(middles) ?? 0) - height / 2 : null,
    height: steady ? height : null,
    width:
      widths.length === found.length && Math.max(...widths) / Math.min(...widths) <= tolerances[medium].width
        ? (median(widths) ?? 0)
        : null,
    font: fonts.size === 1 ? first.part.font : null,
    required: found.length === members
  }
}

const templateOf = (members: ReadonlyArray<KnownFingerprint>): LayoutTemplate | null => {
  const [first] = members
  if (first === undefined) return null
  const { medium, producer, proportions } = first.fingerprint
  const reference = new Map(first.fingerprint.parts.map((part) => [nameOf(part), pointOf(part)]))
  const found = new Map<string, Array<{ readonly part: LayoutPart; readonly place: readonly [number, number] }>>()
  for (const { fingerprint } of members) {
    const align = alignedWith(fingerprint, reference)
    if (align === null) return null
    for (const part of fingerprint.parts) {
      const name = nameOf(part)
      found.set(name, [...(found.get(name) ?? []), { part, place: align(pointOf(part)) }])
    }
  }
  const parts = [...found.values()].flatMap((one) =>
    one.length >= usual * members.length ? (agreedPart(one, { medium, members: members.length }) ?? []) : []
  )
  return parts.length < fewestParts ? null : { medium, producer, proportions, parts, ids: members.map(({ id }) => id) }
}

/** Groups fingerprints, the newest first, by layout: three that agree with one another are a template. */
export const templatesOf = (known: ReadonlyArray<KnownFingerprint>): ReadonlyArray<LayoutTemplate> => {
  const groups: Array<Array<KnownFingerprint>> = []
  for (const one of known.slice(0, most.fingerprints)) {
    const home = groups.find((group) => group.slice(0, fewestAgreeing).every((member) => sameLayout(one.fingerprint, member.fingerprint)))
    if (home === undefined) groups.push([one])
    else home.push(one)
  }
  return groups.filter((group) => group.length >= fewestAgreeing).flatMap((group) => templateOf(group) ?? [])
}

/** How a document stands to one template. */
const compared = (fingerprint: LayoutFingerprint, template: LayoutTemplate): LayoutAgreement["result"] => {
  const { medium } = fingerprint
  if (medium !== template.medium) return "unknown"
  const wanted = new Map(
    template.parts.flatMap((part) =>
      part.top === null ? [] : [[nameOf(part), pointOf({ ...part, top: part.top, height: part.height ?? 0 })] as const]
    )
  )
  const align = alignedWith(fingerprint, wanted)
  if (align === null || fingerprint.producer !== template.producer || !sameProportions(fingerprint, template)) return "differs"
  const parts = new Map(fingerprint.parts.map((part) => [nameOf(part), part]))
  const fits = template.parts.map((part) => fitOf(parts.get(nameOf(part)), part, medium, align))
  const placed = fits.filter((fit) => fit === "placed").length
  // A second phrase of the same words would hide where the first one stands.
  const doubled = template.parts.some((part) => fingerprint.repeated.includes(nameOf(part)))
  const lacking = template.parts.some(({ required }, index) => required && fits[index] === "missing")
  if (fits.includes("moved") || doubled || lacking) return "differs"
  return placed >= fewestParts && placed >= tolerances[medium].present * fits.length ? "agrees" : "differs"
}

/** How a document stands to the templates of its issuer. One that shows too few parts says nothing of its layout. */
export const layoutAgreement = (
  fingerprint: LayoutFingerprint,
  known: ReadonlyArray<KnownFingerprint>
): LayoutAgreement & { readonly rests_on: ReadonlyArray<string> } => {
  const templates = templatesOf(known.filter((one) => one.fingerprint.medium === fingerprint.medium))
  const none = { templates: templates.length, rests_on: [] }
  if (fingerprint.parts.length < fewestParts) return { result: "unknown", ...none }
  if (templates.length === 0) return { result: "no_template", ...none }
  const agreeing = templates.find((template) => compared(fingerprint, template) === "agrees")
  return agreeing === undefined ? { result: "differs", ...none } : { result: "agrees", templates: templates.length, rests_on: agreeing.ids }
}
