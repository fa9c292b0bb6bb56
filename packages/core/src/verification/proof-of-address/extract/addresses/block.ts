import type { PoaDocumentType, PostalAddress } from "../../types.ts"
import { addressCandidates, type Candidate } from "./candidates.ts"
import { isAboveRecipient, isOfLetterhead } from "./envelope.ts"
import { type DividedBlock, divided, isOrganizationLine, isStreetLike, namesParent } from "./lines.ts"
import { namesLocality } from "./localities.ts"
import { countryNamed } from "../../compare/addresses/country-names.ts"
import { parsePostalAddress, withHouseName } from "../../compare/addresses/postal-address.ts"
import { hasNoPostalCodes } from "../../compare/addresses/postal-codes.ts"
import { findOrganizationMarks } from "../parties/organization-marks.ts"
import { nameLikeness } from "../parties/person-name.ts"
import { skeletonOf } from "../skeleton.ts"
import { postcodeIn } from "./postcode-shapes.ts"
import { isOneAddress } from "./reprints.ts"
import { inColumn, type PrintedText, type Segment } from "../printed-text.ts"
import { normalizedWords } from "../../../names/text/normalized.ts"

export interface AddressFinding {
  readonly address: PostalAddress
  /** Printed lines of the address without the recipient. */
  readonly lines: ReadonlyArray<string>
  readonly recipients: ReadonlyArray<string>
  /** Where the block begins and where it ends. */
  readonly first: Segment
  readonly last: Segment
}

interface AddressContext {
  readonly type: PoaDocumentType | null
  readonly country: string | null
}

/** Below this a single address is more likely the issuer's than the customer's. */
const lowestScore = -2.5

const premisesWeight = (type: PoaDocumentType | null) =>
  type === "lease_agreement"
    ? 6
    : type === "council_tax_bill" || type === "utility_bill" || type === "insurance_statement" || type === "tax_document"
      ? 2
      : 1.5

const labelWeight = ({ label }: Candidate, type: PoaDocumentType | null): number => {
  if (label === "own") return 3.5
  if (label === "premises") return premisesWeight(type)
  if (label === "lead") return type === "residence_certificate" || type === "lease_agreement" || type === "bank_letter" ? 3.5 : 2
  return label === "foreign" ? -9 : 0
}

/** Return lines above the window of an envelope set the issuer and its address in one small line. */
const isReturnLine = (candidate: Candidate) => candidate.inline && candidate.label === null && / [-–•·|*] |[•·]/.test(candidate.anchor.text)

const contact = /(?:www\.|https?:|@|\btel\b|telefon|phone|\bfax\b|iban|registered|hrb|siret|p\.? ?iva|\bvat\b)/i

const besidesContact = (text: PrintedText, { first, anchor }: Candidate): boolean =>
  [inColumn(text, first, -1, 1), inColumn(text, anchor, 1, 1)].some((segment) => segment !== null && contact.test(segment.text))

/** An address that goes on with a telephone or a web address in its own line is the issuer's. */
const holdsContact = ({ anchor, label }: Candidate): boolean => label === null && contact.test(anchor.text)

/** "Marktgemeinde Auhof": an authority, or a company by its trade. */
const isOffice = ({ tolerant }: PrintedText, line: string): boolean =>
  nameLikeness(line) < 2 &&
  findOrganizationMarks(skeletonOf(line), tolerant).some(({ value }) => value === "authority" || value === "sector")

const dividedOf = ({ inline, lines, value }: Candidate, country: string | null): DividedBlock =>
  value === true
    ? { recipients: [], lines: lines.filter((line) => !namesParent(line)) }
    : divided(
        lines.filter((line) => !namesParent(line)),
        country,
        inline
      )

const scoreOf = (
  text: PrintedText,
  { candidate, divided: { lines, recipients } }: Pick<Rated, "candidate" | "divided">,
  { type, country }: AddressContext
): number => {
  const { anchor, first } = candidate
  const likeness = Math.max(0, ...recipients.map((line) => nameLikeness(line)))
  const organization = recipients.some((line) => isOrganizationLine(line) || isOffice(text, line))
  let score = labelWeight(candidate, type)
  score += likeness === 3 ? 4.5 : likeness === 2 ? 3.5 : likeness === 1 ? 1.5 : 0
  if (organization && likeness < 2) score -= 3
  if (anchor.page === 1) score += 1
  if (anchor.page === 1 && anchor.top < 0.45 && anchor.top > 0.08) score += 1.5
  if (anchor.top > 0.82 && type !== "identity_document") score -= 2.5
  if (lines.some((line) => isStreetLike(line) || namesLocality(line))) score += 1
  if (candidate.postcode) score += (postcodeIn(anchor.text, country)?.shape.weight ?? 0) >= 2 ? 1 : 0.5
  if (isReturnLine(candidate)) score -= 4
  if (holdsContact(candidate)) score -= 4
  else if (besidesContact(text, candidate)) score -= 2.5
  if (candidate.label === null && isOfLetterhead(text, first, recipients)) score -= 2.5
  if (first.height < text.usualHeight * 0.8) score -= 1.5
  if (recipients.length === 0 && candidate.label === null) score -= first.top < 0.12 ? 2 : 1
  if (candidate.lines.length === 1) score -= 2
  return score
}

const namedCountry = (lines: ReadonlyArray<string>): string | null => {
  const last = lines.at(-1) ?? ""
  return countryNamed(last.replace(/[.,;]$/, "")) ?? countryNamed((last.split(",").at(-1) ?? "").trim())
}

/** The country by its name, by a postcode that only it has, or by the issuer's where the postcode fits. */
const countryOf = (lines: ReadonlyArray<string>, issuing: string | null): string | null => {
  const named = namedCountry(lines)
  if (named !== null) return named
  const shape = lines.map((line) => postcodeIn(line, issuing)?.shape).find((found) => found !== undefined)
  const only = shape !== undefined && shape.countries.length === 1 && shape.weight >= 2 ? (shape.countries[0] ?? null) : null
  return only ?? issuing
}

const lettersOf = (lines: ReadonlyArray<string>) => normalizedWords(lines.join("")).replace(/[^\p{L}\p{N}]/gu, "")

const holdsLines = (whole: ReadonlyArray<string>, part: ReadonlyArray<string>) =>
  whole.some((line) => part.includes(line)) || (part.length > 0 && lettersOf(whole).includes(lettersOf(part)))

const sameLines = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) => lettersOf(one) === lettersOf(other)

interface Rated {
  readonly candidate: Candidate
  readonly score: number
  readonly divided: DividedBlock
}

/** Where the chosen print has no name, another print of the same address that stands below one. */
const namedReprint = (best: Rated, rated: ReadonlyArray<Rated>, address: PostalAddress, country: string | null): Rated | null => {
  if (best.divided.recipients.some((line) => nameLikeness(line) > 0 || isOrganizationLine(line))) return null
  return (
    rated
      .filter(({ candidate, divided }) => candidate.label !== "foreign" && divided.recipients.some((line) => nameLikeness(line) > 0))
      .sort((one, other) => other.score - one.score)
      .find((one) => isOneAddress(parsedOf(one, country), address)) ?? null
  )
}

/** Of two prints of one address the recipient's block is the better one, unless its postcode alone had to be repaired. */
const isBetterPrint = (block: Candidate, other: Candidate): boolean =>
  block.postcode && !block.inline && (block.anchor.repaired !== true || other.anchor.repaired === true)

const highest = (rated: ReadonlyArray<Rated>): Rated | null => {
  let best: Rated | null = null
  for (const one of rated) if (best === null || one.score > best.score) best = one
  return best
}

const parsedOf = ({ divided: { lines } }: Rated, country: string | null): PostalAddress =>
  parsePostalAddress(lines, countryOf(lines, country))

const isBoxAlone = (one: Rated, country: string | null): boolean => {
  const { po_box, street } = parsedOf(one, country)
  return po_box && (street === null || street === "PO Box")
}

const isDwelling = (one: Rated, country: string | null): boolean => {
  if (one.candidate.label !== "premises" || one.score < lowestScore) return false
  const { city, house_number, po_box, postal_code, street } = parsedOf(one, country)
  return !po_box && street !== null && house_number !== null && (postal_code !== null || (city !== null && hasNoPostalCodes(country)))
}

/** Where the place of supply alone has a better label, the name stands above the box that mail goes to. */
const boxOf = (first: Rated, rated: ReadonlyArray<Rated>, country: string | null): Rated | null => {
  if (first.divided.recipients.length > 0 || first.candidate.label === null) return null
  const boxes = rated.filter(
    (one) => one.candidate.label !== "foreign" && isBoxAlone(one, country) && one.divided.recipients.some((line) => nameLikeness(line) > 0)
  )
  return highest(boxes)
}

const bestAddress = (text: PrintedText, context: AddressContext): AddressFinding | null => {
  const { country } = context
  const candidates = addressCandidates(text, context).map((candidate) => ({
    candidate,
    divided: dividedOf(candidate, country)
  }))
  const rated = candidates.map((one): Rated => {
    const repeated = candidates.some((other) => other !== one && sameLines(other.divided.lines, one.divided.lines)) ? 0.5 : 0
    // The same lines with their postcode are the better reading of them.
    const cut =
      !one.candidate.postcode &&
      candidates.some(({ candidate, divided: other }) => candidate.postcode && holdsLines(other.lines, one.divided.lines))
    const sender = isAboveRecipient(text, one.candidate, { candidates: candidates.map(({ candidate }) => candidate), country })
    return { ...one, score: scoreOf(text, one, context) + repeated - (cut ? 4 : 0) - (sender ? 6 : 0) }
  })
  const first = highest(rated)
  // What stands under the label of someone else is theirs, also where no other address is printed.
  if (first === null || first.score < lowestScore || first.candidate.label === "foreign") return null
  // Mail goes to a box, and the place of supply tells where the customer lives.
  const best = (isBoxAlone(first, country) ? highest(rated.filter((one) => isDwelling(one, country))) : null) ?? first
  const reprint = best === first ? namedReprint(best, rated, parsedOf(best, country), country) : null
  const printed = reprint !== null && isBetterPrint(reprint.candidate, best.candidate) ? reprint : best
  const { lines } = printed.divided
  const address = withHouseName(parsedOf(printed, country))
  const { recipients } = (reprint ?? boxOf(first, rated, country) ?? first).divided
  const { anchor: last, first: begin } = printed.candidate
  return { address: { ...address, recipient_lines: recipients }, lines, recipients, first: begin, last }
}

/** Finds the customer's address: the recipient's block before the place of supply, and never the issuer's own office. */
export const addressBlock = (text: PrintedText, context: AddressContext, declared: string | null = null): AddressFinding | null => {
  const found = bestAddress(text, context)
  const isOther = declared !== null && declared !== context.country
  if (found !== null && !(isOther && found.address.postal_code === null)) return found
  const other = isOther ? bestAddress(text, { ...context, country: declared }) : null
  // A postal code that only the declared country has tells that the issuer's country was taken for another one.
  if (found !== null)
    return other !== null && other.address.postal_code !== null && holdsLines(other.lines, found.lines.slice(0, 1)) ? other : found
  const anywhere = context.country !== null && !hasNoPostalCodes(context.country)
  return other ?? (anywhere ? bestAddress(text, { ...context, country: null }) : null)
}
