import type { DocumentReading, FileForensics, ForensicFlag } from "../../document-reading.ts"
import type { ProofOfAddressExtraction } from "../types.ts"
import { hasAlteredWords } from "./altered-words.ts"
import { isPrintedLater } from "./printed-later.ts"

/** The facts of a file, with the flags that show only beside what the document says: who printed it and when, and how its words are printed. */
export const judgedFile = (
  reading: Pick<DocumentReading, "forensics" | "lines" | "print" | "source">,
  extraction: ProofOfAddressExtraction
): FileForensics => {
  const { forensics, source } = reading
  const flags = new Set<ForensicFlag>(forensics.flags)
  // Telephones write a photograph into a PDF by the system that prints, too.
  if (source === "text_layer" && isPrintedLater(forensics, extraction)) flags.add("metadata_mismatch")
  if (hasAlteredWords(reading, extraction)) flags.add("altered_text")
  return { ...forensics, flags: [...flags] }
}
