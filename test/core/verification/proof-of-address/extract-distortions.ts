import type { TextLine } from "@vouchkit/core/verification/document-reading"
import type { InventedDocument } from "./extract-documents.ts"

/** A repeatable sequence of fractions, so that a distortion is the same in every run. */
const fractions = () => {
  let state = 1
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** The same lines in another order. */
export const shuffled = (document: InventedDocument): InventedDocument => {
  const next = fractions()
  const keyed = document.lines.map((line) => ({ line, key: next() }))
  return { ...document, lines: keyed.sort((one, other) => one.key - other.key).map(({ line }) => line) }
}

/** Every row as one recognised line, with a gap of five spaces where a column began. */
export const asRows = (document: InventedDocument): InventedDocument => {
  const rows = new Map<number, Array<TextLine>>()
  for (const line of document.lines) rows.set(line.top, [...(rows.get(line.top) ?? []), line])
  const lines = [...rows.values()].flatMap((cells) => {
    const sorted = cells.sort((one, other) => one.left - other.left)
    const [first] = sorted
    const last = sorted.at(-1)
    if (first === undefined || last === undefined) return []
    return [{ ...first, text: sorted.map(({ text }) => text).join("     "), width: last.left + last.width - first.left }]
  })
  return { ...document, source: "ocr", lines }
}

/** Lines moved by up to three thousandths of the page, with heights that differ by up to fifteen per cent. */
export const moved = (document: InventedDocument): InventedDocument => {
  const next = fractions()
  const lines = document.lines.map((line) => ({
    ...line,
    left: line.left + (next() - 0.5) * 0.006,
    top: line.top + (next() - 0.5) * 0.004,
    height: line.height * (0.85 + next() * 0.3)
  }))
  return { ...document, source: "ocr", lines }
}
