import { aligned, cellValue, type Scope } from "./cells.ts"
import { breaksAddress, isCountryLine, isOrganizationLine, isStreetLike } from "./lines.ts"
import { postcodeIn } from "./postcode-shapes.ts"
import { isRegionLine } from "./region-names.ts"
import { isDocumentTitle } from "../document-types/document-type.ts"
import { fieldStart } from "../field-labels.ts"
import { isHeading } from "../headings.ts"
import { nameLikeness } from "../parties/person-name.ts"
import { inColumn, type Segment } from "../printed-text.ts"

/** In heights of a line: how far below a code the rest of its block stands. */
const reach = 1.3
const mostStreetLines = 2

const nextLine = (text: Scope, above: Segment): Segment | null => {
  const next = inColumn(text, above, 1, reach)
  return next !== null && aligned(next, above) ? next : null
}

const isFree = (text: Scope, segment: Segment): boolean =>
  fieldStart(text, segment) !== 0 && !isHeading(text, segment) && !isDocumentTitle(text, segment)

/** "8237 Tihanyfalu" above "Fő utca 31.": in Hungary and Japan the street stands below the place. */
const streetBelow = (text: Scope, anchor: Segment): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (let next = nextLine(text, anchor); next !== null && lines.length < mostStreetLines; next = nextLine(text, next)) {
    const { labelled, text: line } = cellValue(text, next)
    const isStreet = /\d/.test(line) && /\p{L}{2}/u.test(line) && isStreetLike(line) && postcodeIn(line, text.country) === null
    if (labelled || !isStreet || breaksAddress(line) || isOrganizationLine(line) || !isFree(text, next)) break
    lines.push(line)
  }
  return lines
}

const codeAlone = /^(?:(?:c\.? ?p\.?|cep)? ?:? ?\d{5}(?:-\d{3})?|p\.? ?o\.? ?box \d{1,6} ?[-–] ?\d{5})$/i
const isTown = /^\p{Lu}[\p{L} .'’-]{2,40}$/u

/** What goes on below the line of a postal code: a place, a region, a country, or the street where none stands above. */
export const belowCode = (text: Scope, anchor: Segment, above: ReadonlyArray<string>): ReadonlyArray<string> => {
  const next = nextLine(text, anchor)
  if (next === null) return []
  const value = cellValue(text, next).text
  if (isCountryLine(value)) return [value]
  const own = cellValue(text, anchor).text
  // Mexico, Brazil and Kenya also print the postcode on a line of its own, with the place below it.
  if (codeAlone.test(own) && /^[\p{L}][\p{L} ,.'()/-]{2,60}$/u.test(value) && nameLikeness(value) < 3 && fieldStart(text, next) !== 0)
    return [value]
  const code = postcodeIn(own, text.country)
  const place = code === null ? "" : own.slice(code.index).replace(/^[\d\s-]+/, "")
  const lacksStreet = code !== null && code.index === 0 && isTown.test(place) && !above.some((line) => isStreetLike(line))
  const street = lacksStreet && above.length > 0 ? streetBelow(text, anchor) : []
  if (street.length > 0) return street
  const after = nextLine(text, next)
  const country = after === null ? "" : cellValue(text, after).text
  if (isRegionLine(value, text.country) && isFree(text, next) && !isOrganizationLine(value))
    return country !== "" && isCountryLine(country) ? [value, country] : [value]
  const region = /^[\p{L} ()'.-]{2,40}$/u.test(value) && value.split(" ").length <= 3
  return region && country !== "" && isCountryLine(country) ? [value, country] : []
}
