import { afterAll, describe, expect, test } from "bun:test"
import { readIdentityPictures } from "@vouchkit/adapters/engines/identity/read-identity"
import { runChecksJob } from "@vouchkit/core/resources/workflows/runs/queue"
import { DocumentUnreadable } from "@vouchkit/core/verification/document-reading"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Effect, Layer } from "effect"
import { aPerson, aPictureForm } from "../support/capture.ts"
import { aPassport, drawnCard } from "../support/identity-cards.ts"
import { withLamp } from "../support/lamps.ts"
import { sight } from "../support/live-work.ts"
import { cornersAt, photographOf, taken } from "../support/photographs.ts"
import { startService } from "../support/service.ts"
import { runJobs } from "../support/service-jobs.ts"

const timeout = 600_000
const pixelsPerMillimetre = 10
const passport = await drawnCard(aPassport(), pixelsPerMillimetre)
const photograph = (card: typeof passport, across = 0) =>
  taken(
    photographOf({ width: 1600, height: 1200 }, "wood", [
      { card, corners: cornersAt([800 + across, 600], 1050, card.width / card.height, { turned: 2 }) }
    ]),
    { blur: 0.6, grain: 3, jpeg_quality: 85 }
  )

/** The engine itself, in this process. */
const reader = Layer.succeed(IdentityDocumentReader)({
  read: ({ bytes, country, mime_type }) =>
    Effect.promise(() => readIdentityPictures({ bytes, country, mime_type })).pipe(
      Effect.flatMap((read) => ("code" in read ? Effect.fail(new DocumentUnreadable(read)) : Effect.succeed(read.identity)))
    )
})

describe("pictures of a passport that have to be taken again", async () => {
  const service = await startService("memory", { beside: Layer.mergeAll(sight, reader), clock: "2026-03-01T12:00:00.000Z" })
  afterAll(() => service.stop())
  const key = await service.key("all", { environment: "live", organization: "org_pictures" })

  const handedIn = async (picture: Uint8Array) => {
    // A specimen of Utopia that has expired: what is judged here is its picture.
    const weights = { document_specimen: "info", document_expired: "info", specimen_suspected: "info", document_country_unknown: "info" }
    const person = await aPerson(service, key, { required_steps: ["document"], identity_policy: { weights } })
    const fields = { kind: "identity", document_type: "passport" }
    expect((await person.post("/documents", aPictureForm(fields, picture))).status).toBe(201)
    expect((await person.post("/submit")).status).toBe(200)
    await runJobs(service, "documents.read", runChecksJob)
    const { status, status_reason_codes } = await person.session()
    return { status, codes: status_reason_codes as ReadonlyArray<string> }
  }

  test(
    "a lamp over the number of the passport asks for a picture without glare",
    async () => {
      // The number is the last of the fields, at 45 to 60 by 61 to 65 millimetres.
      const lit = withLamp(passport, "bulb", { x: 54, y: 64 }, { pixelsPerMillimetre, seed: 4 })
      const { codes, status } = await handedIn(await photograph(lit))
      expect([status, codes.includes("document_glare"), codes.includes("document_cropped")]).toEqual(["resubmission_required", true, false])
    },
    timeout
  )

  test(
    "a passport of which a side is cut asks for all four edges first",
    async () => {
      const { codes, status } = await handedIn(await photograph(passport, 520))
      expect([status, codes[0], codes.includes("document_glare")]).toEqual(["resubmission_required", "document_cropped", false])
    },
    timeout
  )

  test(
    "the same passport in even light and whole is asked for neither",
    async () => {
      const { codes } = await handedIn(await photograph(passport))
      expect(codes.filter((code) => code === "document_glare" || code === "document_cropped")).toEqual([])
    },
    timeout
  )
})
