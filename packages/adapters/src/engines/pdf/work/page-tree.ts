import { areaOf, type Box } from "./canvas.ts"
import type { PdfObjects } from "./objects.ts"
import { boxOf } from "./shadings.ts"
import type { PdfDictionary, PdfValue } from "./values.ts"

/** Pages of one file that are looked at, and nodes of its tree of pages on the way to one of them. */
const maxLeaves = 200
const maxTreeDepth = 60
const maxTreeNodes = 20_000

/** A page without a size of its own, in points. */
const letter: Box = [0, 0, 612, 792]

/** The values of an attribute that pages inherit from the nodes above them. */
export const inherited = (objects: PdfObjects, page: PdfDictionary, key: string): ReadonlyArray<PdfValue> => {
  let nodes: ReadonlyArray<PdfDictionary> = [page]
  for (let level = 0; level <= maxTreeDepth && nodes.length > 0; level++) {
    const own = nodes.flatMap((node) => node.get(key) ?? [])
    if (own.length > 0) return own
    nodes = nodes.flatMap((node) => objects.dictionariesOf(node.get("Parent"))).slice(0, maxLeaves)
  }
  return []
}

/** The box of a page. */
export const frameOf = (objects: PdfObjects, page: PdfDictionary): Box => {
  const [box] = inherited(objects, page, "MediaBox").map((value) => boxOf(objects, value, letter))
  return box === undefined || !(areaOf(box) > 0) ? letter : box
}

/** The leaves of the trees of pages as often as they hang there, and the pages that hang nowhere once each. */
export const pagesOf = (objects: PdfObjects): ReadonlyArray<PdfDictionary> => {
  const leaves: Array<PdfDictionary> = []
  const open = objects.dictionaries
    .filter((entries) => entries.has("Pages"))
    .flatMap((catalog) => objects.dictionariesOf(catalog.get("Pages")).map((node) => ({ node, depth: 0 })))
  for (let nodes = 0, next = open.pop(); next !== undefined && leaves.length < maxLeaves; nodes++, next = open.pop()) {
    if (next.depth > maxTreeDepth || nodes > maxTreeNodes) break
    const kids = objects.members(next.node.get("Kids")).flatMap((kid) => objects.dictionariesOf(kid))
    if (next.node.has("Kids")) for (const node of kids) open.push({ node, depth: next.depth + 1 })
    else leaves.push(next.node)
  }
  const reached = new Set(leaves)
  return [...leaves, ...objects.dictionaries.filter((entries) => entries.has("Contents") && !reached.has(entries))]
}
