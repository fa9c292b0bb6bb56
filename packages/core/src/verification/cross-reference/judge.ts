import { mostRestedOn, type RestsOn } from "../evidence/evidence.ts"
import { type CheckVerdict, outcomeOfReasons, type VerdictReason } from "../verdict.ts"
import type { ReasonCode } from "../../kernel/foundation/reason-codes.ts"
import { componentOf, type PairComparison } from "./compare.ts"
import { type CrossReferenceDetails, crossReferenceDetails } from "./details.ts"
import { type ComponentComparison, factComponents, type FactComponent, factLimits, type PersonFacts } from "./facts.ts"
import { type CrossReferencePolicy, defaultCrossReferencePolicy, type FindingSeverity } from "./policy.ts"

/** What differs between two sources, in the order in which it tells most. */
const findingCodes = [
  "nfc_data_mismatch",
  "document_data_inconsistent",
  "date_of_birth_mismatch",
  "id_number_mismatch",
  "name_mismatch",
  "address_mismatch",
  "nationality_mismatch"
] as const
type FindingCode = (typeof findingCodes)[number]

const messages = {
  nfc_data_mismatch: "The chip and the printed data of the document differ.",
  document_data_inconsistent: "Two zones of the document contradict each other about the holder.",
  date_of_birth_mismatch: "The dates of birth differ.",
  id_number_mismatch: "The document numbers differ.",
  name_mismatch: "The names differ.",
  address_mismatch: "The addresses differ.",
  nationality_mismatch: "The nationalities differ."
} as const satisfies Record<FindingCode, string>

const doubts = {
  nfc_data_mismatch: "The chip and the printed data of the document agree only in part.",
  document_data_inconsistent: "Two zones of the document agree only in part.",
  date_of_birth_mismatch: "The dates of birth agree only in part, or one of them was read with doubt.",
  id_number_mismatch: "The document numbers agree only in part, or one of them was read with doubt.",
  name_mismatch: "The names agree only in part, or one of them may have changed or was read with doubt.",
  address_mismatch: "The addresses agree only in part, or the document may show an earlier one.",
  nationality_mismatch: "The nationalities differ; a person may have several."
} as const satisfies Record<FindingCode, string>

const sessionReasons = {
  nfc_data_mismatch: "nfc_data_mismatch",
  document_data_inconsistent: "document_data_inconsistent",
  date_of_birth_mismatch: "date_of_birth_mismatch",
  id_number_mismatch: "id_number_mismatch",
  name_mismatch: "name_mismatch",
  address_mismatch: "address_mismatch",
  nationality_mismatch: "document_data_inconsistent"
} as const satisfies Record<FindingCode, ReasonCode>

/** The facts that a finding speaks of. */
const components = {
  nfc_data_mismatch: ["surname", "given_names", "date_of_birth", "document_number", "nationality"],
  document_data_inconsistent: ["surname", "given_names", "date_of_birth", "document_number", "nationality"],
  date_of_birth_mismatch: ["date_of_birth"],
  id_number_mismatch: ["document_number"],
  name_mismatch: ["surname", "given_names"],
  address_mismatch: ["address"],
  nationality_mismatch: ["nationality"]
} as const satisfies Record<FindingCode, ReadonlyArray<FactComponent>>

/** The facts that differ or agree only in part, on both sides of every pair, where it is known how they were read. */
const restsOn = (code: FindingCode, { pairs, sources }: CrossReferenceDetails): Pick<VerdictReason, "rests_on"> => {
  if (sources.every(({ read_at }) => read_at === undefined)) return {}
  const differing = components[code].flatMap((component) => {
    const apart = pairs.filter((pair) => ["mismatch", "partial"].includes(componentOf(pair, component).verdict))
    const named = new Set(apart.flatMap(({ first, second }) => [first, second]))
    return sources.flatMap(({ read_at = [] }, at): ReadonlyArray<RestsOn> => {
      const read = named.has(at) ? read_at.find((one) => one.component === component) : undefined
      return read === undefined ? [] : [{ field: component, source: read.source, evidence: read.evidence }]
    })
  })
  return { rests_on: differing.slice(0, mostRestedOn) }
}

interface Finding {
  readonly code: FindingCode
  readonly severity: FindingSeverity
}

const worst = { fail: 0, review: 1, info: 2 } as const satisfies Record<FindingSeverity, number>

const severityOf = ({ verdict }: ComponentComparison, mismatch: FindingSeverity): FindingSeverity | null =>
  verdict === "mismatch" ? mismatch : verdict === "partial" ? milder(mismatch, "review") : null

const milder = (one: FindingSeverity, other: FindingSeverity): FindingSeverity => (worst[one] > worst[other] ? one : other)

const nameSeverity = (pair: PairComparison, { name, surname_change }: CrossReferencePolicy): FindingSeverity | null => {
  if (pair.name_score === null || pair.name_score >= name.pass) return null
  if (pair.name_score >= name.review) return "review"
  const surname = componentOf(pair, "surname")
  return surname.verdict === "mismatch" && surname.explanations.includes("married_name_possible") ? surname_change : "fail"
}

const isOfDocument = ({ first_source, second_source }: PairComparison): boolean =>
  [first_source, second_source].some((source) => source === "identity_document" || source === "chip")

type Weighed = Readonly<Record<"name" | Exclude<FactComponent, "surname" | "given_names">, FindingSeverity | null>>

/** How much each component of a pair weighs where it differs; null where it agrees or was not compared. */
const severities = (pair: PairComparison, policy: CrossReferencePolicy): Weighed => {
  return {
    name: nameSeverity(pair, policy),
    date_of_birth: severityOf(componentOf(pair, "date_of_birth"), "fail"),
    document_number: severityOf(componentOf(pair, "document_number"), "fail"),
    address: severityOf(componentOf(pair, "address"), isOfDocument(pair) ? policy.address_on_identity_document : "fail"),
    nationality: severityOf(componentOf(pair, "nationality"), policy.nationality)
  }
}

const worstOf = (found: ReadonlyArray<FindingSeverity | null>): FindingSeverity | null =>
  found.reduce((one, other) => (one === null || (other !== null && worst[other] < worst[one]) ? other : one), null)

const findingsOf = (pair: PairComparison, policy: CrossReferencePolicy): ReadonlyArray<Finding> => {
  const found = severities(pair, policy)
  const one = (code: FindingCode, severity: FindingSeverity | null): ReadonlyArray<Finding> =>
    severity === null ? [] : [{ code, severity }]
  const sources = new Set([pair.first_source, pair.second_source])
  if (sources.has("chip") && sources.has("identity_document")) {
    // The chip was signed with what is printed: no name was changed in between. The nationality has no check digit, and may be a misreading.
    const name = pair.name_score !== null && pair.name_score < policy.name.review ? "fail" : found.name
    return [
      ...one("nfc_data_mismatch", worstOf([name, found.date_of_birth, found.document_number, found.nationality])),
      ...one("address_mismatch", found.address)
    ]
  }
  if (sources.size === 1) {
    // Which of two zones was misread, or altered, is for a person to see; the authenticity of the document is another check's.
    const all = worstOf([found.name, found.date_of_birth, found.document_number, found.nationality])
    return one("document_data_inconsistent", all === null ? null : milder(all, "review"))
  }
  return [
    ...one("date_of_birth_mismatch", found.date_of_birth),
    ...one("id_number_mismatch", found.document_number),
    ...one("name_mismatch", found.name),
    ...one("address_mismatch", found.address),
    ...one("nationality_mismatch", found.nationality)
  ]
}

const confidenceOf = (sources: ReadonlyArray<PersonFacts>): number | null => {
  const given = sources.flatMap(({ confidence }) => (typeof confidence === "number" && Number.isFinite(confidence) ? [confidence] : []))
  return given.length === 0 ? null : Math.min(1, Math.max(0, Math.min(...given)))
}

const reasonsOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<VerdictReason & { readonly code: FindingCode }> =>
  findingCodes
    .flatMap((code) => {
      const severity = worstOf(findings.filter((finding) => finding.code === code).map((finding) => finding.severity))
      return severity === null ? [] : [{ code, severity, message: severity === "fail" ? messages[code] : doubts[code] }]
    })
    .toSorted((one, other) => worst[one.severity] - worst[other.severity])

const isNamed = ({ full_name, given_names, native_name, surname }: PersonFacts): boolean =>
  [surname, given_names, full_name, native_name].some((name) => (name ?? "").trim() !== "")

/** Two sources that each name someone, in writing that cannot be compared: no one knows whether they mean the same person. */
const isUncomparedName = ({ first, name_score, second }: PairComparison, sources: ReadonlyArray<PersonFacts>): boolean =>
  name_score === null && [sources[first], sources[second]].every((source) => source !== undefined && isNamed(source))

const uncomparedName: VerdictReason = {
  code: "name_not_compared",
  severity: "review",
  message: "Two sources have names in scripts that cannot be compared. A person has to review them."
}

const scoresOf = (pair: PairComparison): ReadonlyArray<number> =>
  [
    pair.name_score,
    ...factComponents
      .filter((component) => component !== "surname" && component !== "given_names" && component !== "nationality")
      .map((component) => componentOf(pair, component).score)
  ].filter((score) => score !== null)

interface PairFinding extends Finding {
  /** The place among the sources of the proof of address in the pair, whose own check fails it too and lets the person send another one. */
  readonly bill: number | null
}

const billOf = ({ first, first_source, second, second_source }: PairComparison): number | null =>
  first_source === "proof_of_address" ? first : second_source === "proof_of_address" ? second : null

/** Of several proofs of one address the best counts: where nothing speaks against one, a person looks at what the others say. */
const weighBills = (findings: ReadonlyArray<PairFinding>, compared: ReadonlySet<number | null>): ReadonlyArray<PairFinding> => {
  const doubted = new Set(findings.map(({ bill }) => bill))
  const oneHolds = [...compared].some((bill) => bill !== null && !doubted.has(bill))
  return oneHolds
    ? findings.map((finding) => (finding.bill === null ? finding : { ...finding, severity: milder(finding.severity, "review") }))
    : findings
}

/**
 * Judges what several sources say of one person (check type `identity_cross_reference`). The score is the weakest that was compared.
 * A reading of low confidence never fails: it is asked of a person, and so are names that cannot be compared. Without two sources that share a
 * fact the check is not applicable.
 */
export const judgeCrossReference = (
  sources: ReadonlyArray<PersonFacts>,
  policy: CrossReferencePolicy = defaultCrossReferencePolicy
): CheckVerdict<CrossReferenceDetails> => {
  const read = sources.slice(0, factLimits.sources)
  const details = crossReferenceDetails(read, policy)
  const compared = details.pairs.filter((pair) => scoresOf(pair).length > 0)
  const base = { confidence: confidenceOf(read), threshold: policy.name.pass, details }
  const doubted = details.pairs.some((pair) => isUncomparedName(pair, read))
  if (compared.length === 0 && !doubted) {
    const message = "No two sources share a name, a date of birth, a document number or an address."
    return {
      ...base,
      outcome: "not_applicable",
      score: null,
      reasons: [{ code: "no_reference_data", severity: "info", message }],
      session_reasons: []
    }
  }
  const findings = weighBills(
    compared.flatMap((pair) => {
      const unsure = (confidenceOf(read.filter((_, at) => at === pair.first || at === pair.second)) ?? 1) < policy.minimum_confidence
      return findingsOf(pair, policy).map(({ code, severity }) => ({
        code,
        severity: unsure ? milder(severity, "review") : severity,
        bill: billOf(pair)
      }))
    }),
    new Set(compared.map(billOf))
  )
  const reasons = reasonsOf(findings)
  const declining = new Set(
    findings.flatMap(({ bill, code, severity }) => (severity === "fail" && bill === null ? [sessionReasons[code]] : []))
  )
  const telling = reasons.filter(({ severity }) => severity !== "info")
  const nameless: ReadonlyArray<VerdictReason> = compared.some(({ name_score }) => name_score !== null)
    ? []
    : [{ code: "name_not_compared", severity: "info", message: "No two sources share a name: only other facts were compared." }]
  const session_reasons = [
    ...new Set([...telling.map(({ code }) => sessionReasons[code]), ...(doubted ? (["name_mismatch"] as const) : [])])
  ]
  const resting = reasons.map((reason) => ({ ...reason, ...restsOn(reason.code, details) }))
  const all = [...resting, ...(doubted ? [uncomparedName] : nameless)]
  return {
    ...base,
    outcome: outcomeOfReasons(all),
    score: compared.length === 0 ? null : Math.min(...compared.flatMap(scoresOf)),
    reasons: all,
    session_reasons,
    doubts: session_reasons.filter((code) => !declining.has(code))
  }
}
