import { Schema } from "effect"
import { boxAround, type PageBox } from "./place.ts"

const share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

/** A list of four and not a tuple: clients of agents know no tuples. */
const Box = Schema.Array(share).check(Schema.isMinLength(4), Schema.isMaxLength(4)).annotate({
  description: "Left, top, width and height, as fractions of the page as a viewer shows it"
})

/**
 * Where a value was read. A chip has no page, and what a document says as a whole no box; a value that stands in no document has nothing but
 * nulls.
 */
export const ValueEvidence = Schema.Struct({
  document_id: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(64))),
  page: Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))).annotate({ description: "Counted from 1" }),
  box: Schema.NullOr(Box)
}).annotate({ identifier: "ValueEvidence" })
export type ValueEvidence = typeof ValueEvidence.Type

/** What a value was read from: the parts of an identity document, the text of a PDF, a picture of text; or that someone only stated it. */
const valueSources = ["chip", "barcode", "mrz", "visual", "text_layer", "ocr", "expected"] as const
export const ValueSource = Schema.Literals(valueSources).annotate({ identifier: "ValueSource" })
export type ValueSource = typeof ValueSource.Type

/** What else a reason can speak of: how the person is reached, the address that they came from, a record of the organization. */
const reasonSources = [...valueSources, "contact", "network", "record"] as const

const EvidenceRecord = Schema.Struct({
  type: Schema.Literals(["session", "list_entry", "blocklist_entry", "screening_hit"]),
  id: Schema.String.check(Schema.isMaxCodePoints(64))
}).annotate({ identifier: "EvidenceRecord" })
type EvidenceRecord = typeof EvidenceRecord.Type

/** Of what a reason speaks: the value by its name, without the value. */
export const RestsOn = Schema.Struct({
  field: Schema.String.check(Schema.isMaxCodePoints(64)),
  source: Schema.Literals(reasonSources),
  evidence: ValueEvidence,
  record: Schema.optionalKey(EvidenceRecord).annotate({
    description: "The record that the value matched, or that the reason speaks of; absent where it speaks of a document alone"
  })
}).annotate({ identifier: "ReasonEvidence" })
export type RestsOn = typeof RestsOn.Type
/** Where something was said that a record is compared with. */
export type SaidAt = Pick<RestsOn, "evidence" | "source">

/** How a value was read, apart from what it says. */
export const ReadAt = Schema.Struct({ source: ValueSource, confidence: Schema.NullOr(share), evidence: ValueEvidence }).annotate({
  identifier: "ReadAt"
})
export type ReadAt = typeof ReadAt.Type

/** Most values that one reason names. */
export const mostRestedOn = 20

/** Where a value was read, before the document is named. */
export interface ReadPlace {
  /** 1-based. */
  readonly page: number
  readonly box: PageBox | null
}

export const nowhere: ValueEvidence = { document_id: null, page: null, box: null }
/** What someone states is read in no document. */
export const stated: ReadAt = { source: "expected", confidence: null, evidence: nowhere }

/** The evidence of a value in a document; a document without a place for it is named as a whole. */
export const evidenceIn = (document_id: string | null, place: ReadPlace | null | undefined): ValueEvidence =>
  place === null || place === undefined ? { document_id, page: null, box: null } : { document_id, page: place.page, box: place.box }

const unionOf = (one: ValueEvidence["box"], other: ValueEvidence["box"]): ValueEvidence["box"] =>
  one === null || other === null
    ? null
    : boxAround(
        [one, other].flatMap(([x = 0, y = 0, width = 0, height = 0]) => [
          { x, y },
          { x: x + width, y: y + height }
        ])
      )

/** The evidence of a value that was put together of several: the box around all of them, as far as they stand on one page. */
export const evidenceOfAll = ([first = nowhere, ...others]: ReadonlyArray<ValueEvidence>): ValueEvidence =>
  others.reduce<ValueEvidence>((whole, part) => {
    const document_id = whole.document_id === part.document_id ? whole.document_id : null
    const page = document_id !== null && whole.page === part.page ? whole.page : null
    return { document_id, page, box: page === null ? null : unionOf(whole.box, part.box) }
  }, first)

/** What files show as a whole: no more of them than a reason names. */
export const restsOnFiles = (
  field: string,
  document_ids: ReadonlyArray<string>,
  source: SaidAt["source"] = "visual"
): ReadonlyArray<RestsOn> =>
  [...new Set(document_ids)].slice(0, mostRestedOn).map((id) => ({ field, source, evidence: evidenceIn(id, null) }))

/** Records of the organization, named by their ids. */
export const restsOnRecords = (type: EvidenceRecord["type"], ids: ReadonlyArray<string>): ReadonlyArray<RestsOn> =>
  [...new Set(ids)].slice(0, mostRestedOn).map((id) => ({ field: type, source: "record", evidence: nowhere, record: { type, id } }))
