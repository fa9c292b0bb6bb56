import { afterAll, expect, test } from "bun:test"
import { portraitOf } from "@vouchkit/core/flows/checks/portraits"
import { BlobStore } from "@vouchkit/core/resources/documents/blobs"
import type { StoredDocument } from "@vouchkit/core/resources/documents/model"
import { Effect } from "effect"
import { liveWork, readingWith, specimenPicture } from "../../../support/live-work.ts"

const work = liveWork()
afterAll(() => work.stop())

const aSide = async (id: string, width: number | null, mrz: typeof specimenPicture.mrz = null): Promise<StoredDocument> => {
  const { name } = await work.run(Effect.flatMap(BlobStore, (store) => store.put(new TextEncoder().encode(id))))
  const portrait = width === null ? null : { left: 0.1, top: 0.2, width, height: width, confidence: 0.9 }
  return {
    id,
    blob: name,
    mime_type: "image/jpeg",
    side: null,
    identity_reading: readingWith({ portrait, mrz })
  } as unknown as StoredDocument
}
const chosen = async (...documents: ReadonlyArray<StoredDocument>) => (await work.run(portraitOf(documents)))?.document_id

test("the side with the widest face is the one that a selfie is compared with, whichever came first", async () => {
  const [back, front] = [await aSide("back", 0.07), await aSide("front", 0.21)]
  expect([await chosen(back, front), await chosen(front, back)]).toEqual(["front", "front"])
})

test("where no face was looked for, a passport's page is taken before any other", async () => {
  const [cover, page] = [await aSide("cover", null), await aSide("page", null, specimenPicture.mrz)]
  expect(await chosen(cover, page)).toBe("page")
})
