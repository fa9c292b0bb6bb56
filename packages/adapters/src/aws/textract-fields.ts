import type { Block, IdentityDocumentField } from "@aws-sdk/client-textract"
import type { TextLine } from "@vouchkit/core/verification/document-reading"
import type { NamedField } from "@vouchkit/core/verification/identity-documents/reading"
import { shareOf } from "./provider.ts"

/** Bounds of what is taken of one page. */
const most = { lines: 400, line: 500, value: 300, fields: 60 } as const

interface Detected {
  readonly text: string
  readonly normalized: string | null
  readonly confidence: number
}

/** Values by the name that the service gives them; what was not found comes as an empty text. */
export const detectedFields = (fields: ReadonlyArray<IdentityDocumentField>): ReadonlyMap<string, Detected> =>
  new Map(
    fields.slice(0, most.fields).flatMap(({ Type, ValueDetection }): ReadonlyArray<readonly [string, Detected]> => {
      const text = ValueDetection?.Text?.trim() ?? ""
      if (Type?.Text === undefined || text === "") return []
      const detected = {
        text: text.slice(0, most.value),
        normalized: ValueDetection?.NormalizedValue?.Value ?? null,
        confidence: shareOf(ValueDetection?.Confidence)
      }
      return [[Type.Text.toUpperCase(), detected]]
    })
  )

/** Only of a date that the service itself made unambiguous: 03/04/05 is read among the lines, where the country is known. */
const dayOf = ({ normalized }: Detected): string | null =>
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/u.exec(normalized ?? "")?.[0] ?? null

const dates = { DATE_OF_BIRTH: "date_of_birth", EXPIRATION_DATE: "expiry_date", DATE_OF_ISSUE: "issue_date" } as const
const texts = { DOCUMENT_NUMBER: "document_number", LAST_NAME: "surname", PLACE_OF_BIRTH: "place_of_birth" } as const

/** Several values as one, as sure as the least sure of them. */
const joined = (
  parts: ReadonlyArray<Detected | undefined>,
  separator: string
): { readonly value: string; readonly confidence: number } | null => {
  const given = parts.flatMap((part) => (part === undefined ? [] : [part]))
  if (given.length === 0) return null
  return { value: given.map(({ text }) => text).join(separator), confidence: Math.min(...given.map(({ confidence }) => confidence)) }
}

/** Fields of AnalyzeID under the names of ours. */
export const namedFields = (detected: ReadonlyMap<string, Detected>): ReadonlyArray<NamedField> => {
  const given = joined([detected.get("FIRST_NAME"), detected.get("MIDDLE_NAME")], " ")
  const city = joined([detected.get("STATE_IN_ADDRESS"), detected.get("ZIP_CODE_IN_ADDRESS")], " ")
  const street = detected.get("ADDRESS")
  const town = detected.get("CITY_IN_ADDRESS")
  const place = [town?.text, city?.value].filter((part) => part !== undefined && !street?.text.includes(part))
  return [
    ...Object.entries(dates).flatMap(([name, field]): ReadonlyArray<NamedField> => {
      const found = detected.get(name)
      const value = found === undefined ? null : dayOf(found)
      return found === undefined || value === null ? [] : [{ field, value, confidence: found.confidence }]
    }),
    ...Object.entries(texts).flatMap(([name, field]): ReadonlyArray<NamedField> => {
      const found = detected.get(name)
      return found === undefined ? [] : [{ field, value: found.text, confidence: found.confidence }]
    }),
    ...(given === null ? [] : [{ field: "given_names", ...given } as const]),
    ...(street === undefined
      ? []
      : [{ field: "address", value: [street.text, ...place].join(", ").slice(0, most.value), confidence: street.confidence } as const])
  ]
}

/** The lines of print, in the order in which the service reads them. */
export const linesOf = (blocks: ReadonlyArray<Block>, page: number): ReadonlyArray<TextLine> =>
  blocks
    .filter(({ BlockType, Text }) => BlockType === "LINE" && Text !== undefined && Text.trim() !== "")
    .slice(0, most.lines)
    .map(({ Confidence, Geometry, Text = "" }) => ({
      text: Text.slice(0, most.line),
      page,
      left: Geometry?.BoundingBox?.Left ?? 0,
      top: Geometry?.BoundingBox?.Top ?? 0,
      width: Geometry?.BoundingBox?.Width ?? 0,
      height: Geometry?.BoundingBox?.Height ?? 0,
      confidence: shareOf(Confidence)
    }))
