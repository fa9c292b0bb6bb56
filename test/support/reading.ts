import { readDocument } from "@vouchkit/adapters/engines/read-document"
import type { DocumentReading } from "@vouchkit/core/verification/document-reading"

/** Reads a document in this process and expects that it can be read. */
export const readingOf = async (bytes: Uint8Array, mime_type = "application/pdf"): Promise<DocumentReading> => {
  const result = await readDocument({ bytes, mime_type, country: "GB" })
  if ("code" in result) throw new Error(`not read: ${result.code}`)
  return result
}

const wordsOf = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")

/** Share of the words of some texts that a reading holds, each as often as it was written. */
export const wordAccuracy = (reading: DocumentReading, texts: ReadonlyArray<string>): number => {
  const found = new Map<string, number>()
  for (const word of reading.lines.flatMap((line) => wordsOf(line.text))) found.set(word, (found.get(word) ?? 0) + 1)
  const wanted = texts.flatMap(wordsOf)
  const read = wanted.filter((word) => {
    const left = found.get(word) ?? 0
    found.set(word, left - 1)
    return left > 0
  })
  return read.length / wanted.length
}

/** Share of the bits in which two hashes differ. */
export const hashDistance = (a: string | null, b: string | null): number => {
  if (a === null || b === null) throw new Error("a hash is missing")
  const bits = (hash: string) => BigInt(`0x${hash}`).toString(2).padStart(256, "0")
  const other = bits(b)
  return [...bits(a)].filter((bit, index) => bit !== other[index]).length / 256
}
