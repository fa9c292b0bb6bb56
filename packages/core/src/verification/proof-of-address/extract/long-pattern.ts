/** Builds a regular expression that is written over several lines: line breaks and the indentation after them are no part of it. */
export const longPattern =
  (flags: string) =>
  (source: TemplateStringsArray): RegExp =>
    new RegExp(String.raw(source).replace(/\n\s*/g, ""), flags)
