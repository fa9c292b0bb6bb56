/** Zones that issuers print by rules of their own, outside ICAO 9303, by the lengths of their lines: French and Swiss driving licences. */
const nationalShapes: ReadonlyArray<string> = ["30", "9 30 30"]

/** Whether these lines of a zone have the shape of a national format, which nothing here reads. */
export const isNationalZone = (lines: ReadonlyArray<string>): boolean =>
  nationalShapes.includes(lines.map(({ length }) => length).join(" "))
