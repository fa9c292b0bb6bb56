import { afterAll, expect, test } from "bun:test"
import { getPriority } from "node:os"
import { fileURLToPath } from "node:url"
import { pooledDocumentReader } from "@vouchkit/adapters/engines/document-reader"
import { enginePoolLayer } from "@vouchkit/adapters/engines/process/engine-pool"
import { pooledIdentityDocumentReader } from "@vouchkit/adapters/engines/identity/identity-document-reader"
import { DocumentReader, type DocumentUnreadable, type EngineUnavailable } from "@vouchkit/core/verification/document-reading"
import { IdentityDocumentReader } from "@vouchkit/core/verification/identity-documents/reading"
import { Cause, Effect, Exit, Layer, ManagedRuntime } from "effect"
import sharp from "sharp"
import { aUtilityBill } from "../../support/bills.ts"
import {
  damaged,
  pdfBomb,
  pdfWithCircularPages,
  pdfWithDeepContent,
  pdfWithManyPages,
  pdfWithTiling,
  pngDeclaring,
  tiffDeclaring,
  withScans
} from "../../support/hostile-files.ts"
import { aPassport, drawnCard } from "../../support/identity-cards.ts"
import { sharpOf } from "../../support/photographs.ts"

const timeout = 300_000
/** One pool for all: an engine takes longer to get ready than to refuse a file. The memory of each is bounded as the largest picture here needs it. */
const readers = ManagedRuntime.make(
  Layer.provideMerge(Layer.merge(pooledDocumentReader, pooledIdentityDocumentReader), enginePoolLayer({ maxResidentBytes: 1024 ** 3 }))
)
afterAll(() => readers.dispose())
const passport = new Uint8Array(
  await sharpOf(await drawnCard(aPassport(), 9))
    .jpeg({ quality: 85 })
    .toBuffer()
)
const text = (content: string): Uint8Array => new TextEncoder().encode(content)

const read = (bytes: Uint8Array, mime_type = "image/jpeg") =>
  IdentityDocumentReader.use((reader) => reader.read({ bytes, mime_type, country: null }))

/** What came of it, in a word: the code of the failure, or "read". */
const outcomeOf = (exit: Exit.Exit<unknown, DocumentUnreadable | EngineUnavailable>): string => {
  if (Exit.isSuccess(exit)) return "read"
  const failure = Cause.findErrorOption(exit.cause)
  if (failure._tag === "None") return "defect"
  return failure.value._tag === "DocumentUnreadable" ? failure.value.code : failure.value.reason
}

test(
  "hostile, damaged and foreign files are refused with a reason, and the next good one is read",
  () =>
    Effect.gen(function* () {
      const files: ReadonlyArray<readonly [string, Uint8Array, string]> = [
        ["empty", new Uint8Array(0), "unreadable"],
        ["noise", new Uint8Array(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)), "unreadable"],
        ["half a JPEG", passport.slice(0, passport.length / 2), "unreadable"],
        ["the beginning of a JPEG", passport.slice(0, 12), "unreadable"],
        ["a PNG of 2.5 gigapixels", pngDeclaring(50_000, 50_000), "unreadable"],
        ["a PNG of one line", pngDeclaring(100_000, 1), "unreadable"],
        ["a TIFF that follows itself", tiffDeclaring(60_000, 60_000), "unreadable"],
        ["an SVG", text("<svg xmlns='http://www.w3.org/2000/svg'/>"), "unreadable"],
        ["a content stream of 200 MB", pdfBomb(200), "unreadable"],
        ["10,000 pages", pdfWithManyPages(10_000), "too_many_pages"],
        ["21 pages", pdfWithManyPages(21), "too_many_pages"],
        ["a tree of pages that contains itself", pdfWithCircularPages(), "unreadable"]
      ]
      for (const [name, bytes, expected] of files) expect([name, outcomeOf(yield* Effect.exit(read(bytes)))]).toEqual([name, expected])
      expect(outcomeOf(yield* Effect.exit(read(text("<svg/>"), "image/svg+xml")))).toBe("unsupported_media_type")
      const { pictures } = yield* read(passport)
      expect(pictures[0]?.mrz?.format).toBe("TD3")
    }).pipe(readers.runPromise),
  timeout
)

test(
  "what would stall the engine is refused for its work, and any damage to a good file is a typed outcome",
  () =>
    Effect.gen(function* () {
      for (const bytes of [pdfWithDeepContent(50_000), withScans(passport, 1_000), pdfWithTiling(0.001)])
        expect(outcomeOf(yield* Effect.exit(read(bytes)))).toBe("unreadable")
      for (const from of [0.02, 0.6]) expect(outcomeOf(yield* Effect.exit(read(damaged(passport, from, 60, 0x5a))))).not.toBe("defect")
    }).pipe(readers.runPromise),
  timeout
)

test(
  "a photograph of 50 megapixels is read within the memory of its process, and a picture of nothing shows nothing",
  () =>
    Effect.gen(function* () {
      const huge = yield* Effect.promise(() => sharp(passport).resize(8400, 5914).jpeg({ quality: 60 }).toBuffer())
      expect((yield* read(new Uint8Array(huge))).pictures[0]?.mrz?.format).toBe("TD3")
      const plain = (width: number, height: number) =>
        Effect.promise(() =>
          sharp({ create: { width, height, channels: 3, background: "#667788" } })
            .png()
            .toBuffer()
        )
      const { pictures } = yield* read(new Uint8Array(yield* plain(300, 200)), "image/png")
      expect([pictures.length, pictures[0]?.mrz, pictures[0]?.lines, pictures[0]?.quality.focus]).toEqual([1, null, [], null])
      for (const [width, height] of [
        [1, 1],
        [40, 6]
      ] as const)
        expect(outcomeOf(yield* Effect.exit(read(new Uint8Array(yield* plain(width, height)), "image/png")))).toBe("unreadable")
    }).pipe(readers.runPromise),
  timeout
)

test(
  "one pool reads bills and identity documents",
  () =>
    Effect.gen(function* () {
      const bill = yield* Effect.promise(() => aUtilityBill())
      const reader = yield* DocumentReader
      expect((yield* reader.read({ bytes: bill.bytes, mime_type: "application/pdf", country: "GB" })).lines.length).toBeGreaterThan(20)
      expect((yield* read(passport)).pictures.length).toBe(1)
    }).pipe(readers.runPromise),
  timeout
)

test(
  "an engine process steps behind the service, and answers no job of an unknown kind",
  async () => {
    const entry = fileURLToPath(new URL("../../../packages/adapters/src/engines/process/entry.ts", import.meta.url))
    const answers: Array<unknown> = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const child = Bun.spawn([process.execPath, entry], {
      env: { TZ: "UTC" },
      stdio: ["ignore", "ignore", "ignore"],
      serialization: "advanced",
      ipc: (answer: unknown) => {
        answers.push(answer)
        resolve()
      }
    })
    child.send({ kind: "identity", bytes: text("nothing"), mime_type: "image/png", country: null })
    await promise
    expect(answers).toEqual([{ unread: { code: "unreadable", retryable: true } }])
    expect(getPriority(child.pid)).toBeGreaterThanOrEqual(5)
    child.send({ kind: "other", bytes: text("nothing") })
    expect(await child.exited).toBe(1)
    expect(answers.length).toBe(1)
  },
  timeout
)
