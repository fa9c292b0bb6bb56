import type { DocumentReading, FileForensics, ForensicFlag } from "../../document-reading.ts"
import type { ProofOfAddressExtraction } from "../types.ts"
import { type AlteredPrint, alteredPrint } from "./altered-words.ts"
import { isPrintedLater } from "./printed-later.ts"

/** The facts of a file with what its reading shows beside them. */
export interface JudgedFile extends FileForensics {
  /** The print that speaks for `altered_text`; absent where there is none, and from documents that were read before it was kept. */
  readonly altered?: ReadonlyArray<AlteredPrint>
}

/** The facts of a file, with the flags that show only beside what the document says: who printed it and when, and how its words are printed. */
export const judgedFile = (
  reading: Pick<DocumentReading, "forensics" | "lines" | "pages" | "print" | "source">,
  extraction: ProofOfAddressExtraction
): JudgedFile => {
  const { forensics, source } = reading
  const flags = new Set<ForensicFlag>(forensics.flags)
  // Telephones write a photograph into a PDF by the system that prints, too.
  if (source === "text_layer" && isPrintedLater(forensics, extraction)) flags.add("metadata_mismatch")
  const altered = alteredPrint(reading, extraction)
  if (altered.length > 0) flags.add("altered_text")
  return { ...forensics, flags: [...flags], ...(altered.length === 0 ? {} : { altered }) }
}
