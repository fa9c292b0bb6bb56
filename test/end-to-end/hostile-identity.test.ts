import { expect, test } from "bun:test"
import { deflateSync } from "node:zlib"
import { makeIdentitySpecimens } from "@vouchkit/worker/commands/demo/identity-specimens"
import sharp from "sharp"
import {
  damaged,
  pdfBomb,
  pdfWithCircularForm,
  pdfWithCircularPages,
  pdfWithCircularReferences,
  pdfWithDeepContent,
  pdfWithDeepNesting,
  pdfWithHugeImage,
  pdfWithHugePage,
  pdfWithManyPages,
  pdfWithScript,
  pdfWithUnreadablePage,
  pngDeclaring,
  tiffDeclaring
} from "../support/hostile-files.ts"
import { type Answer, sharedSessions } from "../support/identity-sessions.ts"

const timeout = 400_000
const text = (content: string): Uint8Array => new TextEncoder().encode(content)
const noise = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 7919 + (index >> 3) * 31) % 251)
const joined = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat(parts))

type Hostile = readonly [name: string, bytes: Uint8Array]
const good = await makeIdentitySpecimens(new Date())
/** Small and without a letter, so that what is left of it is soon looked through: what is damaged here is for those who decode it. */
const dusk = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="170"><defs><linearGradient id="sky" x2="1" y2="1">
<stop stop-color="#27496d"/><stop offset="1" stop-color="#e8b26a"/></linearGradient></defs><rect width="240" height="170" fill="url(#sky)"/></svg>`
const photograph = new Uint8Array(await sharp(Buffer.from(dusk)).jpeg({ quality: 90 }).toBuffer())

const flat = (width: number, height: number, format: "png" | "jpeg" | "webp" | "tiff") =>
  sharp({ create: { width, height, channels: 3, background: "#777777" } })
    .toFormat(format)
    .toBuffer()
    .then((bytes): Uint8Array => new Uint8Array(bytes))

const [png, webp, tiff] = await Promise.all(
  (["png", "webp", "tiff"] as const).map((format) =>
    sharp(photograph)
      .toFormat(format)
      .toBuffer()
      .then((bytes) => new Uint8Array(bytes))
  )
)
const shortened = (bytes: Uint8Array = new Uint8Array(), share: number): Uint8Array => bytes.slice(0, Math.floor(bytes.length * share))

const pictures: ReadonlyArray<Hostile> = [
  ["half a JPEG", shortened(photograph, 0.5)],
  ["the beginning of a JPEG", photograph.slice(0, 12)],
  ["a JPEG without its end", shortened(photograph, 0.98)],
  ["a JPEG with overwritten tables", damaged(photograph, 0.014, 40)],
  ["a JPEG with overwritten scans", damaged(photograph, 0.3, 1_000)],
  ["a JPEG of zeros behind its head", damaged(photograph, 0.05, 60_000, 0)],
  ["a JPEG with a PDF behind it", joined(photograph, text("%PDF-1.7\n"))],
  ["a JPEG head and noise", joined(photograph.slice(0, 600), noise(50_000))],
  ["half a PNG", shortened(png, 0.5)],
  ["a PNG with overwritten data", damaged(png ?? photograph, 0.4, 300)],
  ["a PNG of 2.5 gigapixels", pngDeclaring(50_000, 50_000)],
  ["a PNG of one line", pngDeclaring(100_000, 1)],
  ["a PNG without a pixel", pngDeclaring(0, 0)],
  ["a PNG of one pixel", await flat(1, 1, "png")],
  ["a PNG of 40 megapixels in one colour", await flat(8_000, 5_000, "png")],
  ["a PNG that is a strip", await flat(16_000, 3, "png")],
  ["half a WebP", shortened(webp, 0.5)],
  ["a WebP head and noise", joined(shortened(webp, 0.02), noise(9_000))],
  ["half a TIFF", shortened(tiff, 0.5)],
  ["a TIFF that follows itself", tiffDeclaring(60_000, 60_000)],
  ["a TIFF of noise", joined(text("II*\0\u0008\0\0\0"), noise(4_000))],
  ["a picture of nothing", await flat(320, 240, "jpeg")],
  ["a black picture of nothing", await flat(300, 300, "webp")]
]

const documents: ReadonlyArray<Hostile> = [
  ["a PDF header", text("%PDF-1.7\n")],
  ["a PDF header and noise", joined(text("%PDF-1.7\n"), noise(50_000))],
  ["a PDF of 10,000 pages", pdfWithManyPages(10_000)],
  ["a PDF of 21 pages", pdfWithManyPages(21)],
  ["a PDF whose pages are its pages", pdfWithCircularPages()],
  // It takes the memory of every process that tries, until the retries of its check are used up two minutes later.
  ...(process.env.HOSTILE_FILES === "all" ? ([["a PDF that draws itself", pdfWithCircularForm()]] as const) : []),
  ["a PDF that refers to itself", pdfWithCircularReferences()],
  ["a PDF nested 100,000 deep", pdfWithDeepNesting(100_000)],
  ["a PDF with content nested 5,000 deep", pdfWithDeepContent(5_000)],
  ["a PDF of a page without end", pdfWithHugePage()],
  ["a PDF of a page without size", pdfWithUnreadablePage()],
  ["a PDF with a picture of 3.6 gigapixels", pdfWithHugeImage()],
  ["a PDF with a script that never ends", pdfWithScript()],
  ["a PDF that unfolds to 200 MB", pdfBomb(200)],
  ["a PDF that unfolds twice to 120 MB", pdfBomb(120, 2)],
  ["a PDF with a byte in five overwritten", damaged(pdfWithScript(), 0.2, 200)]
]

const foreign: ReadonlyArray<Hostile> = [
  ["an empty file", new Uint8Array(0)],
  ["noise", noise(5_000)],
  ["an SVG that includes a file", text("<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>")],
  ["an archive that unfolds", joined(text("PK\u0003\u0004"), deflateSync(Buffer.alloc(1_000_000)))]
]

const { data_groups, sod } = good.chip
/** Data objects whose outer length is right, so that they get past the door. */
const wrapped = (tag: number, value: Uint8Array): Uint8Array =>
  joined(Uint8Array.of(tag, 0x83, value.length >> 16, (value.length >> 8) & 255, value.length & 255), value)
const inner = sod.slice(4)
const deep = (depth: number): Uint8Array => {
  const opened = new Uint8Array(depth * 2)
  for (let at = 0; at < opened.length; at += 2) opened.set([0x30, 0x80], at)
  return opened
}
const chips: ReadonlyArray<readonly [string, { readonly sod?: Uint8Array; readonly dg1?: Uint8Array; readonly dg2?: Uint8Array }]> = [
  ["a security object cut in half", { sod: sod.slice(0, sod.length / 2) }],
  ["a security object of one byte", { sod: Uint8Array.of(0x77) }],
  ["a security object cut in half inside", { sod: wrapped(0x77, inner.slice(0, inner.length / 2)) }],
  ["a security object cut before its signature", { sod: wrapped(0x77, inner.slice(0, -80)) }],
  ["a security object that holds nothing", { sod: wrapped(0x77, new Uint8Array(0)) }],
  ["a security object of noise", { sod: wrapped(0x77, noise(2_000)) }],
  ["a security object nested without end", { sod: wrapped(0x77, deep(20_000)) }],
  ["a security object that claims 2 GB", { sod: Uint8Array.of(0x77, 0x84, 0x7f, 0xff, 0xff, 0xff, 0x30) }],
  ["a security object with overwritten keys", { sod: damaged(sod, 0.5, 40) }],
  ["a zone of noise", { dg1: wrapped(0x61, noise(90)) }],
  ["a portrait of noise", { dg2: wrapped(0x75, noise(20_000)) }],
  ["a portrait cut in half inside", { dg2: wrapped(0x75, data_groups.dg2.slice(8, data_groups.dg2.length / 2)) }]
]

const { api, decisions, service } = await sharedSessions()

/** What came of a session: the status of the answer that refused its file, or where the session and its checks stand in the end. */
const fate = async (id: string, uploaded: Answer) => {
  expect(uploaded.status).toBeLessThan(500)
  if (uploaded.status !== 201) return { refused: uploaded.status }
  const submitted = await api.submit(id)
  expect(submitted.status).toBeLessThan(500)
  // The file was rejected before the session was submitted: the person is asked for another one.
  if (submitted.status !== 200) return { refused: submitted.status }
  const type = await decisions.of(id)
  const result = await api.resultOf(id)
  return { type, checks: result.checks.map(({ outcome, status }: any) => ({ outcome, status })) }
}

const endedWell = (name: string, end: Awaited<ReturnType<typeof fate>>) => {
  if ("refused" in end) {
    expect([name, [409, 413, 422].includes(end.refused ?? 0)]).toEqual([name, true])
    return
  }
  expect([name, end.type]).not.toEqual([name, "session.approved"])
  expect(end.checks.length).toBeGreaterThan(0)
  for (const { status } of end.checks) expect([name, status]).toEqual([name, expect.stringMatching(/^(?:completed|errored)$/)])
}

/** Nothing is still being worked on, the service is healthy, and an honest passport is read. */
const expectHealth = async () => {
  const { body } = await api.call("GET", "/sessions?status=processing&limit=1")
  expect(body.data).toEqual([])
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  expect(service.output()).not.toMatch(/panic|segmentation|unhandled/i)
  const { id } = await api.open(["document"])
  await api.upload(id, { bytes: good.passport.bytes, kind: "identity" })
  await api.submit(id)
  await decisions.of(id)
  const result = await api.resultOf(id)
  const extraction = result.checks.find(({ type }: any) => type === "document_extraction")
  expect(extraction.outcome).toBe("passed")
}

test(
  "hostile files end as a refusal or a judged session that is not approved, whatever they are handed in as, and the service goes on",
  async () => {
    const asIdentity = [...pictures, ...documents, ...foreign]
    const typed = (kind: "identity" | "selfie", files: ReadonlyArray<Hostile>) => files.map(([name, bytes]) => ({ name, kind, bytes }))
    const attempts = [...typed("identity", asIdentity), ...typed("selfie", pictures)]
    expect(attempts.length + chips.length).toBeGreaterThanOrEqual(60)
    const ends = await Promise.all(
      attempts.map(async ({ bytes, kind, name }) => {
        const { id } = await api.open([kind === "identity" ? "document" : "selfie"])
        return [`${kind}: ${name}`, await fate(id, await api.upload(id, { bytes, kind }))] as const
      })
    )
    for (const [name, end] of ends) endedWell(name, end)
    expect(ends.filter(([, end]) => !("refused" in end)).length).toBeGreaterThan(20)
    await expectHealth()
  },
  timeout
)

test(
  "chips that are cut, nested or overwritten end as a refusal or a judged session that is not approved, and the service goes on",
  async () => {
    for (const [name, changed] of chips) {
      const { id, token } = await api.open(["nfc"])
      endedWell(name, await fate(id, await api.submitChip(token, good.chip, changed)))
    }
    await expectHealth()
  },
  timeout
)
