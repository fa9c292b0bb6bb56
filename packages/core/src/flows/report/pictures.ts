import { Effect, Option } from "effect"
import { BlobStore } from "../../resources/documents/blobs.ts"
import { type DocumentMediaType, documentMediaTypes } from "../../resources/documents/media.ts"
import type { StoredDocument } from "../../resources/documents/model.ts"
import { PagePreview } from "../../resources/documents/preview.ts"
import { boxOnPage, type PageBox } from "../../verification/evidence/place.ts"
import { comparedFields } from "../sessions/compared-fields.ts"
import { type ReportPicture, reportLimits } from "./model.ts"
import { documentName, type ReportRecords } from "./records.ts"
import { words } from "./words.ts"

/** Pixels across: letters of a page of A4 can be made out. */
const width = 900

interface WantedPage {
  readonly document: StoredDocument
  readonly page: number
  readonly boxes: ReportPicture["boxes"]
}

const portraitsOn = ({ identity_reading }: StoredDocument, page: number): ReadonlyArray<PageBox> =>
  (identity_reading?.pictures ?? []).flatMap((picture) => {
    if (picture.page !== page || picture.portrait === null) return []
    const box = boxOnPage(picture.portrait, picture.onto ?? null)
    return box === null ? [] : [box]
  })

const isDrawable = (mime_type: string): mime_type is DocumentMediaType => documentMediaTypes.some((known) => known === mime_type)

/** Print that a check doubts, beside where its value was read: a page may print one value in several places. */
const alteredBoxes = ({ checks }: ReportRecords) =>
  checks.rows
    .flatMap(({ reasons }) => reasons)
    .filter(({ code }) => code === "altered_text")
    .flatMap(({ rests_on = [] }) =>
      rests_on.flatMap(({ evidence: { box, document_id, page }, field }) =>
        box === null || page === null ? [] : [{ document_id, page, label: `${words(field)}, other print`, box }]
      )
    )

/** The pages on which values were read, with their boxes, and the selfie whose face was compared. */
const wantedPages = (records: ReportRecords): ReadonlyArray<WantedPage> => {
  const values = comparedFields(records.checks.rows.toReversed()).flatMap(({ compared_with, evidence, field }) =>
    [evidence, ...compared_with.map((other) => other.evidence)].flatMap(({ box, document_id, page }) =>
      box === null || page === null ? [] : [{ document_id, page, label: words(field), box }]
    )
  )
  const boxes = [...values, ...alteredBoxes(records)]
  const standing = records.documents.rows.filter(
    ({ blob, mime_type, redacted_at }) => blob !== null && redacted_at === null && isDrawable(mime_type)
  )
  const read = standing.flatMap((document) => {
    const pages = [...new Set(boxes.filter(({ document_id }) => document_id === document.id).map(({ page }) => page))]
    return pages.map((page) => ({
      document,
      page,
      boxes: [
        ...boxes.filter((one) => one.document_id === document.id && one.page === page).map(({ box, label }) => ({ label, box })),
        ...portraitsOn(document, page).map((box) => ({ label: "Portrait", box }))
      ]
    }))
  })
  const compared = new Set(
    records.checks.rows.filter(({ type }) => type === "face_match").flatMap(({ input_document_ids }) => input_document_ids)
  )
  const selfie = standing.filter(({ id, kind }) => kind === "selfie" && compared.has(id)).slice(-1)
  return [...read, ...selfie.map((document) => ({ document, page: 1, boxes: [] }))]
}

/** Draws the pages that a report shows; one that cannot be drawn is left out, and the report is made all the same. */
export const picturesOf = Effect.fnUntraced(function* (records: ReportRecords) {
  const preview = yield* PagePreview
  const blobs = yield* BlobStore
  const pictures: Array<ReportPicture> = []
  for (const { boxes, document, page } of wantedPages(records).slice(0, reportLimits.pictures)) {
    const bytes = document.blob === null ? undefined : yield* blobs.get(document.blob)
    if (bytes === undefined || !isDrawable(document.mime_type)) continue
    const drawn = yield* Effect.option(preview.render({ bytes, mime_type: document.mime_type, page, width }))
    if (Option.isNone(drawn)) continue
    const caption = `${documentName(records, document.id)}: ${words(document.kind).toLowerCase()}, page ${page}`
    pictures.push({ caption, png: drawn.value, boxes: boxes.slice(0, reportLimits.boxes) })
  }
  return pictures
})
