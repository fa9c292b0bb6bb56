import { isRecord } from "./schema-nodes.ts"

/*
 * An answer fills the context of the model that asked. So a list without a `limit` of the caller's is cut to what fits, and goes on by its cursor; and of
 * anything else that is too long the largest parts are left out, and named. Sizes are characters of JSON, about four to a token.
 */

/** About 4,000 tokens. */
export const longestAnswer = 16_000
/** What a list without a `limit` begins with. */
export const itemsOfAgents = 20
const mostParts = 50
const deepest = 8

type Answer = Readonly<Record<string, unknown>>

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0
const isPage = (answer: Answer): answer is Answer & { readonly data: ReadonlyArray<unknown> } =>
  Array.isArray(answer.data) && isRecord(answer.pagination)

/** How many items of a page fit, where they do not all: at least one. Undefined for what is no page, or fits. */
export const fittingItems = (answer: Answer): number | undefined => {
  if (!isPage(answer) || answer.data.length < 2 || sizeOf(answer) <= longestAnswer) return undefined
  let left = longestAnswer - sizeOf({ ...answer, data: [] }) - 200
  const over = answer.data.findIndex((item) => {
    left -= sizeOf(item) + 1
    return left < 0
  })
  return Math.max(1, over === -1 ? answer.data.length : over)
}

/** A part of an answer under one path: the member of an object, or of each object of a list. */
interface Part {
  readonly path: string
  readonly depth: number
  size: number
}

const partsOf = (answer: Answer): ReadonlyArray<Part> => {
  const parts = new Map<string, Part>()
  const visit = (value: unknown, path: string, depth: number): void => {
    if (depth > deepest) return
    if (Array.isArray(value)) {
      for (const item of value) visit(item, `${path}[]`, depth)
      return
    }
    if (!isRecord(value)) return
    for (const [key, member] of Object.entries(value)) {
      const at = path === "" ? key : `${path}.${key}`
      if (typeof member === "object" && member !== null) {
        const size = sizeOf(member)
        const known = parts.get(at)
        if (known === undefined) parts.set(at, { path: at, depth, size })
        else known.size += size
        visit(member, at, depth + 1)
      }
    }
  }
  visit(answer, "", 1)
  return [...parts.values()]
}

const without = (value: unknown, [key = "", ...rest]: ReadonlyArray<string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => without(item, [key, ...rest]))
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value
  const { [key]: member, ...others } = value
  return rest.length === 0 ? others : { ...others, [key]: without(member, rest) }
}

/** The smallest part that is enough, else the largest; what stands deep before what stands on top, since the top says what it is about. */
const nextPart = (parts: ReadonlyArray<Part>, excess: number): Part | undefined => {
  const rank = ({ depth, path, size }: Part) => [
    depth < 2 || path === "pagination" ? 1 : 0,
    size < excess ? 1 : 0,
    size < excess ? -size : size
  ]
  return parts
    .filter(({ size }) => size > 100)
    .toSorted((one, other) => {
      const [left, right] = [rank(one), rank(other)]
      const differs = left.findIndex((value, index) => value !== right[index])
      return differs === -1 ? (one.path < other.path ? -1 : 1) : (left[differs] ?? 0) - (right[differs] ?? 0)
    })[0]
}

/** A shorter member costs less than the words that say where it is shown. */
const shortestRepeat = 100

/** An answer whose inner objects do not repeat members of the object that they stand in; `left_out` names what they repeat. */
export const withoutRepeats = (answer: Answer): Answer => {
  const left_out = new Set<string>()
  const visit = (value: unknown, path: string, depth: number): unknown => {
    if (depth > deepest) return value
    if (Array.isArray(value)) return value.map((item) => visit(item, `${path}[]`, depth))
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const at = path === "" ? key : `${path}.${key}`
        return [key, visit(isRecord(member) ? unrepeated(member, value, at, path) : member, at, depth + 1)]
      })
    )
  }
  const unrepeated = (inner: Answer, outer: Answer, at: string, around: string): Answer =>
    Object.fromEntries(
      Object.entries(inner).filter(([key, member]) => {
        const text = JSON.stringify(member)
        const repeats = text.length >= shortestRepeat && Object.hasOwn(outer, key) && JSON.stringify(outer[key]) === text
        if (repeats) left_out.add(`${at}.${key}, which is ${around === "" ? key : `${around}.${key}`}`)
        return !repeats
      })
    )
  const shown = visit(answer, "", 1)
  return left_out.size === 0 || !isRecord(shown) ? answer : { ...shown, left_out: [...left_out] }
}

const isWritten = (item: unknown): boolean =>
  isRecord(item) && Object.values(item).some((member) => isRecord(member) && Object.hasOwn(member, "untrusted_text"))

/** Lists of what people and agents wrote, shortened at their end: of ten notes, the first five say more than ten without their texts. */
const shortened = (answer: Answer): { readonly shown: Answer; readonly left_out: ReadonlyArray<string> } => {
  let [shown, excess] = [answer, sizeOf(answer) - longestAnswer + 200]
  const left_out: Array<string> = []
  for (const [key, list] of Object.entries(answer)) {
    if (excess <= 0 || !Array.isArray(list) || !list.some(isWritten)) continue
    let kept = list.length
    for (; kept > 1 && excess > 0; kept -= 1) excess -= sizeOf(list[kept - 1]) + 1
    if (kept === list.length) continue
    shown = { ...shown, [key]: list.slice(0, kept) }
    left_out.push(`${key} after the first ${kept}`)
  }
  return { shown, left_out }
}

/**
 * The lists of an answer, each shortened at its end by the same share, so that what stands first in all of them is left: the nodes of a graph with their
 * edges. Undefined where even their first items are too long, or there are none.
 */
const shortenedLists = (answer: Answer, excess: number): ReturnType<typeof shortened> | undefined => {
  const lists = Object.entries(answer).flatMap(([key, list]) =>
    Array.isArray(list) && list.length > 1 && list.some(isRecord) ? [{ key, list, size: sizeOf(list) }] : []
  )
  const total = lists.reduce((sum, { size }) => sum + size, 0)
  const share = (total - excess - lists.length * wordsOfCut) / total
  if (lists.length === 0 || share <= 0) return undefined
  const cut = lists.flatMap(({ key, list, size }) => {
    let left = size * share
    const over = list.findIndex((item) => {
      left -= sizeOf(item) + 1
      return left < 0
    })
    return over === -1 ? [] : [{ key, kept: list.slice(0, Math.max(1, over)) }]
  })
  return {
    shown: { ...answer, ...Object.fromEntries(cut.map(({ key, kept }) => [key, kept])) },
    left_out: cut.map(({ key, kept }) => `${key} after the first ${kept.length}`)
  }
}
const wordsOfCut = 80

/** The answer, without its largest parts where it is too long; `left_out` names them, such as `checks[].details`. */
export const fitted = (answer: Answer): Answer => {
  const { left_out: before = [], ...whole } = answer
  const known = Array.isArray(before) ? before.map(String) : []
  const short = shortened(whole)
  let { shown } = short
  let hasLists = short.left_out.length === 0
  const left_out = [...known, ...short.left_out]
  while (left_out.length < mostParts) {
    const excess = sizeOf(shown) + sizeOf(left_out) + 20 - longestAnswer
    if (excess <= 0) break
    const part = nextPart(partsOf(shown), excess)
    if (part === undefined) break
    const lists = hasLists && part.depth < 2 ? shortenedLists(shown, excess) : undefined
    if (lists !== undefined) {
      hasLists = false
      shown = lists.shown
      left_out.push(...lists.left_out)
      continue
    }
    const cut = without(shown, part.path.replaceAll("[]", "").split("."))
    if (!isRecord(cut)) break
    shown = cut
    left_out.push(part.path)
  }
  return left_out.length === known.length ? answer : { ...shown, left_out }
}
