import { afterAll, beforeEach, expect, test } from "bun:test"
import { textractIdentityReaderLayer } from "@vouchkit/adapters/aws/textract-identity-reader"
import { PagePreview, PageUndrawable } from "@vouchkit/core/resources/documents/preview"
import { DocumentUnreadable } from "@vouchkit/core/verification/document-reading"
import { examineIdentity } from "@vouchkit/core/verification/identity-documents/examine"
import { defaultIdentityPolicy } from "@vouchkit/core/verification/identity-documents/policy"
import { type DocumentPicture, IdentityDocumentReader, type IdentityReading } from "@vouchkit/core/verification/identity-documents/reading"
import { readingOf, storedReading } from "@vouchkit/core/verification/identity-documents/stored-reading"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { startVision } from "../../support/aws-vision.ts"

const target = "Textract.AnalyzeID"
const vision = startVision()
const quality = { focus: 0.9, brightness: 0.8, glare: 1, resolution: 1, fully_visible: true, overall: 0.9 }
const picture = (page: number): DocumentPicture => ({
  page,
  turned: 0,
  quality,
  mrz: { format: "TD3", lines: ["LOCAL", "LOCAL"], repair: null, confidence: 1, ambiguous: false },
  barcodes: [{ format: "QRCode", bytes: new Uint8Array([1, 2]) }],
  lines: [{ text: "READ BY THE LOCAL ENGINE", page, left: 0, top: 0, width: 1, height: 1, confidence: 1 }],
  portrait: null,
  screen_capture: 0.2,
  printed_copy: null,
  perceptual_hash: "ab".repeat(32)
})
const forensics: IdentityReading["forensics"] = {
  producer: "Camera",
  creator: null,
  created_at: null,
  modified_at: null,
  revisions: 1,
  signed: false,
  flags: ["edited_software"]
}

let local: ReadonlyArray<DocumentPicture> = []
let refusal: DocumentUnreadable | null = null
let undrawable = false
const drawnPages: Array<number> = []
/** Requests that its client gave up still arrive: beside the others they would take up answers that are not for them. */
const slow = startVision()
const reader = ({ service }: typeof vision, attempt_timeout_ms: number) =>
  textractIdentityReaderLayer({ ...service, attempt_timeout_ms }).pipe(
    Layer.provide([
      Layer.succeed(IdentityDocumentReader)({
        read: () =>
          Effect.suspend(() => (refusal === null ? Effect.succeed({ page_count: 9, pictures: local, forensics }) : Effect.fail(refusal)))
      }),
      Layer.succeed(PagePreview)({
        render: ({ page }) =>
          Effect.suspend(() => {
            drawnPages.push(page)
            return undrawable ? Effect.fail(new PageUndrawable({ code: "unreadable" })) : Effect.succeed(new Uint8Array([137, page]))
          })
      })
    ])
  )
const runtime = ManagedRuntime.make(reader(vision, 10_000))
const impatient = ManagedRuntime.make(reader(slow, 50))
afterAll(async () => {
  await Promise.all([runtime.dispose(), impatient.dispose()])
  await Promise.all([vision.stop(), slow.stop()])
})

const zone = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"] as const
const field = (Text: string, value: string, date?: string) => ({
  Type: { Text },
  ValueDetection: { Text: value, Confidence: 98, ...(date === undefined ? {} : { NormalizedValue: { Value: date, ValueType: "Date" } }) }
})
const line = (Text: string, Top: number) => ({
  BlockType: "LINE",
  Text,
  Confidence: 97,
  Geometry: { BoundingBox: { Left: 0.1, Top, Width: 0.5, Height: 0.03 } }
})
const passport = {
  DocumentIndex: 1,
  IdentityDocumentFields: [
    field("FIRST_NAME", "ANNA"),
    field("MIDDLE_NAME", "MARIA"),
    field("LAST_NAME", "ERIKSSON"),
    field("DOCUMENT_NUMBER", "L898902C3"),
    field("DATE_OF_BIRTH", "12 AUG 1974", "1974-08-12T00:00:00"),
    field("EXPIRATION_DATE", "04/05/12"),
    field("CLASS", ""),
    field("MRZ_CODE", zone.join("\n"))
  ],
  Blocks: [line("PASSPORT", 0.1), { BlockType: "WORD", Text: "PASSPORT", Confidence: 97 }, line("UTOPIA", 0.15)]
}
const answered = (...documents: ReadonlyArray<object>) => vision.answers(target, () => ({ IdentityDocuments: documents }))

beforeEach(() => {
  vision.mood([])
  answered(passport)
  local = [picture(1)]
  refusal = null
  undrawable = false
  drawnPages.length = 0
})

const file = { bytes: new Uint8Array([1]), mime_type: "image/jpeg", country: null }
const read = (mime_type = file.mime_type, by = runtime) =>
  by.runPromise(Effect.result(Effect.flatMap(IdentityDocumentReader, (port) => port.read({ ...file, mime_type }))))
const failureOf = async (mime_type?: string) => Result.getOrThrow(Result.flip(await read(mime_type)))
const zoneOf = async () => Result.getOrThrow(await read()).pictures[0]?.mrz

test("a page is sent signed, as the pixels that were drawn of it and not as the file", async () => {
  Result.getOrThrow(await read())
  expect(vision.requests.map(({ body, target }) => ({ body, target }))).toEqual([
    { target, body: { DocumentPages: [{ Bytes: Buffer.from([137, 1]).toString("base64") }] } }
  ])
  expect(vision.requests[0]?.authorization).toContain("/eu-west-1/textract/aws4_request")
})

test("print, fields and zone are the provider's; quality, barcodes, signs and facts of the file are the local engine's", async () => {
  const { pictures, ...rest } = Result.getOrThrow(await read())
  expect(rest).toEqual({ page_count: 9, forensics })
  const [found] = pictures
  expect(found).toMatchObject({ quality, screen_capture: 0.2, perceptual_hash: "ab".repeat(32), barcodes: [{ format: "QRCode" }] })
  expect(found?.lines.map(({ text }) => text)).toEqual(["PASSPORT", "UTOPIA"])
  expect(found?.lines[0]).toEqual({ text: "PASSPORT", page: 1, left: 0.1, top: 0.1, width: 0.5, height: 0.03, confidence: 0.97 })
  expect(found?.mrz).toEqual({ format: "TD3", lines: zone, repair: null, confidence: 0.98, ambiguous: false })
})

test("a date that the provider did not make unambiguous is no field", async () => {
  const fields = Result.getOrThrow(await read()).pictures[0]?.fields
  expect(Object.fromEntries((fields ?? []).map((one) => [one.field, one.value]))).toEqual({
    date_of_birth: "1974-08-12",
    document_number: "L898902C3",
    surname: "ERIKSSON",
    given_names: "ANNA MARIA"
  })
})

test("named fields count as print beside the zone, before and after they were stored", async () => {
  const reading = Result.getOrThrow(await read())
  for (const one of [reading, readingOf(JSON.parse(JSON.stringify(storedReading(reading))))]) {
    const { fields } = examineIdentity({
      documents: [{ document_id: "doc_1", declared: { type: null, country: null, side: null }, content: { status: "read", reading: one } }],
      policy: defaultIdentityPolicy,
      today: "2011-01-01",
      chip: null
    })
    const surname = fields.find((given) => given.field === "surname")
    expect(surname).toMatchObject({ value: "ERIKSSON", source: "mrz" })
    expect(surname?.also).toContainEqual(
      expect.objectContaining({ source: "visual", value: "ERIKSSON", standing: "read", agreement: "agree" })
    )
  }
})

test("a zone that the provider does not name is found among its lines", async () => {
  answered({ Blocks: [line("PASSPORT", 0.1), line(zone[0].replaceAll("<<<", "<< <"), 0.8), line(zone[1], 0.9)] })
  expect((await zoneOf())?.lines).toEqual(zone)
})

test("a letter in a place of digits becomes the digit it looks like, with half the confidence; a wrong check digit stays as it was read", async () => {
  const given = (second: string) => answered({ ...passport, IdentityDocumentFields: [field("MRZ_CODE", `${zone[0]}${second}`)] })
  given(zone[1].replace("7408122", "74O8122"))
  expect(await zoneOf()).toMatchObject({ lines: zone, confidence: 0.49, repair: null })
  const wrong = zone[1].replace("L898902C3", "L898903C3")
  given(wrong)
  expect(await zoneOf()).toMatchObject({ lines: [zone[0], wrong], repair: null, ambiguous: false })
})

test("what is no zone is none", async () => {
  for (const text of ["", "P<UTO", "THE QUICK BROWN FOX".repeat(4).padEnd(88, "!")]) {
    answered({ ...passport, IdentityDocumentFields: [field("MRZ_CODE", text)] })
    expect(await zoneOf()).toBeNull()
  }
})

test("several documents of a page go to its pictures; of an unequal number the first picture gets all", async () => {
  local = [picture(1), picture(1), picture(3)]
  answered({ Blocks: [line("FRONT", 0.1)] }, { Blocks: [line("BACK", 0.1)] })
  const { pictures } = Result.getOrThrow(await read())
  expect(drawnPages).toEqual([1, 3])
  expect(pictures.map(({ lines }) => lines.map(({ text }) => text))).toEqual([["FRONT"], ["BACK"], ["FRONT", "BACK"]])
})

test("a file that the local engine refuses, or that cannot be drawn, is never sent", async () => {
  refusal = new DocumentUnreadable({ code: "encrypted", retryable: true })
  expect(await failureOf()).toMatchObject({ code: "encrypted" })
  refusal = null
  undrawable = true
  expect(await failureOf()).toMatchObject({ _tag: "DocumentUnreadable", code: "unreadable" })
  undrawable = false
  expect(await failureOf("text/html")).toMatchObject({ code: "unsupported_media_type" })
  expect(vision.requests).toHaveLength(0)
})

test("a page that the provider cannot read is unreadable; a provider that cannot be asked is unavailable", async () => {
  vision.mood([{ refuses: "BadDocumentException" }])
  expect(await failureOf()).toMatchObject({ _tag: "DocumentUnreadable", code: "unreadable", retryable: true })
  const reasons = { throttles: "overloaded", fails: "crashed", denies: "crashed", hangs: "timeout" } as const
  for (const mood of ["throttles", "fails", "denies", "hangs"] as const) {
    const provider = mood === "hangs" ? slow : vision
    provider.mood([], mood)
    const failure = Result.getOrThrow(Result.flip(await read(undefined, mood === "hangs" ? impatient : runtime)))
    expect(failure).toMatchObject({ _tag: "EngineUnavailable", reason: reasons[mood] })
    expect(provider.requests.length).toBeLessThanOrEqual(3)
    expect(`${failure.message}${Bun.inspect(failure)}`).not.toMatch(/ANNA|secret-role/)
  }
})

test("an answer with nothing in it is a reading with nothing in it", async () => {
  vision.answers(target, () => ({}))
  const [found] = Result.getOrThrow(await read()).pictures
  expect(found).toMatchObject({ lines: [], fields: [], mrz: null })
})
