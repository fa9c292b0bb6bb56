import { deflateSync, inflateSync } from "node:zlib"

/** Incremental updates by hand: how forgers, form fillers and signers change a PDF without rewriting it. */
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")
const toBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"))

const lastMatch = (text: string, pattern: RegExp): string => {
  const found = [...text.matchAll(pattern)].at(-1)?.[1]
  if (found === undefined) throw new Error(`the file lacks ${pattern.source}`)
  return found
}

interface NewObject {
  readonly number: number
  /** Everything between `obj` and `endobj`, in Latin-1. */
  readonly body: string
}

/** Objects that the file has room for: the number after its highest. */
export const nextObject = (pdf: Uint8Array): number => Number(lastMatch(latin1(pdf), /\/Size (\d+)/g))

export const rootObject = (pdf: Uint8Array): number => Number(lastMatch(latin1(pdf), /\/Root (\d+) 0 R/g))

/** Appends a revision: the new objects, a cross-reference section for them and a trailer that points back. */
export const appendRevision = (pdf: Uint8Array, objects: ReadonlyArray<NewObject>): Uint8Array => {
  const before = latin1(pdf)
  const previous = lastMatch(before, /startxref\s+(\d+)/g)
  let text = before.endsWith("\n") ? before : `${before}\n`
  let section = "xref\n0 1\n0000000000 65535 f \n"
  for (const { body, number } of objects) {
    section += `${number} 1\n${String(text.length).padStart(10, "0")} 00000 n \n`
    text += `${number} 0 obj\n${body}\nendobj\n`
  }
  const size = Math.max(nextObject(pdf), ...objects.map(({ number }) => number + 1))
  const info = /\/Info \d+ 0 R/.exec(before)?.[0] ?? ""
  const trailer = `trailer\n<< /Size ${size} /Root ${rootObject(pdf)} 0 R ${info} /Prev ${previous} >>`
  return toBytes(`${text}${section}${trailer}\nstartxref\n${text.length}\n%%EOF\n`)
}

const hexOf = (text: string): string => Buffer.from(text, "latin1").toString("hex").toUpperCase()

/** Replaces a text of a page as an editor does that saves incrementally: the old page stays in the file, a new one is put on top. */
export const forgedByUpdate = (pdf: Uint8Array, from: string, to: string): Uint8Array => {
  const text = latin1(pdf)
  for (const match of text.matchAll(/(\d+) 0 obj\s<<[^>]*\/FlateDecode[^>]*>>\s+stream\r?\n/g)) {
    const start = match.index + match[0].length
    const content = inflateSync(pdf.subarray(start, text.indexOf("endstream", start))).toString("latin1")
    if (!content.includes(hexOf(from))) continue
    const changed = deflateSync(Buffer.from(content.replaceAll(hexOf(from), hexOf(to)), "latin1"))
    const body = `<< /Filter /FlateDecode /Length ${changed.length} >>\nstream\n${changed.toString("latin1")}\nendstream`
    return appendRevision(pdf, [{ number: Number(match[1]), body }])
  }
  throw new Error("the text is not in the file")
}
