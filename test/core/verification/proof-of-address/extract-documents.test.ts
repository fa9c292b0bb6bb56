import { describe, expect, test } from "bun:test"
import type { InventedDocument } from "./extract-documents.ts"
import { abroadDocuments } from "./extract-documents-abroad.ts"
import { continentalDocuments } from "./extract-documents-continental.ts"
import { englishDocuments } from "./extract-documents-english.ts"
import { heldOutDocuments } from "./extract-documents-held-out.ts"
import { mixedDocuments } from "./extract-documents-mixed.ts"
import { correctFields, extracted, type Field, fields } from "./extract-measure.ts"
import { asRows, moved, shuffled } from "./extract-distortions.ts"

const documents = [...englishDocuments, ...continentalDocuments, ...mixedDocuments, ...heldOutDocuments, ...abroadDocuments]

const wrongFields = (document: InventedDocument): ReadonlyArray<Field> => {
  const correct = correctFields(document, extracted(document))
  return fields.filter((field) => !correct[field])
}

describe("every field of an invented document is read as a person reads it", () => {
  for (const document of documents) {
    test(document.name, () => {
      expect(wrongFields(document)).toEqual([])
    })
  }
})

test("all 15 types are among the documents", () => {
  expect(new Set(documents.map(({ expected }) => expected.type)).size).toBe(15)
})

test("the order in which an engine tells its lines changes nothing", () => {
  for (const document of documents) expect(extracted(shuffled(document))).toEqual(extracted(document))
})

test("a declared country that the print contradicts does not win", () => {
  for (const document of documents) {
    const declared = document.expected.country === "FR" ? "DE" : "FR"
    expect([document.name, extracted(document, declared).issuing_country]).toEqual([document.name, document.expected.country])
  }
})

const share = (distorted: (document: InventedDocument) => InventedDocument, field: Field): number =>
  documents.filter((document) => correctFields(document, extracted(distorted(document)))[field]).length / documents.length

test("columns that were read as one row with a gap are still told apart", () => {
  for (const field of ["type", "country", "language", "issue_date", "period"] as const)
    expect([field, share(asRows, field) >= 0.95]).toEqual([field, true])
  for (const field of ["holders", "address"] as const) expect([field, share(asRows, field) >= 0.9]).toEqual([field, true])
})

test("lines that stand a little askew are still one block", () => {
  for (const field of ["issue_date", "period", "holders", "address"] as const)
    expect([field, share(moved, field) >= 0.93]).toEqual([field, true])
})
