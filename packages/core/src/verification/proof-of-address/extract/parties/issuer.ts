import { longPattern } from "../long-pattern.ts"
import type { PoaDocumentType } from "../../types.ts"
import { breaksAddress, isOrganizationLine, isStreetLike } from "../addresses/lines.ts"
import { isPostageMark } from "../addresses/envelope.ts"
import { fieldStart } from "../field-labels.ts"
import { isLabelText } from "../headings.ts"
import { findOrganizationMarks, type OrganizationMark } from "./organization-marks.ts"
import { marksOf } from "./issuer-marks.ts"
import { acceptable, isTableRow, levelAbove, longestName } from "./issuer-names.ts"
import { isProminent, isRestOfAbove, isRestOfName, isSurelyRead, isTownAbovePostcode, restBelow } from "./letterhead.ts"
import { namesUnder } from "./labelled-names.ts"
import { nameLikeness, personsNamed } from "./person-name.ts"
import { skeletonOf } from "../skeleton.ts"
import { inColumn, type PrintedText, rightOf, type Segment } from "../printed-text.ts"
import { isAuthorityLetter, isDocumentTitle } from "../document-types/document-type.ts"
import { normalizedWords } from "../../../names/text/normalized.ts"

interface IssuerFinding {
  readonly issuer: string | null
  readonly recognised: boolean
}

interface Proposal {
  readonly name: string
  readonly score: number
  readonly marks: ReadonlySet<OrganizationMark>
  /** Printed large and read surely, as the name in a letterhead is. */
  readonly prominent: boolean
}

const mostProposals = 120
const lowestScore = 2.5
/** A brand that heads the first page in large print, on a document of a known type that bears a mark of an organization besides. */
const clearHead = 4

const letterWords = (name: string) =>
  normalizedWords(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3)

/** Names of hosts in web and mail addresses, which repeat the issuer's name in one word. */
const hosts = ({ segments }: PrintedText): ReadonlyArray<string> =>
  segments.flatMap(({ text }) =>
    [...text.matchAll(/(?:www\.|@|https?:\/\/|\b)((?:[a-z0-9-]{2,40}\.){1,3}(?:com|org|net|gov|[a-z]{2}))\b/gi)]
      .slice(0, 4)
      .map((match) => normalizedWords(match[1] ?? ""))
  )

const bearsName = (name: string, host: string) => {
  const joined = letterWords(name).join("")
  const label =
    host
      .split(".")
      .sort((one, other) => other.length - one.length)[0]
      ?.replace(/[^a-z0-9]/g, "") ?? ""
  const first = letterWords(name)[0] ?? ""
  return (label.length >= 4 && (joined.startsWith(label) || label.startsWith(joined))) || (first.length >= 4 && label.includes(first))
}

const trimmed = (name: string) =>
  name
    .replace(/^[\s\-–—•*·|:©®™]+/, "")
    .replace(/[\s,;:|\-–—•*·®™]+$/, "")
    .replace(/\s+/g, " ")
    .trim()

/** A legal form closes the name before it, whatever follows: "Lumélec, SA au capital de ...". */
const closedByForm = (line: string): string | null => {
  const forms = findOrganizationMarks(skeletonOf(line.slice(0, longestName + 10)), false).filter(
    ({ value, start, end }) => value === "form" && start > 2 && /\p{Lu}|\./u.test(line.slice(start, end))
  )
  const [first] = forms
  if (first === undefined || /[;:•|]/.test(line.slice(0, first.start))) return null
  // "GmbH & Co. KG" and "Pty Ltd" are one form in several words.
  const last = forms.reduce((end, form) => (form.start - end <= 5 ? form.end : end), first.end)
  const name = trimmed(line.slice(0, last))
  return name.split(" ").length <= 9 ? name : null
}

const introductions = longPattern("iu")`
    ^(?:(?:©|\(c\)|copyright)\s*(?:\d{4})?|underwritten by|insured by|issued by|provided by|a service of|a trading name of|supplied by|
    your supplier is|versicherer|assureur|assicuratore)[\s:]+`

/** A line of small print names its company up to its legal form, else before the first comma, bracket or verb. */
const leadingName = (printed: string): string => {
  const line = printed.replace(introductions, "")
  const closed = closedByForm(line)
  if (closed !== null) return closed
  const sentence = longPattern("iu")`
      ^(.{3,90}?)(?:\s+(?:is|are|was|trading as|t/a|est|ist|sind|es una|è|is een|jest|a trading name|registered|regd|company|
      with registered|authorised|eingetragen|inscrita|au capital|société au|com sede|con sede|con domicilio|z siedzibą)\b|\s*[,(•·|
      ;]|\s[-–—]\s|$)`.exec(line)
  return trimmed(sentence?.[1] ?? line)
}

const headProposal = (text: PrintedText, segment: Segment, webHosts: ReadonlyArray<string>, first: boolean): Proposal | null => {
  if (!isSurelyRead(segment) || isPostageMark(segment.text) || isLabelText(segment.text, text.tolerant, segment.skeleton)) return null
  if (/[:：]$/.test(segment.text) || isTableRow(text, segment)) return null
  const cut = fieldStart(text, segment)
  const rest = cut === null ? restBelow(text, segment) : null
  const name = trimmed(cut === null ? `${segment.text} ${rest?.text ?? ""}` : segment.text.slice(0, cut))
  if (!acceptable(name) || breaksAddress(name)) return null
  // Words of a trade by themselves name no one, unless it is what the issuer's own address on the web says.
  if (isRestOfName(name) && !webHosts.some((host) => bearsName(name, host))) return null
  const found = [segment, ...(rest === null ? [] : [rest])].flatMap((line) => marksOf(text, line))
  const marks = new Set(found.map(({ value }) => value))
  const organized = marks.has("form") || marks.has("authority") || marks.has("sector")
  const title = isDocumentTitle(text, segment)
  // A department whose very name tells the type of its letters is still the issuer.
  const authority = found.some(
    ({ value, start, end }) =>
      value === "authority" && (end - start >= name.length * 0.6 || (start <= 2 && isAuthorityLetter(text, segment)))
  )
  if (title && !marks.has("form") && !authority) return null
  const likeness = nameLikeness(name)
  if (likeness >= 2 && !organized) return null
  const words = name.split(" ").length
  let score = segment.top < 0.1 ? 3 : segment.top < 0.2 ? 2 : segment.top < 0.35 ? 0.5 : -2
  if (first) score += 1.5
  score += segment.height > text.usualHeight * 1.5 ? 2 : segment.height > text.usualHeight * 1.2 ? 1 : 0
  score += marks.has("form") ? 3 : 0
  score += marks.has("authority") ? 3 : marks.has("sector") ? 2.5 : 0
  const echoed = webHosts.some((host) => bearsName(name, host))
  if (echoed) score += 2.5
  if (words > 8) score -= 2
  if (isStreetLike(name) && !marks.has("form")) score -= 3
  if (likeness >= 1 && !organized) score -= 1
  if (/^\p{Ll}/u.test(name) && !marks.has("form")) score -= 1
  score -= 2.5 * levelAbove(name)
  return { name, score, marks, prominent: isProminent(text, segment) || echoed }
}

const footProposal = (text: PrintedText, segment: Segment, webHosts: ReadonlyArray<string>): Proposal | null => {
  const found = marksOf(text, segment)
  const marks = new Set(found.map(({ value }) => value))
  const legal = marks.has("registered") || marks.has("regulated")
  if (!isSurelyRead(segment) || (!marks.has("form") && !(legal && marks.has("sector")))) return null
  const name = leadingName(segment.text)
  const own = new Set(
    findOrganizationMarks(segment.skeleton, false)
      .filter(({ end }) => end <= segment.text.indexOf(name) + name.length + 1)
      .map(({ value }) => value)
  )
  if (!acceptable(name) || !own.has("form") || nameLikeness(name) >= 2 || !/^\p{Lu}|^\d/u.test(name)) return null
  const score =
    3 +
    (legal ? 2 : 0) +
    (own.has("sector") ? 1 : 0) +
    (webHosts.some((host) => bearsName(name, host)) ? 2 : 0) +
    (segment.top > 0.8 ? 1 : 0) -
    (name.split(" ").length > 8 ? 2 : 0)
  return { name, score, marks, prominent: false }
}

/** "Issued by", "Employer", "Rechnungssteller" and their value beside or below. */
const announced = (text: PrintedText, segment: Segment): Proposal | null => {
  const label = findOrganizationMarks(segment.skeleton, text.tolerant).find(
    ({ value, end }) => value === "issued_by" && /^\s*(?:[:：]|$)/.test(segment.text.slice(end))
  )
  const by = longPattern("iu")`
      \b(?:issued by|bill issued by|ausgestellt von|émis par|délivré par|emitid[oa] por|expedido por|rilasciato da|emesso da|
      afgegeven door|uitgegeven door)\s+`.exec(segment.text)
  if (label === undefined && by === null) return null
  const from = by !== null ? by.index + by[0].length : (label?.end ?? 0)
  const own = trimmed(segment.text.slice(from))
  const right = own === "" ? rightOf(text, segment)?.text : undefined
  const below = own === "" && right === undefined ? inColumn(text, segment, 1)?.text : undefined
  const name = leadingName(own || right || below || "")
  if (!acceptable(name) || nameLikeness(name) === 3) return null
  const marks = new Set(findOrganizationMarks(skeletonOf(name), false).map(({ value }) => value))
  return { name, score: 6, marks, prominent: true }
}

const proposals = (text: PrintedText): ReadonlyArray<Proposal> => {
  const webHosts = [...new Set(hosts(text))].slice(0, 20)
  const found: Array<Proposal> = []
  let heads = 0
  for (const segment of text.segments) {
    if (found.length >= mostProposals) break
    if (segment.page === 1 && segment.top < 0.4 && !isTownAbovePostcode(text, segment) && !isRestOfAbove(text, segment)) {
      const head = headProposal(text, segment, webHosts, heads === 0)
      heads += 1
      if (head !== null) found.push(head)
    }
    const foot = footProposal(text, segment, webHosts)
    if (foot !== null) found.push(foot)
    const named = announced(text, segment)
    if (named !== null) found.push(named)
  }
  return found
}

const domainName = (text: PrintedText): string | null => {
  const count = new Map<string, number>()
  for (const host of hosts(text)) {
    const label = host.split(".").sort((one, other) => other.length - one.length)[0] ?? ""
    if (label.length >= 3 && !/^(?:gmail|outlook|hotmail|yahoo|icloud)$/.test(label)) count.set(label, (count.get(label) ?? 0) + 1)
  }
  const [best] = [...count].sort((one, other) => other[1] - one[1])
  return best?.[0] ?? null
}

/** Marks anywhere on the document that such issuers bear: supervision, registration, web address, telephone. */
const documentMarks = (text: PrintedText): number => {
  const seen = new Set<string>()
  for (const segment of text.segments) {
    for (const { value } of findOrganizationMarks(segment.skeleton, false))
      if (value === "regulated" || value === "registered") seen.add(value)
    if (/(?:www\.|https?:\/\/|@[\w-]+\.)/i.test(segment.text)) seen.add("web")
    if (/(?:\btel|phone|telefon|call|hotline|☎|\b0800\b|\+\d{2})/i.test(segment.text) && /\d{3}/.test(segment.text)) seen.add("telephone")
    if (/\b0\d{2,4}(?:[ -]\d{1,4}){2,4}\b|\b(?:1-)?\(?\d{3}\)?[ -]\d{3}-\d{4}\b/.test(segment.text)) seen.add("telephone")
  }
  return seen.size
}

const isOrganized = ({ marks }: Proposal) => marks.has("form") || marks.has("authority") || marks.has("sector")

/** A lease is issued by its landlord or the agent that lets for him. */
const lessor = (text: PrintedText): IssuerFinding | null => {
  for (const name of namesUnder(text, "landlord")) {
    const organization = isOrganizationLine(name)
    return { issuer: organization ? name : (personsNamed(name)[0] ?? name), recognised: organization }
  }
  return null
}

/** Finds who issued the document, at its head, in its small print or under a label, and whether it bears the marks of an issuer. */
export const documentIssuer = (
  text: PrintedText,
  { recipients, type }: { readonly recipients: ReadonlyArray<string>; readonly type: PoaDocumentType | null }
): IssuerFinding => {
  const excluded = recipients.map((line) => normalizedWords(line))
  const landlord = type === "lease_agreement" ? lessor(text) : null
  if (landlord?.recognised === true) return landlord
  const all = proposals(text).filter(({ name }) => !excluded.includes(normalizedWords(name)))
  let best: Proposal | null = null
  for (const proposal of all) {
    const words = letterWords(proposal.name)
    const echoed = all.filter(
      (other) => other !== proposal && words.length > 0 && words.every((word) => letterWords(other.name).includes(word))
    ).length
    const score = proposal.score + Math.min(2, echoed)
    const vague = type === "lease_agreement" || type === "identity_document"
    if (score >= lowestScore && !(vague && !isOrganized(proposal)) && (best === null || score > best.score)) best = { ...proposal, score }
  }
  // The company in whose letterhead the notice of a private landlord stands has issued it.
  if (landlord !== null && !(best?.prominent === true && best.marks.has("form"))) return landlord
  if (best === null) {
    return { issuer: type === "identity_document" ? null : domainName(text), recognised: false }
  }
  const echoing = all.filter(({ name }) => letterWords(name)[0] === letterWords(best.name)[0])
  const own = new Set(echoing.flatMap(({ marks }) => [...marks]))
  const around = documentMarks(text)
  const recognised =
    own.has("authority") ||
    own.has("regulated") ||
    own.has("registered") ||
    (own.has("form") && (own.has("sector") || around >= 1 || (type !== null && type !== "lease_agreement"))) ||
    (own.has("sector") && (around >= 1 || type !== null)) ||
    // Marks elsewhere on the page vouch for the name of its letterhead, and not for any line that stands there.
    (best.prominent && around >= 3) ||
    (best.prominent && around >= 1 && best.score >= clearHead && type !== null && type !== "lease_agreement")
  return { issuer: best.name, recognised }
}
