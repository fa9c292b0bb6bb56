import { AnalyzeIDCommand, type IdentityDocument, TextractClient } from "@aws-sdk/client-textract"
import { type DocumentMediaType, documentMediaTypes } from "@vouchkit/core/resources/documents/media"
import { PagePreview, previewWidths } from "@vouchkit/core/resources/documents/preview"
import { DocumentUnreadable, EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { type DocumentPicture, IdentityDocumentReader, type IdentityReading } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, Layer } from "effect"
import { type AwsRefusal, type AwsService, asked, clientSettings, unavailable } from "./provider.ts"
import { detectedFields, linesOf, namedFields } from "./textract-fields.ts"
import { mrzOfText } from "./textract-mrz.ts"

/** Pages of one file that are sent at most: each is paid for. */
const mostPages = 4

/** Refusals that are about the page; a better copy may be accepted. */
const aboutPage: ReadonlySet<string> = new Set([
  "BadDocumentException",
  "UnsupportedDocumentException",
  "DocumentTooLargeException",
  "InvalidParameterException"
])

const failed = (refusal: AwsRefusal): Effect.Effect<never, DocumentUnreadable | EngineUnavailable> =>
  aboutPage.has(refusal.code) ? Effect.fail(new DocumentUnreadable({ code: "unreadable", retryable: true })) : unavailable(refusal)

const mediaTypes = new Map<string, DocumentMediaType>(documentMediaTypes.map((type) => [type, type]))

/** A picture with what the service read of it in the place of what the local engine did. */
const withAnswer = (picture: DocumentPicture, documents: ReadonlyArray<IdentityDocument>): DocumentPicture => {
  const lines = linesOf(
    documents.flatMap(({ Blocks = [] }) => Blocks),
    picture.page
  )
  const detected = detectedFields(documents.flatMap(({ IdentityDocumentFields = [] }) => IdentityDocumentFields))
  return { ...picture, text_on: "page", lines, fields: namedFields(detected), mrz: mrzOfText(detected.get("MRZ_CODE") ?? null, lines) }
}

/** The documents of a page go to its pictures one by one where there are as many; else all of the page belongs to its first picture. */
const shared = (pictures: ReadonlyArray<DocumentPicture>, documents: ReadonlyArray<IdentityDocument>): ReadonlyArray<DocumentPicture> =>
  pictures.map((picture, index) =>
    withAnswer(picture, documents.length === pictures.length ? documents.slice(index, index + 1) : index === 0 ? documents : [])
  )

/**
 * Reads print and machine readable zone by Textract's AnalyzeID. What it does not tell (barcodes, quality, signs of forgery, the file's own facts) comes from the
 * local reader, which also opens the file first: what it refuses is not sent. Pages are sent as pixels alone, without the file's metadata. The role
 * needs textract:AnalyzeID.
 */
export const textractIdentityReaderLayer = (
  service: AwsService
): Layer.Layer<IdentityDocumentReader, never, IdentityDocumentReader | PagePreview> =>
  Layer.effect(
    IdentityDocumentReader,
    Effect.gen(function* () {
      const local = yield* IdentityDocumentReader
      const preview = yield* PagePreview
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => new TextractClient(clientSettings(service))),
        (open) => Effect.sync(() => open.destroy())
      )

      const drawn = Effect.fnUntraced(function* (bytes: Uint8Array, mime_type: string, page: number) {
        const type = mediaTypes.get(mime_type)
        if (type === undefined) return yield* new DocumentUnreadable({ code: "unsupported_media_type", retryable: true })
        return yield* preview.render({ bytes, mime_type: type, page, width: previewWidths.maximum }).pipe(
          Effect.catchTags({
            PageOutOfRange: () => Effect.fail(new EngineUnavailable({ reason: "crashed" })),
            PageUndrawable: ({ code }) => Effect.fail(new DocumentUnreadable({ code, retryable: true }))
          })
        )
      })

      const analyzed = Effect.fnUntraced(function* (bytes: Uint8Array, mime_type: string, page: number) {
        const Bytes = yield* drawn(bytes, mime_type, page)
        const command = new AnalyzeIDCommand({ DocumentPages: [{ Bytes }] })
        const { IdentityDocuments = [] } = yield* asked(service, (abortSignal) => client.send(command, { abortSignal })).pipe(
          Effect.catch(failed)
        )
        return IdentityDocuments
      })

      const read = Effect.fn("IdentityDocumentReader.read")(function* (document: {
        readonly bytes: Uint8Array
        readonly mime_type: string
        readonly country: string | null
      }) {
        const reading = yield* local.read(document)
        const pages = [...new Set(reading.pictures.map(({ page }) => page))].slice(0, mostPages)
        const pictures: Array<DocumentPicture> = []
        for (const page of pages) {
          const documents = yield* analyzed(document.bytes, document.mime_type, page)
          pictures.push(
            ...shared(
              reading.pictures.filter((picture) => picture.page === page),
              documents
            )
          )
        }
        const answer: IdentityReading = { ...reading, pictures }
        return answer
      })

      return IdentityDocumentReader.of({ read })
    })
  )
