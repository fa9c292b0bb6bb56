/**
 * Software whose purpose is to change pictures or finished documents. What creates documents (office suites, browsers, report generators,
 * printing systems, PDF libraries, scanners) is not here: honest issuers use it every day.
 */
const editors: ReadonlyArray<RegExp> = [
  /\bphotoshop\b/i,
  /\billustrator\b/i,
  /\b(?:adobe )?fireworks\b/i,
  /\blightroom\b.*\bretouch/i,
  /\bgimp\b/i,
  /\binkscape\b/i,
  /\bcorel ?(?:draw|photo)/i,
  /\baffinity (?:photo|designer|publisher)\b/i,
  /\bpaint\.net\b/i,
  /\bpaint ?shop\b/i,
  /\bpixelmator\b/i,
  /\bphotopea\b/i,
  /\bpixlr\b/i,
  /\bpicsart\b/i,
  /\bsnapseed\b/i,
  /\bfaceapp\b/i,
  /\bphotoscape\b/i,
  /\bacorn\b.*\bflying meat\b/i,
  /\bkrita\b/i,
  /\bcanva\b/i,
  /\bfigma\b/i,
  /\bsketch(?:app)? \d/i,
  /\bpdfescape\b/i,
  /\bsejda\b/i,
  /\bilovepdf\b/i,
  /\bsmallpdf\b/i,
  /\bpdf ?filler\b/i,
  /\bdochub\b/i,
  /\bpdf ?element\b/i,
  /\bsoda ?pdf\b/i,
  /\bpdf ?candy\b/i,
  /\bpdf2go\b/i,
  /\bxodo\b/i,
  /\bpdf ?buddy\b/i,
  /\bpdf ?guru\b/i,
  /\bpdfzorro\b/i,
  /\blightpdf\b/i,
  /\bhipdf\b/i,
  /\bmaster pdf editor\b/i,
  /\bpdf-?xchange (?:editor|pro)\b/i,
  /\bfoxit (?:phantom(?:pdf)?|pdf|advanced pdf)(?: \w+)? ?editor\b/i,
  /\bfoxit phantom(?:pdf)?\b/i,
  /\binfix\b.*\bpdf\b/i,
  /\bpdf (?:expert|architect|studio pro)\b/i,
  /\bnitro (?:pdf )?pro\b/i,
  /\bupdf\b/i,
  /\bapryse\b.*\bedit/i,
  /\bacrobat\b.*\bedit/i,
  /\blibreoffice draw\b/i,
  /\bapache openoffice draw\b/i,
  /\bpdf ?editor\b/i
]

/** Drivers of the same makers that print to PDF from any program, which edits nothing. */
const printers = /\bprinter\b|\bprint to pdf\b/i

/** Longest name that is looked at; a producer is a name and not a text. */
const maxNameLength = 300

/** True when a name of software, as a file gives it, is that of an editor of pictures or of finished documents. */
export const isEditor = (software: string): boolean => {
  const name = software.slice(0, maxNameLength)
  return !printers.test(name) && editors.some((pattern) => pattern.test(name))
}

/** A name of software without version numbers, web addresses and trademark signs; null when nothing remains. */
export const softwareName = (software: unknown): string | null => {
  if (typeof software !== "string") return null
  const name = software
    .slice(0, maxNameLength)
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .replace(/[®™©]|\((?:r|tm|c)\)/giu, " ")
    .replace(/\(?https?:\/\/[^\s)]*\)?/gi, " ")
    .replace(/\([^)]*\d[^)]*\)/g, " ")
    .replace(/[\s/,;-]+v?(?:ersion )?\d+(?:[._]\d+)+[\w.-]*/gi, " ")
    .replace(/\s+\d{1,4}\s*$/g, " ")
    .replace(/[;,\s-]+$/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 120)
  return name === "" ? null : name
}
