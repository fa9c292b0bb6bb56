import { type Assurance, suffices } from "../assurance.ts"
import type { DocumentUnreadable } from "../document-reading.ts"
import type { LayoutAgreement } from "../layout-agreement.ts"
import { outcomeOfReasons } from "../verdict.ts"
import { Findings } from "./findings.ts"
import type { PoaEvidence, PoaSource } from "./judged-evidence.ts"
import type { AddressRule, PoaForensicCode, PoaPolicy, PoaPolicyFlag } from "./policy.ts"
import { isMilitaryAddress } from "./post-office-box.ts"
import type { PoaReason, ReasonSeverity } from "./reasons.ts"
import { type Recency, recencyOf } from "./recency.ts"
import { countryAccepted, type TypeRules, typeRules, unknownTypeMaxAgeDays } from "./type-rules.ts"
import { isUnreadLanguage, unreadSeverity } from "./unread-language.ts"
import { type CrossReference, type PoaDocumentType, type ProofOfAddressExtraction, poaTypes } from "./types.ts"

/** The verdict of the check. `action_override` is `review` exactly when `outcome` is, and `passed` is false then. */
export interface PoaVerdict {
  readonly outcome: "passed" | "review" | "failed"
  readonly action_override: "review" | null
  readonly passed: boolean
  /** Worst first. */
  readonly reasons: ReadonlyArray<PoaReason>
  /** The type whose rules decided: of the declared and the detected one, the one with the shorter window. */
  readonly document_type: PoaDocumentType | null
  readonly issuing_country: string | null
  readonly recency: Recency | null
  /** 0 to 1, and never higher for a worse outcome: failed below 0.4, review below 0.7, passed from 0.7. */
  readonly score: number
  /** Duties that the policy attaches to a document that was not refused. */
  readonly flags: ReadonlyArray<PoaPolicyFlag>
  readonly assurance: Assurance
}

/** A guess below this is not held against the subject's own declaration. */
export const leastTypeConfidence = 0.5

const distinctKnown = <A>(first: A | null, second: A | null): ReadonlyArray<A> => {
  if (first === null) return second === null ? [] : [second]
  return second === null || second === first ? [first] : [first, second]
}

interface Ruling {
  readonly type: PoaDocumentType
  readonly country: string | null
  readonly rules: TypeRules
}

const narrowest = (ages: ReadonlyArray<number | null>): number | null =>
  ages.reduce<number | null>((least, age) => (least === null || (age !== null && age < least) ? age : least), null)

const ruleOnCountry = (evidence: PoaEvidence, detected: string | null, found: Findings): ReadonlyArray<string> => {
  const { declared_issuing_country: declared, identity_document_country, policy } = evidence
  const shown = distinctKnown(declared, detected)
  if (shown.length > 1) {
    found.add(
      "country_mismatch",
      "review",
      "The document looks as if issued in another country than the one declared. A person will check it."
    )
  }
  const candidates = shown.length > 0 ? shown : distinctKnown(identity_document_country, null)
  const needed = policy.require_issuing_country || policy.accepted_countries !== "any"
  if (candidates.length === 0 && needed) found.add("issuing_country_missing")
  if (candidates.some((country) => !countryAccepted(policy, country))) found.add("country_not_accepted")
  return candidates
}

/** Where the declared and the detected type or country differ, the stricter rule of each pair holds. */
const ruleOnType = (evidence: PoaEvidence, extraction: ProofOfAddressExtraction, countries: ReadonlyArray<string>, found: Findings) => {
  const detected = extraction.document_type_confidence >= leastTypeConfidence ? extraction.document_type_detected : null
  const types = distinctKnown(detected, evidence.declared_type)
  if (types.length > 1) found.add("type_mismatch_declared")
  if (types.length === 0) {
    found.add("type_not_accepted", "review", "The type of the document could not be determined. State its type with the upload.")
  }
  const origins = countries.length === 0 ? [null] : countries
  const rulings: ReadonlyArray<Ruling> = types.flatMap((type) =>
    origins.map((country) => ({ type, country, rules: typeRules(evidence.policy, type, country) }))
  )
  // Where the whole country is refused, that is the reason, and no other type from it would do.
  const refused = rulings.some(({ country, rules }) => !rules.accepted && (country === null || countryAccepted(evidence.policy, country)))
  if (refused) found.add("type_not_accepted")
  if (rulings.some(({ rules }) => rules.review_only)) found.add("type_review_only")
  const max_age_days = types.length === 0 ? unknownTypeMaxAgeDays : narrowest(rulings.map(({ rules }) => rules.max_age_days))
  return { types, max_age_days, deciding: rulings.find(({ rules }) => rules.max_age_days === max_age_days)?.type ?? types[0] ?? null }
}

const score = (value: number, thresholds: PoaPolicy["name"], doubtful: boolean): "pass" | "review" | "fail" => {
  if (value >= thresholds.pass) return doubtful ? "review" : "pass"
  return value >= thresholds.review ? "review" : "fail"
}

const notComparable =
  "The address given has no part that could be compared. Give street, number, postcode and city; a person has to compare this one."

const ruleOnHolder = (policy: PoaPolicy, extraction: ProofOfAddressExtraction, compared: CrossReference, found: Findings): void => {
  const named = extraction.holder_names.length > 0
  const addressed = extraction.address !== null
  if (!named) found.add("name_missing")
  if (!addressed) found.add("address_missing")
  if (named && compared.name_score !== null) {
    const standing = score(compared.name_score, policy.name, compared.name_doubtful)
    if (standing === "review") found.add("name_below_pass")
    if (standing === "fail") found.add("name_mismatch")
  }
  if (addressed && compared.address_score !== null) {
    const standing = score(compared.address_score, policy.address, compared.address_doubtful)
    if (standing === "review") found.add("address_below_pass")
    if (standing === "fail") found.add("address_mismatch")
  }
  if ((named && compared.name_score === null) || (addressed && compared.address_score === null)) {
    found.add("no_reference_data", policy.missing_reference === "allow" ? "info" : policy.missing_reference)
  }
  // An address was given, and nothing of it is anything that an address is compared by.
  const given = !compared.partial_reasons.includes("no_reference_address")
  if (addressed && compared.address_score === null && given) found.add("no_reference_data", "review", notComparable)
  if (compared.joint_holder) found.add("joint_holder")
  if (compared.partial && compared.address_score !== null) found.add("address_partial")
  const { country } = compared.component_scores
  if (country !== null && country < 0.5) found.add("country_mismatch")
}

const weigh = (rule: AddressRule): ReasonSeverity => {
  if (rule === "review") return "review"
  return rule ? "info" : "fail"
}

const ruleOnAddressKind = (policy: PoaPolicy, extraction: ProofOfAddressExtraction, found: Findings): void => {
  const { address, address_type } = extraction
  const boxed = address?.po_box ?? false
  if (address_type === "po_box" || (boxed && (address?.street ?? null) === null)) {
    const excused = policy.allow_military_po_box && isMilitaryAddress(extraction.extracted_address)
    found.add("po_box", excused ? "info" : weigh(policy.allow_po_box))
  } else if (boxed) {
    found.add("po_box", "info", "The document also shows a post office box. The street address was used; nothing needs to be done.")
  }
  if (address_type === "business") found.add("business_address", weigh(policy.allow_business_address))
}

const ruleOnIssuer = (extraction: ProofOfAddressExtraction, types: ReadonlyArray<PoaDocumentType>, found: Findings): void => {
  // The issuer of an identity document is a state, which the country of issue already names.
  if (types.length > 0 && types.every((type) => type === "identity_document")) return
  if (extraction.issuer === null) found.add("issuer_unknown")
  else if (!extraction.issuer_recognised) found.add("issuer_not_trusted")
}

const ruleOnLanguage = ({ languages }: PoaPolicy, language: string | null, found: Findings): void => {
  if (languages !== "any" && (language === null || !languages.includes(language))) found.add("language_unsupported")
}

const ruleOnFile = (policy: PoaPolicy, flags: ReadonlyArray<PoaForensicCode>, found: Findings): void => {
  for (const flag of flags) {
    if (policy.forensics.fail_flags.includes(flag)) found.add(flag, "fail")
    else found.add(flag, policy.forensics.review_flags.includes(flag) ? "review" : "info")
  }
}

const notInNames = /[^\p{L}\p{N}]+/gu
const nameKey = (name: string): string => name.slice(0, 300).normalize("NFKC").replace(notInNames, "").toLowerCase()
const sourceKey = ({ document_type, issuer }: PoaSource): string =>
  issuer === null ? `type ${document_type}` : `issuer ${nameKey(issuer)}`

const mostSources = 50

const ruleOnSources = (evidence: PoaEvidence, issuer: string | null, types: ReadonlyArray<PoaDocumentType>, found: Findings): void => {
  const least = evidence.policy.min_independent_sources
  if (least < 2) return
  const counted = evidence.passed_sources
    .slice(0, mostSources)
    .filter(({ document_type }) => document_type !== null && poaTypes[document_type].counts_as_independent)
  const [type] = types
  const independent = type !== undefined && types.every((candidate) => poaTypes[candidate].counts_as_independent)
  const sources = new Set(counted.map(sourceKey))
  if (independent) sources.add(sourceKey({ document_type: type, issuer }))
  if (sources.size < least) found.add("insufficient_independent_sources")
}

const isCompared = ({ address_score, name_score }: CrossReference): boolean => name_score !== null || address_score !== null

/**
 * The parts of a proof of address agree with one another and with the session, and at best its layout with the templates of its issuer. One that was
 * compared with nothing agrees with nothing.
 */
const assuranceOf = (layout: LayoutAgreement | undefined, compared: CrossReference): Assurance =>
  layout?.result === "agrees" ? "template" : isCompared(compared) ? "consistency" : "none"

const nothingCompared =
  "Neither a name nor an address was given to compare the document with, so that it says nothing of the person. A person has to compare them."

const bands: Readonly<Record<PoaVerdict["outcome"], { readonly from: number; readonly width: number }>> = {
  failed: { from: 0, width: 0.39 },
  review: { from: 0.4, width: 0.29 },
  passed: { from: 0.7, width: 0.3 }
}

/** The weaker of the two comparisons, moved into the band of the outcome; the middle of the band when nothing was compared. */
const scoreOf = (outcome: PoaVerdict["outcome"], { address_score, name_score }: CrossReference): number => {
  const weakest = Math.min(name_score ?? 1, address_score ?? 1)
  const base = name_score === null && address_score === null ? 0.5 : Math.min(1, Math.max(0, Number.isNaN(weakest) ? 0 : weakest))
  return Math.round((bands[outcome].from + bands[outcome].width * base) * 10_000) / 10_000
}

const unreadableVerdict = (evidence: PoaEvidence, code: DocumentUnreadable["code"]): PoaVerdict => {
  const found = new Findings()
  found.add(code === "encrypted" ? "encrypted" : "unreadable")
  return {
    outcome: "failed",
    action_override: null,
    passed: false,
    reasons: found.sorted(),
    document_type: evidence.declared_type,
    issuing_country: evidence.declared_issuing_country ?? evidence.identity_document_country,
    recency: null,
    score: 0,
    flags: [],
    assurance: "none"
  }
}

/**
 * Judges one proof of address under its effective policy. Pure: the same evidence always gives the same verdict.
 * Any reason of severity `fail` fails it, else any `review` sends it to a person, else it passes.
 */
export const evaluate = (evidence: PoaEvidence): PoaVerdict => {
  const { document, policy } = evidence
  if (document.status === "unreadable") return unreadableVerdict(evidence, document.code)
  const { cross_reference, extraction, forensics } = document
  // A person can read what no rule could; the subject cannot put it right.
  const unread = isUnreadLanguage(extraction)
  const found = new Findings(unread ? unreadSeverity : undefined)
  if (unread) found.add("language_unsupported")
  const countries = ruleOnCountry(evidence, extraction.issuing_country, found)
  const { deciding, max_age_days, types } = ruleOnType(evidence, extraction, countries, found)
  const { findings, recency } = recencyOf(extraction, {
    types,
    max_age_days,
    grace_days: policy.grace_days,
    lease_min_months_left: policy.lease_min_months_left,
    today: evidence.today
  })
  for (const { code, message } of findings) found.add(code, undefined, message)
  ruleOnHolder(policy, extraction, cross_reference, found)
  ruleOnAddressKind(policy, extraction, found)
  ruleOnIssuer(extraction, types, found)
  ruleOnLanguage(policy, extraction.language, found)
  ruleOnFile(policy, evidence.known_forgery ? [...forensics.flags, "template_known_forgery"] : forensics.flags, found)
  ruleOnSources(evidence, extraction.issuer, types, found)
  if (evidence.stolen === true) found.add("blocklist_match")
  if (evidence.duplicate) found.add("duplicate_document")
  if (evidence.same_as_identity_document) found.add("same_as_identity_document", policy.must_differ_from_id_document ? "fail" : "info")
  if (document.layout?.result === "differs") found.add("layout_differs")
  const assurance = assuranceOf(document.layout, cross_reference)
  // What has failed needs no further doubt.
  const assured = suffices(assurance, policy.required_assurance[document.medium ?? "pdf"])
  if (!assured && outcomeOfReasons(found.sorted()) !== "failed") {
    found.add("authenticity_not_assured", undefined, assurance === "none" ? nothingCompared : undefined)
  }
  const reasons = found.sorted()
  const outcome = outcomeOfReasons(reasons)
  return {
    outcome,
    action_override: outcome === "review" ? "review" : null,
    passed: outcome === "passed",
    reasons,
    document_type: deciding,
    issuing_country: countries[0] ?? null,
    recency,
    score: scoreOf(outcome, cross_reference),
    flags: outcome === "failed" || deciding === "identity_document" ? [] : policy.flags,
    assurance
  }
}
