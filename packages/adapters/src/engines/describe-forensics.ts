import type { FileForensics, ForensicFlag } from "@vouchkit/core/verification/document-reading"

/** What each flag means to the person who reviews the document. */
const meanings = {
  edited_software: "The file names a program that edits pictures or finished documents.",
  modified_after_signing:
    "The file was changed after it was digitally signed: its signed bytes or its visible content differ from what was signed.",
  overlay_text:
    "Visible text was replaced: laid over other text or over a patch, or changed by a later revision that keeps the original below it.",
  metadata_mismatch: "The dates or fonts in the file contradict one another, as they do when a document is changed after it was made.",
  screenshot: "The picture is of a screen and not of a document.",
  cropped: "The text reaches the edge of the picture, so part of the page is missing.",
  low_quality: "The picture is too poor to be read with confidence."
} as const satisfies Record<ForensicFlag, string>

const making = ({ creator, producer }: FileForensics): ReadonlyArray<string> => {
  const names = [creator, producer].filter((name) => name !== null)
  return names.length === 0 ? [] : [`Made with ${[...new Set(names)].join(" and ")}.`]
}

const history = ({ revisions, signed }: FileForensics): ReadonlyArray<string> => [
  ...(signed ? ["Has a digital signature; the signer was not verified."] : []),
  ...(revisions > 1 ? [`Has ${revisions} revisions.`] : [])
]

/**
 * Puts the findings of a file into plain sentences for a reviewer: the findings that count first, then how the file was made.
 * The sentences hold no text of the document itself, only names of software.
 */
export const describeForensics = (forensics: FileForensics): ReadonlyArray<string> => [
  ...forensics.flags.map((flag) => meanings[flag]),
  ...history(forensics),
  ...making(forensics)
]
