import { type StoredCheck, proofDetails } from "../../resources/checks/model.ts"
import type { PoaCheckDetails } from "../../verification/proof-of-address/details.ts"
import { poaTypes } from "../../verification/proof-of-address/types.ts"
import { detailBlocks } from "./detail-blocks.ts"
import { type ReportBlock, type ReportSection, facts, leftOut, paragraph, table } from "./model.ts"
import { documentName, type ReportRecords } from "./records.ts"
import { listed, moment, percent, reason, tone, words, yesNo } from "./words.ts"

const resultOf = ({ outcome, status }: StoredCheck): string => outcome ?? status

const period = ({ period_end, period_start }: PoaCheckDetails): string | null =>
  period_start === null && period_end === null ? null : `${period_start ?? "?"} to ${period_end ?? "?"}`

const bases = { period_end: "the end of the period", issue_date: "the issue date", period_start: "the start of the period" } as const

/** The age in days, from which date it is measured, and the window that holds. */
const ageOf = ({ recency = null }: PoaCheckDetails): string | null => {
  if (recency === null || recency.age_days === null || recency.basis === null) return null
  const grace = recency.grace_days === 0 ? "" : `, with ${recency.grace_days} days of grace`
  const window = recency.max_age_days === null ? "no limit" : `at most ${recency.max_age_days} days${grace}`
  return `${recency.age_days} days since ${bases[recency.basis]}, ${recency.measured_from} (${window})`
}

const comparedInPart = ({ cross_reference: { partial, partial_reasons } }: PoaCheckDetails): string =>
  partial && partial_reasons.length > 0 ? listed(partial_reasons) : yesNo(partial)

/** What was read stands among what was compared; what a person corrected, or an older check found, stands here. */
const ownValues = (details: PoaCheckDetails): ReadonlyArray<readonly [string, string | null]> =>
  details.values !== undefined && details.corrected === undefined
    ? []
    : [
        ["Document type found", details.document_type_detected === null ? null : poaTypes[details.document_type_detected].label],
        ["Issuer", details.issuer],
        ["Issuing country", details.issuing_country],
        ["Holders", (details.holder_names ?? []).join("\n")],
        ["Address", (details.extracted_address ?? []).join("\n")],
        ["Period", period(details)]
      ]

const proofFacts = (details: PoaCheckDetails): ReportBlock =>
  facts(
    ...ownValues(details),
    ["Address type", words(details.address_type)],
    ["Age", ageOf(details)],
    ["Name agreement", percent(details.cross_reference.name_score)],
    ["Address agreement", percent(details.cross_reference.address_score)],
    ["Compared in part", comparedInPart(details)],
    [
      "Traces in the file",
      details.forensics === null ? null : details.forensics.flags.length === 0 ? "None found" : listed(details.forensics.flags)
    ],
    ...(details.corrected === undefined
      ? []
      : [["Corrected by a person", `${listed(details.corrected.fields)} (${details.corrected.by}, ${details.corrected.at})`] as const])
  )

/** What a screening found has a section of its own. */
const isShownElsewhere = ({ screenings }: ReportRecords, { details }: StoredCheck): boolean =>
  details !== null && "screening_id" in details && screenings.some(({ screening }) => screening.id === details.screening_id)

const detailsOf = (records: ReportRecords, check: StoredCheck): ReadonlyArray<ReportBlock> => {
  if (check.redacted_at !== undefined) return [paragraph(`What this check found was erased on ${moment(check.redacted_at)}.`)]
  if (check.details === null || isShownElsewhere(records, check)) return []
  const proof = check.type === "proof_of_address" ? proofDetails(check) : null
  return proof === null ? detailBlocks(check.details) : [proofFacts(proof)]
}

/** Of an erased check the code alone is left, and what it means in general. */
const meaning = (check: StoredCheck, { code, message }: StoredCheck["reasons"][number]): string =>
  check.redacted_at === undefined ? message : reason(code)

const reasonsOf = (check: StoredCheck): ReadonlyArray<ReportBlock> =>
  check.reasons.length === 0
    ? []
    : [
        table(
          [
            ["Reason", 3],
            ["Weight", 1],
            ["In words", 6]
          ],
          check.reasons.map((each) => [words(each.code), words(each.severity), meaning(check, each)])
        )
      ]

const overrideOf = ({ overridden }: StoredCheck): ReadonlyArray<readonly [string, string | null]> =>
  overridden === null
    ? []
    : [["Overridden", `From ${overridden.from} to ${overridden.to} on ${moment(overridden.at)} by ${overridden.by}: ${overridden.reason}`]]

const ownFacts = (check: StoredCheck): ReadonlyArray<ReportBlock> => {
  const rows = [
    ...(check.attempt === 1 ? [] : [["Attempt", `${check.attempt} of at most ${check.max_attempts}`] as const]),
    ...overrideOf(check)
  ]
  return rows.length === 0 ? [] : [facts(...rows)]
}

/** What the table of checks does not say of a check; nothing where it says all. */
const blocksOf = (records: ReportRecords, check: StoredCheck): ReadonlyArray<ReportBlock> => {
  const blocks = [...ownFacts(check), ...detailsOf(records, check), ...reasonsOf(check)]
  const heading: ReportBlock = { type: "subheading", text: words(check.type), mark: words(resultOf(check)), tone: tone(resultOf(check)) }
  return blocks.length === 0 ? [] : [heading, ...blocks]
}

/** A check of liveness was made of dozens of frames. */
const mostNamed = 3

const documentsOf = (records: ReportRecords, { input_document_ids }: StoredCheck): string => {
  const named = input_document_ids.slice(0, mostNamed).map((id) => documentName(records, id))
  const more = input_document_ids.length - named.length
  return [...named, ...(more === 0 ? [] : [`${more} more`])].join(", ")
}

const scoreOf = ({ score, threshold }: StoredCheck): string | null =>
  score === null || threshold === null ? percent(score) : `${percent(score)} (from ${percent(threshold)})`

/** Every check with its outcome and its reasons in words. */
export const checkSection = (records: ReportRecords): ReportSection => {
  const { checks } = records
  return {
    heading: "Checks",
    blocks:
      checks.rows.length === 0
        ? [paragraph("No check has been run.")]
        : [
            table(
              [
                ["Check", 4],
                ["Outcome", 1.8],
                ["Score", 3],
                ["Assurance", 2],
                ["Documents", 3],
                ["Record", 5]
              ],
              checks.rows.map((check) => [
                words(check.type),
                words(resultOf(check)),
                scoreOf(check),
                words(check.assurance ?? "none"),
                documentsOf(records, check),
                check.id
              ])
            ),
            ...checks.rows.flatMap((check) => blocksOf(records, check)),
            ...leftOut(checks.rows.length, checks.total, "checks")
          ]
  }
}
