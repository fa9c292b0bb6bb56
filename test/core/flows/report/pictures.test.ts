import { afterAll, expect, test } from "bun:test"
import { picturesOf } from "@vouchkit/core/flows/report/pictures"
import { recordsOf } from "@vouchkit/core/flows/report/records"
import { PagePreview, PageUndrawable, type PreviewRequest } from "@vouchkit/core/resources/documents/preview"
import { SessionStore } from "@vouchkit/core/resources/sessions/model"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, Layer } from "effect"
import { liveWork, readingWith } from "../../../support/live-work.ts"
import { passportLines, passportPrint, picture, printed, zone } from "../../verification/identity-documents/documents.ts"

const png = new Uint8Array([1, 2, 3])
const asked: Array<Pick<PreviewRequest, "page" | "mime_type">> = []
let drawable = true

const seen = {
  ...picture({ mrz: zone(passportLines()), lines: printed(passportPrint()) }),
  portrait: { left: 0.1, top: 0.2, width: 0.2, height: 0.4, confidence: 0.9 },
  // The picture is the right half of the page.
  onto: [0.5, 0, 0.5, 0, 1, 0, 0, 0]
} as const
const work = liveWork(
  Layer.mergeAll(
    Layer.succeed(IdentityDocumentReader)({ read: () => Effect.sync(() => ({ ...readingWith(), pictures: [seen] })) }),
    Layer.succeed(PagePreview)({
      render: ({ mime_type, page }) => {
        asked.push({ mime_type, page })
        return drawable ? Effect.succeed(png) : Effect.fail(new PageUndrawable({ code: "unreadable" }))
      }
    })
  )
)
afterAll(() => work.stop())

const { id } = await work.submitted([{ kind: "identity", document_type: "passport", side: "front" }], { required_steps: ["document"] })
await work.work("sessions.run_checks")
const pictures = () =>
  work.run(
    Effect.gen(function* () {
      const session = yield* (yield* SessionStore).find(id)
      if (session === undefined) throw new Error("the session is not there")
      return yield* picturesOf(yield* recordsOf(session))
    })
  )

test("the page of a document is shown with a box around every value and the portrait, as they stand on the page", async () => {
  const [page, ...others] = await pictures()
  expect(others).toEqual([])
  expect(asked.at(-1)).toEqual({ page: 1, mime_type: "image/jpeg" })
  expect(page).toMatchObject({ caption: "Document 1: identity, page 1", png })
  expect(page?.boxes).toContainEqual({ label: "Portrait", box: [0.55, 0.2, 0.1, 0.4] })
  expect(page?.boxes.map(({ label }) => label)).toContain("Surname")
  for (const { box } of page?.boxes ?? []) expect(box[0]).toBeGreaterThanOrEqual(0.5)
})

test("a page that cannot be drawn is left out, and the report is made without it", async () => {
  drawable = false
  expect(await pictures()).toEqual([])
  drawable = true
})
