import { comparedFields } from "../sessions/compared-fields.ts"
import type { ReadAt } from "../../verification/evidence/evidence.ts"
import { type ReportBlock, type ReportSection, leftOut, paragraph, reportLimits, table } from "./model.ts"
import { documentName, type ReportRecords } from "./records.ts"
import { percent, words } from "./words.ts"

type Field = ReturnType<typeof comparedFields>[number]
type Comparison = Field["compared_with"][number]

const sources = {
  chip: "Chip",
  barcode: "Barcode",
  mrz: "MRZ",
  visual: "Print",
  text_layer: "PDF text",
  ocr: "Picture",
  expected: "Given by the organization"
} as const satisfies Record<ReadAt["source"], string>

/** Where a value was read, and how sure that is. */
const whereOf = (records: ReportRecords, { confidence, evidence, source }: ReadAt): string => {
  const document = evidence.document_id === null ? null : documentName(records, evidence.document_id).toLowerCase()
  const page = evidence.page === null ? null : `page ${evidence.page}`
  return [sources[source], document, page, percent(confidence)].filter((part) => part !== null).join(", ")
}

const agreements = {
  agree: "Agree",
  near: "Agree in part",
  differ: "Differ",
  incomparable: "Not comparable",
  missing: "Missing"
} as const satisfies Record<Comparison["agreement"], string>

const resultOf = ({ agreement, score }: Comparison): string =>
  [agreements[agreement], percent(score)].filter((part) => part !== null).join(", ")

const ruleOf = ({ rule }: Comparison): string =>
  rule.pass === null || rule.review === null
    ? `${words(rule.check)}: equal`
    : `${words(rule.check)}: ${percent(rule.pass)} passes, ${percent(rule.review)} review`

/** The field and its value stand once, beside the first of what it was compared with. */
const rowsOf = (records: ReportRecords, field: Field): ReadonlyArray<ReadonlyArray<string>> =>
  field.compared_with.map((other, index) => [
    ...(index === 0 ? [words(field.field), `${field.value}\n${whereOf(records, field)}`] : ["", ""]),
    `${other.value}\n${whereOf(records, other)}`,
    resultOf(other),
    ruleOf(other)
  ])

const comparedTable = (records: ReportRecords, fields: ReadonlyArray<Field>): ReportBlock => ({
  type: "table",
  columns: [
    { title: "Field", share: 2 },
    { title: "Value and where it was read", share: 4.4 },
    { title: "Compared with", share: 4.4 },
    { title: "Result", share: 2 },
    { title: "Rule", share: 3.4 }
  ],
  rows: fields.flatMap((field) => rowsOf(records, field))
})

const printed = ({ field, value }: Field): string => (field === "document_type" ? words(value) : value)

/** Every value that was read, with where that was, and both sides of every comparison with its result and its rule. */
export const comparedSection = (records: ReportRecords): ReportSection => {
  const fields = comparedFields(records.checks.rows.toReversed())
  const shown = fields.slice(0, reportLimits.fields)
  const compared = shown.filter(({ compared_with }) => compared_with.length > 0)
  const others = shown.filter(({ compared_with }) => compared_with.length === 0)
  const alone = table(
    [
      ["Not compared", 2],
      ["Value", 4],
      ["Where it was read", 4]
    ],
    others.map((field) => [words(field.field), printed(field), whereOf(records, field)])
  )
  return {
    heading: "What was read and compared",
    blocks:
      shown.length === 0
        ? [paragraph("No value was read.")]
        : [
            paragraph("The percentage beside a place is how sure the reading is."),
            ...(compared.length === 0 ? [] : [comparedTable(records, compared)]),
            ...(others.length === 0 ? [] : [alone]),
            ...leftOut(shown.length, fields.length, "values")
          ]
  }
}
