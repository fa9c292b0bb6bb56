import type { ForensicFlag } from "../../document-reading.ts"
import type { IdentityExamination } from "../examine.ts"
import type { Findings } from "../findings.ts"
import type { IdentityReasonCode } from "../reasons.ts"

const below = (value: number | null, least: number): boolean => value !== null && value < least

/** Whether the pictures can be relied on at all, and are all there: what a better or a further picture puts right. */
export const ruleOnPictures = ({ documents, fields, missing_sides, pictures, policy }: IdentityExamination, found: Findings): void => {
  for (const { content } of documents) {
    if (content.status === "unreadable") found.add(content.code === "encrypted" ? "document_encrypted" : "document_unreadable")
  }
  found.when(pictures.length === 0 || fields.length === 0, "document_unreadable")
  for (const { picture } of pictures) {
    const { brightness, focus, fully_visible, glare, resolution } = picture.quality
    const { quality } = policy
    const poor = below(focus, quality.focus) || below(brightness, quality.brightness) || below(resolution, quality.resolution)
    found.when(poor, "document_low_quality")
    found.when(below(glare, quality.glare), "document_glare")
    found.when(fully_visible === false, "document_cropped")
  }
  found.when(missing_sides.length > 0, "document_side_missing")
}

const flagged: Readonly<Record<ForensicFlag, IdentityReasonCode>> = {
  edited_software: "edited_software",
  modified_after_signing: "modified_after_signing",
  overlay_text: "overlay_text",
  metadata_mismatch: "metadata_mismatch",
  altered_text: "overlay_text",
  screenshot: "document_screen_capture",
  cropped: "document_cropped",
  low_quality: "document_low_quality"
}

/** Findings about the files themselves, each once. */
export const forensicFlags = ({ documents }: IdentityExamination): ReadonlyArray<ForensicFlag> => [
  ...new Set(documents.flatMap(({ content }) => (content.status === "read" ? content.reading.forensics.flags : [])))
]

/** Signs of the strongest picture; null where no picture could tell. */
export const captureSignals = ({
  pictures
}: IdentityExamination): { readonly screen_capture: number | null; readonly printed_copy: number | null } => {
  const strongest = (values: ReadonlyArray<number | null>): number | null =>
    values.reduce((best, value) => (value === null || Number.isNaN(value) ? best : Math.min(1, Math.max(best ?? 0, value))), null)
  return {
    screen_capture: strongest(pictures.map(({ picture }) => picture.screen_capture)),
    printed_copy: strongest(pictures.map(({ picture }) => picture.printed_copy))
  }
}

/** Whether it is the document that was pictured, and the file that the camera made. */
export const ruleOnCapture = (examination: IdentityExamination, found: Findings): void => {
  const { printed_copy, screen_capture } = captureSignals(examination)
  const { signals } = examination.policy
  found.when(screen_capture !== null && screen_capture >= signals.screen_capture, "document_screen_capture")
  found.when(printed_copy !== null && printed_copy >= signals.printed_copy, "document_printed_copy")
  for (const flag of forensicFlags(examination)) found.add(flagged[flag])
}
