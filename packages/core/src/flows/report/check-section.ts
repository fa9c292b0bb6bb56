import { type StoredCheck, proofDetails } from "../../resources/checks/model.ts"
import type { PoaCheckDetails } from "../../verification/proof-of-address/details.ts"
import { poaTypes } from "../../verification/proof-of-address/types.ts"
import { detailBlocks } from "./detail-blocks.ts"
import { type ReportBlock, type ReportSection, facts, leftOut, paragraph, table } from "./model.ts"
import type { ReportRecords } from "./records.ts"
import { listed, moment, momentOrNull, percent, reason, tone, words, wordsOrNull, yesNo } from "./words.ts"

const resultOf = ({ outcome, status }: StoredCheck): string => outcome ?? status

const period = ({ period_end, period_start }: PoaCheckDetails): string | null =>
  period_start === null && period_end === null ? null : `${period_start ?? "?"} to ${period_end ?? "?"}`

const comparedInPart = ({ cross_reference: { partial, partial_reasons } }: PoaCheckDetails): string =>
  partial && partial_reasons.length > 0 ? listed(partial_reasons) : yesNo(partial)

const proofFacts = (details: PoaCheckDetails): ReportBlock =>
  facts(
    ["Document type found", details.document_type_detected === null ? null : poaTypes[details.document_type_detected].label],
    ["Issuer", details.issuer],
    ["Issuing country", details.issuing_country],
    ["Holders", (details.holder_names ?? []).join("\n")],
    ["Address", (details.extracted_address ?? []).join("\n")],
    ["Address type", words(details.address_type)],
    ["Period", period(details)],
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

const detailsOf = (check: StoredCheck): ReadonlyArray<ReportBlock> => {
  if (check.redacted_at !== undefined) return [paragraph(`What this check found was erased on ${moment(check.redacted_at)}.`)]
  if (check.details === null) return []
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
          check.reasons.map((each) => [each.code, words(each.severity), meaning(check, each)])
        )
      ]

const overrideOf = ({ overridden }: StoredCheck): ReadonlyArray<readonly [string, string | null]> =>
  overridden === null
    ? []
    : [["Overridden", `From ${overridden.from} to ${overridden.to} on ${moment(overridden.at)} by ${overridden.by}: ${overridden.reason}`]]

const blocksOf = (check: StoredCheck): ReadonlyArray<ReportBlock> => [
  { type: "subheading", text: words(check.type), mark: words(resultOf(check)), tone: tone(resultOf(check)) },
  facts(
    ["Check", check.id],
    ["Status", words(check.status)],
    ["Outcome", wordsOrNull(check.outcome)],
    ["Score", check.threshold === null ? percent(check.score) : `${percent(check.score) ?? "–"} (passes from ${percent(check.threshold)})`],
    ["Attempt", `${check.attempt} of at most ${check.max_attempts}`],
    ["Started", momentOrNull(check.started_at)],
    ["Completed", momentOrNull(check.completed_at)],
    ["Documents", check.input_document_ids.join(", ")],
    ...overrideOf(check)
  ),
  ...detailsOf(check),
  ...reasonsOf(check)
]

/** Every check with its outcome and its reasons in words. */
export const checkSection = ({ checks }: ReportRecords): ReportSection => ({
  heading: "Checks",
  blocks:
    checks.rows.length === 0
      ? [paragraph("No check has been run.")]
      : [
          table(
            [
              ["Check", 4],
              ["Outcome", 2],
              ["Score", 2],
              ["Completed", 4]
            ],
            checks.rows.map((check) => [words(check.type), words(resultOf(check)), percent(check.score), momentOrNull(check.completed_at)])
          ),
          ...checks.rows.flatMap(blocksOf),
          ...leftOut(checks.rows.length, checks.total, "checks")
        ]
})
