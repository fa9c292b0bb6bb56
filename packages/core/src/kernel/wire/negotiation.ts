import { Context } from "effect"

/** The `Accept` header of the request at hand, for operations that are `negotiated`; null where there is none. */
export const Accept = Context.Reference<string | null>("@vouchkit/core/wire/Accept", { defaultValue: () => null })

/** The media types an error body may have (RFC 9457 section 3). */
export const errorMediaTypes = { json: "application/json", problem: "application/problem+json" } as const
export type ErrorMediaType = (typeof errorMediaTypes)[keyof typeof errorMediaTypes]

/** Longest `Accept` header that is read; a longer one counts as absent. */
const maxAcceptLength = 4096

interface MediaRange {
  readonly range: string
  readonly quality: number
}

const elements = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g
const parameters = /(?:[^";]|"(?:[^"\\]|\\.)*"?)+/g
const weight = /^\s*q\s*=\s*(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)\s*$/i

/** A media range with its weight; a weight that RFC 9110 section 12.4.2 does not know makes the range unacceptable. */
const mediaRange = (element: string): MediaRange => {
  const [range = "", ...rest] = element.match(parameters) ?? []
  const stated = rest.find((parameter) => /^\s*q\s*=/i.test(parameter))
  const quality = stated === undefined ? 1 : Number(weight.exec(stated)?.[1] ?? 0)
  return { range: range.trim().toLowerCase(), quality }
}

const qualityOf = (ranges: ReadonlyArray<MediaRange>, range: string): number | undefined =>
  ranges.reduce<number | undefined>((best, found) => (found.range === range ? Math.max(best ?? 0, found.quality) : best), undefined)

/**
 * Chooses the form of an error from an `Accept` header: problem+json only for a caller that names it and likes plain JSON
 * no better. Wildcards mean plain JSON, the form every answer has by default.
 */
export const errorMediaType = (accept: string | null | undefined): ErrorMediaType => {
  if (accept === null || accept === undefined || accept.length > maxAcceptLength) return errorMediaTypes.json
  const ranges = (accept.match(elements) ?? []).map(mediaRange)
  const problem = qualityOf(ranges, errorMediaTypes.problem) ?? 0
  const json = qualityOf(ranges, errorMediaTypes.json) ?? qualityOf(ranges, "application/*") ?? qualityOf(ranges, "*/*") ?? 0
  return problem > 0 && problem >= json ? errorMediaTypes.problem : errorMediaTypes.json
}

/** Whether a page is answered as JSON: only to a caller that names JSON and likes HTML no better. */
export const prefersJson = (accept: string | null): boolean => {
  if (accept === null || accept.length > maxAcceptLength) return false
  const ranges = (accept.match(elements) ?? []).map(mediaRange)
  const json = qualityOf(ranges, errorMediaTypes.json) ?? 0
  return json > 0 && json >= (qualityOf(ranges, "text/html") ?? 0)
}
