import type { AddressFinding } from "../addresses/block.ts"
import { aligned, cellValue, type Scope } from "../addresses/cells.ts"
import { isFranking } from "../addresses/envelope.ts"
import { findAddressLabels } from "../addresses/labels.ts"
import { isOrganizationLine, isStreetLike } from "../addresses/lines.ts"
import { isDocumentTitle } from "../document-types/document-type.ts"
import { fieldStart } from "../field-labels.ts"
import { phraseFinder } from "../phrase-finder.ts"
import { skeletonOf } from "../skeleton.ts"
import { inColumn, type PrintedText, type Segment } from "../printed-text.ts"
import { findNameLabels } from "./holder-labels.ts"
import { isTitleLine, nameLikeness } from "./person-name.ts"

const findCaptions = phraseFinder([
  [
    `
    customer information|customer details|customer data|customer|client information|client details|account information|account details|account holder|
    account holder information|subscriber information|consumer information|consumer details|member information|policyholder details|bill to|billed to|
    kundendaten|kundeninformation|angaben zum kunden|vertragspartner|kunde|vos informations client|informations client|vos coordonnées|titulaire du contrat|
    titulaire|client|datos del cliente|datos del titular|información del cliente|titular|cliente|dados do cliente|dados do titular|identificação do cliente|
    dati cliente|dati del cliente|dati intestatario|intestatario|klantgegevens|uw gegevens|klant|kundeoplysninger|kundeopplysninger|kunduppgifter|
    asiakastiedot|asiakas|dane klienta|dane odbiorcy|dane nabywcy|nabywca|údaje o zákazníkovi|zákazník|ügyfél adatai|date client|podaci o kupcu`,
    true
  ]
])

const bare = (text: string) => text.replace(/^[\s:：.–-]+|[\s:：.–-]+$/gu, "")

/** True where one of the phrases that were found is all that the cell says. */
const isWhole = ({ text }: Segment, found: ReadonlyArray<{ readonly start: number; readonly end: number }>) =>
  found.some(({ end, start }) => bare(text.slice(0, start) + text.slice(end)) === "")

const isLabel = (text: PrintedText, segment: Segment): boolean =>
  fieldStart(text, segment) !== null ||
  isWhole(segment, findNameLabels(segment.skeleton, text.tolerant)) ||
  isWhole(segment, findAddressLabels(segment.skeleton, text.tolerant)) ||
  isWhole(segment, findCaptions(segment.skeleton, text.tolerant))

const isName = (text: PrintedText, segment: Segment): boolean =>
  nameLikeness(segment.text) > 0 &&
  !isTitleLine(segment.text) &&
  !isOrganizationLine(segment.text) &&
  !isStreetLike(segment.text) &&
  !isFranking(segment.text) &&
  !isDocumentTitle(text, segment) &&
  !isLabel(text, segment)

const sameEdge = 0.03
/** In heights of a line: how far above a label, above a street and under a caption a name stands. */
const labelReach = 2.5
const streetReach = 1.9
const captionReach = 2.2

/** "Mary Smith" above "Service address" above the address. */
const aboveLabel = (text: Scope, first: Segment): string | null => {
  const over = inColumn(text, first, -1, labelReach)
  const heading = over === null ? null : cellValue(text, over)
  const label = cellValue(text, first).labelled ? first : heading?.labelled === true && heading.text === "" ? over : null
  const name = label === null ? null : inColumn(text, label, -1, labelReach)
  if (label === null || name === null || Math.abs(name.left - label.left) > sameEdge) return null
  return isName(text, name) ? name.text : null
}

const mostClimbs = 3
const shortestStreet = 6

/** The name above another print of the same house and street, whose postcode was not read. */
const aboveStreet = (text: Scope, { address: { house_number, street } }: AddressFinding): string | null => {
  if (house_number === null || street === null) return null
  const spelled = [`${house_number} ${street}`, `${street} ${house_number}`].map((line) => skeletonOf(line).letters)
  if (spelled.some((letters) => letters.length < shortestStreet)) return null
  for (const segment of text.segments) {
    if (!spelled.includes(segment.skeleton.letters)) continue
    let current: Segment | null = segment
    for (let climbs = 0; climbs < mostClimbs && current !== null; climbs++) {
      const above: Segment | null = inColumn(text, current, -1, streetReach)
      if (above === null || !aligned(above, current)) break
      if (isName(text, above)) return above.text
      current = isStreetLike(above.text) ? above : null
    }
  }
  return null
}

/** A name under a caption such as "Customer information", which stands alone in its cell. */
const underCaption = (text: PrintedText): string | null => {
  for (const segment of text.segments) {
    if (segment.page !== 1 || !isWhole(segment, findCaptions(segment.skeleton, text.tolerant))) continue
    const name = inColumn(text, segment, 1, captionReach)
    if (name !== null && Math.abs(name.left - segment.left) <= sameEdge && isName(text, name)) return name.text
  }
  return null
}

/** The name that stands near an address without a recipient, or near a caption for the customer. */
export const nameNearby = (printed: PrintedText, found: AddressFinding | null, country: string | null): string | null => {
  const text: Scope = { ...printed, country, identity: false }
  const beside = found === null ? null : (aboveLabel(text, found.first) ?? aboveStreet(text, found))
  return beside ?? underCaption(text)
}
