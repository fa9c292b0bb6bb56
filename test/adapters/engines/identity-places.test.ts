import { expect, test } from "bun:test"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { readIdentityPictures } from "@vouchkit/adapters/engines/identity/read-identity"
import type { ColourImage } from "@vouchkit/adapters/engines/pdf/render"
import { examineIdentity } from "@vouchkit/core/verification/identity-documents/examine"
import type { IdentityFieldName } from "@vouchkit/core/verification/identity-documents/field-value"
import { defaultIdentityPolicy } from "@vouchkit/core/verification/identity-documents/policy"
import { readingOf, storedReading } from "@vouchkit/core/verification/identity-documents/stored-reading"
import { aLicence, aPassport, copiedToPdf, drawnCard } from "../../support/identity-cards.ts"
import { cornersAt, photographOf, taken } from "../../support/photographs.ts"
import { drawn, edgesApart, redBox, withRedInk } from "../../support/red-ink.ts"

const timeout = 300_000
/** Half a line of print: recognition measures letters, and the picture shows ink. */
const near = 0.015

const passport = await drawnCard(aPassport({ portrait: false }), 11)
const zonePitch = 2.54 / 125
const zoneLeft = (1 - 44 * zonePitch) / 2
/** The second line of the zone, from one place to another. */
const secondLine = (from: number, to: number) => [zoneLeft + from * zonePitch, 0.915, (to - from) * zonePitch, 0.085] as const

const photographed = (card: ColourImage, turned: number) =>
  taken(
    photographOf({ width: 1600, height: 1200 }, "dark", [
      { card, corners: cornersAt([790, 610], 1200, card.width / card.height, { turned, keystone: 0.08 }), rounding: 0.02 }
    ]),
    { blur: 0.5, grain: 2 }
  )

/** What is read of a field, by the source that says it; the reading goes through the form in which it is stored. */
const read = async (bytes: Uint8Array, field: IdentityFieldName, source: string, mime_type = "image/jpeg") => {
  const result = await readIdentityPictures({ bytes, mime_type, country: null })
  if ("code" in result) throw new Error(`not read: ${result.code}`)
  const reading = readingOf(JSON.parse(JSON.stringify(storedReading(result.identity))))
  const { fields } = examineIdentity({
    documents: [{ document_id: "doc_1", declared: { type: null, country: null, side: null }, content: { status: "read", reading } }],
    policy: defaultIdentityPolicy,
    today: "2026-06-01",
    chip: null
  })
  const found = fields.find((one) => one.field === field)
  const said = [...(found === undefined ? [] : [found]), ...(found?.also ?? [])].find((one) => one.source === source)
  if (said === undefined) throw new Error(`${field} was not read by ${source}`)
  return said
}

const expectAt = (evidence: Awaited<ReturnType<typeof read>>["evidence"], truth: Awaited<ReturnType<typeof redBox>>, within = near) => {
  expect(evidence).toMatchObject({ document_id: "doc_1", page: 1 })
  if (evidence.box === null) throw new Error("the value has no box")
  expect(edgesApart(evidence.box, truth)).toBeLessThan(within)
}

test.each([-6, 92])(
  "a number of the zone has its box on the photograph as it was uploaded, held at %d degrees",
  async (turned) => {
    const picture = await photographed(withRedInk(passport, secondLine(0, 9)), turned)
    const { evidence, value } = await read(picture, "document_number", "mrz")
    expect(value).toBe("L898902C3")
    expectAt(evidence, await redBox(picture))
  },
  timeout
)

test(
  "the date of birth in the middle of a line of the zone has a box of its own",
  async () => {
    const picture = await photographed(withRedInk(passport, secondLine(13, 19)), 4)
    expectAt((await read(picture, "date_of_birth", "mrz")).evidence, await redBox(picture))
  },
  timeout
)

test(
  "a printed name has its box on the photograph as it was uploaded",
  async () => {
    // The value of the first field: its label stands above it.
    const picture = await photographed(withRedInk(passport, [0.05, 0.205, 0.4, 0.05]), -6)
    const { evidence, value } = await read(picture, "surname", "visual")
    expect(value).toBe("ERIKSSON")
    expectAt(evidence, await redBox(picture))
  },
  timeout
)

test(
  "a passport copied onto a page of a PDF has its boxes on that page",
  async () => {
    const pdf = await copiedToPdf([[{ card: withRedInk(passport, secondLine(0, 9)), millimetres: 125 }]])
    const { evidence } = await read(pdf, "document_number", "mrz", "application/pdf")
    expectAt(evidence, await redBox(await drawn(pdf)))
  },
  timeout
)

// The library belongs to the adapters, and with its default it would fetch its code from a network.
const require = createRequire(fileURLToPath(new URL("../../../packages/adapters/src/engines/process/entry.ts", import.meta.url)))
const licenceText =
  "@\n\u001e\rANSI 636000090002DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\nDADJOHN\nDCAD\nDBD06062019\nDBB06061986\nDBA12102034\nDBC1\nDAU068 in\nDAG2300 WEST BROAD STREET\nDAIRICHMOND\nDAJVA\nDAK232690000  \nDCGUSA\rZVZVA01\r"

test(
  "a value of a barcode has the box of the whole code, on a photograph held upside down",
  async () => {
    const { prepareZXingModule, writeBarcode } = require("zxing-wasm/full")
    prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(await readFile(require.resolve("zxing-wasm/full/zxing_full.wasm"))).buffer },
      fireImmediately: true
    })
    const { image } = await writeBarcode(licenceText, { format: "PDF417", scale: 4, options: "eclevel=5" })
    const card = await drawnCard(
      aLicence({
        title: "",
        portrait: false,
        fields: [["Restrictions", "NONE"]],
        inset: { png: new Uint8Array(await image.arrayBuffer()), place: [6, 31, 74, 18] }
      }),
      14
    )
    const picture = await photographed(withRedInk(card, [0.05, 0.55, 0.9, 0.4]), 184)
    const { evidence, value } = await read(picture, "document_number", "barcode")
    expect(value).toBe("T64235789")
    expectAt(evidence, await redBox(picture), 0.05)
  },
  timeout
)
